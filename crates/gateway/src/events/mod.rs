//! `events`: what happened in the browser, told once to each session.

mod feed;
mod log;
mod members;
mod node;

pub use feed::Feed;
pub use log::{EventLog, News};
pub use node::EventsNode;
