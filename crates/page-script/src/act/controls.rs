//! What controls hold, and how they are chosen from.

use serde::Deserialize;

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct FieldReading {
    /// It has left the page.
    pub gone: bool,
    /// It has left the page, and what is told is of the one field that stands in its place.
    pub replaced: bool,
    /// Its text, cut at 2,000 units; empty for a password.
    pub text: String,
    /// How long the text is, in UTF-16 units.
    pub length: usize,
    /// It is a password.
    pub secret: bool,
    /// How it compares with what was wanted: `same`, `alike`, `differs`, `gone`; `read` when nothing was.
    pub verdict: String,
    /// What kind of field it is.
    pub kind: String,
    /// It has the focus.
    pub focused: bool,
}

/// How an element is chosen from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ChooserKind {
    /// `native`, `aria`, or `text` (a field with suggestions).
    pub kind: String,
    /// The control.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its role.
    pub role: String,
    /// The open list.
    pub list: Option<u32>,
    /// The control is the list itself.
    pub standing: bool,
    /// What it says of itself, where it does: that it is open.
    pub expanded: Option<bool>,
    /// It stands in a dialog.
    pub in_dialog: bool,
    /// What the control shows before anything is chosen.
    pub shown: String,
}

/// What was chosen in a native select.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct NativeChoice {
    /// It was chosen already.
    pub same: bool,
    /// Labels of what is chosen.
    pub labels: Vec<String>,
}

/// What a native select holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ChosenNative {
    /// Labels of what is chosen; none when it has left the page.
    pub labels: Option<Vec<String>>,
}

/// An option that was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct FoundOption {
    /// The option, when there is one.
    #[serde(rename = "ref")]
    pub reference: Option<u32>,
    /// Its label.
    pub label: String,
    /// It cannot be chosen.
    pub disabled: bool,
    /// It says that it is chosen.
    pub selected: bool,
    /// It is not there: the list was read to its end.
    pub read: bool,
    /// Several of its list can be chosen together.
    pub multiple: bool,
    /// The field that narrows the list down, where there is one.
    pub filter: Option<u32>,
    /// The list it is in; none when no list is open.
    pub list: Option<u32>,
    /// Labels that were seen when it was not found.
    pub options: Vec<String>,
    /// How many there are in all.
    pub total: usize,
    /// Labels that were seen while it was looked for.
    pub known: Vec<String>,
}

/// What a chooser that a page draws holds after a choice.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct HeldChoice {
    /// What it shows.
    pub shown: String,
    /// The list is open.
    pub open: bool,
    /// The list is closed and drawn still.
    pub leaving: bool,
    /// `chosen`; `other` (it shows another option), `changed` (it shows something else than before that is no option), `same` (nothing tells
    /// of a choice), `silent` (nothing of the kind would), `gone`.
    pub verdict: String,
}

/// Whether something is ticked.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct CheckState {
    /// The control that can be ticked.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// `true`, `false` or `"mixed"`.
    pub state: serde_json::Value,
    /// What it says by `aria-checked` beside that; an input may have both.
    pub aria: Option<bool>,
    /// It is one of several that exclude each other.
    pub radio: bool,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
}

impl CheckState {
    /// Whether it says two things at once.
    pub fn is_torn(&self) -> bool {
        self.aria.is_some_and(|aria| self.state != aria)
    }

    /// How it stands after it stood otherwise: of two things that it says, the one that changed is true.
    pub fn since(&self, before: &CheckState) -> serde_json::Value {
        match self.aria {
            Some(aria) if self.is_torn() && before.aria != self.aria => aria.into(),
            _ => self.state.clone(),
        }
    }
}

/// The file input behind an element.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct FileField {
    /// The input, when there is one.
    #[serde(rename = "ref")]
    pub reference: Option<u32>,
    /// It takes several files.
    pub multiple: bool,
    /// What it accepts.
    pub accept: String,
    /// It takes none now.
    pub disabled: bool,
}

/// How far something is scrolled.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ScrollPlace {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// The most that `x` can be.
    pub max_x: f64,
    /// The most that `y` can be.
    pub max_y: f64,
    /// Whether it moved.
    pub moved: bool,
    /// Whether the page took the wheel for itself.
    pub taken: bool,
    /// Width of the frame's viewport.
    pub width: f64,
    /// Height of the frame's viewport.
    pub height: f64,
}
