//! The page's text, for reading.

use serde::{Deserialize, Serialize};

/// The form of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadableFormat {
    /// Headings, lists, tables and links as Markdown.
    #[default]
    Markdown,
    /// Plain text.
    Text,
    /// The page's own HTML, without scripts and styles.
    Html,
}

/// What `readable` is asked for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadableOptions {
    /// Start at the element of this ref.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<u32>,
    /// Start at the first match of this CSS selector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_selector: Option<String>,
    /// The form of the text.
    pub format: ReadableFormat,
    /// At most this many UTF-16 units from `offset` on; 0: 20,000.
    pub max_chars: u32,
    /// Where to go on.
    pub offset: u32,
    /// Patterns whose matches become `[redacted]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redact: Vec<String>,
    /// Selector of subtrees that are never read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip: Option<String>,
}

/// The text of one frame.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Readable {
    /// The text from `offset` on.
    pub text: String,
    /// Units of the whole text.
    pub total: u32,
    /// Where to go on, when there is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
}

/// The HTML of a document, without secrets and typed text.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PageSource {
    /// The HTML.
    pub html: String,
    /// What relative addresses in it are relative to.
    pub base: String,
}
