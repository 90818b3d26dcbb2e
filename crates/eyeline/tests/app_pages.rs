//! `app` on pages that publish a model of their own, and on pages that mean harm with one.

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::app::Page;
use support::{paths, report};

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

fn vectors(name: &str) -> Value {
    let file = paths::fixtures("conformance/ai-vision").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).expect("vectors are JSON")
}

/// The call that a vector's request is, below `app`.
fn below_app(request: &Value) -> Value {
    let path = request["path"].as_str().unwrap_or_default();
    let step = match path.chars().next() {
        None | Some('[') => path.to_owned(),
        _ => format!(".{path}"),
    };
    let mut call = request.clone();
    call["path"] = json!(format!("page.editor.app{step}"));
    call
}

/// The action, and which fields a request has.
fn form_of(request: &Value) -> String {
    let fields = request
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str());
    let mut fields: Vec<&str> = fields.collect();
    fields.sort_unstable();
    format!("{} {}", request["action"], fields.join(","))
}

/// The vectors that say what a host sends, each made in a real page: its shape published, its replies given.
#[test]
fn requests_go_over_the_wire_as_the_vectors_say() {
    let (cases, shapes) = (vectors("remote.json"), vectors("shapes.json"));
    let page = Page::open("wire.html");
    let (mut forms, mut run) = (std::collections::BTreeSet::new(), 0);
    for case in cases.as_array().into_iter().flatten() {
        let ours = case["options"] == json!({}) && case["tags"].is_null();
        let steps: Vec<&Value> = case["steps"].as_array().into_iter().flatten().collect();
        let calls_only = steps.iter().all(|step| step.get("request").is_some());
        let shape = match &case["shape"] {
            Value::String(name) => &shapes[name],
            own => own,
        };
        if !ours || !calls_only || shape.is_null() {
            continue;
        }
        run += 1;
        let url = format!("{}/wire.html?{run}", page.server.a);
        page.ok("page.editor.navigate", json!([url]));
        page.js(&format!("void load({shape})"));
        for step in steps {
            page.js(&format!("void say({})", step["replies"]));
            let answer = page.call(below_app(&step["request"]));
            assert_eq!(
                page.js("wire"),
                step["wire"],
                "{}: {}",
                case["name"],
                answer.text()
            );
            let expected = &step["expect"]["result"];
            // What describes the node at the path has the path and the members of this tree, not of the vectors' host.
            let described = expected["kind"].is_string() && expected["members"].is_array();
            // Its model gives each answer ten milliseconds: a page in a process of its own may miss them.
            let hurried = case["name"] == "node: member timeout";
            let told = step["expect"]["truncated"].is_null() && !described && !hurried;
            let asked = step["wire"] != json!([]) && told;
            if asked && !expected.is_null() {
                let same = answer.value() == *expected || Some(answer.block(0)) == expected.as_str();
                assert!(same, "{}: {} is not {expected}", case["name"], answer.block(0));
            }
            forms.extend(step["wire"].as_array().into_iter().flatten().map(form_of));
        }
    }
    report(&format!(
        "{run} vectors, {} forms of request: {forms:?}",
        forms.len()
    ));
    for action in ["get", "set", "invoke", "children", "elements", "highlight"] {
        assert!(
            forms.iter().any(|form| form.contains(&format!("ai:{action}"))),
            "{action} is in {forms:?}"
        );
    }
    assert!(run > 60 && forms.len() >= 10, "{run} vectors, {forms:?}");
}

/// Whatever is asked of a model whose shape is not the one that was read, the page is not asked.
#[test]
fn no_request_is_sent_for_a_shape_that_has_changed() {
    let page = Page::open("wire.html");
    let shape = &vectors("shapes.json")["board"];
    page.js(&format!("void load({shape})"));
    page.js("void say([{ok: true, result: {}}, {ok: true, result: []}])");
    page.read("");
    let requests = [
        json!({"path": "title"}),
        json!({"path": "title", "value": "x"}),
        json!({"path": "items[0].done"}),
        json!({"path": "add", "args": ["x"]}),
        json!({"path": "elements"}),
        json!({"path": "highlight", "args": ["save"]}),
    ];
    for request in requests {
        page.js("__aiVision.version++; void say([])");
        let answer = page.call(below_app(&request));
        let told = answer.text();
        assert!(told.contains("has changed its shape"), "{request}: {told}");
        assert_eq!(page.js("wire"), json!([]), "{request}");
        page.js("void say([{ok: true, result: {}}, {ok: true, result: []}])");
        page.read("");
    }
}
