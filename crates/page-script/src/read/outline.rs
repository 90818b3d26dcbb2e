//! The outline of one frame.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Bounds;

/// How much of the text that names nothing is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextMode {
    /// No text lines.
    None,
    /// Text lines cut at 120 units each.
    #[default]
    Brief,
    /// Every text whole; nothing is counted instead of being listed.
    Full,
}

/// How much is guessed about elements without semantics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Infer {
    /// Nothing.
    Off,
    /// What reacts to clicks and has no semantics at all.
    #[default]
    Clicks,
    /// Names, headings and modals too, as a sighted user would read them.
    Full,
}

/// What `outline` is asked for. The default reads the whole frame as an agent wants it first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OutlineOptions {
    /// Start at the element of this ref instead of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<u32>,
    /// Start at the first match of this CSS selector instead of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_selector: Option<String>,
    /// Only controls, and what they stand in.
    pub interactive: bool,
    /// Text lines.
    pub text: TextMode,
    /// Values of controls, where privacy allows: what a page offered, never what a user typed.
    pub values: bool,
    /// With `values`: what a user typed as well; never a password.
    pub typed: bool,
    /// Mark what is off screen.
    pub viewport: bool,
    /// Guess what elements without semantics mean.
    pub infer: Infer,
    /// Levels below the root; deeper ones are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Only lines with all these words (or matching `/this/`), with their ancestors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<String>,
    /// The box of every listed element.
    pub boxes: bool,
    /// List everything, every row, cell and list item: nothing is counted instead.
    pub complete: bool,
    /// Count runs of similar siblings instead of walking them.
    pub count: bool,
    /// At most this many items; the rest is counted.
    pub limit: u32,
    /// Characters the caller has room for: beyond, each item also says how far from the viewport it is.
    pub budget: u32,
    /// Selector of subtrees that are never read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip: Option<String>,
    /// Patterns whose matches become `[redacted]` in every text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redact: Vec<String>,
    /// Pattern of email addresses that are kept; all others become `[email]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_email: Option<String>,
    /// Give refs (and list navigation and tabs one entry a line).
    pub refs: bool,
    /// From now on send word of new states of this frame.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub watch: bool,
    /// Refs of elements that are known to react to clicks, because the debugger saw their listeners.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clickable: Vec<u32>,
}

impl Default for OutlineOptions {
    fn default() -> Self {
        Self {
            root: None,
            root_selector: None,
            interactive: false,
            text: TextMode::Brief,
            values: false,
            typed: false,
            viewport: false,
            infer: Infer::Clicks,
            depth: None,
            find: None,
            boxes: false,
            complete: false,
            count: true,
            limit: 2_000,
            budget: 6_000,
            skip: None,
            redact: Vec::new(),
            keep_email: None,
            refs: true,
            watch: false,
            clickable: Vec::new(),
        }
    }
}

/// One line of an outline, before it is a line. Short field names keep the answer of a page small.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Item {
    /// Depth below the root of this frame's outline.
    #[serde(rename = "d")]
    pub depth: u32,
    /// Role, in ARIA's words where it has one; besides `text`, `frame`, `clickable`, `more` (counted, not listed), `summary`,
    /// `label`, and what only HTML knows (`video`, `audio`, `canvas`, …).
    #[serde(rename = "r")]
    pub role: String,
    /// Accessible name, or the text of a `text`.
    #[serde(rename = "n", default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The element's number in its frame.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<u32>,
    /// States, in the order they are printed.
    #[serde(rename = "s", default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Where a link leads: the path on the same origin, else the whole address.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Accessible description or error message.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The value that may be shown.
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What a field takes (`date YYYY-MM-DD`, `12 options`).
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// Heading level, or the level of a row or tree item.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Where a guessed name or role came from (`icon`, `image file name`, …).
    #[serde(rename = "g", default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<String>,
    /// The text a nameless control stands beside.
    #[serde(rename = "near", default, skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// The row a control stands in, by its first telling cell.
    #[serde(rename = "row", default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Facts of a table or grid.
    #[serde(rename = "tb", default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableFacts>,
    /// Facts of a frame, whose content is to be put below this item.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameMark>,
    /// How many similar items a `more` stands for.
    #[serde(rename = "q", default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What a navigation or tab list holds, when it is one line (without refs).
    #[serde(rename = "in", default, skip_serializing_if = "Vec::is_empty")]
    pub inline: Vec<String>,
    /// Box in CSS pixels of the frame's viewport.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Where the content of a frame begins, in CSS pixels from the corner of its box: its border and padding lie between.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub content: Option<(f64, f64)>,
    /// Distance from the viewport, in viewport heights; absent: in it, or not asked.
    #[serde(rename = "y", default, skip_serializing_if = "Option::is_none")]
    pub away: Option<u32>,
    /// Whether it matched `find` (its ancestors did not).
    #[serde(rename = "hit", default, skip_serializing_if = "std::ops::Not::not")]
    pub hit: bool,
    /// Whether only a machine would see it.
    #[serde(rename = "hid", default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// Columns and rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TableFacts {
    /// Names of the columns, where it has headers.
    #[serde(rename = "c", default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Data rows, without header rows.
    #[serde(rename = "r")]
    pub rows: u32,
}

