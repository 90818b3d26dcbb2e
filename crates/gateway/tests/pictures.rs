//! Screenshots, prints, logs.

mod support;

use eyeline_gateway::Block;
use serde_json::json;
use support::{Bench, eventually, value};

fn picture(answer: &eyeline_gateway::Answer) -> image::DynamicImage {
    use base64::Engine;
    assert!(!answer.is_error, "{}", answer.text());
    let Some(Block::Image { data, .. }) = answer.blocks.first() else {
        panic!("no image: {}", answer.text())
    };
    image::load_from_memory(&base64::engine::general_purpose::STANDARD.decode(data).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_side_of_a_screenshot_is_over_two_thousand_pixels() {
    let bench = Bench::new().await;
    bench.open("/tall").await;
    let whole = picture(
        &bench
            .call("page.editor.screenshot", json!([{"fullPage": true}]))
            .await,
    );
    assert_eq!(whole.height(), 2000);
    assert!(
        whole.width() <= 1201 && whole.width() >= 1199,
        "{}",
        whole.width()
    );
    let small = picture(
        &bench
            .call(
                "page.editor.screenshot",
                json!([{"maxWidth": 300, "format": "jpeg"}]),
            )
            .await,
    );
    assert_eq!(small.width(), 300);
    bench
        .call("page.editor.screenshot", json!([{"path": "shot.png"}]))
        .await;
    assert!(image::open(bench.workspace.path().join("shot.png")).is_ok());
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_printed_into_the_workspace() {
    let bench = Bench::new().await;
    bench.open("/second").await;
    value(
        &bench
            .call("page.editor.pdf", json!([{"path": "page.pdf", "format": "A4"}]))
            .await,
    );
    assert!(
        std::fs::read(bench.workspace.path().join("page.pdf"))
            .unwrap()
            .starts_with(b"%PDF")
    );
    assert!(
        bench
            .call("page.editor.pdf", json!([{"path": "../page.pdf"}]))
            .await
            .is_error
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_messages_and_errors_are_kept() {
    let bench = Bench::new().await;
    bench.open("/loud").await;
    let loaded = eventually(|| async {
        let requests = value(
            &bench
                .call("page.editor.networkRequests", json!([{"filter": "api=1"}]))
                .await,
        );
        requests[0]["ms"].is_number()
    });
    assert!(loaded.await);
    let detail = value(
        &bench
            .read("page.editor.networkRequests({\"filter\":\"api=1\"})[0]")
            .await,
    );
    assert!(
        detail["body"].as_str().unwrap().contains("<h1>Second"),
        "{detail}"
    );
    let errors = value(
        &bench
            .call("page.editor.consoleMessages", json!([{"level": "error"}]))
            .await,
    );
    assert_eq!(errors[0]["text"], "no good");
    let thrown = value(&bench.call("page.editor.pageErrors", json!([])).await);
    assert!(
        thrown[0]["message"].as_str().unwrap().contains("thrown"),
        "{thrown}"
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_screen_is_emulated_and_undone() {
    let bench = Bench::new().await;
    bench.open("/second").await;
    let wide = bench.evaluate("innerWidth").await;
    let phone = json!([{"viewport": {"width": 390, "height": 844}, "colorScheme": "dark"}]);
    value(&bench.call("page.editor.emulate", phone).await);
    let seen = bench
        .evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]")
        .await;
    assert_eq!(seen, json!([390, true]));
    value(&bench.call("page.editor.emulate", json!([{}])).await);
    assert_eq!(bench.evaluate("innerWidth").await, wide);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_jars_share_nothing_and_are_kept_in_a_file() {
    let bench = Bench::new().await;
    value(&bench.call("browser.contexts.open", json!(["buyer"])).await);
    let url = format!("{}/second", bench.site);
    bench.call("pages.open", json!([url, {"context": "buyer"}])).await;
    bench
        .evaluate("document.cookie = 'jar=buyer', localStorage.setItem('k', 'v'), 1")
        .await;
    bench.call("pages.open", json!([url])).await;
    assert_eq!(bench.evaluate("document.cookie").await, "");
    let saved = value(
        &bench
            .call(
                "browser.storageState",
                json!([{"save": "state.json", "context": "buyer"}]),
            )
            .await,
    );
    assert_eq!(saved["cookies"], 1);
    value(
        &bench
            .call("browser.storageState", json!([{"load": "state.json"}]))
            .await,
    );
    value(&bench.call("page.editor.reload", json!([])).await);
    assert_eq!(
        bench.evaluate("document.cookie + localStorage.k").await,
        "jar=buyerv"
    );
    let closed = value(&bench.call("browser.contexts[\"buyer\"].close", json!([])).await);
    assert_eq!(closed["pages"].as_array().unwrap().len(), 1);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_element_is_pictured_and_refs_are_drawn_in() {
    let bench = Bench::new().await;
    bench.open("/boxes").await;
    let box_ = picture(
        &bench
            .call("page.editor.screenshot", json!([{"target": "#far"}]))
            .await,
    );
    assert_eq!((box_.width(), box_.height()), (120, 40));
    let inner = json!([{"target": "iframe >>> #inner"}]);
    let inner = picture(&bench.call("page.editor.screenshot", inner).await).into_rgb8();
    assert_eq!(inner.dimensions(), (60, 30));
    assert_eq!(
        inner.get_pixel(30, 15).0,
        [0, 128, 0],
        "the frame's offset is counted in"
    );
    bench.evaluate("scrollTo(0, 0)").await;
    let plain = picture(&bench.call("page.editor.screenshot", json!([])).await).into_rgb8();
    let labelled = picture(
        &bench
            .call("page.editor.screenshot", json!([{"labels": true}]))
            .await,
    )
    .into_rgb8();
    assert_ne!(plain, labelled);
    bench.end().await;
}

/// A page of the main origin, in a frame with a broad border, in a frame of another origin with padding.
async fn open_nested(bench: &Bench) {
    bench.open("/second").await;
    let other = bench.site.replace("127.0.0.1", "localhost");
    let code = format!(
        "new Promise(done => {{
            document.body.innerHTML = '<iframe style=\"position:absolute; left:30px; top:20px; width:400px; height:300px; \
                border:10px solid; padding:20px\" src=\"{other}/second\"></iframe>';
            document.body.firstChild.onload = () => done(1);
        }})"
    );
    bench.evaluate(&code).await;
    let inner = format!(
        "new Promise(done => {{
            document.body.innerHTML = '<iframe style=\"position:absolute; left:5px; top:5px; width:200px; height:100px; \
                border:none; border-top:15px solid; padding-left:25px\" src=\"{}/second\"></iframe>';
            document.body.firstChild.onload = () => done(1);
        }})",
        bench.site
    );
    value(
        &bench
            .call("page.editor.evaluate", json!([inner, {"frame": 1}]))
            .await,
    );
    let button = "document.body.innerHTML = '<button style=\"all:unset; position:absolute; left:20px; top:30px; width:60px; \
        height:40px; background:#0000ff\"></button>'; \
        new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))";
    value(
        &bench
            .call("page.editor.evaluate", json!([button, {"frame": 2}]))
            .await,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_stand_right_inside_frames_with_borders() {
    let bench = Bench::new().await;
    open_nested(&bench).await;
    let labelled = bench
        .call("page.editor.screenshot", json!([{"labels": true}]))
        .await;
    let labelled = picture(&labelled).into_rgb8();
    // The button's corner: frame, border and padding, frame, its border and padding, place in it.
    let (left, top) = (30 + 10 + 20 + 5 + 25 + 20, 20 + 10 + 20 + 5 + 15 + 30);
    let blue = image::Rgb([0, 0, 255]);
    let within = labelled.get_pixel(left + 30, top + 20);
    assert_eq!(within, &blue, "the button is where it was put");
    for (x, y) in [(left, top + 20), (left + 59, top + 20), (left + 30, top + 39)] {
        assert_ne!(labelled.get_pixel(x, y), &blue, "an edge of the box at {x}, {y}");
    }
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_of_an_emulated_screen_keeps_to_its_bounds_and_tells_its_scale() {
    let bench = Bench::new().await;
    open_nested(&bench).await;
    let told = json!([{"viewport": {"width": 1200, "height": 500, "scale": 2}}]);
    value(&bench.call("page.editor.emulate", told).await);
    let answer = bench.call("page.editor.screenshot", json!([])).await;
    let shot = picture(&answer);
    assert_eq!((shot.width(), shot.height()), (2000, 833));
    assert!(
        answer.text().contains("\"pixelsPerCssPixel\":1.667"),
        "{}",
        answer.text()
    );
    bench.end().await;
}
