//! Which element is meant, and what it takes to act on it.

use serde::{Deserialize, Serialize};

/// Which element, in one frame. Exactly one of the ways is given.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Wanted {
    /// CSS, piercing shadow roots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// By number.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
    /// By role, and name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// By name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the name has to agree to the letter.
    pub exact: bool,
    /// Only inside this element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// By label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The one with the focus.
    pub focused: bool,
    /// The one at a point of the frame's viewport.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Place>,
    /// Which of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// An option of a list, by its label. Goes before all else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<ListedOption>,
}

impl Wanted {
    /// Whether it has a number and words that have to fit it.
    pub fn is_known_by_words(&self) -> bool {
        self.reference.is_some() && (self.role.is_some() || self.label.is_some())
    }
}

/// An option of a list that a page draws. Lists use an element for one option after the other, so the label says which is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedOption {
    /// The control that the list belongs to.
    #[serde(rename = "ref")]
    pub control: u32,
    /// The list, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<u32>,
    /// The option's label.
    pub label: String,
    /// The element that bore it when it was found, for telling several of that label apart.
    pub option: u32,
}

/// A point in CSS pixels of a frame's viewport.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// What an element is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// To be pressed.
    Press,
    /// To have the mouse over it.
    Hover,
    /// To take text.
    Edit,
    /// To have the focus.
    Focus,
    /// To be seen.
    See,
    /// To have the wheel turned over it.
    Wheel,
    /// To take files: it may well be hidden.
    File,
}

/// What `prepare` is asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Prepare {
    /// Which element.
    pub target: Wanted,
    /// What for.
    pub need: Need,
    /// How many milliseconds to wait for it.
    pub budget: u64,
    /// Where in the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Place>,
    /// Do not wait for it to be still, enabled and uncovered.
    pub force: bool,
    /// Let only a press on it through.
    pub arm: bool,
    /// What will be typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<EditPlan>,
}

/// What will be typed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EditPlan {
    /// The text.
    pub text: String,
    /// `replace`, `append` or `caret`.
    pub mode: &'static str,
    /// Key by key.
    pub keys: bool,
}

/// What a reader calls an element.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// Its role, or its tag where it has none.
    pub role: String,
    /// Its accessible name.
    pub name: String,
    /// Its number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// What it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Whether it can be seen; absent where nobody looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<bool>,
}

/// An element that is ready.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Ready {
    /// What it is.
    #[serde(flatten)]
    pub said: Said,
    /// It is another element than the ref's own, which had left the page.
    pub healed: Option<bool>,
    /// Where to press it.
    pub point: Option<Place>,
    /// How typing begins.
    pub edit: Option<EditStart>,
}

/// How typing begins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct EditStart {
    /// `text`, `number`, `set` (dates, times, ranges, colours), `rich` (an editor), `keys` (takes keys only),
    /// `segment` and `segments` (one part of a date or time, and all of them).
    pub kind: String,
    /// What it held before; empty for a password.
    pub before: String,
    /// Whether it is empty now.
    pub empty: bool,
    /// Whether it is a password.
    pub secret: bool,
    /// What will be typed, as the field writes it.
    pub text: String,
    /// Whether it takes several lines.
    pub multiline: bool,
    /// The type of an input whose value is set as a whole: `date`, `range`, …; else empty.
    #[serde(rename = "type")]
    pub input_type: String,
    /// It is an editor of code.
    pub code: bool,
}

/// All matches in one frame.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Candidates {
    /// The matches.
    pub list: Vec<Said>,
    /// Names that come near when nothing matched.
    pub near: Vec<Said>,
    /// How the names matched: `exact`, `ignoring case`, `partly`.
    pub how: String,
    /// How many of the role there are when nothing matched.
    pub of_role: u32,
    /// Elements that may hold a closed shadow root with what was not found.
    pub hosts: Vec<u32>,
}
