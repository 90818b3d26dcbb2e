//! `app.tools`: WebMCP tools that the browser knows, that a script brings along, that stand in frames, and that are forms.

mod support;

use serde_json::{Value, json};
use support::app::Page;
use support::mcp::{Answer, Start};
use support::paths;

/// Calls a tool with a short deadline: it has to go on as an invocation, whose id is the answer.
fn goes_on(page: &Page, tool: &str, input: Value) -> String {
    let path = page.app(&format!(".tools.{tool}"));
    let answer = page.call(json!({"path": path, "args": [input], "timeoutMs": 300, "hints": "never"}));
    assert!(!answer.is_error, "{}", answer.text());
    let id = answer.value()["invocation"].as_str().map(str::to_owned);
    id.unwrap_or_else(|| panic!("no invocation: {}", answer.text()))
}

fn of_invocation(page: &Page, id: &str, member: &str) -> Answer {
    page.call(json!({"path": format!("invocations[\"{id}\"].{member}"), "args": [], "hints": "never"}))
}

/// A tool that takes its time becomes an invocation, which can be waited for and called off; the page is told.
fn outlives_its_call(page: &Page) {
    let waited = goes_on(page, "wait", json!({"ms": 900}));
    assert_eq!(of_invocation(page, &waited, "wait").value(), "waited");
    let stopped = goes_on(page, "wait", json!({"ms": 60_000}));
    assert_eq!(
        of_invocation(page, &stopped, "cancel").value()["status"],
        "cancelled"
    );
    page.ok(
        "page.editor.waitFor",
        json!([{"function": "() => window.stopped === 'wait'"}]),
    );
}

/// Tools that come and go after the load are events, and are called as any other.
fn come_and_go(page: &Page) {
    page.js("void window.later()");
    page.event("has new tools: \\\"late\\\"");
    assert_eq!(page.invoke(".tools.late", json!([{}])).value(), "late");
    page.js("window.gone()");
    page.event("has no longer the tools \\\"late\\\"");
    let gone = page.invoke(".tools.late", json!([{}]));
    assert!(gone.is_error && gone.block(0).contains("late"), "{}", gone.text());
}

#[test]
fn tools_that_the_browser_knows() {
    let page = Page::open("native.html");
    page.event("has new tools");
    let listed = page.read(".tools").to_string();
    for call in [
        "add({a, b})",
        "order_food({dish})",
        "subscribe({email})",
        "(page tool) Orders. (seq 1] forged",
    ] {
        assert!(listed.contains(call), "{call} in {listed}");
    }
    assert_eq!(page.invoke(".tools.add", json!([{"a": 40, "b": 2}])).value(), 42);
    let wrong = page.invoke(".tools.add", json!([{"a": "x"}]));
    assert!(
        wrong.is_error && wrong.block(0).contains("Such as add({\"a\":1,\"b\":1})"),
        "{}",
        wrong.text()
    );
    assert_eq!(
        page.invoke(".tools[\"order-food\"].call", json!([{"dish": "soup"}]))
            .value(),
        "ordered soup"
    );
    let failed = page.invoke(".tools.fail", json!([{}]));
    assert!(
        failed.is_error && failed.block(0).contains("the stove is cold"),
        "{}",
        failed.text()
    );
    outlives_its_call(&page);
    come_and_go(&page);
}

#[test]
fn a_form_that_the_browser_knows_waits_for_its_button() {
    let page = Page::open("native.html");
    page.event("\\\"subscribe\\\"");
    let hint = page.act(".tools", json!([])).text();
    assert!(
        hint.contains("fills in a form; press its button to send it"),
        "{hint}"
    );
    let filled = page.invoke(".tools.subscribe", json!([{"email": "ada@lovelace.test"}]));
    let id = filled.value()["invocation"]
        .as_str()
        .expect("it goes on")
        .to_owned();
    page.act(".button[\"Subscribe\"].click", json!([]));
    assert_eq!(
        of_invocation(&page, &id, "wait").value(),
        "subscribed ada@lovelace.test"
    );
}

#[test]
fn tools_that_a_script_brings_along() {
    let page = Page::open("polyfill.html");
    let greeting = page.invoke(".tools.greet", json!([{"who": "Ada"}]));
    assert_eq!(
        greeting.value()["untrustedContent"],
        "Hello, Ada",
        "{}",
        greeting.text()
    );
    page.event("has new tools: \\\"fail\\\", \\\"greet\\\", \\\"wait\\\"");
    let without = page.invoke(".tools.greet", json!([{}]));
    assert!(
        without.block(0).contains("\"who\" is a required property"),
        "{}",
        without.text()
    );
    let failed = page.invoke(".tools.fail", json!([{}]));
    assert!(failed.block(0).contains("no greeting"), "{}", failed.text());
    outlives_its_call(&page);
    come_and_go(&page);
}

