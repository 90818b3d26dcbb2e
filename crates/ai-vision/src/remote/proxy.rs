//! The host's side: what carries requests, and the root node that stands for the remote model.

use std::sync::Arc;

use async_trait::async_trait;

use super::node::RemoteNode;
use super::request::{RemoteRequest, RemoteResponse};
use super::shape::{NodeShape, Shape};
use crate::call::Cut;
use crate::error::NodeError;
use crate::node::Node;
use crate::value::{Json, Value};

/// What a shape that changed meanwhile is answered with.
const STALE: &str = "The remote model's shape changed since this reference was built; \
                     read its path again to pick up the new one.";

/// Whether a shape still holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Revalidation {
    /// It does.
    Valid,
    /// It does not.
    Stale,
    /// It does not, for this reason.
    Because(String),
}

/// Carries requests to a remote model, and hears of what goes wrong with it.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends a request. The error is a failure of the transport itself.
    async fn send(&self, request: RemoteRequest) -> Result<RemoteResponse, NodeError>;

    /// Asked before each request: whether the shape that the proxy was made of still holds.
    async fn revalidate(&self) -> Result<Revalidation, NodeError> {
        Ok(Revalidation::Valid)
    }

    /// Why the model may not be used now, if so.
    fn restricted(&self) -> Option<String> {
        None
    }

    /// Hears what in a shape or a listing was ignored.
    fn on_warning(&self, warning: &str) {
        let _ = warning;
    }

    /// Hears which assignment failed. The call that made it has been acknowledged.
    fn on_error(&self, error: &NodeError) {
        let _ = error;
    }
}

/// How a host marks what a remote party wrote.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RemoteOptions {
    /// Ends the help of every node: who wrote it.
    pub origin_note: Option<String>,
    /// Stands before the kind of every node, so that no kind of the remote is taken for one of the host.
    pub kind_prefix: String,
}

/// Makes nodes of shapes.
///
/// ```
/// use std::sync::Arc;
/// use ai_vision::{
///     CallRequest, NodeError, RemoteProxy, RemoteRequest, RemoteResponse, SeenKinds, Shape, Transport, resolve_call,
/// };
///
/// struct Echo;
///
/// #[async_trait::async_trait]
/// impl Transport for Echo {
///     async fn send(&self, request: RemoteRequest) -> Result<RemoteResponse, NodeError> {
///         Ok(RemoteResponse { ok: true, result: Some(request.path.into()), ..Default::default() })
///     }
/// }
///
/// # futures::executor::block_on(async {
/// let shape = Shape::from_json(serde_json::json!({
///     "schemaVersion": 1,
///     "root": {"kind": "Board", "summary": "A board.", "members": [
///         {"name": "items", "kind": "property", "summary": "Todos.", "indexable": true,
///          "item": {"kind": "Todo", "summary": "One todo.", "members": [
///              {"name": "title", "kind": "property", "summary": "Title."}]}}]}
/// })).unwrap();
/// let root = RemoteProxy::root(&shape, Arc::new(Echo), Default::default());
/// let answer = resolve_call(&root, &CallRequest::read("items[0].title"), &mut SeenKinds::new()).await;
/// assert_eq!(answer.result, Some("items[0].title".into()));
/// # });
/// ```
#[derive(Debug)]
pub struct RemoteProxy;

impl RemoteProxy {
    /// The root of a remote model.
    pub fn root(shape: &Shape, transport: Arc<dyn Transport>, options: RemoteOptions) -> Arc<dyn Node> {
        let remote = Arc::new(Remote { transport, options });
        Arc::new(RemoteNode::new(remote, String::new(), &shape.root, None, None))
    }
}

/// What all nodes of one remote model share.
pub(super) struct Remote {
    pub transport: Arc<dyn Transport>,
    pub options: RemoteOptions,
}

impl Remote {
    /// Sends a request once the shape is known to hold.
    pub async fn ask(&self, request: RemoteRequest) -> Result<(Json, Cut), NodeError> {
        match self.transport.revalidate().await? {
            Revalidation::Valid => {}
            Revalidation::Stale => return Err(NodeError::new(STALE)),
            Revalidation::Because(reason) => return Err(NodeError::new(reason)),
        }
        let response = self.transport.send(request).await?;
        if !response.ok {
            return Err(NodeError::new(response.error.unwrap_or_default()));
        }
        Ok((response.result.unwrap_or_default(), response.cut))
    }

    /// The same, as a value that remembers what the remote cut.
    pub async fn value(&self, request: RemoteRequest) -> Result<Value, NodeError> {
        let (json, cut) = self.ask(request).await?;
        Ok(if cut.truncated {
            Value::Cut(json, cut)
        } else {
            Value::Json(json)
        })
    }

    /// A node below, with what its member says of its items.
    pub fn node(
        self: &Arc<Self>,
        path: String,
        shape: &NodeShape,
        item: Option<&NodeShape>,
        timeout_ms: Option<f64>,
    ) -> Value {
        Value::node(RemoteNode::new(self.clone(), path, shape, item, timeout_ms))
    }
}
