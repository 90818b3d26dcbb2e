//! What a tab tells of itself, pictures of it, and what it is made to believe.

use axum::Router;
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{Html, Redirect};
use axum::routing::{get, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use eyeline_chromium::capture::{Area, ImageFormat, PdfOptions, Rect, ScreenshotOptions};
use eyeline_chromium::emulate::Emulation;
use eyeline_chromium::launch::{LaunchOptions, launch};
use eyeline_chromium::logs::Body;
use eyeline_chromium::{Browser, BrowserOptions, Deadline, Json, LoadState, OpenTab, Tab, World};
use serde_json::json;
use std::time::Duration;

struct Stage {
    browser: Browser,
    tab: Tab,
    site: String,
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(30))
}

const PAGE: &str = "<!doctype html><title>Page</title><style>body{margin:0}div{height:3000px;background:#00f}</style><div></div>";

async fn site() -> String {
    let router = Router::new()
        .route("/", get(|| async { Html(PAGE) }))
        .route("/moved", get(|| async { Redirect::temporary("/data") }))
        .route(
            "/data",
            get(|| async { ([(header::CONTENT_TYPE, "application/json")], "{\"a\":1}") }),
        )
        .route("/gone", get(|| async { (StatusCode::GONE, "gone") }))
        .route("/echo", post(|body: Bytes| async { body }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn stage() -> Stage {
    let started = launch(&LaunchOptions::default()).await.expect("a browser");
    let browser = Browser::connect(
        &started.ws_url,
        Some(started.guard),
        BrowserOptions::default(),
        soon(),
    );
    let browser = browser.await.expect("a connection");
    let tab = browser.open_tab(OpenTab::default(), soon()).await.expect("a tab");
    let site = site().await;
    tab.navigate(&format!("{site}/"), LoadState::Load, soon())
        .await
        .expect("the page");
    Stage { browser, tab, site }
}

impl Stage {
    async fn run(&self, code: &str) -> Json {
        let frame = self.tab.main_frame().expect("a frame");
        frame.evaluate(code, &[], World::Main, soon()).await.expect(code)
    }

    /// Waits for what events bring.
    async fn until<T>(&self, what: &str, mut look: impl FnMut(&Tab) -> Option<T>) -> T {
        let deadline = soon();
        loop {
            if let Some(found) = look(&self.tab) {
                return found;
            }
            assert!(!deadline.expired(), "{what}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_and_exceptions_are_kept() {
    let stage = stage().await;
    stage
        .run("console.warn('%s is', 'this', {a: [1, 'x']}, null)")
        .await;
    let message = stage
        .until("the message", |tab| {
            tab.console_messages()
                .into_iter()
                .find(|message| message.level == "warning")
        })
        .await;
    assert_eq!(message.text, "this is {a: Array(2)} null");
    stage
        .run("void setTimeout(() => { throw new TypeError('boom') }, 0)")
        .await;
    let exception = stage
        .until("the exception", |tab| tab.page_exceptions().into_iter().next())
        .await;
    assert!(
        exception.message.starts_with("TypeError: boom"),
        "{}",
        exception.message
    );
    stage.run("void Promise.reject(new Error('late'))").await;
    let rejected = stage
        .until("the rejection", |tab| tab.page_exceptions().into_iter().nth(1))
        .await;
    assert!(
        rejected.message.starts_with("Uncaught (in promise) Error: late"),
        "{}",
        rejected.message
    );
    assert!(message.seq < exception.seq && exception.seq < rejected.seq);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_followed_and_their_bodies_are_at_hand() {
    let stage = stage().await;
    let code = "await Promise.all([fetch('/moved').then(r => r.text()), fetch('/echo', {method: 'POST', body: 'sent'}), \
                fetch('/gone'), fetch('http://127.0.0.1:1/').catch(() => 0)]).then(() => 1)";
    stage.run(code).await;
    let find = |end: &'static str| {
        let url = format!("{}{end}", stage.site);
        move |tab: &Tab| {
            tab.requests()
                .into_iter()
                .find(|request| request.url == url && request.finished)
        }
    };
    let moved = stage.until("the redirect", find("/moved")).await;
    assert_eq!(moved.status, Some(307));
    let data = stage.until("its target", find("/data")).await;
    assert_eq!(
        (data.status, data.kind.as_str(), data.mime_type.as_str()),
        (Some(200), "fetch", "application/json")
    );
    assert_eq!(
        stage.tab.response_body(&data, soon()).await.expect("a body"),
        Body::Text("{\"a\":1}".to_owned())
    );
    assert!(
        data.response_headers
            .keys()
            .any(|name| name.eq_ignore_ascii_case("content-type"))
    );
    assert!(data.took_ms.is_some() && data.started > 1_600_000_000_000);
    let echo = stage.until("the post", find("/echo")).await;
    let sent = stage.tab.request_body(&echo, soon()).await.expect("a body");
    assert_eq!(sent, Some(Body::Text("sent".to_owned())));
    assert_eq!(stage.until("the 410", find("/gone")).await.status, Some(410));
    let refused = stage
        .until("the refused one", |tab| {
            tab.requests()
                .into_iter()
                .find(|request| request.failure.is_some())
        })
        .await;
    assert_eq!(refused.failure.as_deref(), Some("net::ERR_UNSAFE_PORT"));
    let again = stage.tab.request(&data.id).expect("by id");
    assert_eq!(again.url, data.url);
}

async fn picture(tab: &Tab, options: ScreenshotOptions) -> (Vec<u8>, eyeline_chromium::capture::Screenshot) {
    let shot = tab.screenshot(&options, soon()).await.expect("a picture");
    (STANDARD.decode(&shot.data).expect("base64"), shot)
}

fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_have_the_size_asked_for() {
    let stage = stage().await;
    stage.run("scrollTo(0, 500)").await;
    let view = stage.run("[innerWidth, innerHeight]").await;
    let view = (
        view[0].as_u64().expect("a width") as u32,
        view[1].as_u64().expect("a height") as u32,
    );
    let (bytes, _) = picture(&stage.tab, ScreenshotOptions::default()).await;
    assert_eq!(png_size(&bytes), view);
    let full = ScreenshotOptions {
        area: Area::FullPage,
        ..Default::default()
    };
    let (bytes, shot) = picture(&stage.tab, full.clone()).await;
    assert_eq!(png_size(&bytes), (view.0, 3000));
    assert_eq!(shot.area.y, -500.0);
    let (bytes, shot) = picture(
        &stage.tab,
        ScreenshotOptions {
            max_height: Some(1500),
            ..full
        },
    )
    .await;
    assert_eq!((png_size(&bytes), shot.scale), ((view.0 / 2, 1500), 0.5));
    let clip = Rect {
        x: 10.0,
        y: 20.0,
        width: 30.0,
        height: 40.0,
    };
    let (bytes, _) = picture(
        &stage.tab,
        ScreenshotOptions {
            area: Area::Clip(clip),
            ..Default::default()
        },
    )
    .await;
    assert_eq!(png_size(&bytes), (30, 40));
    let jpeg = ScreenshotOptions {
        format: ImageFormat::Jpeg,
        quality: Some(50),
        ..Default::default()
    };
    assert_eq!(&picture(&stage.tab, jpeg).await.0[..3], b"\xff\xd8\xff");
    let webp = ScreenshotOptions {
        format: ImageFormat::Webp,
        ..Default::default()
    };
    assert_eq!(&picture(&stage.tab, webp).await.0[8..12], b"WEBP");
    assert_eq!(
        stage.run("scrollY").await,
        json!(500),
        "the page stays where it was"
    );
    let pdf = stage
        .tab
        .pdf(&PdfOptions::default(), soon())
        .await
        .expect("a print");
    assert_eq!(&pdf[..5], b"%PDF-");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_behind_another_can_be_pictured() {
    let stage = stage().await;
    let front = stage
        .browser
        .open_tab(OpenTab::default(), soon())
        .await
        .expect("another tab");
    front.activate(soon()).await.expect("in front");
    let (bytes, _) = picture(&stage.tab, ScreenshotOptions::default()).await;
    assert!(png_size(&bytes).0 > 0);
}

async fn emulate(stage: &Stage, change: Json) {
    let change: Emulation = serde_json::from_value(change).expect("an emulation");
    stage.tab.emulate(&change, soon()).await.expect("carried out");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_sees_what_is_emulated() {
    let stage = stage().await;
    emulate(&stage, json!({"viewport": {"width": 600, "height": 400, "scale": 2}, "colorScheme": "dark", "reducedMotion": true})).await;
    let seen = "[innerWidth, innerHeight, devicePixelRatio, matchMedia('(prefers-color-scheme: dark)').matches, \
                matchMedia('(prefers-reduced-motion: reduce)').matches]";
    assert_eq!(stage.run(seen).await, json!([600, 400, 2, true, true]));
    let limited = ScreenshotOptions {
        max_width: Some(600),
        ..Default::default()
    };
    assert_eq!(png_size(&picture(&stage.tab, limited).await.0), (600, 400));
    emulate(
        &stage,
        json!({"timezone": "Asia/Tokyo", "locale": "de-DE", "userAgent": "Test/1"}),
    )
    .await;
    let seen =
        "[Intl.DateTimeFormat().resolvedOptions().timeZone, (1.5).toLocaleString(), navigator.userAgent]";
    assert_eq!(stage.run(seen).await, json!(["Asia/Tokyo", "1,5", "Test/1"]));
    emulate(&stage, json!({"offline": true})).await;
    assert_eq!(
        stage
            .run("await fetch('/data').then(() => 'on', () => 'off')")
            .await,
        json!("off")
    );
    emulate(
        &stage,
        json!({"offline": false, "viewport": null, "colorScheme": null}),
    )
    .await;
    assert_eq!(
        stage
            .run("await fetch('/data').then(() => 'on', () => 'off')")
            .await,
        json!("on")
    );
    assert_eq!(stage.run("devicePixelRatio").await, json!(1));
    emulate(&stage, json!({"device": "Pixel 8"})).await;
    assert_eq!(
        stage
            .run("[innerWidth > 0, navigator.maxTouchPoints > 0, devicePixelRatio]")
            .await,
        json!([true, true, 2.625])
    );
}
