//! `app` on pages that do nothing for it: controls as objects, names that hurt, paths that resolve as printed, and what
//! it costs.

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::app::Page;
use support::mcp::Start;
use support::{paths, report};

#[test]
fn controls_are_read_and_operated_by_name() {
    let page = Page::open("controls.html");
    page.act(".button[\"New key\"].click", json!([]));
    assert_eq!(page.js("document.getElementById('said').value"), "made");
    page.set(".searchbox[\"Search\"].value", json!("prod"));
    assert_eq!(page.read(".textbox[\"Search\"].value"), "prod");
    assert_eq!(
        page.read(".link[\"docs\"].href")
            .as_str()
            .map(|href| href.ends_with("#docs")),
        Some(true)
    );
    page.set(
        ".main.form[\"Settings\"].combobox[\"Colour\"].value",
        json!("Green"),
    );
    assert_eq!(page.read(".combobox[\"Colour\"].options[2].disabled"), true);
    page.set(".slider[\"Size\"].value", json!(8));
    page.set(".textbox[\"Due\"].value", json!("2026-12-24"));
    page.act(
        ".main.form[\"Settings\"].fill",
        json!([{"Full name": "Ada", "Remember me": true}]),
    );
    page.act(".form.submit", json!([]));
    let sent = page.js("window.sent");
    assert_eq!(
        sent,
        json!({"full": "Ada", "remember": "on", "colour": "Green", "size": "8", "pw": "hidden1", "due": "2026-12-24"})
    );
    page.set(".switch[\"Dark mode\"].checked", json!(true));
    assert_eq!(page.read(".switch[\"Dark mode\"].checked"), true);
    page.set(".radiogroup[\"Plan\"].value", json!("Pro"));
    assert_eq!(page.read(".radio[\"Pro\"].checked"), true);
    let password = page.read(".textbox[\"Password\"].value").to_string();
    assert!(
        !password.contains("hidden1") && password.contains('7'),
        "{password}"
    );
    page.set(".summary[\"More\"].expanded", json!(true));
    assert_eq!(page.js("document.querySelector('details').open"), true);
}

#[test]
fn tables_lists_trees_tabs_and_menus_are_objects() {
    let page = Page::open("controls.html");
    assert_eq!(
        page.read(".table[\"Keys\"].columns"),
        json!(["ID", "Label", "Use / Calls", "Use / Do"])
    );
    assert_eq!(page.read(".table.rows[2][\"Label\"]"), "prod-3");
    assert_eq!(
        page.read(".table[\"Keys\"].find({\"Label\": \"prod-2\"}).record")["Use / Calls"],
        "20"
    );
    page.act(".table[\"Keys\"].rows[\"K-2\"].button[\"Edit\"].click", json!([]));
    assert_eq!(page.js("window.edited"), "K-2");
    assert_eq!(page.act(".table.cell", json!([0, "Calls"])).value(), 10);
    assert_eq!(
        page.act(".table.records", json!([2])).value()["records"][1]["ID"],
        "K-2"
    );
    assert_eq!(page.read(".list[\"Fruit\"].count"), 2);
    assert_eq!(
        page.read(".list[\"Fruit\"].items[1].button[\"Eat\"].role"),
        "button"
    );
    page.act(".tablist[\"Views\"].select", json!(["Users"]));
    assert_eq!(page.read(".tab[\"Users\"].selected"), true);
    let opened = page.act(".tree[\"Files\"].open", json!([["src", "main.rs"]]));
    assert!(opened.text().contains("main.rs"), "{}", opened.text());
    page.act(".button[\"File\"].choose", json!(["Export"]));
    assert_eq!(page.js("window.chosen"), "Export");
    page.act(".button[\"Delete all\"].click", json!([]));
    page.act(".dialog[\"Confirm\"].accept", json!([]));
    assert_eq!(page.js("window.answer"), "Yes, delete");
    page.set(".frame[\"Pay\"].app.textbox[\"Card\"].value", json!("4242"));
    page.act(".frame[\"Pay\"].button[\"Pay now\"].click", json!([]));
    assert_eq!(page.read(".frame[\"Pay\"].app.button[0].name"), "Paid");
}

