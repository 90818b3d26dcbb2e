//! The ring.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::watch::{EventWatch, Watchers};

/// How many events are kept when nobody says.
const DEFAULT_CAP: usize = 200;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number, counted from 1 and never used again.
    pub seq: i64,
    /// When, as the host writes times.
    pub time: String,
    /// What kind of event.
    pub kind: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What happened, in one line.
    pub text: String,
    /// Who says so.
    pub origin: String,
}

/// An event to push.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewEvent {
    /// What kind of event.
    pub kind: String,
    /// What happened, in one line.
    pub text: String,
    /// When, as the host writes times.
    pub time: String,
    /// Where.
    pub path: Option<String>,
    /// Who says so; the host when absent.
    pub origin: Option<String>,
}

impl NewEvent {
    /// An event of the host.
    pub fn new(kind: impl Into<String>, text: impl Into<String>, time: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            text: text.into(),
            time: time.into(),
            path: None,
            origin: None,
        }
    }

    /// Says where it happened.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Says who wrote the text, where it was not the host.
    #[must_use]
    pub fn from_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = Some(origin.into());
        self
    }
}

/// How far a session has read, and in which log. A cursor of another log (the host was started anew) begins at the
/// start of this one, so that nothing is hidden until the numbers catch up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventCursor {
    pub(super) log: u64,
    /// The number of the last event that was read.
    pub seq: i64,
}

/// Events a session has not read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Unseen {
    /// Older first.
    pub entries: Vec<Event>,
    /// Whether some were dropped from the log before they were read.
    pub dropped: bool,
}

/// A bounded log of events.
///
/// ```
/// use ai_vision::{EventLog, NewEvent};
/// let mut log = EventLog::new();
/// log.push(NewEvent::new("user", "The user pressed \"Next\"", "12:00"));
/// let block = log.format(0, None).unwrap();
/// assert_eq!(block.text, "Events since your last call:\n  [seq 1] The user pressed \"Next\".");
/// assert!(log.format(block.cursor, None).is_none());
/// ```
#[derive(Debug)]
pub struct EventLog {
    id: u64,
    cap: usize,
    pub(super) host_origin: String,
    pub(super) entries: VecDeque<Event>,
    last_seq: i64,
    watchers: Watchers,
}

impl Default for EventLog {
    fn default() -> Self {
        Self::with_cap(DEFAULT_CAP)
    }
}

impl EventLog {
    /// A log of 200 events.
    pub fn new() -> Self {
        Self::default()
    }

    /// A log of `cap` events, at least one.
    pub fn with_cap(cap: usize) -> Self {
        static LOGS: AtomicU64 = AtomicU64::new(1);
        Self {
            id: LOGS.fetch_add(1, Ordering::Relaxed),
            cap: cap.max(1),
            host_origin: "host".to_owned(),
            entries: VecDeque::new(),
            last_seq: 0,
            watchers: Watchers::default(),
        }
    }

    /// Names the origin whose texts need no label.
    #[must_use]
    pub fn host_origin(mut self, origin: impl Into<String>) -> Self {
        self.host_origin = origin.into();
        self
    }

    /// Adds an event, tells those who watch, and answers with what was stored.
    pub fn push(&mut self, event: NewEvent) -> Event {
        self.last_seq += 1;
        let NewEvent {
            kind,
            text,
            time,
            path,
            origin,
        } = event;
        let origin = origin.unwrap_or_else(|| self.host_origin.clone());
        let event = Event {
            seq: self.last_seq,
            time,
            kind,
            path,
            text,
            origin,
        };
        if self.entries.len() == self.cap {
            self.entries.pop_front();
        }
        self.entries.push_back(event.clone());
        self.watchers.tell(&event);
        event
    }

    /// How many are held.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// The number of the newest ever pushed.
    pub fn last_seq(&self) -> i64 {
        self.last_seq
    }

    /// The newest, newest first; 50 when nobody says.
    pub fn recent(&self, limit: Option<usize>) -> Vec<Event> {
        self.entries
            .iter()
            .rev()
            .take(limit.unwrap_or(50))
            .cloned()
            .collect()
    }

    /// Those after `seq`, older first.
    pub fn since(&self, seq: i64, limit: Option<usize>) -> Vec<Event> {
        self.after(seq)
            .take(limit.unwrap_or(usize::MAX))
            .cloned()
            .collect()
    }

    /// Those after `seq`, and whether some before them are gone.
    pub fn unseen(&self, seq: i64) -> Unseen {
        let entries: Vec<Event> = self.after(seq).cloned().collect();
        let dropped = entries
            .first()
            .is_some_and(|first| first.seq > seq.saturating_add(1));
        Unseen { entries, dropped }
    }

    /// A cursor that has read everything up to now.
    pub fn cursor(&self) -> EventCursor {
        EventCursor {
            log: self.id,
            seq: self.last_seq,
        }
    }

    /// Where a cursor stands in this log: at the start if it belongs to another one.
    pub fn position(&self, cursor: EventCursor) -> i64 {
        if cursor.log == self.id { cursor.seq } else { 0 }
    }

    /// What a cursor has not read; the cursor then has.
    pub fn take_unseen(&self, cursor: &mut EventCursor) -> Unseen {
        let unseen = self.unseen(self.position(*cursor));
        *cursor = self.cursor();
        unseen
    }

    /// Events as they are pushed from now on.
    pub fn subscribe(&mut self) -> EventWatch {
        self.watchers.add()
    }

    fn after(&self, seq: i64) -> impl Iterator<Item = &Event> {
        self.entries.iter().filter(move |event| event.seq > seq)
    }
}
