//! What a `case.json` says.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::support::server::Rule;

/// One case.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    pub id: String,
    #[serde(default)]
    pub setup: Setup,
    pub steps: Vec<Step>,
    pub expect: Vec<Expect>,
}

/// How the page is served and loaded.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Setup {
    pub viewport: Option<Size>,
    pub responses: HashMap<String, Response>,
    pub wait_until: Option<String>,
    pub load_may_fail: bool,
    pub entry: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// What is special about one file's answer.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Response {
    pub delay: u64,
    pub never: bool,
    pub head: bool,
    pub status: Option<u16>,
    pub headers: HashMap<String, String>,
}

/// One step. Which fields count depends on what it does.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Step {
    #[serde(rename = "do")]
    pub kind: String,
    pub target: Option<Node>,
    pub from: Option<Node>,
    pub to: Option<Node>,
    #[serde(rename = "for")]
    pub wanted: Option<Node>,
    pub eval: Option<String>,
    pub ms: Option<u64>,
    pub settle: Option<u64>,
    pub timeout: Option<u64>,
    pub button: Option<String>,
    pub count: Option<u32>,
    pub via: Option<String>,
    pub position: Option<[f64; 2]>,
    pub text: Option<String>,
    pub mode: Option<String>,
    pub clear: bool,
    pub options: Value,
    pub key: Option<String>,
    pub dx: f64,
    pub dy: f64,
    pub files: Vec<File>,
    pub accept: bool,
    pub more: bool,
    pub url: Option<String>,
    pub origin: Option<String>,
    pub which: Value,
    pub wait_until: Option<String>,
    #[serde(rename = "ref")]
    pub remembered: Option<String>,
    pub must_fail: bool,
    pub may_hang: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub struct File {
    pub name: String,
    pub content: String,
}

/// A node looked for, in a step or in an expectation.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Node {
    pub role: Option<Roles>,
    pub name: Option<String>,
    pub nth: Option<usize>,
    #[serde(rename = "in")]
    pub inside: Option<Box<Node>>,
    pub xy: Option<[f64; 2]>,
    pub states: Map<String, Value>,
    pub count: Option<usize>,
}

/// One role, or any of several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Roles {
    One(String),
    Any(Vec<String>),
}

/// What has to be true after a step.
#[derive(Debug, Clone, Deserialize)]
pub struct Expect {
    pub after: i64,
    #[serde(default)]
    pub outline_has: Vec<Node>,
    #[serde(default)]
    pub outline_lacks: Vec<Node>,
    #[serde(default)]
    pub text_has: Vec<String>,
    #[serde(default)]
    pub text_lacks: Vec<String>,
    pub eval: Option<String>,
    #[serde(default)]
    pub equals: Value,
    pub frame: Option<String>,
    pub event: Option<Map<String, Value>>,
    pub tabs: Option<usize>,
    pub within: Option<u64>,
}

impl Case {
    /// Reads `folder/case.json`.
    pub fn read(folder: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(folder.join("case.json")).map_err(|e| e.to_string())?;
        serde_json::from_str(&text).map_err(|e| format!("case.json: {e}"))
    }

    /// Whether the step after `index` answers a dialog, so that the page stands still meanwhile.
    pub fn dialog_follows(&self, index: i64) -> bool {
        usize::try_from(index + 1)
            .ok()
            .and_then(|next| self.steps.get(next))
            .is_some_and(|s| s.kind == "dialog")
    }
}

impl Setup {
    /// The rules for the server.
    pub fn rules(&self) -> HashMap<String, Rule> {
        let rule = |response: &Response| Rule {
            delay: Duration::from_millis(response.delay),
            never: response.never,
            head: response.head,
            status: response.status,
            headers: response.headers.clone().into_iter().collect(),
        };
        self.responses
            .iter()
            .map(|(file, response)| (file.clone(), rule(response)))
            .collect()
    }
}

impl Roles {
    /// The roles as a list.
    pub fn list(&self) -> &[String] {
        match self {
            Roles::One(role) => std::slice::from_ref(role),
            Roles::Any(roles) => roles,
        }
    }
}
