//! One call: what is asked, what is answered, and what a session remembers.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::value::Json;

/// The size to which a value is cut when the request does not say, in UTF-16 units of its JSON.
pub const DEFAULT_MAX_LENGTH: usize = 20_000;

/// When an answer carries a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HintMode {
    /// On nodes; members only when the session has not seen the kind.
    #[default]
    Auto,
    /// On nodes, in full.
    Always,
    /// Never.
    Never,
}

/// A call on the model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CallRequest {
    /// The path; empty for the root.
    pub path: String,
    /// Arguments: their presence makes it a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<Json>>,
    /// The value to assign: its presence, even as null, makes it an assignment.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// When to hint.
    pub hints: HintMode,
    /// To how many units the value is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
}

/// Tells a null that is there from a key that is not.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

impl CallRequest {
    /// Reads a path.
    pub fn read(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }

    /// Calls the method at a path.
    pub fn call(path: impl Into<String>, args: impl IntoIterator<Item = Json>) -> Self {
        Self {
            args: Some(args.into_iter().collect()),
            ..Self::read(path)
        }
    }

    /// Assigns to a path.
    pub fn assign(path: impl Into<String>, value: impl Into<Json>) -> Self {
        Self {
            value: Some(value.into()),
            ..Self::read(path)
        }
    }

    /// Says when to hint.
    #[must_use]
    pub fn hints(mut self, hints: HintMode) -> Self {
        self.hints = hints;
        self
    }

    /// Says to how many units the value is cut.
    #[must_use]
    pub fn max_length(mut self, units: usize) -> Self {
        self.max_length = Some(units);
        self
    }
}

/// What is under the node that a call landed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// Kind of that node.
    pub kind: String,
    /// The hint, ready to print.
    pub text: String,
}

/// How much of a value was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Cut {
    /// Whether something was cut. Absent when not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Length of the whole text, where a text was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_length: Option<usize>,
    /// How many entries are shown, where a collection was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<usize>,
    /// How many entries there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
}

/// The answer to a call.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallResult {
    /// The path as it was asked.
    pub path: String,
    /// The value, bounded. Absent when the call failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Json>,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How far the path could be followed, when it failed on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved_up_to: Option<String>,
    /// What was odd about a call that went well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// What is under the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// How much of the value was cut.
    #[serde(flatten)]
    pub cut: Cut,
}

impl CallResult {
    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }
}

/// The kinds of node whose members a session has been shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeenKinds(HashSet<String>);

impl SeenKinds {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a kind has been seen.
    pub fn contains(&self, kind: &str) -> bool {
        self.0.contains(kind)
    }

    /// Remembers a kind; true when it is new.
    pub fn insert(&mut self, kind: &str) -> bool {
        !self.contains(kind) && self.0.insert(kind.to_owned())
    }

    /// Forgets everything, so that hints are given in full again.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl<S: Into<String>> FromIterator<S> for SeenKinds {
    fn from_iter<I: IntoIterator<Item = S>>(kinds: I) -> Self {
        Self(kinds.into_iter().map(Into::into).collect())
    }
}
