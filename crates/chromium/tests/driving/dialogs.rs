use crate::support::*;
use eyeline_chromium::{BrowserEvent, DialogKind, Error, LoadState, World};
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_dialog_holds_up_its_own_tab_only_and_says_so_at_once() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let (with, without) = (tab(&browser).await, tab(&browser).await);
    load(&with, &site.url("/page")).await;
    load(&without, &site.url("/page")).await;
    let frame = with.main_frame().unwrap();
    let begun = Instant::now();
    let error = frame
        .evaluate("alert('stop')", &[], World::Main, soon())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, Error::DialogOpen(dialog) if dialog.message == "stop"),
        "{error}"
    );
    let error = frame
        .evaluate("1", &[], World::Isolated, soon())
        .await
        .unwrap_err();
    assert!(matches!(&error, Error::DialogOpen(_)), "{error}");
    let error = with
        .navigate(&site.url("/page?2"), LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(matches!(&error, Error::DialogOpen(_)), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(
        without
            .main_frame()
            .unwrap()
            .evaluate("1 + 1", &[], World::Main, soon())
            .await
            .unwrap(),
        2
    );
    with.accept_dialog(None, soon()).await.unwrap();
    assert_eq!(
        frame.evaluate("1 + 1", &[], World::Main, soon()).await.unwrap(),
        2
    );
    assert!(matches!(
        with.accept_dialog(None, soon()).await.unwrap_err(),
        Error::NoDialog
    ));
}

#[tokio::test]
async fn confirm_and_prompt_get_their_answers() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    let frame = tab.main_frame().unwrap();
    let ask = async |code: &str| {
        let error = frame
            .evaluate(&format!("window.answer = {code}"), &[], World::Main, soon())
            .await
            .unwrap_err();
        assert!(matches!(error, Error::DialogOpen(_)), "{error}");
        tab.dialog().unwrap()
    };
    let answer = async || {
        frame
            .evaluate("window.answer", &[], World::Main, soon())
            .await
            .unwrap()
    };
    assert_eq!(ask("confirm('sure?')").await.kind, DialogKind::Confirm);
    tab.dismiss_dialog(soon()).await.unwrap();
    assert_eq!(answer().await, false);
    ask("confirm('sure?')").await;
    tab.accept_dialog(None, soon()).await.unwrap();
    assert_eq!(answer().await, true);
    let prompt = ask("prompt('name?', 'Ada')").await;
    assert_eq!(
        (prompt.kind, prompt.default_text.as_deref()),
        (DialogKind::Prompt, Some("Ada"))
    );
    tab.accept_dialog(Some("Bob"), soon()).await.unwrap();
    assert_eq!(answer().await, "Bob");
    ask("prompt('name?', 'Ada')").await;
    tab.accept_dialog(None, soon()).await.unwrap();
    assert_eq!(answer().await, "Ada");
}

#[tokio::test]
async fn a_dialog_while_loading_ends_the_wait() {
    let pages = [(
        "/greets",
        "<title>Greets</title><script>alert('welcome')</script><p id=p>here",
    )];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    let error = tab
        .navigate(&site.url("/greets"), LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, Error::DialogOpen(dialog) if dialog.message == "welcome"),
        "{error}"
    );
    tab.accept_dialog(None, soon()).await.unwrap();
    tab.wait_load(LoadState::Load, soon()).await.unwrap();
    assert_eq!(
        tab.main_frame()
            .unwrap()
            .evaluate("p.innerText", &[], World::Main, soon())
            .await
            .unwrap(),
        "here"
    );
}

#[tokio::test]
async fn a_page_asks_before_it_is_left() {
    let pages = [(
        "/draft",
        "<script>onbeforeunload = event => event.preventDefault()</script>",
    )];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/draft")).await;
    // Without a gesture of the user no page may ask.
    tab.main_frame()
        .unwrap()
        .evaluate("1", &[], World::Main, soon())
        .await
        .unwrap();
    let mut events = browser.events();
    let error = tab
        .navigate(&site.url("/page"), LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, Error::DialogOpen(dialog) if dialog.kind == DialogKind::Beforeunload),
        "{error}"
    );
    tab.dismiss_dialog(soon()).await.unwrap();
    assert_eq!(tab.url(), site.url("/draft"));
    let error = tab
        .navigate(&site.url("/page"), LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(matches!(&error, Error::DialogOpen(_)), "{error}");
    tab.accept_dialog(None, soon()).await.unwrap();
    let there = site.url("/page");
    event(&mut events, |event| {
        matches!(event, BrowserEvent::Loaded { url, .. } if *url == there).then_some(())
    })
    .await;
    load(&tab, &site.url("/draft")).await;
    tab.close(soon()).await.unwrap();
}

#[tokio::test]
async fn a_tab_with_a_dialog_can_be_closed() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    tab.main_frame()
        .unwrap()
        .evaluate("alert(1)", &[], World::Main, soon())
        .await
        .unwrap_err();
    tab.close(soon()).await.unwrap();
    assert!(matches!(
        tab.accept_dialog(None, soon()).await.unwrap_err(),
        Error::TabClosed
    ));
}

#[tokio::test]
async fn a_dialog_of_a_frame_in_another_process_is_answered_too() {
    let pages = [
        ("/top", "<iframe src='{other}/asks'></iframe>"),
        (
            "/asks",
            "<script>setTimeout(() => { window.answer = confirm('inner') })</script>",
        ),
    ];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    let mut events = browser.events();
    tab.navigate(&site.url("/top"), LoadState::Commit, soon())
        .await
        .ok();
    event(&mut events, |event| {
        matches!(event, BrowserEvent::DialogOpened { .. }).then_some(())
    })
    .await;
    assert_eq!(tab.dialog().unwrap().message, "inner");
    tab.accept_dialog(None, soon()).await.unwrap();
    let inner = tab.frames().pop().unwrap();
    assert_eq!(
        inner
            .evaluate("window.answer", &[], World::Main, soon())
            .await
            .unwrap(),
        true
    );
}
