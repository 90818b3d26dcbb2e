use crate::support::*;
use eyeline_chromium::{Deadline, Error, LoadState, World};
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_page_loads_with_its_status_and_title() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    let page = load(&tab, &site.url("/page")).await;
    assert_eq!(
        (page.url.as_str(), page.title.as_str(), page.status),
        (site.url("/page").as_str(), "Page", Some(200))
    );
    assert_eq!(page.reached, LoadState::Load);
    assert!(page.redirects.is_empty() && !page.same_document && !page.download);
    assert_eq!(tab.status(), Some(200));
}

#[tokio::test]
async fn a_hash_returns_at_once() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    let begun = Instant::now();
    let page = load(&tab, &site.url("/page#part")).await;
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(page.same_document);
    assert_eq!(page.url, site.url("/page#part"));
    assert_eq!(tab.url(), site.url("/page#part"));
}

#[tokio::test]
async fn redirects_are_listed() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let page = load(&tab(&browser).await, &site.url("/redirect/3")).await;
    let from: Vec<_> = page
        .redirects
        .iter()
        .map(|redirect| (redirect.url.clone(), redirect.status))
        .collect();
    let expected = [3, 2, 1].map(|n| (site.url(&format!("/redirect/{n}")), 303));
    assert_eq!(from, expected);
    assert_eq!((page.url, page.status), (site.url("/page"), Some(200)));
}

#[tokio::test]
async fn statuses_are_told() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    assert_eq!(load(&tab, &site.url("/status/404")).await.status, Some(404));
    assert_eq!(load(&tab, &site.url("/status/500")).await.status, Some(500));
    assert_eq!(load(&tab, &site.url("/empty/404")).await.status, Some(404));
    load(&tab, &site.url("/page")).await;
    let nothing = load(&tab, &site.url("/empty/204")).await;
    assert_eq!((nothing.status, nothing.url), (Some(204), site.url("/page")));
}

#[tokio::test]
async fn a_refused_port_is_named() {
    let browser = browser().await;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let tab = tab(&browser).await;
    let error = tab.navigate(&url, LoadState::Load, soon()).await.unwrap_err();
    assert!(
        matches!(&error, Error::Navigation { error, .. } if error == "net::ERR_CONNECTION_REFUSED"),
        "{error}"
    );
    let error = tab.reload(LoadState::Load, soon()).await.unwrap_err();
    assert!(
        matches!(&error, Error::Navigation { error, .. } if error == "net::ERR_CONNECTION_REFUSED"),
        "{error}"
    );
    let error = tab
        .navigate("nothing at all", LoadState::Load, soon())
        .await
        .unwrap_err();
    assert!(matches!(&error, Error::Navigation { .. }), "{error}");
}

#[tokio::test]
async fn a_server_that_never_answers_is_an_error_at_the_deadline() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    let begun = Instant::now();
    let given = Duration::from_millis(700);
    let error = tab
        .navigate(&site.url("/never"), LoadState::Load, Deadline::after(given))
        .await
        .unwrap_err();
    assert!(
        error.is_timeout() && error.to_string().contains("/never"),
        "{error}"
    );
    assert!(
        (given..given + Duration::from_secs(1)).contains(&begun.elapsed()),
        "{:?}",
        begun.elapsed()
    );
    // The tab can be used for something else at once.
    assert_eq!(load(&tab, &site.url("/page")).await.title, "Page");
}

#[tokio::test]
async fn what_never_loads_does_not_hold_up_the_page() {
    let slow = "<title>Slow</title><img src=/never><iframe src=/never></iframe><p id=p>here";
    let (site, browser) = (Site::start(&[("/slow", slow)]).await, browser().await);
    let tab = tab(&browser).await;
    let page = tab
        .navigate(&site.url("/slow"), LoadState::DomContentLoaded, soon())
        .await
        .unwrap();
    assert_eq!(
        (page.title.as_str(), page.reached),
        ("Slow", LoadState::DomContentLoaded)
    );
    let page = tab
        .navigate(
            &site.url("/slow?2"),
            LoadState::Load,
            Deadline::after(Duration::from_secs(2)),
        )
        .await
        .unwrap();
    assert_eq!(page.reached, LoadState::DomContentLoaded);
    let error = tab
        .wait_load(LoadState::Load, Deadline::after(Duration::from_millis(100)))
        .await
        .unwrap_err();
    assert!(error.is_timeout());
    let text = tab
        .main_frame()
        .unwrap()
        .evaluate("p.textContent", &[], World::Main, soon())
        .await
        .unwrap();
    assert_eq!(text, "here");
    assert!(tab.loading());
    tab.stop(soon()).await.unwrap();
}

