//! `browser`: the browser itself, its cookie jars, cookies, storage and permissions.

mod contexts;
mod cookies;
mod members;
mod node;
mod permissions;
mod storage;

pub use contexts::{Contexts, ContextsNode, context_named};
pub use node::BrowserNode;
