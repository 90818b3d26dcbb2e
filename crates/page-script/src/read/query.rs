//! Finding elements by what a user calls them.

use serde::{Deserialize, Serialize};

/// What `query` looks for. Everything given must hold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Query {
    /// Role, in the outline's words or Chromium's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name (white space folded).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name exactly; else a match that ignores case, and then one on a part of the name, counts when no exact one exists.
    pub exact: bool,
    /// Text of the field's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Text that the element itself shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Only inside the element of this ref.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// Not inside nested elements that are themselves of this role (rows of a nested table, items of a nested list).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shallow: Option<String>,
    /// At most this many matches; 0: 200.
    pub limit: u32,
    /// Skip this many matches first.
    pub skip: u32,
}

/// One element that was found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Match {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Role, in the outline's words.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// States, in the order they are printed.
    pub states: Vec<String>,
    /// What it stands in, innermost first, as `row "K-1188"` or `dialog "Confirm"`; for telling equals apart.
    pub context: Vec<String>,
}

/// What `query` found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Matches {
    /// The matches, in document order, at most `limit`.
    pub matches: Vec<Match>,
    /// How many there are in all.
    pub total: u32,
    /// How the names matched: `exact`, `ignoring case` or `partly`.
    pub how: String,
    /// When nothing matched: the names that come nearest, best first, at most five.
    pub near: Vec<Match>,
    /// When nothing matched: how many elements of the role there are at all.
    pub of_role: u32,
}

/// What became of a ref.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Healed {
    /// The element's number now: the one asked for when it still lives, else that of its only heir.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Whether it is another element than the one that was listed.
    pub healed: bool,
    /// Role of what it points at.
    pub role: String,
    /// Name of what it points at.
    pub name: String,
}
