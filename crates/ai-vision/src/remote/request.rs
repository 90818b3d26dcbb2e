//! What goes over the wire.

use serde::{Deserialize, Serialize};

use crate::call::Cut;
use crate::value::Json;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RemoteAction {
    /// Read.
    #[serde(rename = "ai:get")]
    Get,
    /// Assign.
    #[serde(rename = "ai:set")]
    Set,
    /// Call.
    #[serde(rename = "ai:invoke")]
    Invoke,
    /// List live children.
    #[serde(rename = "ai:children")]
    Children,
    /// List controls on screen.
    #[serde(rename = "ai:elements")]
    Elements,
    /// Point at a control.
    #[serde(rename = "ai:highlight")]
    Highlight,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteRequest {
    /// What is asked.
    pub action: RemoteAction,
    /// Of what.
    pub path: String,
    /// Arguments of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<Json>>,
    /// The value to assign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// How long it may take, as the member declares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Json>,
    /// Which control to point at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Json>,
    /// What to say there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Json>,
}

impl RemoteRequest {
    /// A request about a path.
    pub fn new(action: RemoteAction, path: impl Into<String>) -> Self {
        Self {
            action,
            path: path.into(),
            args: None,
            value: None,
            timeout_ms: None,
            name: None,
            message: None,
        }
    }

    /// With a declared timeout. Whole numbers travel as such.
    #[must_use]
    pub fn timeout(mut self, timeout_ms: Option<f64>) -> Self {
        self.timeout_ms = timeout_ms
            .map(|ms| serde_json::from_str(&crate::json_text::number(ms)).unwrap_or_else(|_| Json::from(ms)));
        self
    }
}

/// One reply.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RemoteResponse {
    /// Whether it went well.
    pub ok: bool,
    /// The value.
    pub result: Option<Json>,
    /// What went wrong.
    pub error: Option<String>,
    /// What the remote cut.
    #[serde(flatten)]
    pub cut: Cut,
}
