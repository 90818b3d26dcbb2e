//! Typing into real editors and controlled fields: ProseMirror, CodeMirror 6, Monaco, Quill, Lexical, React, Vue.
//!
//! The editors are installed from npm by the lock file in `fixtures/editors`. Where npm is missing the test says so and
//! is skipped, except in CI, where it fails.

mod support;

use serde_json::{Value, json};
use support::mcp::{Answer, Client, Start};
use support::server::Server;
use support::{bundle, report};

struct Page {
    client: Client,
    _server: Server,
}

impl Page {
    fn editor(&self, member: &str, args: Value) -> Answer {
        let path = format!("page.editor.{member}");
        let answer = self
            .client
            .call(json!({"path": path, "args": args, "hints": "never"}))
            .expect("an answer");
        assert!(!answer.is_error, "{member}({args}): {}", answer.text());
        answer
    }

    fn evaluate(&self, code: &str) -> Value {
        self.editor("evaluate", json!([code])).value()
    }

    fn text(&self) -> String {
        self.evaluate("editorText()")
            .as_str()
            .unwrap_or_default()
            .trim_end_matches('\n')
            .to_owned()
    }

    /// Types, replaces, appends, breaks lines and empties, reading back what the editor's own model holds.
    fn works_as_an_editor(&self, name: &str, initial: &str) {
        let field = json!({"role": "textbox", "name": name});
        assert_eq!(self.text(), initial, "before anything was typed");
        self.editor("type", json!([field, "Calm until noon"]));
        assert_eq!(self.text(), "Calm until noon", "replaced in one go");
        self.editor("type", json!([field, ", then rain", {"append": true}]));
        assert_eq!(self.text(), "Calm until noon, then rain", "appended");
        self.editor("type", json!([field, "Second try", {"slowly": true}]));
        assert_eq!(self.text(), "Second try", "replaced key by key");
        self.editor("type", json!([field, "one\ntwo"]));
        let lines: Vec<String> = self
            .text()
            .split('\n')
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect();
        assert_eq!(lines, ["one", "two"], "two lines");
        self.editor("clear", json!([field]));
        assert_eq!(self.text(), "", "emptied");
    }
}

#[test]
fn editors_and_frameworks_take_text_as_from_a_person() {
    let folder = match bundle::editors() {
        Ok(folder) => folder,
        Err(why) if std::env::var_os("CI").is_none() => {
            report(&format!("SKIPPED: the editors cannot be built here: {why}"));
            return;
        }
        Err(why) => panic!("the editors cannot be built: {why}"),
    };
    let only = std::env::var("EYELINE_EDITORS_ONLY").unwrap_or_default();
    let mut failed = Vec::new();
    for (name, check) in CHECKS.iter().filter(|(name, _)| name.contains(only.as_str())) {
        let client = Client::start(&Start::default()).expect("the program starts");
        let server = Server::start(&folder, Default::default());
        let url = format!("{}/{name}.html", server.a);
        let page = Page {
            client,
            _server: server,
        };
        let opened = page
            .client
            .call(json!({"path": "pages.open", "args": [url]}))
            .expect("an answer");
        assert!(!opened.is_error, "{}", opened.text());
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&page)));
        report(&format!(
            "{} {name}",
            if result.is_ok() { "ok  " } else { "FAIL" }
        ));
        if result.is_err() {
            failed.push(*name);
        }
    }
    assert!(failed.is_empty(), "not right: {}", failed.join(", "));
}

type Check = fn(&Page);

const CHECKS: &[(&str, Check)] = &[
    ("prosemirror", |page| {
        page.works_as_an_editor("Story", "First draft")
    }),
    ("codemirror", |page| {
        page.works_as_an_editor("Source", "let tide = 1;")
    }),
    ("monaco", |page| page.works_as_an_editor("Forecast", "wind: 12")),
    ("quill", |page| {
        page.works_as_an_editor("Letter", "Dear harbour master")
    }),
    ("lexical", |page| {
        page.works_as_an_editor("Log entry", "Low water at six")
    }),
    ("react", react),
    ("vue", vue),
];

/// Fields whose value is the state of a component: what the state refuses must not stay in the field.
fn react(page: &Page) {
    page.editor("type", json!([{"label": "Name"}, "Ines"]));
    page.editor("type", json!([{"label": "Note"}, "late\narrival"]));
    page.editor("select", json!([{"label": "Berth"}, "C"]));
    page.editor("check", json!([{"role": "checkbox", "name": "Overnight"}]));
    let form = page.evaluate("form");
    assert_eq!(
        form,
        json!({"name": "Ines", "note": "late\narrival", "code": "", "berth": "C", "night": true})
    );
    let refused = page
        .client
        .call(json!({"path": "page.editor.type", "args": [{"label": "Code"}, "ab-12"]}))
        .expect("an answer");
    let text = refused.text();
    assert!(text.contains("AB12"), "what the field made of it is told: {text}");
    page.editor("clear", json!([{"label": "Name"}]));
    assert_eq!(page.evaluate("form.name"), json!(""));
}

fn vue(page: &Page) {
    page.editor("type", json!([{"label": "Name"}, "Ines"]));
    page.editor("type", json!([{"label": "Note"}, "late arrival"]));
    page.editor("type", json!([{"label": "Price"}, "7"]));
    page.editor("select", json!([{"label": "Berth"}, "B"]));
    page.editor("check", json!([{"role": "checkbox", "name": "Overnight"}]));
    page.editor("pressKey", json!(["Tab"]));
    let form = page.evaluate("({...form})");
    assert_eq!(
        form,
        json!({"name": "Ines", "note": "late arrival", "price": 7, "berth": "B", "night": true})
    );
}