/// What is known of a frame from outside.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FrameMark {
    /// Position of its window in `window.frames`; absent when it shows none.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Its address as the element has it.
    #[serde(rename = "u", default, skip_serializing_if = "String::is_empty")]
    pub url: String,
}

/// The viewport of a frame, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Viewport {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// How far a document is scrolled, and how far it could be.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Scroll {
    /// Pixels from the top.
    pub y: f64,
    /// The most that `y` can be.
    pub max: f64,
}

/// What part of the page was read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    /// Only this modal was read, because nothing else can be reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modal: Option<String>,
}

/// One frame, read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameOutline {
    /// Items in document order; depth makes them a tree.
    pub items: Vec<Item>,
    /// The document's address.
    pub url: String,
    /// The document's title.
    #[serde(default)]
    pub title: String,
    /// The frame's viewport.
    #[serde(default)]
    pub viewport: Viewport,
    /// The document's scroll position.
    #[serde(default)]
    pub scroll: Scroll,
    /// What part was read.
    #[serde(default)]
    pub scope: Scope,
    /// Elements walked.
    #[serde(default)]
    pub visited: u32,
    /// Controls listed.
    #[serde(default)]
    pub controls: u32,
    /// Items left out because `limit` was reached.
    #[serde(default)]
    pub dropped: u32,
    /// Milliseconds the walk took in the page.
    #[serde(default)]
    pub ms: f64,
    /// Refs of elements that may hold a closed shadow root nobody has looked into yet.
    #[serde(default)]
    pub hosts: Vec<u32>,
    /// Refs of anchors without an address, of which only Chromium knows whether they are links.
    #[serde(default)]
    pub ask: Vec<u32>,
    /// Refs of custom elements that may say of themselves what only Chromium's accessibility tree can tell.
    #[serde(default)]
    pub custom: Vec<u32>,
    /// Whether the page says that it is still at work.
    #[serde(default)]
    pub busy: bool,
}

/// Word of a watched page: it has settled into a new state.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PageChange {
    /// Always `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `update`, `navigation`, `dialog` or `alert`: the most telling of what changed.
    pub what: String,
    /// The address.
    pub url: String,
    /// The modal that is open now, as `dialog "Cookies"`; empty when there is none.
    #[serde(default)]
    pub modal: String,
    /// The one that was open before.
    #[serde(default)]
    pub was: String,
    /// What the page's alerts say now.
    #[serde(default)]
    pub alert: String,
}

/// Items that were drawn from the accessibility tree, to be completed by what only the page knows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Dress {
    /// The items, those of elements with their refs.
    pub items: Vec<Item>,
    /// What the reader asked for.
    #[serde(flatten)]
    pub options: OutlineOptions,
}

/// The same items, completed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Dressed {
    /// As many as were given.
    pub items: Vec<Item>,
}

/// What the accessibility tree says of a custom element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its role, in the outline's words; empty when it has none.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its states, by the tree's names.
    pub states: BTreeMap<String, String>,
}

/// What `internals` is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Internals {
    /// One for each element that was asked about.
    pub told: Vec<Told>,
}

/// Whether what `internals` was told is news.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct News {
    /// Whether the outline has to be read again.
    pub changed: bool,
}
