//! The ring and callout that a call puts over a page.

use serde::{Deserialize, Serialize};

/// What to draw.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Highlight {
    /// The element.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// What the callout says.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// Buttons instead of "Close".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<String>,
    /// What the element is called in the event of a pressed button.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// What was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Highlighted {
    /// The callout's number in its frame.
    pub id: u32,
    /// How many are drawn now.
    pub shown: u32,
}

/// What was taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Cleared {
    /// How many.
    pub cleared: u32,
}

/// The word of the overlay that a user answered it: an emitted message of kind `highlight`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Pressed {
    /// `highlight`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `pressed` or `closed`.
    pub what: String,
    /// The callout's number.
    pub id: u32,
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// What the element was called.
    pub name: String,
    /// The button's label.
    pub button: String,
}
