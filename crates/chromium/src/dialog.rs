//! What a page asks the user before it goes on.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialogKind {
    /// `alert()`: takes OK.
    Alert,
    /// `confirm()`: takes OK or Cancel.
    Confirm,
    /// `prompt()`: takes a text, or Cancel.
    Prompt,
    /// The page asks whether to leave it.
    Beforeunload,
}

impl fmt::Display for DialogKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DialogKind::Alert => "alert",
            DialogKind::Confirm => "confirm",
            DialogKind::Prompt => "prompt",
            DialogKind::Beforeunload => "beforeunload",
        })
    }
}

/// An open dialog. The message is written by the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DialogInfo {
    /// Its kind.
    pub kind: DialogKind,
    /// What it says.
    pub message: String,
    /// What a prompt stands at.
    pub default_text: Option<String>,
    /// The address of the page that opened it.
    pub url: String,
}

impl fmt::Display for DialogInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() {
            write!(f, "{}", self.kind)
        } else {
            write!(f, "{} {:?}", self.kind, self.message)
        }
    }
}
