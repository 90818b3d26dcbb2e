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
