//! What happened between calls: a bounded log, read by cursor, printed as a block beside an answer.

mod format;
mod log;
mod watch;

pub use format::EventsBlock;
pub use log::{Event, EventCursor, EventLog, NewEvent, Unseen};
pub use watch::EventWatch;
