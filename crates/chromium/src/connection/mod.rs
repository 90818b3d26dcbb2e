//! The socket to the browser: commands out, answers and events in.
//!
//! One task ([`driver`]) owns the [`socket`]. Messages are read as what every command and event has in common ([`wire`]), so that no closed
//! list of them stands between. The driver keeps what is in flight ([`calls`]) and hands every event, in order, to the browser's state. A
//! [`Session`] sends commands to one target and is what the rest of the crate sees. A [`Gate`] stands in front of the
//! sessions of a tab: while a dialog is open, or when the tab has crashed or closed, what would hang is answered at once.

mod calls;
mod driver;
mod gate;
mod session;
mod socket;
mod wire;

pub(crate) use calls::{CallSender, Calls};
pub(crate) use driver::{EventSink, connect};
pub(crate) use gate::Gate;
pub use gate::TabLife;
pub use session::Session;
pub use wire::WireEvent;
