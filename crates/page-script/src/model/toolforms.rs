//! Forms that declare themselves as tools.

use serde::Deserialize;
use serde_json::Value as Json;

use super::NamedRef;

/// A `<form toolname>`, as the page script reads it.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct ToolForm {
    /// The form's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// The tool's name.
    pub name: String,
    /// What it does, in the page's words.
    pub description: String,
    /// Whether it is sent as soon as it is filled in.
    pub autosubmit: bool,
    /// What it takes.
    pub schema: Json,
    /// The elements behind the names of its input.
    pub fields: Vec<ToolField>,
}

/// What stands behind one name of a tool form's input.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct ToolField {
    /// The name.
    pub name: String,
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Whether it is a select, whose options go by their values.
    pub choice: bool,
    /// Of a group of radios: each of them, by its value.
    pub radios: Vec<NamedRef>,
}
