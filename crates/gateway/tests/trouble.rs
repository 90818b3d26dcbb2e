//! Dialogs, crashes, deadlines, refused addresses, lost browsers.

mod support;

use std::time::{Duration, Instant};

use eyeline_gateway::CallRequest;
use serde_json::json;
use support::{Bench, error, eventually, first, value};

#[tokio::test(flavor = "multi_thread")]
async fn an_open_dialog_holds_up_its_own_tab_only() {
    let bench = Bench::new().await;
    let other = bench.open("/second").await;
    let asking = bench.open("/alert").await;
    bench
        .evaluate("setTimeout(() => document.querySelector('#ask').click(), 0), 1")
        .await;
    let dialog = format!("pages[\"{asking}\"].editor.dialog");
    assert!(eventually(|| async { !bench.read(&dialog).await.is_error }).await);
    let begun = Instant::now();
    let stuck = error(&bench.call("page.editor.evaluate", json!(["1"])).await);
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "an open dialog is told at once"
    );
    assert!(stuck.contains(&format!("{dialog}.accept")), "{stuck}");
    assert!(!stuck.contains("\n[seq 9]"), "{stuck}");
    let free = bench
        .call(&format!("pages[\"{other}\"].editor.evaluate"), json!(["6 * 7"]))
        .await;
    assert_eq!(first(&free), "42");
    let answered = value(&bench.call(&format!("{dialog}.accept"), json!([])).await);
    assert_eq!(answered["type"], "confirm");
    assert_eq!(bench.evaluate("window.said").await, true);
    assert!(error(&bench.read(&dialog).await).contains("dialog"));
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crashed_tab_says_so_and_is_revived_by_reload() {
    let bench = Bench::new().await;
    let id = bench.open("/second").await;
    bench.call("page.editor.evaluate", json!(["1"])).await;
    let crash = CallRequest::to("page.editor.navigate").with_args(vec![json!("chrome://crash")]);
    assert!(
        error(&bench.gateway.call(&bench.session, crash).await).contains("chrome: addresses are refused")
    );
    support::crash(&bench, &id).await;
    let said = error(&bench.call("page.editor.evaluate", json!(["1"])).await);
    assert!(said.contains("crashed") && said.contains("reload"), "{said}");
    value(&bench.call("page.editor.reload", json!([])).await);
    assert_eq!(bench.evaluate("document.title").await, "Second");
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deadline_is_kept_and_its_owner_named() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let begun = Instant::now();
    let request = CallRequest::to("page.editor.evaluate")
        .with_args(vec![json!("new Promise(() => {})")])
        .with_timeout_ms(700);
    let late = error(&bench.gateway.call(&bench.session, request).await);
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(
        late.contains("700 ms, by timeoutMs of the call") && late.contains("editor.evaluate"),
        "{late}"
    );
    let option = json!([format!("{}/never", bench.site), {"timeoutMs": 600}]);
    let late = error(&bench.call("page.editor.navigate", option).await);
    assert!(late.contains("600 ms, by the option timeoutMs"), "{late}");
    assert_eq!(bench.evaluate("2").await, 2);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_addresses_are_not_opened_not_even_by_a_redirect() {
    let bench = Bench::new().await;
    for url in [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "view-source:http://a/",
        "http://169.254.169.254/",
    ] {
        assert!(
            error(&bench.call("pages.open", json!([url])).await).contains("refused"),
            "{url}"
        );
    }
    assert!(
        first(&bench.read("").await).contains("not started"),
        "refusing starts no browser"
    );
    let redirected = bench
        .call(
            "pages.open",
            json!([format!("{}/bad-redirect", bench.site), {"timeoutMs": 4000}]),
        )
        .await;
    assert!(redirected.is_error, "{}", redirected.text());
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_browser_is_started_anew_and_the_answer_says_so() {
    let bench = Bench::new().await;
    let before = bench.open("/second").await;
    support::kill_browser(&bench).await;
    let after = bench
        .call("pages.open", json!([format!("{}/", bench.site)]))
        .await;
    assert!(after.text().contains("started anew"), "{}", after.text());
    assert_ne!(
        value(&after)["id"],
        json!(before),
        "tab ids are never given twice"
    );
    assert!(error(&bench.read(&format!("pages[\"{before}\"].title")).await).contains(&before));
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_told_once() {
    let bench = Bench::new().await;
    let id = bench.open("/opener").await;
    bench.evaluate("document.querySelector('#o').click(), 1").await;
    let wait = value(
        &bench
            .call("events.wait", json!([{"kinds": ["tab"], "timeoutMs": 10000}]))
            .await,
    );
    assert_eq!(wait["opener"], json!(id));
    let opened = wait["id"].as_str().unwrap();
    assert_eq!(
        first(&bench.read("page.id").await),
        id,
        "a tab that a page opens changes nobody's page"
    );
    assert_eq!(
        first(&bench.read(&format!("pages[\"{opened}\"].opener")).await),
        id
    );
    let all = value(&bench.call("events.since", json!([0])).await);
    assert!(
        all.as_array().unwrap().iter().any(|event| event["kind"] == "tab"),
        "{all}"
    );
    assert!(
        !bench.read("page.id").await.text().contains(" opened tab "),
        "each is told once"
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_is_an_event_and_a_file() {
    let bench = Bench::new().await;
    bench.open("/download").await;
    bench.evaluate("document.querySelector('#d').click(), 1").await;
    let done = eventually(|| async {
        let list = value(&bench.read("downloads").await);
        list[0]["state"] == "finished"
    });
    assert!(done.await);
    let newest = value(&bench.read("downloads[-1]").await);
    assert_eq!(newest["name"], "notes.txt");
    assert_eq!(
        std::fs::read_to_string(newest["path"].as_str().unwrap()).unwrap(),
        "some notes"
    );
    let deleted = value(&bench.call("downloads[0].delete", json!([])).await);
    assert!(!std::path::Path::new(deleted["path"].as_str().unwrap()).exists());
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_do_not_hold_each_other_up() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let slow = CallRequest::to("page.editor.evaluate")
        .with_args(vec![json!("new Promise(() => {})")])
        .with_timeout_ms(3000);
    let (gateway, session) = (bench.gateway.clone(), bench.session.clone());
    let waiting = tokio::spawn(async move { gateway.call(&session, slow).await });
    let begun = Instant::now();
    let other = bench.gateway.open_session().await;
    let open = CallRequest::to("pages.open").with_args(vec![json!(format!("{}/second", bench.site))]);
    assert!(!bench.gateway.call(&other, open).await.is_error);
    assert!(
        begun.elapsed() < Duration::from_millis(2900),
        "{:?}",
        begun.elapsed()
    );
    assert!(waiting.await.unwrap().is_error);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn isolated_sessions_see_neither_tabs_nor_cookies_of_each_other() {
    let bench = Bench::with(|config| config.isolated = true).await;
    bench.open("/second").await;
    bench.evaluate("document.cookie = 'mine=1'").await;
    let other = bench.gateway.open_session().await;
    let ask = async |request| first(&bench.gateway.call(&other, request).await);
    assert_eq!(ask(CallRequest::to("pages")).await, "[]");
    let url = json!(format!("{}/second", bench.site));
    ask(CallRequest::to("pages.open").with_args(vec![url])).await;
    assert_eq!(
        ask(CallRequest::to("page.editor.evaluate").with_args(vec![json!("document.cookie")])).await,
        ""
    );
    assert_eq!(value(&bench.read("pages").await).as_array().unwrap().len(), 1);
    bench.gateway.close_session(&other).await;
    assert!(
        bench
            .gateway
            .call(&other, CallRequest::to("pages"))
            .await
            .is_error
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_in_one_tab_take_turns() {
    let bench = Bench::new().await;
    bench.open("/fields").await;
    let (a, b, c) = ("a".repeat(30), "b".repeat(30), "c".repeat(30));
    let into = |field: &str, text: &str| json!([field, text, {"slowly": true}]);
    let (one, two, three, four, five) = tokio::join!(
        bench.call("page.editor.type", into("#a", &a)),
        bench.call("page.editor.type", into("#b", &b)),
        bench.call("page.editor.click", json!(["#k"])),
        bench.set("page.editor.app.textbox[2].value", json!(c)),
        bench.call("page.editor.click", json!(["#k"])),
    );
    for answer in [one, two, three, four, five] {
        assert!(!answer.is_error, "{}", answer.text());
    }
    let held = "[...document.querySelectorAll('input, textarea')].map(field => field.value)";
    assert_eq!(bench.evaluate(held).await, json!([a, b, c]));
    assert_eq!(
        bench.evaluate("document.querySelector('#k').dataset.n").await,
        json!(2)
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_does_not_end_is_ended() {
    let bench = Bench::new().await;
    bench.open("/loop").await;
    let endless = CallRequest::to("page.editor.evaluate").with_args(vec![json!("while (true);")]);
    let answer = bench
        .gateway
        .call(&bench.session, endless.with_timeout_ms(700))
        .await;
    assert!(error(&answer).contains("is ended now"), "{}", answer.text());
    assert_eq!(bench.evaluate("6 * 7").await, 42, "the page works on");
    let press = CallRequest::to("page.editor.click").with_args(vec![json!("#loop")]);
    bench
        .gateway
        .call(&bench.session, press.with_timeout_ms(1_500))
        .await;
    let again = value(&bench.call("page.editor.reload", json!([])).await);
    assert_eq!(again["title"], "Loop", "{again}");
    assert!(
        again["note"].as_str().is_some_and(|note| note.contains("ended")),
        "{again}"
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_held_up_by_a_script_of_another_host_is_there_to_work_with() {
    let bench = Bench::new().await;
    let url = format!("{}/blocked", bench.site);
    let open = CallRequest::to("pages.open").with_args(vec![json!(url)]);
    let answer = bench
        .gateway
        .call(&bench.session, open.with_timeout_ms(5_000))
        .await;
    let opened = value(&answer);
    assert_eq!(
        (&opened["title"], &opened["stillLoading"]),
        (&json!("Blocked"), &json!(true)),
        "{opened}"
    );
    let outline = first(&bench.call("page.editor.snapshot", json!([])).await);
    assert!(
        outline.contains("h1 \"There\"") && outline.contains("button \"Go\""),
        "{outline}"
    );
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_cancelled_while_it_opens_a_tab_leaves_none() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let url = format!("{}/never", bench.site);
    let begun = tokio::time::timeout(Duration::from_secs(1), bench.call("pages.open", json!([url]))).await;
    assert!(begun.is_err(), "it is still under way when it is dropped");
    let closed = eventually(|| async {
        value(&bench.read("pages").await)
            .as_array()
            .is_some_and(|tabs| tabs.len() == 1)
    });
    assert!(closed.await);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_and_sizes_are_those_of_now() {
    let bench = Bench::new().await;
    bench.open("/").await;
    bench.evaluate("document.title = 'Renamed'").await;
    assert!(first(&bench.read("page.title").await).contains("Renamed"));
    assert_eq!(value(&bench.read("pages").await)[0]["title"], "Renamed");
    assert_eq!(bench.evaluate("'cut \\ud83d'").await, "cut \u{fffd}");
    let usual = bench.evaluate("innerWidth").await;
    bench
        .set("settings.viewport", json!({"width": 700, "height": 500}))
        .await;
    assert_eq!(bench.evaluate("innerWidth").await, 700);
    bench.set("settings.viewport", json!(null)).await;
    assert_eq!(bench.evaluate("innerWidth").await, usual);
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_wrongly_is_repeated_in_short() {
    let bench = Bench::new().await;
    bench.open("/").await;
    let begun = Instant::now();
    for answer in [
        bench.read(&"p".repeat(1_000_000)).await,
        bench
            .call("page.editor.pressKey", json!(["x".repeat(1_000_000)]))
            .await,
        bench
            .call("page.editor.emulate", json!([{"device": "x".repeat(1_000_000)}]))
            .await,
    ] {
        let said = error(&answer);
        assert!(
            said.chars().count() < 2_500,
            "{} characters",
            said.chars().count()
        );
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    bench.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pattern_that_could_take_for_ever_is_refused_and_the_tab_stays_free() {
    let bench = Bench::new().await;
    bench.open("/").await;
    bench
        .evaluate("document.body.append(Object.assign(document.createElement('h1'), {textContent: 'a'.repeat(40) + '!'})), 1")
        .await;
    let said = error(
        &bench
            .call("page.editor.snapshot", json!([{"find": "/(a+)+$/"}]))
            .await,
    );
    assert!(said.contains("can take for ever"), "{said}");
    let found = first(
        &bench
            .call("page.editor.snapshot", json!([{"find": "/a+!/"}]))
            .await,
    );
    assert!(found.contains("1 line matches"), "{found}");
    bench.end().await;
}
