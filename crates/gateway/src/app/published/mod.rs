//! Pages that publish a model of their own (`window.__aiVision`), joined into the tree.
//!
//! The page's object lives in its main world, so that is where requests go, each with its own look at the version. What
//! comes back is data: [`bound`] cuts a shape to a size and marks its kinds, [`transport`] carries requests and bounds
//! replies, [`node`] puts the host's own names beside the page's. [`probe`] finds out whether there is a model at all.

mod bound;
mod node;
mod probe;
mod transport;

/// How the kinds of a page's own model begin.
pub const PAGE_KIND: &str = "page:";

pub use node::Published;
pub use probe::{Discovery, probe};
