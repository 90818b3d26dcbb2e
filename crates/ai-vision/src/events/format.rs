//! The block that stands beside an answer.

use serde::Serialize;

use super::log::{Event, EventCursor, EventLog, Unseen};
use crate::text::one_line;

/// How many events are printed when nobody says.
const SHOWN: usize = 3;

/// Events as text, and how far it reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventsBlock {
    /// The block.
    pub text: String,
    /// The number of the newest event: everything up to it counts as read.
    pub cursor: i64,
    /// How many stand in the text.
    pub shown: usize,
    /// How many were unread.
    pub unseen: usize,
    /// Whether some were dropped before they were read.
    pub dropped: bool,
}

impl EventLog {
    /// The events after `seq` as a block; the newest `show_count` of them in full, 3 when nobody says.
    pub fn format(&self, seq: i64, show_count: Option<usize>) -> Option<EventsBlock> {
        self.block(self.unseen(seq), show_count)
    }

    /// The same for a session's cursor, which is moved past them.
    pub fn format_unseen(&self, cursor: &mut EventCursor, show_count: Option<usize>) -> Option<EventsBlock> {
        let unseen = self.take_unseen(cursor);
        self.block(unseen, show_count)
    }

    /// The block for some unread events.
    pub fn block(&self, unseen: Unseen, show_count: Option<usize>) -> Option<EventsBlock> {
        let Unseen { entries, dropped } = unseen;
        let cursor = entries.last()?.seq;
        let shown = show_count.unwrap_or(SHOWN).min(entries.len());
        let hidden = entries.len() - shown;
        let mut text = String::new();
        if dropped {
            text.push_str(
                "Older events were dropped from the log; read events.recent() for what is still held.\n",
            );
        }
        text.push_str("Events since your last call:");
        for event in &entries[hidden..] {
            text.push_str(&self.line(event));
        }
        if hidden > 0 {
            let plural = if hidden == 1 { "" } else { "s" };
            text.push_str(&format!(
                "\n+{hidden} earlier event{plural}; read events.recent()."
            ));
        }
        Some(EventsBlock {
            text,
            cursor,
            shown,
            unseen: entries.len(),
            dropped,
        })
    }

    /// One event on one line. The text of another origin is escaped, so that it can imitate no line of ours.
    fn line(&self, event: &Event) -> String {
        let host = event.origin == self.host_origin;
        let text = if host {
            event.text.as_str().into()
        } else {
            one_line(&event.text)
        };
        let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
        let mut line = format!("\n  [seq {}] {text}{stop}", event.seq);
        if !host {
            line.push_str(&format!(
                " (written by the {}, not by {})",
                one_line(&event.origin),
                self.host_origin
            ));
        }
        line
    }
}
