//! Everything about one element.

use serde::{Deserialize, Serialize};

/// A box in CSS pixels: `[x, y, width, height]`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "[f64; 4]", into = "[f64; 4]")]
pub struct Bounds {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl From<[f64; 4]> for Bounds {
    fn from([x, y, width, height]: [f64; 4]) -> Self {
        Self { x, y, width, height }
    }
}

impl From<Bounds> for [f64; 4] {
    fn from(bounds: Bounds) -> Self {
        [bounds.x, bounds.y, bounds.width, bounds.height]
    }
}

/// One option of a select, list box or datalist.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Choice {
    /// What a user reads.
    pub label: String,
    /// What a form sends.
    pub value: String,
    /// Whether it is chosen.
    pub selected: bool,
    /// Whether it cannot be chosen.
    pub disabled: bool,
    /// The element's ref, where it has one that can be pressed.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
}

/// What `describe` says of one element.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Description {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Role, in the outline's words.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Where a guessed name came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<String>,
    /// Accessible description or error message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// States, in the order they are printed.
    pub states: Vec<String>,
    /// Tag name.
    pub tag: String,
    /// `type` of an input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_type: Option<String>,
    /// What a field takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// The control's value; never a password's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether the value is a secret, and so not here.
    pub secret: bool,
    /// Checked, unchecked (`false`), or absent where neither makes sense or it is mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Open or closed, where it can be either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// Where a link leads, resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Visible text, folded and cut at 4,000 units.
    pub text: String,
    /// Level of a heading, row or tree item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Least value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Options of a select, list box or datalist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// Whether several options can be chosen.
    pub multiple: bool,
    /// Box in CSS pixels of the frame's viewport; absent when it has none.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Whether a user could see it.
    pub visible: bool,
    /// Landmarks and dialogs around it, outermost first, as `role "name"`.
    pub path: Vec<String>,
}
