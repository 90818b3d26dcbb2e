use crate::support::*;
use eyeline_chromium::launch::{LaunchOptions, launch};
use eyeline_chromium::{Browser, BrowserEvent, BrowserOptions, Error, LoadState, Tab, TabLife, World};
use std::time::{Duration, Instant};

/// Crashes the page's process. The navigation may be called off before the crash is told.
async fn crash(tab: &Tab, events: &mut Events) {
    let error = tab
        .navigate("chrome://crash", LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(
        matches!(error, Error::TabCrashed | Error::Navigation { .. }),
        "{error:?}"
    );
    event(events, |event| {
        matches!(event, BrowserEvent::Crashed { .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_crashed_tab_says_so_and_comes_back_with_reload() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let (tab, other) = (tab(&browser).await, tab(&browser).await);
    load(&tab, &site.url("/page")).await;
    load(&other, &site.other("/page")).await;
    let frame = tab.main_frame().unwrap();
    let waiting = tokio::spawn({
        let frame = frame.clone();
        async move {
            frame
                .evaluate("new Promise(() => {})", &[], World::Main, soon())
                .await
        }
    });
    frame.evaluate("1", &[], World::Main, soon()).await.unwrap();
    let mut events = browser.events();
    crash(&tab, &mut events).await;
    assert!(matches!(
        waiting.await.unwrap().unwrap_err(),
        Error::TabCrashed | Error::DocumentGone
    ));
    assert_eq!(tab.life(), TabLife::Crashed);
    assert!(matches!(
        frame.evaluate("1", &[], World::Main, soon()).await.unwrap_err(),
        Error::TabCrashed
    ));
    assert_eq!(
        other
            .main_frame()
            .unwrap()
            .evaluate("1", &[], World::Main, soon())
            .await
            .unwrap(),
        1
    );
    let page = tab.reload(LoadState::Load, soon()).await.unwrap();
    assert_eq!(page.title, "Page");
    event(&mut events, |event| {
        matches!(event, BrowserEvent::Revived { .. }).then_some(())
    })
    .await;
    let script = tab
        .main_frame()
        .unwrap()
        .evaluate("typeof __eyeline", &[], World::Isolated, soon())
        .await
        .unwrap();
    assert_eq!(script, "object");
    crash(&tab, &mut events).await;
    assert_eq!(load(&tab, &site.url("/page")).await.title, "Page");
    crash(&tab, &mut events).await;
    tab.close(soon()).await.unwrap();
}

#[tokio::test]
async fn a_crash_of_the_renderer_fails_what_is_in_flight() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    let frame = tab.main_frame().unwrap();
    let waiting = tokio::spawn(async move {
        frame
            .evaluate("new Promise(() => {})", &[], World::Main, soon())
            .await
    });
    tab.main_frame()
        .unwrap()
        .evaluate("1", &[], World::Main, soon())
        .await
        .unwrap();
    tab.session().post("Page.crash", serde_json::json!({}));
    assert!(matches!(waiting.await.unwrap().unwrap_err(), Error::TabCrashed));
}

#[tokio::test]
async fn a_closed_tab_fails_what_is_in_flight() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    let frame = tab.main_frame().unwrap();
    let waiting = tokio::spawn(async move {
        frame
            .evaluate("new Promise(() => {})", &[], World::Main, soon())
            .await
    });
    tab.main_frame()
        .unwrap()
        .evaluate("1", &[], World::Main, soon())
        .await
        .unwrap();
    tab.close(soon()).await.unwrap();
    assert!(matches!(waiting.await.unwrap().unwrap_err(), Error::TabClosed));
    assert_eq!(tab.life(), TabLife::Closed);
    assert!(matches!(
        tab.navigate(&site.url("/page"), LoadState::Load, soon())
            .await
            .unwrap_err(),
        Error::TabClosed
    ));
    assert!(matches!(tab.main_frame().unwrap_err(), Error::TabClosed));
    assert!(matches!(browser.tab(tab.id()).unwrap_err(), Error::NoTab(_)));
    tab.close(soon()).await.unwrap();
}

#[tokio::test]
async fn a_killed_browser_fails_what_is_in_flight_at_once() {
    let launched = launch(&LaunchOptions::default()).await.unwrap();
    let pid = launched.guard.pid();
    let browser = Browser::connect(
        &launched.ws_url,
        Some(launched.guard),
        BrowserOptions::default(),
        soon(),
    )
    .await
    .unwrap();
    let tab = tab(&browser).await;
    let frame = tab.main_frame().unwrap();
    let waiting = tokio::spawn(async move {
        frame
            .evaluate("new Promise(() => {})", &[], World::Main, soon())
            .await
    });
    tab.main_frame()
        .unwrap()
        .evaluate("1", &[], World::Main, soon())
        .await
        .unwrap();
    let killed = Instant::now();
    std::process::Command::new("kill")
        .args(["-9", &pid.to_string()])
        .status()
        .unwrap();
    let error = waiting.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::BrowserGone { .. }), "{error:?}");
    assert!(
        killed.elapsed() < Duration::from_secs(2),
        "{:?}",
        killed.elapsed()
    );
    assert!(!browser.is_alive());
    browser.gone().await;
    let error = tab
        .navigate("about:blank", LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::BrowserGone { .. }), "{error:?}");
    assert!(matches!(
        browser.version(soon()).await.unwrap_err(),
        Error::BrowserGone { .. }
    ));
    assert!(browser.tabs().is_empty());
    let launched = launch(&LaunchOptions::default()).await.unwrap();
    let options = BrowserOptions {
        first_tab: browser.last_tab_number() + 1,
        ..BrowserOptions::default()
    };
    let again = Browser::connect(&launched.ws_url, Some(launched.guard), options, soon())
        .await
        .unwrap();
    assert!(
        crate::support::tab(&again).await.id() > tab.id(),
        "ids go on after a restart"
    );
}

#[tokio::test]
async fn closing_ends_the_browser() {
    let browser = browser().await;
    assert!(browser.version(soon()).await.unwrap().product.contains("Chrome/"));
    browser.close(soon()).await.unwrap();
    assert!(!browser.is_alive());
}