#[tokio::test]
async fn back_and_forward_over_documents_and_hashes() {
    let pages = [("/a", "<title>A</title>a"), ("/b", "<title>B</title>b")];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    let error = tab.forward(LoadState::Load, soon()).await.unwrap_err();
    assert!(matches!(error, Error::NoHistory { direction: "forward" }));
    load(&tab, &site.url("/a")).await;
    load(&tab, &site.url("/a#x")).await;
    load(&tab, &site.other("/b")).await;
    let back = tab.back(LoadState::Load, soon()).await.unwrap();
    assert_eq!(
        (back.url, back.title.as_str(), back.same_document),
        (site.url("/a#x"), "A", false)
    );
    let title = tab
        .main_frame()
        .unwrap()
        .evaluate("document.title", &[], World::Main, soon())
        .await
        .unwrap();
    assert_eq!(title, "A");
    let back = tab.back(LoadState::Load, soon()).await.unwrap();
    assert_eq!((back.url, back.same_document), (site.url("/a"), true));
    tab.forward(LoadState::Load, soon()).await.unwrap();
    let forward = tab.forward(LoadState::Load, soon()).await.unwrap();
    assert_eq!((forward.url, forward.title.as_str()), (site.other("/b"), "B"));
    let again = tab.reload(LoadState::Load, soon()).await.unwrap();
    assert_eq!((again.title.as_str(), again.status), ("B", Some(200)));
}

#[tokio::test]
async fn going_back_brings_frames_back() {
    let pages = [
        (
            "/a",
            "<title>A</title><iframe src='/in'></iframe><iframe src='{other}/in'></iframe>",
        ),
        ("/in", "<p>inner</p>"),
        ("/b", "<title>B</title>b"),
    ];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/a")).await;
    assert_eq!(tab.frames().len(), 3);
    for _ in 0..2 {
        load(&tab, &site.url("/b")).await;
        assert_eq!(tab.frames().len(), 1);
        tab.back(LoadState::Load, soon()).await.unwrap();
        crate::frames::until_frames(&browser, &tab, 3).await;
        for frame in tab.frames() {
            let text = frame
                .evaluate("document.body.innerText", &[], World::Isolated, soon())
                .await
                .unwrap();
            assert_eq!(
                text.as_str().unwrap().trim(),
                if frame.is_main() { "" } else { "inner" }
            );
        }
    }
}

#[tokio::test]
async fn a_page_that_goes_on_by_itself_is_followed() {
    let pages = [("/first", "<script>location.replace('/page')</script>")];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    let mut page = load(&tab, &site.url("/first")).await;
    if page.url != site.url("/page") {
        let mut events = browser.events();
        if tab.url() != site.url("/page") {
            event(&mut events, |event| {
                matches!(event, eyeline_chromium::BrowserEvent::Loaded { url, .. } if url.ends_with("/page"))
                    .then_some(())
            })
            .await;
        }
        page.url = tab.url();
    }
    assert_eq!(page.url, site.url("/page"));
}

#[tokio::test]
async fn evaluate_takes_expressions_functions_and_statements() {
    let browser = browser().await;
    let tab = tab(&browser).await;
    let frame = tab.main_frame().unwrap();
    let run = async |code: &str| {
        frame
            .evaluate(code, &[2.into(), 3.into()], World::Main, soon())
            .await
    };
    assert_eq!(run("1 + 1").await.unwrap(), 2);
    assert_eq!(run("(a, b) => a * b").await.unwrap(), 6);
    assert_eq!(run("async (a) => { await null; return a }").await.unwrap(), 2);
    assert_eq!(run("{a: 1}").await.unwrap()["a"], 1);
    assert_eq!(run("const x = 4; return x").await.unwrap(), 4);
    assert_eq!(run("await Promise.resolve(7)").await.unwrap(), 7);
    assert_eq!(run("let y = 1; y + 1").await.unwrap(), 2);
    assert_eq!(run("let y = 2; y + 1").await.unwrap(), 3);
    assert_eq!(run("let z = Promise.resolve({b: 5}); z").await.unwrap()["b"], 5);
    assert_eq!(run("const list = [1, 2]; list").await.unwrap()[1], 2);
    assert_eq!(run("undefined").await.unwrap(), serde_json::Value::Null);
    assert_eq!(run("NaN").await.unwrap(), "NaN");
    let error = run("\nnull.x").await.unwrap_err();
    assert!(
        matches!(&error, Error::Exception { message, line: Some(2) } if message.starts_with("TypeError")),
        "{error:?}"
    );
    assert!(
        matches!(run("throw 'plain'").await.unwrap_err(), Error::Exception { message, .. } if message == "plain")
    );
    assert!(
        matches!(run("1 +").await.unwrap_err(), Error::Exception { message, .. } if message.starts_with("SyntaxError"))
    );
    let deep = "(() => { let x = []; for (let i = 0; i < 300; i++) x = [x]; return x })()";
    let depth = run(deep).await;
    assert!(
        matches!(depth.unwrap_err(), Error::Protocol { .. } | Error::Decode { .. }),
        "it is answered"
    );
}
