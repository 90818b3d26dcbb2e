//! Reading a page: from the items of every frame to the lines of an outline.
//!
//! - [`snapshot`]: the outline of a tab as text, within its budget; `find`, `cursor` and `diff` in it
//! - [`read_tree`]: the same as [`PageTree`], one entry per line, over all frames, for whoever wants structure
//! - [`changed_lines`]: what came, went and changed between two trees
//! - [`SnapshotOptions`], [`ReadMemory`]: what a reader asks for, and what a session remembers of its last read
//! - `frames`: all frames in parallel; `shadow`: closed shadow roots; `listeners`: what only the debugger knows of clicks and links;
//!   `internals`: custom elements that only the accessibility tree knows
//! - `line`, `header`, `inline`: how an entry reads; `budget`: what goes first; `cursor`, `diff`, `memory`: one read after another
//! - `ax`: the same outline from Chromium's accessibility tree, exact and slow (`source: "ax"`)

mod ax;
mod budget;
mod cursor;
mod diff;
mod frames;
mod header;
mod inline;
mod internals;
mod line;
mod listeners;
mod memory;
mod options;
mod shadow;
mod snapshot;
mod tree;

pub use diff::{Change, changed_lines};
pub use frames::read_tree;
pub(crate) use frames::start_of;
pub use line::line_of;
pub use memory::ReadMemory;
pub use options::{Infer, ReadFrom, SnapshotOptions, Source};
pub(crate) use shadow::open_roots;
pub use snapshot::{Snapshot, snapshot};
pub use tree::{Entry, PageTree};
