//! What the reading half of the page script takes and returns.
//!
//! - [`OutlineOptions`] → [`FrameOutline`]: one frame as a preorder list of [`Item`]s (`outline`)
//! - [`Query`] → [`Matches`]: elements by role, name, label or text (`query`)
//! - [`Description`]: everything about one element (`describe`)
//! - [`ReadableOptions`] → [`Readable`]: the page's text for reading (`readable`)
//! - [`Healed`]: what became of a ref (`heal`)

mod describe;
mod outline;
mod query;
mod readable;

pub use describe::{Bounds, Choice, Description};
pub use outline::{
    Dress, Dressed, FrameMark, FrameOutline, Infer, Internals, Item, News, OutlineOptions, PageChange, Scope,
    Scroll, TableFacts, TextMode, Told, Viewport,
};
pub use query::{Healed, Match, Matches, Query};
pub use readable::{PageSource, Readable, ReadableFormat, ReadableOptions};
