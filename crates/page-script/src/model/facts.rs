//! What is known of one control.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{NamedRef, RowFacts, TableModel};

/// Everything a control's node answers from.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Facts {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its role, in the outline's words.
    pub role: String,
    /// Its accessible name, on one line.
    pub name: String,
    /// Its states, in the order they are printed.
    pub states: Vec<String>,
    /// Its description or error message.
    pub description: Option<String>,
    /// Level of a heading, row or tree item.
    pub level: Option<u32>,
    /// Its tag.
    pub tag: String,
    /// Its visible text.
    pub text: String,
    /// Its box in the frame's viewport: x, y, width, height.
    #[serde(rename = "box")]
    pub bounds: [f64; 4],
    /// What it stands in.
    #[serde(rename = "where")]
    pub place: String,
    /// What it holds; absent for what holds nothing, and for passwords.
    pub value: Option<Json>,
    /// The length of a password.
    pub secret: Option<u32>,
    /// The value in words, where the page gives them.
    pub value_text: Option<String>,
    /// Least value.
    pub min: Option<f64>,
    /// Greatest value.
    pub max: Option<f64>,
    /// What it takes, where that is not plain text.
    pub takes: Option<String>,
    /// Placeholder.
    pub placeholder: Option<String>,
    /// `true`, `false` or `"mixed"`.
    pub checked: Option<Json>,
    /// Open or closed.
    pub expanded: Option<bool>,
    /// Chosen among its like.
    pub selected: Option<bool>,
    /// Pressed, of a toggle button.
    pub pressed: Option<Json>,
    /// Whether it can be used at all.
    pub disabled: bool,
    /// Its options, where they are in the page now.
    pub choices: Option<Vec<ItemFacts>>,
    /// How many options there are.
    pub choice_count: Option<u32>,
    /// Whether several can be chosen.
    pub multiple: bool,
    /// Where a link leads.
    pub href: Option<String>,
    /// Where an image or frame comes from.
    pub src: Option<String>,
    /// An image's alternative text.
    pub alt: Option<String>,
    /// Whether it is the element of a frame.
    pub frame: bool,
    /// A table's columns and extent.
    pub table: Option<TableModel>,
    /// A row's columns and cells.
    pub row: Option<RowFacts>,
    /// How many items a list, tree, tab list or menu holds.
    pub item_count: Option<u32>,
    /// The first of these items.
    pub items: Vec<ItemFacts>,
    /// A form's fields.
    pub fields: Vec<Field>,
    /// Names of a dialog's buttons.
    pub buttons: Vec<String>,
}

/// An item of a composite, or an option.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ItemFacts {
    /// The element's number.
    #[serde(rename = "ref", skip_serializing)]
    pub reference: u32,
    /// Its name or text.
    pub name: String,
    /// What it says, where that is more than its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How deep it stands in a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Open or closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// Chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// `true`, `false` or `"mixed"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<Json>,
    /// Whether it cannot be used.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// Whether it opens a menu of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
    /// What a form sends, where that is not the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The group it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// How a branch of a tree is opened and closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct TreeSwitch {
    /// What stands before its label to be pressed for that; 0: nothing.
    #[serde(rename = "ref")]
    pub switch: u32,
    /// Whether it takes the focus, and with it the arrow keys.
    pub keys: bool,
}

/// Items of a composite, a part of them.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Items {
    /// How many are in the page.
    pub count: u32,
    /// How many the page says there are.
    pub total: u32,
    /// Those asked for.
    pub items: Vec<ItemFacts>,
}

/// The options of a control.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Whether they are in the page at all; some controls make them when they open.
    pub known: bool,
    /// How many there are.
    pub count: u32,
    /// The options.
    pub options: Vec<ItemFacts>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Field {
    /// The element's number.
    #[serde(rename = "ref", skip_serializing)]
    pub reference: u32,
    /// Its label, else its placeholder, else its `name`.
    pub name: String,
    /// Its role.
    pub role: String,
    /// Its `name` attribute.
    #[serde(skip_serializing)]
    pub field: Option<String>,
    /// Its placeholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// What it holds; absent for passwords.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// `true`, `false` or `"mixed"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<Json>,
    /// Its states.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// What it takes, where that is not plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// Of a group of radios: each of them.
    #[serde(skip_serializing)]
    pub radios: Vec<NamedRef>,
}