#[test]
fn wrong_names_teach() {
    let page = Page::open("controls.html");
    assert_eq!(
        page.fails(".button[\"New Kye\"]"),
        "error: No button \"New Kye\" here. Did you mean \"New key\"?"
    );
    let other = page.fails(".checkbox[\"Dark mode\"]");
    assert!(
        other.contains("There is a switch of that name: switch[\"Dark mode\"]"),
        "{other}"
    );
    let several = page.call(json!({"path": page.app(".button[\"Edit\"].click"), "args": []}));
    assert!(several.is_error);
    assert!(
        several.block(0).contains("[1] in row \"K-2\""),
        "{}",
        several.block(0)
    );
    assert!(
        page.fails(".table.rows[7][\"Label\"]")
            .contains("rows[0] to rows[2]")
    );
    assert!(
        page.fails(".table.rows[0][\"Lable\"]")
            .contains("Did you mean \"Label\"?")
    );
    let field =
        page.call(json!({"path": page.app(".form.fill"), "args": [{"Ful name": "x", "Remember me": true}]}));
    assert!(
        field.block(0).contains("Did you mean \"Full name\"?"),
        "{}",
        field.block(0)
    );
    assert_eq!(
        page.js("document.querySelector('[name=remember]').checked"),
        false
    );
}

#[test]
fn names_that_mean_harm_reach_their_element_and_forge_nothing() {
    let page = Page::open("names.html");
    let count = page.js("window.names.length").as_u64().expect("a count") as usize;
    let listed = page.read(".button.names");
    let listed: Vec<String> = serde_json::from_value(listed).expect("names as printed");
    let go: Vec<&String> = listed.iter().take(count).collect();
    for (at, name) in go.iter().enumerate() {
        let path = page.app(&format!(".button[{}].click", Value::from(name.as_str())));
        let answer = page.call(json!({"path": path, "args": []}));
        assert!(!answer.is_error, "{name:?}: {}", answer.text());
        assert_eq!(
            page.js(&format!("window.pressed === window.names[{at}]")),
            true,
            "{name:?}"
        );
    }
    for path in [
        "",
        ".button",
        ".main",
        ".table",
        ".table.rows",
        ".button[\"plain\"]",
    ] {
        let answer = page.call(json!({"path": page.app(path), "hints": "always"}));
        for block in 0..answer.blocks.len() {
            let text = answer.block(block);
            assert!(
                text.encode_utf16().count() <= 20_500,
                "{path}: block {block} has {} units",
                text.len()
            );
            for line in text.lines() {
                let bare = line.trim_start();
                assert!(!bare.starts_with("[seq"), "{path}: {line}");
                assert!(bare != "Events since your last call:", "{path}: {line}");
            }
            assert!(
                !text.contains(['\u{202e}', '\u{2028}', '\u{7}']),
                "{path}: block {block}"
            );
        }
    }
}

#[test]
fn search_finds_controls_by_name_with_paths_that_work() {
    let page = Page::open("controls.html");
    let found = page.act(".find", json!(["edit"])).value();
    let paths: Vec<&str> = found
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|hit| hit["path"].as_str())
        .collect();
    assert_eq!(paths.len(), 3, "{found}");
    let second = page.call(json!({"path": format!("{}.click", paths[1]), "args": []}));
    assert!(!second.is_error, "{}", second.text());
    assert_eq!(page.js("window.edited"), "K-2");
    let hits = page.ok("helpSearch", json!(["new key"])).value();
    let hit = hits
        .as_array()
        .into_iter()
        .flatten()
        .find(|hit| hit["path"].as_str().is_some_and(|path| path.contains("New key")));
    assert!(hit.is_some(), "{hits}");
}

