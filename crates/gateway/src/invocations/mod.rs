//! `invocations`: calls that outlived their deadline and go on.

mod node;
mod store;

pub use node::InvocationsNode;
pub use store::{Invocation, Invocations, Outcome};
