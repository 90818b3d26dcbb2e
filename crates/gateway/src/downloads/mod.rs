//! `downloads`: files that pages sent.

mod members;
mod node;

pub use node::{DownloadsNode, facts};