#[test]
fn a_highlight_is_drawn_not_listed_and_answered() {
    let page = Page::open("controls.html");
    let before = page.read("").to_string();
    page.act(
        ".button[\"New key\"].highlight",
        json!(["Press here", {"buttons": ["Next", "Stop"]}]),
    );
    page.act(".link[\"Docs\"].highlight", json!(["And here"]));
    assert_eq!(page.read("").to_string(), before, "the overlay is in no outline");
    page.ok("page.editor.clearHighlights", json!([]));
    assert_eq!(page.js("document.querySelectorAll('[popover]').length"), 0);
}

#[test]
fn reading_app_costs_little_more_than_a_snapshot() {
    let page = Page::open("controls.html");
    let time = |arguments: Value| {
        let began = Instant::now();
        page.call(arguments);
        began.elapsed()
    };
    let (mut snapshot, mut app) = (Duration::MAX, Duration::MAX);
    for _ in 0..25 {
        let read = json!({"path": "page.editor.snapshot", "args": [{"text": "none"}], "hints": "never"});
        snapshot = snapshot.min(time(read));
        app = app.min(time(json!({"path": "page.editor.app", "hints": "never"})));
    }
    let ratio = app.as_secs_f64() / snapshot.as_secs_f64();
    report(&format!("snapshot {snapshot:?}, app {app:?}, ratio {ratio:.2}"));
    assert!(
        app <= snapshot.mul_f64(1.3) + Duration::from_millis(3),
        "{app:?} against {snapshot:?}"
    );
}

/// How many times a call asks something of the page: evaluations that are sent, counted in the log.
fn round_trips(page: &Page, path: &str) -> usize {
    // The log comes beside the answers: a command that no page is asked for says that all before it has come.
    let logged = || {
        page.ok("browser.cookies.list", json!([]));
        page.client.words_until("Storage.getCookies")
    };
    page.read(path); // so that nothing is counted that is found out once a page
    logged();
    page.read(path);
    let sent = logged();
    let asks = |line: &&String| line.contains("Runtime.callFunctionOn") || line.contains("Runtime.evaluate");
    sent.iter().filter(asks).count()
}

#[test]
fn a_property_costs_at_most_two_round_trips() {
    let logged = Start {
        args: vec!["--log=eyeline_chromium::connection=trace".into()],
        ..Start::default()
    };
    let page = Page::open_in(&paths::fixtures("models"), "controls.html", &logged);
    let mut told = Vec::new();
    for (path, most) in [
        (".button[\"New key\"].name", 1),
        (".button[0].name", 1),
        (".searchbox[\"Search\"].value", 1),
        (".combobox[\"Colour\"].options", 1),
        (".main.button[\"New key\"].states", 1),
        (".form[\"Settings\"].textbox[\"Full name\"].value", 1),
        (".main.form[\"Settings\"].combobox[\"Colour\"].value", 1),
        (".main.table[\"Keys\"].rows[2].record", 2),
        (".slider[\"Size\"].value", 1),
        (".radiogroup[\"Plan\"].value", 2),
        (".tablist.selected", 1),
        (".table.columns", 1),
        (".table.count", 1),
        (".table[\"Keys\"].rows[2].record", 2),
        (".table[\"Keys\"].rows[2][\"Label\"]", 2),
        (".table[\"Keys\"].rows[\"K-2\"][\"Label\"].text", 2),
        (".table.find({\"Label\": \"prod-2\"})[\"ID\"]", 2),
        (".table.cell(0, \"Calls\")", 2),
        (".list[\"Fruit\"].count", 1),
        (".tree[\"Files\"].items", 2),
        (".link[\"Docs\"].href", 1),
        (".heading[\"API keys\"].level", 1),
        (".dialog.count", 2),
        ("[\"e1\"].name", 1),
    ] {
        // Whether a page has come to publish a model is looked at anew every two seconds, which is no part of a call's cost.
        let trips = (0..4)
            .map(|_| round_trips(&page, path))
            .find(|trips| (1..=most).contains(trips))
            .unwrap_or_else(|| round_trips(&page, path));
        told.push(format!("{path}: {trips}"));
        assert!(
            (1..=most).contains(&trips),
            "{path} asks the page {trips} times, at most {most} are due"
        );
    }
    report(&told.join("\n"));
}
