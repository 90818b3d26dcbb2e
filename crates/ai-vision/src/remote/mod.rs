//! Models that live elsewhere: a page, a worker, another process. Only the shape crosses over; the engine stays here.
//!
//! The remote party describes itself as a [`Shape`]. [`RemoteProxy::root`] makes of it a [`Node`](crate::Node) that
//! asks a [`Transport`] for values. What the remote wrote is checked (`sanitise`) before it stands in a hint.

mod limits;
mod node;
mod proxy;
mod request;
mod sanitise;
mod shape;
mod signal;
mod timeout;

pub use proxy::{RemoteOptions, RemoteProxy, Revalidation, Transport};
pub use request::{RemoteAction, RemoteRequest, RemoteResponse};
pub use shape::{MemberShape, NodeShape, SCHEMA_VERSION, Shape};
pub use signal::{HOST_SIGNAL, HostSignal};
pub use timeout::{Timeout, TimeoutSource, resolve_timeout, resolve_timeout_ms};
