//! What an action changed.

use serde::{Deserialize, Serialize};

use super::controls::FieldReading;
use super::target::Said;
use crate::read::Item;

/// What `settle` is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SettleOptions {
    /// Milliseconds without a change; 0: two frames.
    pub quiet: u64,
    /// Milliseconds to wait at most.
    pub max: u64,
    /// A press was armed.
    pub pressed: bool,
    /// Take the outline even when nothing was seen to change.
    pub always: bool,
    /// A field to read back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<u32>,
    /// What the field should hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<String>,
    /// What the field should end with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<String>,
    /// The action before this one ended at a dialog: what it changed is told now.
    pub resumes: bool,
    /// Text was typed: when the page does nothing about it at once, nothing is waited for.
    pub typed: bool,
    /// The text is on its way: wait until it has come.
    pub typing: bool,
}

/// What came of an action in one frame.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Settled {
    /// How the armed press went.
    pub press: Press,
    /// Whether it became quiet in time.
    pub quiet: bool,
    /// Lines that came, went, changed.
    pub rows: Vec<ChangeRow>,
    /// How many more there are.
    pub more: usize,
    /// The page is too long for all of it to be compared.
    pub cut: bool,
    /// What shows that the page is still at work; empty when nothing does.
    pub busy: String,
    /// The new address, when it changed without a load.
    pub url: Option<String>,
    /// The new title, when it changed or the document is new.
    pub title: Option<String>,
    /// What opened and hides the rest: a modal, or a popup that the rest was put behind.
    pub modal: Option<String>,
    /// What closed, so that the rest is there again.
    pub closed: Option<String>,
    /// What the field holds.
    pub field: Option<FieldReading>,
    /// Where the page began to go.
    pub leaving: Option<Leaving>,
    /// Fields that the browser found invalid.
    pub invalid: Vec<Invalid>,
}

/// A field that the browser keeps a form back for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Invalid {
    /// Which.
    #[serde(flatten)]
    pub said: Said,
    /// What the browser says about it.
    pub message: String,
}

/// A navigation that the page began.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Leaving {
    /// Where to.
    pub url: String,
    /// It is a download.
    pub download: bool,
}

/// How an armed press went.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Press {
    /// `arrived`, `stopped` (it hit something else, and was kept from the page), `waiting` (it never came), `none`.
    pub state: String,
    /// What it hit instead.
    pub by: Option<Said>,
    /// It was kept from the page because the element was not what was asked for any more; `by` says what it was then.
    pub renamed: bool,
    /// What was pressed, as it was called in that moment.
    pub said: Option<Said>,
    /// Clicks that came through.
    pub clicks: u32,
}

/// A line that came, went or changed.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct ChangeRow {
    /// `+`, `-` or `~`.
    pub sign: String,
    /// The line now, or before it went.
    pub item: Item,
    /// The line before it changed.
    pub was: Option<Item>,
    /// Levels below the uppermost line that came with it.
    pub indent: usize,
    /// What it stands in.
    pub context: Option<String>,
    /// How many lines went with it, being below it.
    pub under: usize,
    /// Where its lines are in another order than before: what comes first now, if no lines that came tell that.
    pub order: Option<Vec<String>>,
    /// What it stood in before, where that is something else.
    pub from: Option<String>,
}

/// What changed after an action was told.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct LateChanges {
    /// Lines that came, went, changed.
    pub rows: Vec<ChangeRow>,
    /// What shows that the page is still at work; empty when nothing does.
    pub busy: String,
    /// The title now.
    pub title: String,
    /// The address now.
    pub url: String,
}
