use crate::support::*;
use eyeline_chromium::{BrowserEvent, Cookie, LoadState, OpenTab, TabId, World};
use futures::future::join_all;

async fn opened(events: &mut Events) -> (TabId, Option<TabId>) {
    event(events, |event| match event {
        BrowserEvent::TabOpened { tab, opener } => Some((*tab, *opener)),
        _ => None,
    })
    .await
}

#[tokio::test]
async fn thirty_two_tabs_at_once_all_load_and_leave_nothing() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let before = browser.tabs().len();
    let open = (0..32).map(|n| {
        let (browser, url) = (&browser, site.url(&format!("/page?{n}")));
        async move {
            let tab = browser
                .open_tab(
                    OpenTab {
                        background: true,
                        ..OpenTab::default()
                    },
                    soon(),
                )
                .await
                .unwrap();
            let page = tab.navigate(&url, LoadState::Load, soon()).await.unwrap();
            assert_eq!(
                (page.status, page.reached, page.url),
                (Some(200), LoadState::Load, url)
            );
            tab
        }
    });
    let tabs = join_all(open).await;
    assert_eq!(browser.tabs().len(), before + 32);
    let visible = join_all(tabs.iter().map(|tab| async {
        let frames = "new Promise(done => requestAnimationFrame(() => done(document.hasFocus())))";
        tab.main_frame()
            .unwrap()
            .evaluate(frames, &[], World::Main, soon())
            .await
            .unwrap()
    }));
    assert!(
        visible.await.into_iter().all(|focus| focus == true),
        "tabs in the background paint and have focus"
    );
    let ids: Vec<_> = tabs.iter().map(|tab| tab.id()).collect();
    join_all(tabs.iter().map(|tab| async { tab.close(soon()).await.unwrap() })).await;
    assert_eq!(browser.tabs().len(), before);
    let next = tab(&browser).await;
    assert!(ids.iter().all(|id| next.id() > *id), "ids are not given twice");
}

#[tokio::test]
async fn popups_are_set_up_before_their_first_script() {
    let pages = [
        ("/opens", "opens"),
        (
            "/popup",
            "<script>window.first = 1; __aiVisionHostSignal('first')</script><title>Popup</title>",
        ),
    ];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/opens")).await;
    let mut events = browser.events();
    for url in [site.url("/popup"), site.other("/popup")] {
        let code = "(url) => { window.popup = open(url) }";
        tab.main_frame()
            .unwrap()
            .evaluate(code, &[url.clone().into()], World::Main, soon())
            .await
            .unwrap();
        let (id, opener) = opened(&mut events).await;
        assert_eq!(opener, Some(tab.id()));
        event(&mut events, |event| {
            matches!(event, BrowserEvent::HostSignal { .. }).then_some(())
        })
        .await;
        let popup = browser.tab(id).unwrap();
        popup.wait_load(LoadState::Load, soon()).await.unwrap();
        let there = async |what: &str| {
            popup
                .main_frame()
                .unwrap()
                .evaluate(what, &[], World::Isolated, soon())
                .await
                .unwrap()
        };
        // The empty document that comes before the page has loaded too.
        while popup.url() != url {
            event(&mut events, |event| {
                matches!(event, BrowserEvent::Loaded { .. }).then_some(())
            })
            .await;
        }
        assert_eq!(there("typeof __eyeline").await, "object");
        assert_eq!(popup.opener(), Some(tab.id()));
    }
    tab.main_frame()
        .unwrap()
        .evaluate("popup.close()", &[], World::Main, soon())
        .await
        .unwrap();
    event(&mut events, |event| {
        matches!(event, BrowserEvent::TabClosed { .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_popup_without_an_opener_is_a_tab_too() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    let mut events = browser.events();
    tab.main_frame()
        .unwrap()
        .evaluate("open('/page?new', '', 'noopener'); 1", &[], World::Main, soon())
        .await
        .unwrap();
    let (id, _) = opened(&mut events).await;
    let popup = browser.tab(id).unwrap();
    let there = site.url("/page?new");
    while popup.url() != there {
        event(&mut events, |event| {
            matches!(event, BrowserEvent::Navigated { .. }).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn contexts_keep_their_cookies_apart() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let context = browser.create_context(soon()).await.unwrap();
    let tab = browser
        .open_tab(
            OpenTab {
                context: Some(context.clone()),
                ..OpenTab::default()
            },
            soon(),
        )
        .await
        .unwrap();
    assert_eq!(tab.context(), Some(&context));
    load(&tab, &site.url("/page")).await;
    tab.main_frame()
        .unwrap()
        .evaluate("document.cookie = 'a=1'", &[], World::Main, soon())
        .await
        .unwrap();
    let cookie = Cookie {
        name: "b".into(),
        value: "2".into(),
        url: Some(site.url("/")),
        ..Cookie::default()
    };
    browser
        .set_cookies(&[cookie], Some(&context), soon())
        .await
        .unwrap();
    let mut names: Vec<_> = browser
        .cookies(Some(&context), soon())
        .await
        .unwrap()
        .into_iter()
        .map(|cookie| cookie.name)
        .collect();
    names.sort();
    assert_eq!(names, ["a", "b"]);
    assert!(browser.cookies(None, soon()).await.unwrap().is_empty());
    browser
        .grant_permissions(
            &["geolocation".into()],
            Some(&site.url("")),
            Some(&context),
            soon(),
        )
        .await
        .unwrap();
    let code = "navigator.permissions.query({name: 'geolocation'}).then(it => it.state)";
    assert_eq!(
        tab.main_frame()
            .unwrap()
            .evaluate(code, &[], World::Main, soon())
            .await
            .unwrap(),
        "granted"
    );
    browser.dispose_context(&context, soon()).await.unwrap();
    tab.closed(soon()).await.unwrap();
}
