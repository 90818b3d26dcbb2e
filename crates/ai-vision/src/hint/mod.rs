//! What is said of a node: the hint beside an answer, `$help` as prose, `$describe` as data.

mod describe;
mod help;
mod lines;
mod text;

pub(crate) use describe::{describe, describe_method};
pub(crate) use help::help;
pub(crate) use lines::{element_line, member_line};
pub(crate) use text::{Style, hint};

use std::sync::Arc;

use crate::descriptor::Child;
use crate::node::Node;

/// A node and how it was reached.
#[derive(Clone)]
pub(crate) struct Spot {
    pub node: Arc<dyn Node>,
    /// The path as it was walked.
    pub path: String,
    /// Whether a call stands on the way: walking the path again would call again.
    pub after_call: bool,
}

impl Spot {
    /// The path by which hints name the node. None: it has no address.
    fn address(&self) -> Option<String> {
        match self.node.identity().filter(|identity| !identity.is_empty()) {
            Some(identity) => Some(identity),
            None if self.after_call => None,
            None => Some(self.path.clone()),
        }
    }

    /// The reason why nothing beneath can be reached.
    pub fn restricted(&self) -> Option<String> {
        self.node.restricted().filter(|reason| !reason.is_empty())
    }

    /// The children, or why they could not be listed.
    async fn children(&self) -> Result<Vec<Child>, String> {
        self.node.children().await.map_err(|error| error.to_string())
    }
}
