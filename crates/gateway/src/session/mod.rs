//! What belongs to one agent: seen kinds, events, settings, its current tab, and what it has read.

mod id;
mod state;

pub use id::SessionId;
pub use state::Session;
