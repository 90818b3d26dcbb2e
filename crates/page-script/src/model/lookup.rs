//! Elements of a role, by name or position.

use serde::{Deserialize, Serialize};

use super::Facts;

/// What `lookup` looks for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Lookup {
    /// Roles that count.
    pub roles: Vec<String>,
    /// An accessible name; one that ends in an ellipsis stands for all that begin so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A position among the role's elements, negative from the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// Ref of the scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// How many matches to describe; 0: 12.
    pub limit: u32,
    /// Count all of the role, even when few are described.
    pub count: bool,
}

/// What `lookup` found in one frame.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Found {
    /// How many match.
    pub count: u32,
    /// How many elements of the role were met on the way.
    pub seen: u32,
    /// The matches, in reading order.
    pub items: Vec<Brief>,
    /// All about the match, when it is the only one.
    pub facts: Option<Facts>,
    /// When none matches: names that come near.
    pub near: Option<Near>,
    /// When none matches: elements of other roles with the very name.
    pub elsewhere: Option<Vec<Elsewhere>>,
    /// When none matches: elements that may hold a closed shadow root nobody has looked into yet.
    pub hosts: Vec<u32>,
    /// When none matches: the open dialog that keeps the rest of the page out of reach, role and name.
    pub over: Option<String>,
}

/// What one step of a path found when it was asked ahead.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct LookedAhead {
    /// The element it was looked for in.
    pub within: Option<u32>,
    /// The answer to each of its questions; none where it was not asked.
    pub found: Vec<Option<Found>>,
}

/// One match, told apart from the others.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Brief {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its role.
    pub role: String,
    /// Its name, on one line.
    pub name: String,
    /// Its states.
    pub states: Vec<String>,
    /// What it stands in: `row "K-1188"`.
    #[serde(rename = "where")]
    pub place: String,
}

/// Names of a role.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Near {
    /// Those that come near to the one asked for, best first.
    pub close: Vec<String>,
    /// The first few of all.
    pub some: Vec<String>,
}

/// An element of another role.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Elsewhere {
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
}