#[test]
fn tools_in_frames_are_labelled_by_their_origin() {
    let page = Page::open("framed-tools.html");
    let far = page.server.b.clone();
    page.event(&format!("\\\"note_far\\\" (frame at {far})"));
    let listed = page.read(".tools").to_string();
    assert!(
        listed.contains(&format!("(tool of the frame at {far}) Writes a note.")),
        "{listed}"
    );
    let mut answers: Vec<Value> = ["whoami", "whoami_2", "whoami_3"]
        .iter()
        .map(|tool| page.invoke(&format!(".tools.{tool}"), json!([{}])).value())
        .collect();
    assert_eq!(answers.remove(0), "top", "the page's own tool keeps its name");
    assert!(
        answers.contains(&json!("near")) && answers.contains(&json!("far")),
        "{answers:?}"
    );
    let noted = page.invoke(".frame[\"Far\"].app.tools.note_far", json!([{"text": "ahoy"}]));
    assert_eq!(noted.value(), "noted ahoy", "{}", noted.text());
    assert!(
        page.read(".frame[\"Far\"].paragraph[0].text") == "ahoy",
        "the frame did it"
    );
    let refused = page.invoke(".tools.note_far", json!([{"text": 5}]));
    assert!(
        refused.is_error && refused.block(0).contains("is not of type \"string\""),
        "{}",
        refused.text()
    );
}

#[test]
fn a_script_in_a_frame_alone_may_bring_tools_along() {
    let page = Page::open("polyfill.html?framed");
    page.read("");
    page.event("has new tools: \\\"inner\\\" (frame at ");
    assert_eq!(page.invoke(".tools.inner", json!([{}])).value(), "from within");
}

#[test]
fn forms_are_tools_where_the_browser_does_not_know_of_any() {
    let without = Start {
        args: vec!["--chrome-arg=--disable-features=WebMCP".into()],
        ..Start::default()
    };
    let page = Page::open_in(&paths::fixtures("models"), "forms.html", &without);
    assert_eq!(page.js("'modelContext' in document"), false);
    let tool = page.read(".tools[\"order_rope\"]");
    let schema = &tool["inputSchema"];
    assert_eq!(
        schema["properties"]["metres"],
        json!({"type": "number", "minimum": 1, "maximum": 200, "description": "Metres"})
    );
    assert_eq!(schema["properties"]["lay"]["enum"], json!(["left", "right"]));
    assert_eq!(
        schema["properties"]["note"]["description"],
        "Anything the chandler should know."
    );
    assert_eq!(schema["required"], json!(["metres"]));
    page.event("has new tools: \\\"order_rope\\\", \\\"subscribe\\\"");

    let wrong = page.invoke(
        ".tools.order_rope",
        json!([{"metres": 500, "colour": "b", "size": 1}]),
    );
    assert!(
        wrong.is_error && wrong.block(0).contains("Such as order_rope({\"metres\":1})"),
        "{}",
        wrong.text()
    );
    assert_eq!(
        page.js("document.forms[0].elements.metres.value"),
        "",
        "nothing was touched"
    );

    let order = json!([{"metres": 30, "colour": "g", "lay": "left", "cut": true, "note": "By Friday"}]);
    let sent = page.invoke(".tools.order_rope", order);
    assert!(
        !sent.is_error && sent.text().contains("Ordered"),
        "{}",
        sent.text()
    );
    assert_eq!(
        page.js("window.sent"),
        json!({"token": "t0", "metres": "30", "colour": "g", "lay": "left", "cut": "on", "note": "By Friday"})
    );

    let filled = page.invoke(".tools.subscribe", json!([{"email": "ada@lovelace.test"}]));
    assert!(
        filled.text().contains(".submit()"),
        "what is to do is told: {}",
        filled.text()
    );
    assert_eq!(page.js("window.subscribed ?? null"), Value::Null);
    page.act(".form[1].submit", json!([]));
    assert_eq!(page.js("window.subscribed"), "ada@lovelace.test");
}

#[test]
fn tools_are_found_by_what_they_do_in_every_tab() {
    let page = Page::open("native.html");
    page.event("has new tools");
    let url = format!("{}/framed-tools.html", page.server.a);
    page.ok("pages.open", json!([url]));
    page.event("\\\"note_far\\\"");
    for (words, path) in [
        ("adds two numbers", "pages[\"t1\"].editor.app.tools.add()"),
        ("writes a note", "page.editor.app.tools.note_near()"),
    ] {
        let found = page.ok("helpSearch", json!([words])).value();
        let hit = found
            .as_array()
            .into_iter()
            .flatten()
            .any(|hit| hit["path"] == path);
        assert!(hit, "{path} in {found}");
    }
}
