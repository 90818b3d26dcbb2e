//! The traits an application implements.

use std::sync::Arc;

use async_trait::async_trait;

use crate::descriptor::{Child, Descriptor};
use crate::error::NodeError;
use crate::path::Key;
use crate::value::{Json, Value};

/// Something that describes itself and can be walked into, read, written and called.
///
/// Only [`Node::descriptor`] must be given. The engine asks `get`, `set` and `call` only for members that the
/// descriptor declares (or that [`Node::children`] lists now), in the way the descriptor allows, and with arguments
/// that have passed the member's rules. An implementation is a `match` on names it knows.
#[async_trait]
pub trait Node: Send + Sync {
    /// Kind, summary, members and help of this node.
    fn descriptor(&self) -> Arc<Descriptor>;

    /// Its canonical path, if it has one that does not depend on how it was reached.
    fn identity(&self) -> Option<String> {
        None
    }

    /// Why nothing beneath it can be reached, if so. It can still be listed and explained.
    fn restricted(&self) -> Option<String> {
        None
    }

    /// Whether `[key]` means anything here.
    fn indexable(&self) -> bool {
        false
    }

    /// The item at `key`. `None`: not indexable. [`NodeError::no_item`]: there is none at this key.
    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let _ = key;
        None
    }

    /// What is below it now.
    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        Ok(Vec::new())
    }

    /// What reading the node itself gives. `None`: nothing but its kind.
    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(None)
    }

    /// Reads the node itself as a value: its summary, unless there is more to say of it.
    async fn read(&self) -> Result<Option<Value>, NodeError> {
        Ok(self.summarize().await?.map(Value::Json))
    }

    /// Reads a declared property or a listed child.
    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        let _ = member;
        Ok(Value::NULL)
    }

    /// What a listed child's first step leads to: a node, or for `.pane("left")` the function to call.
    async fn child(&self, child: &Child, name: &str) -> Result<Value, NodeError> {
        let _ = child;
        self.get(name).await
    }

    /// Assigns a declared, writable property.
    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        let _ = value;
        Err(NodeError::new(format!("\"{member}\" cannot be assigned here.")))
    }

    /// Assigns, and answers with what came of it. Override it where an assignment has more to say than that it was done.
    async fn assign(&self, member: &str, value: Json) -> Result<Json, NodeError> {
        self.set(member, value).await?;
        Ok(serde_json::json!({"ok": true}))
    }

    /// Whether the property holds text now. An object assigned to it is then stored as JSON text. Override it with
    /// `false` where objects have a meaning of their own, or where asking costs.
    async fn holds_text(&self, member: &str) -> bool {
        matches!(self.get(member).await, Ok(Value::Json(Json::String(_))))
    }

    /// Whether properties may hold functions. Where they do not, a call on a property is refused without reading it.
    fn holds_functions(&self) -> bool {
        false
    }

    /// Calls a declared method.
    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let _ = args;
        Err(NodeError::new(format!("\"{member}\" cannot be called here.")))
    }

    /// What stands at a declared method, when it is not simply called by [`Node::call`]: a function that describes
    /// itself, or a value that is no function after all.
    async fn method(&self, member: &str) -> Result<Option<Value>, NodeError> {
        let _ = member;
        Ok(None)
    }
}

/// A function that is a value of its own: what a path meets where no member table declares it.
#[async_trait]
pub trait Method: Send + Sync {
    /// Calls it.
    async fn call(&self, args: Vec<Json>) -> Result<Value, NodeError>;

    /// The node that describes it, if it describes itself.
    fn describes_itself(&self) -> Option<Arc<dyn Node>> {
        None
    }
}
