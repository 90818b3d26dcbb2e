//! A page driven through `page.editor.app`, as an agent drives it.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::mcp::{Answer, Client, Start};
use super::paths;
use super::server::Server;

/// The program with one page open.
pub struct Page {
    pub client: Client,
    pub server: Server,
}

impl Page {
    /// Opens a page of `fixtures/models`.
    pub fn open(name: &str) -> Page {
        Page::open_in(&paths::fixtures("models"), name, &Start::default())
    }

    /// Opens a page of any folder, in a program started like this.
    pub fn open_in(folder: &Path, name: &str, start: &Start) -> Page {
        let server = Server::start(folder, HashMap::new());
        let client = Client::start(start).expect("the program starts");
        let page = Page { client, server };
        page.ok("pages.open", json!([format!("{}/{name}", page.server.a)]));
        page
    }

    /// Opens this HTML, served from a folder of its own.
    pub fn of_html(html: &str) -> (Page, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        std::fs::write(folder.path().join("page.html"), html).expect("the folder takes files");
        let page = Page::open_in(folder.path(), "page.html", &Start::default());
        (page, folder)
    }

    /// Any call.
    pub fn call(&self, arguments: Value) -> Answer {
        self.client
            .call(arguments.clone())
            .unwrap_or_else(|error| panic!("{arguments}: {error}"))
    }

    /// A call that has to succeed, with its hint.
    pub fn ok(&self, path: &str, args: Value) -> Answer {
        let answer = self.call(json!({"path": path, "args": args}));
        assert!(!answer.is_error, "{path}: {}", answer.text());
        answer
    }

    /// A path below `app`.
    pub fn app(&self, path: &str) -> String {
        format!("page.editor.app{path}")
    }

    /// What stands at a path below `app`.
    pub fn read(&self, path: &str) -> Value {
        let answer = self.look(path);
        assert!(!answer.is_error, "{path}: {}", answer.text());
        answer.value()
    }

    /// Reads a path below `app`, whatever comes of it.
    pub fn look(&self, path: &str) -> Answer {
        self.call(json!({"path": self.app(path), "hints": "never"}))
    }

    /// Calls a method below `app`, whatever comes of it.
    pub fn invoke(&self, path: &str, args: Value) -> Answer {
        self.call(json!({"path": self.app(path), "args": args, "hints": "never"}))
    }

    /// Calls a method below `app` that has to succeed.
    pub fn act(&self, path: &str, args: Value) -> Answer {
        self.ok(&self.app(path), args)
    }

    /// Assigns to a property below `app`.
    pub fn set(&self, path: &str, value: Value) -> Answer {
        let answer = self.assign(path, value);
        assert!(!answer.is_error, "{path}: {}", answer.text());
        answer
    }

    /// Assigns to a property below `app`, whatever comes of it.
    pub fn assign(&self, path: &str, value: Value) -> Answer {
        self.call(json!({"path": self.app(path), "value": value}))
    }

    /// Why reading a path below `app` fails.
    pub fn fails(&self, path: &str) -> String {
        let answer = self.look(path);
        assert!(answer.is_error, "{path} should fail: {}", answer.text());
        answer.block(0).to_owned()
    }

    /// What an expression comes to in the page.
    pub fn js(&self, code: &str) -> Value {
        self.ok("page.editor.evaluate", json!([code])).value()
    }

    /// Waits for an event whose text has these words; answers with all events.
    pub fn event(&self, words: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline {
            let events = self
                .call(json!({"path": "events.since", "args": [0]}))
                .value()
                .to_string();
            if events.contains(words) {
                return events;
            }
            self.call(json!({"path": "events.wait", "args": [{"timeoutMs": 500}]}));
        }
        panic!("no event with {words:?}");
    }
}
