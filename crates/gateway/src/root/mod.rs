//! The root of the tree: what there is, search, and several calls in one.

mod batch;
mod members;
mod node;
mod overview;

pub use node::RootNode;
