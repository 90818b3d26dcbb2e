//! What a tab said and asked for lately: its console, the exceptions nobody caught, its requests.
//!
//! All three are rings with a fixed size, filled from the events of the tab's sessions (frames in other processes
//! included) whether somebody reads them or not. Bodies are asked of Chromium when somebody wants one.
//!
//! - [`console`]: messages and exceptions; `values` prints what was logged
//! - [`network`]: requests, and `body` their bodies

mod body;
mod console;
mod network;
mod ring;
mod tab;
mod values;

pub use body::Body;
pub use console::{ConsoleMessage, PageException};
pub use network::RequestRecord;
pub(crate) use tab::TabLogs;

/// A text of a page cut to so many characters; what was cut is marked.
fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
