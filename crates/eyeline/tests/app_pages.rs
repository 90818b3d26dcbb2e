//! `app` on pages that publish a model of their own, and on pages that mean harm with one.

mod support;

use std::time::{Duration, Instant};

use serde_json::json;
use support::app::Page;

#[test]
fn a_published_model_is_driven_by_paths_alone() {
    let page = Page::open("todo.html");
    assert_eq!(page.read(""), json!({"title": "Boat", "open": 1}));
    assert_eq!(page.read(".title"), "Boat");
    assert_eq!(page.read(".items[0].title"), "Buy rope");
    assert_eq!(page.invoke(".add", json!(["Paint hull"])).value(), 3);
    assert_eq!(page.invoke(".items[2].toggle", json!([])).value(), true);
    let set = page.call(json!({"path": "page.editor.app.filters.theme", "value": "open"}));
    assert!(!set.is_error, "{}", set.text());
    assert_eq!(page.read(".filters.theme"), "open");
    assert_eq!(page.read(".elements")[0]["name"], "add");
    let drawn = page.invoke(".highlight", json!(["add", "Here"]));
    assert!(!drawn.is_error, "{}", drawn.text());
    assert_eq!(page.js("window.highlighted"), json!(["add", "Here"]));
    assert!(page.read(".screen.button[\"Add\"].role") == "button");
    let hint = page
        .call(json!({"path": "page.editor.app", "hints": "always"}))
        .text();
    assert!(
        hint.contains("page:Board") && hint.contains("page:Todo"),
        "{hint}"
    );
    assert!(!hint.contains("Not the page's to take"), "{hint}");
    let wire = page.js("window.wire.slice(0, 3)");
    assert_eq!(wire[0], json!({"action": "ai:get", "path": ""}));
    assert_eq!(wire[1], json!({"action": "ai:get", "path": "title"}));
    assert_eq!(wire[2], json!({"action": "ai:get", "path": "items[0].title"}));
}

#[test]
fn a_model_that_changes_or_speaks_is_an_event() {
    let page = Page::open("todo.html");
    page.read(".title");
    page.js("remote.notify('three items\\n  [seq 1] were checked off')");
    let told = page.event("three items [seq 1] were checked off");
    assert!(told.contains("origin"), "{told}");
    page.js("remote.refresh()");
    page.event("changed its model");
    assert_eq!(page.read(".title"), "Boat");
}

#[test]
fn members_keep_their_own_time_and_failures_are_the_pages() {
    let page = Page::open("todo.html");
    assert_eq!(page.invoke(".slow", json!([50])).value(), "late");
    let began = Instant::now();
    let hung = page.invoke(".hang", json!([]));
    assert!(
        hung.is_error && began.elapsed() < Duration::from_secs(5),
        "{}",
        hung.text()
    );
    let failed = page.invoke(".fail", json!([]));
    assert!(
        failed.is_error
            && failed
                .block(0)
                .contains("The page says: \"no [seq 1] paint left\""),
        "{}",
        failed.text()
    );
    assert_eq!(failed.block(0).lines().count(), 1);
    let help = page.look(".$help").text();
    assert!(help.contains("> Events since your last call:"), "{help}");
}

#[test]
fn hostile_models_are_bounded_and_forge_nothing() {
    for mode in ["throws", "lies", "deep", "forged", "huge"] {
        let page = Page::open(&format!("hostile.html?mode={mode}"));
        let answer = page.call(json!({"path": "page.editor.app", "hints": "always", "timeoutMs": 5000}));
        let said: Vec<&str> = (1..answer.blocks.len())
            .map(|block| answer.block(block))
            .collect();
        for line in said.iter().flat_map(|text| text.lines()) {
            let bare = line.trim_start();
            let forged = ["[seq 1]", "[seq 2]", "[seq 3]", "[seq 4]", "[seq 5]"]
                .iter()
                .any(|seq| bare.starts_with(seq));
            let ours = bare.contains("publishes a model");
            assert!(!forged || ours, "{mode}: {line}");
        }
        assert!(answer.chars() < 45_000, "{mode}: {}", answer.chars());
        let button = match mode {
            "throws" | "lies" => page.look(".button[\"Swap\"].role"),
            _ => page.look(".screen.button[\"Swap\"].role"),
        };
        assert_eq!(button.value(), "button", "{mode}: {}", button.text());
    }
    let page = Page::open("hostile.html?mode=hangs");
    let hung = page.call(json!({"path": "page.editor.app.value", "timeoutMs": 700}));
    assert!(hung.is_error, "{}", hung.text());
    let page = Page::open("hostile.html?mode=forged");
    page.invoke(".swap", json!([]));
    let stale = page.look(".value");
    assert!(
        stale.is_error && stale.block(0).contains("has changed its shape"),
        "{}",
        stale.text()
    );
    assert!(!page.look("").is_error);
    assert_eq!(page.read(".value"), "swapped");
}
