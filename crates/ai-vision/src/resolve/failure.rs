//! Why a path could not be followed, how far it went, and which hint helps.

use crate::call::{CallRequest, CallResult, SeenKinds};
use crate::hint::{Spot, Style, hint};

/// A step that failed.
pub(super) struct Failure {
    /// What went wrong.
    pub error: String,
    /// How far the path could be followed.
    pub resolved: Option<String>,
    /// The node that the error is about.
    pub about: Option<Spot>,
    /// How much to say of that node.
    pub style: Style,
}

impl Failure {
    /// An error at a node.
    pub fn at(spot: &Spot, style: Style, error: impl Into<String>) -> Self {
        let resolved = Some(spot.path.clone());
        Self {
            error: error.into(),
            resolved,
            about: Some(spot.clone()),
            style,
        }
    }

    /// An error in plain data.
    pub fn in_data(path: &str, error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            resolved: Some(path.to_owned()),
            about: None,
            style: Style::Regular,
        }
    }

    /// An error of the request as a whole.
    pub fn of_request(error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            resolved: None,
            about: None,
            style: Style::Regular,
        }
    }

    /// The answer that says so.
    pub async fn into_result(self, request: &CallRequest, seen: &mut SeenKinds) -> CallResult {
        let hint = match &self.about {
            Some(spot) => hint(spot, request.hints, self.style, seen).await,
            None => None,
        };
        CallResult {
            path: request.path.clone(),
            error: Some(said(self.error)),
            resolved_up_to: self.resolved,
            hint,
            ..CallResult::default()
        }
    }
}

/// An error always says something.
fn said(error: String) -> String {
    if error.is_empty() {
        "Error".to_owned()
    } else {
        error
    }
}
