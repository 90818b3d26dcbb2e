//! The tree, from the overview down to what a page shows.

mod support;

use serde_json::json;
use support::{Bench, error, first, value};

#[tokio::test(flavor = "multi_thread")]
async fn the_overview_starts_no_browser_and_teaches_the_first_steps() {
    let bench = Bench::new().await;
    let overview = bench.read("").await;
    assert!(first(&overview).contains("not started"), "{}", overview.text());
    assert!(overview.text().contains("pages.open"), "{}", overview.text());
    assert_eq!(value(&bench.read("pages").await), json!([]));
    assert!(error(&bench.read("page").await).contains("pages.open"));
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_is_opened_addressed_labelled_and_closed() {
    let bench = Bench::new().await;
    let opened = value(
        &bench
            .call(
                "pages.open",
                json!([format!("{}/redirect", bench.site), {"label": "shop"}]),
            )
            .await,
    );
    assert_eq!(opened["title"], "Second");
    assert_eq!(opened["status"], 200);
    assert_eq!(opened["redirects"][0]["status"], 307);
    assert_eq!(
        opened["path"],
        format!("pages[\"{}\"]", opened["id"].as_str().unwrap())
    );
    for path in [
        "pages[0].title",
        "page.title",
        "pages[\"shop\"].title",
        &format!("{}.title", opened["path"].as_str().unwrap()),
    ] {
        assert_eq!(first(&bench.read(path).await), "Second", "{path}");
    }
    assert!(error(&bench.read("pages[\"shop1\"]").await).contains("Did you mean \"shop\"?"));
    bench.set("pages[0].label", json!("moss")).await;
    assert!(error(&bench.read("pages[\"shop\"]").await).contains("Open are"));
    assert_eq!(
        value(&bench.call("pages[\"moss\"].close", json!([])).await)["did"],
        "closed"
    );
    assert!(error(&bench.read("page").await).contains("No tab is open"));
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_and_forth_answers_with_where_it_led() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let there = value(
        &bench
            .call("page.editor.navigate", json!([format!("{}/second", bench.site)]))
            .await,
    );
    assert_eq!(there["title"], "Second");
    let hash = value(
        &bench
            .call(
                "page.editor.navigate",
                json!([format!("{}/second#later", bench.site)]),
            )
            .await,
    );
    assert_eq!(hash["sameDocument"], true);
    value(&bench.call("page.editor.back", json!([])).await);
    assert_eq!(
        value(&bench.call("page.editor.back", json!([])).await)["title"],
        "Home"
    );
    assert_eq!(
        value(&bench.call("page.editor.forward", json!([])).await)["title"],
        "Second"
    );
    assert_eq!(
        value(&bench.call("page.editor.reload", json!([])).await)["status"],
        200
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_loaded_names_the_network_error() {
    let bench = Bench::new().await;
    let refused = error(&bench.call("pages.open", json!(["http://127.0.0.1:1/"])).await);
    assert!(refused.contains("net::ERR_"), "{refused}");
    assert_eq!(
        value(&bench.read("pages").await),
        json!([]),
        "a page that did not load leaves no tab"
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_names_and_arguments_teach() {
    let bench = Bench::new().await;
    bench.open("/").await;
    assert!(error(&bench.call("page.editor.clikc", json!(["#b"])).await).contains("\"click\""));
    let option = error(
        &bench
            .call("page.editor.click", json!(["#b", {"timeOut": 1}]))
            .await,
    );
    assert!(
        option.contains("timeOut") && option.contains("timeoutMs"),
        "{option}"
    );
    let kind = error(&bench.call("page.editor.navigate", json!([42])).await);
    assert!(kind.contains("navigate(\"https://example.com\")"), "{kind}");
    let both = error(&bench.call("page.editor.evaluate", json!([])).await);
    assert!(both.contains("evaluate("), "{both}");
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_evaluated_extracted_and_its_frames_listed() {
    let bench = Bench::new().await;
    bench.open("/list").await;
    let schema = json!({"items": {"each": ".card", "name": "h3", "url": "a@href"}});
    let found = value(&bench.call("page.editor.extract", json!([schema])).await);
    assert_eq!(found["items"][0]["url"], format!("{}/fern", bench.site));
    assert_eq!(found["items"][1]["name"], "Moss");
    assert_eq!(bench.evaluate("1 + 1").await, 2);
    let sum = bench
        .call(
            "page.editor.evaluate",
            json!(["(a, b) => a + b", {"args": [2, 3]}]),
        )
        .await;
    assert_eq!(first(&sum), "5");
    let thrown = error(&bench.call("page.editor.evaluate", json!(["null.x"])).await);
    assert!(thrown.contains("TypeError"), "{thrown}");
    bench.open("/frames").await;
    let title = bench
        .call(
            "page.editor.evaluate",
            json!(["document.title", {"frame": "child"}]),
        )
        .await;
    assert_eq!(first(&title), "Second");
    let frames = value(&bench.read("page.editor.frames").await);
    assert_eq!(frames[1]["name"], "child");
    assert_eq!(frames[1]["parent"], 0);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_calls_make_one_batch_which_stops_at_the_first_failure() {
    let bench = Bench::new().await;
    let steps = json!([[
        {"path": "pages.open", "args": [format!("{}/second", bench.site)]},
        {"path": "page.title"},
        {"path": "page.nothing"},
        {"path": "page.url"},
    ]]);
    let answer = value(&bench.call("batch", steps).await);
    assert_eq!(answer["results"][1]["result"], "Second");
    assert!(
        answer["results"][2]["error"]
            .as_str()
            .unwrap()
            .contains("nothing")
    );
    assert_eq!(answer["results"].as_array().unwrap().len(), 3);
    assert!(answer["stopped"].as_str().unwrap().contains("1 steps"));
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_checked_and_are_the_sessions_own() {
    let bench = Bench::new().await;
    assert!(
        error(&bench.set("settings.timeouts", json!({"cal": 1})).await).contains("Did you mean \"call\"?")
    );
    bench.set("settings.timeouts.call", json!(1234)).await;
    assert_eq!(first(&bench.read("settings.timeouts.call").await), "1234");
    let other = bench.gateway.open_session().await;
    let request = eyeline_gateway::CallRequest::to("settings.timeouts.call");
    assert_eq!(first(&bench.gateway.call(&other, request).await), "30000");
    bench
        .set("settings.viewport", json!({"width": 640, "height": 480}))
        .await;
    bench.open("/").await;
    assert_eq!(
        bench.evaluate("[innerWidth, innerHeight]").await,
        json!([640, 480])
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_finds_a_member_by_what_it_is_for() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let found = bench.call("helpSearch", json!(["files workspace"])).await;
    assert!(found.text().contains("setInputFiles"), "{}", found.text());
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_seen_acted_on_and_told_what_changed() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let seen = first(&bench.call("page.editor.snapshot", json!([])).await);
    assert!(
        seen.contains("h1 \"Home\"") && seen.contains("button \"Press\""),
        "{seen}"
    );
    let pressed = bench
        .call("page.editor.click", json!([{"role": "button", "name": "Press"}]))
        .await;
    assert!(
        !pressed.is_error && pressed.text().contains("changes:") && pressed.text().contains("pressed"),
        "{}",
        pressed.text()
    );
    let text = first(&bench.call("page.editor.read", json!([])).await);
    assert!(text.contains("# Home"), "{text}");
    let found = first(&bench.call("helpSearch", json!(["pressed"])).await);
    assert!(found.contains("button"), "{found}");
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_image_of_a_batch_is_an_image_of_the_answer() {
    let bench = Bench::new().await;
    let steps = json!([[
        {"path": "pages.open", "args": [format!("{}/", bench.site)]},
        {"path": "page.editor.screenshot", "args": []},
        {"path": "page.title"},
    ]]);
    let answer = bench.call("batch", steps).await;
    assert!(
        matches!(answer.blocks[1], eyeline_gateway::Block::Image { .. }),
        "{}",
        answer.text()
    );
    let results = value(&answer);
    assert_eq!(results["results"][1]["result"]["image"], 1);
    assert_eq!(results["results"][2]["result"], "Home");
    bench.end().await;
}
