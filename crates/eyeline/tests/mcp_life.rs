//! Life and death: nothing is left behind, whatever happens, and what died comes back.

mod mcp_wire;
mod support;

use mcp_wire::{Wire, signal};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use support::paths::fixtures;
use support::server::Server;

const LIMIT: Duration = Duration::from_secs(5);

fn with_a_tab() -> Wire {
    let (mut wire, _) = Wire::greet(&[]);
    wire.good(json!({"path": "pages.open", "args": ["about:blank"]}));
    wire
}

#[test]
fn kill_9_leaves_nothing() {
    let mut wire = with_a_tab();
    let browser = wire.browser();
    assert!(browser.survivors().len() > 1);
    wire.kill();
    browser.gone_within(LIMIT);
}

#[test]
fn the_end_of_the_input_and_signals_leave_nothing() {
    for name in ["", "TERM", "INT"] {
        let mut wire = with_a_tab();
        let browser = wire.browser();
        let status = if name.is_empty() {
            wire.end()
        } else {
            signal(wire.pid(), name);
            wire.wait()
        };
        assert!(status.success(), "{name}: {status}");
        // It waits for its own clean-up, so nothing is left by now.
        browser.gone_within(Duration::from_millis(300));
    }
}

#[test]
fn ten_starts_leave_nothing() {
    for _ in 0..10 {
        let wire = with_a_tab();
        let browser = wire.browser();
        assert!(wire.end().success());
        browser.gone_within(Duration::from_millis(300));
    }
}

#[test]
fn a_killed_browser_is_started_anew_and_says_so() {
    let mut wire = with_a_tab();
    let browser = wire.browser();
    let pending = wire.send_and_see_running(
        json!({"path": "page.editor.evaluate", "args": ["new Promise(() => {})"], "timeoutMs": 30_000}),
    );
    signal(browser.pid, "KILL");
    let begun = Instant::now();
    let answer = wire.answer(pending);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let text = wire.good(json!({"path": "pages.open", "args": ["about:blank"]}));
    assert!(
        text.to_lowercase().contains("anew") || text.contains("started again"),
        "it is said: {text}"
    );
    browser.gone_within(LIMIT);
    let second = wire.browser();
    assert_ne!(second.pid, browser.pid);
    assert!(wire.end().success());
    second.gone_within(LIMIT);
}

#[test]
fn a_crashed_tab_says_so_and_comes_back_with_reload() {
    let site = Server::start(&fixtures("demo-site"), HashMap::new());
    let (mut wire, _) = Wire::greet(&[]);
    wire.good(json!({"path": "pages.open", "args": [format!("{}/index.html", site.a)]}));
    let browser = wire.browser();
    let renderer = browser
        .survivors()
        .into_iter()
        .filter(|line| line.contains("--type=renderer"))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .map(|pid| pid.parse().expect("a number"))
        .collect::<Vec<u32>>();
    for pid in renderer {
        signal(pid, "KILL");
    }
    let until = Instant::now() + LIMIT;
    let text = loop {
        let (text, is_error) = wire.call(json!({"path": "page.editor.snapshot", "args": []}));
        if is_error && text.contains("crash") {
            break text;
        }
        assert!(Instant::now() < until, "{text}");
    };
    assert!(text.contains("reload"), "{text}");
    wire.good(json!({"path": "page.editor.reload", "args": []}));
    let text = wire.good(json!({"path": "page.editor.snapshot", "args": []}));
    assert!(text.contains("New issue"), "{text}");
}

#[test]
fn an_alert_is_told_at_once_and_other_tabs_work_on() {
    let site = Server::start(&fixtures("demo-site"), HashMap::new());
    let (mut wire, _) = Wire::greet(&[]);
    let page = format!("{}/index.html", site.a);
    wire.good(json!({"path": "pages.open", "args": [page, {"label": "first"}]}));
    wire.good(json!({"path": "pages.open", "args": [page, {"label": "second"}]}));
    wire.good(json!({"path": "pages[\"first\"].editor.evaluate", "args": ["void setTimeout(() => alert('Wait here'), 0)"]}));
    let until = Instant::now() + LIMIT;
    let text = loop {
        let begun = Instant::now();
        let (text, is_error) = wire.call(json!({"path": "pages[\"first\"].editor.snapshot", "args": []}));
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        if is_error {
            break text;
        }
        assert!(Instant::now() < until, "{text}");
    };
    assert!(
        text.contains("Wait here") && text.contains("dialog.accept"),
        "{text}"
    );
    let other = wire.good(json!({"path": "pages[\"second\"].editor.snapshot", "args": []}));
    assert!(other.contains("New issue"), "{other}");
    wire.good(json!({"path": "pages[\"first\"].editor.dialog.accept", "args": []}));
    let again = wire.good(json!({"path": "pages[\"first\"].editor.snapshot", "args": []}));
    assert!(again.contains("New issue"), "{again}");
}

#[test]
fn thirty_two_tabs_at_once_all_load_and_give_their_memory_back() {
    let site = Server::start(&fixtures("demo-site"), HashMap::new());
    let mut wire = with_a_tab();
    let browser = wire.browser();
    let before = browser.memory();
    let open = |number| {
        let url = format!("{}/settings.html?tab={number}", site.a);
        json!({"path": "pages.open", "args": [url, {"background": true}], "timeoutMs": 60_000})
    };
    at_once(&mut wire, (0..32).map(open));
    let text = wire.good(json!({"path": "pages", "maxLength": 100_000, "hints": "never"}));
    for number in 0..32 {
        let url = format!("settings.html?tab={number}\"");
        assert!(text.contains(&url), "{number} in {text}");
    }
    let peak = browser.memory();
    let close = |tab| json!({"path": format!("pages[\"t{tab}\"].close"), "args": []});
    at_once(&mut wire, (2..34).map(close));
    let until = Instant::now() + Duration::from_secs(30);
    while browser.memory() > before + (peak - before) / 4 {
        let now = browser.memory();
        assert!(
            Instant::now() < until,
            "KiB: {before} before, {peak} with the tabs, {now} after"
        );
    }
}

/// Sends calls all at once; each has to be answered well.
fn at_once(wire: &mut Wire, calls: impl Iterator<Item = Value>) {
    let mut waiting: HashSet<u64> = calls.map(|call| wire.send_call(call)).collect();
    while !waiting.is_empty() {
        let message = wire.next();
        let Some(id) = message["id"].as_u64() else {
            continue;
        };
        assert_ne!(message["result"]["isError"], true, "{message}");
        waiting.remove(&id);
    }
}
