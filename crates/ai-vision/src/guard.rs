//! The hook through which a host watches, bounds or refuses what a path does.

use async_trait::async_trait;
use futures_core::future::BoxFuture;

use crate::error::NodeError;
use crate::member::Member;
use crate::value::{Json, Value};

/// What is about to happen.
#[derive(Debug, Clone, Copy)]
pub enum AccessKind<'a> {
    /// A property, an item or a listed child is read.
    Read,
    /// A property is assigned.
    Write(&'a Json),
    /// A method is called.
    Call(&'a [Json]),
}

/// One access to the model.
#[derive(Debug, Clone, Copy)]
pub struct Access<'a> {
    /// The path that is accessed, as it was walked, without the arguments of the call itself: `pages[0].editor.click`.
    pub path: &'a str,
    /// The path of the owner by its identity, with the member appended, where the owner has one: `pages["t3"].title`.
    pub canonical: Option<&'a str>,
    /// Kind of the node that owns what is accessed.
    pub owner: &'a str,
    /// The row of the member table. None for items and listed children.
    pub member: Option<&'a Member>,
    /// Read, write or call.
    pub kind: AccessKind<'a>,
}

/// Asked before each read, write and call, with the whole path. A guard that returns without awaiting `work` has
/// refused: nothing happens. A guard may also bound the work with a deadline, or record it.
///
/// ```
/// use ai_vision::{Access, AccessKind, BoxFuture, Guard, NodeError, Value};
///
/// struct ReadOnly;
///
/// #[async_trait::async_trait]
/// impl Guard for ReadOnly {
///     async fn around<'a>(
///         &self,
///         access: Access<'a>,
///         work: BoxFuture<'a, Result<Value, NodeError>>,
///     ) -> Result<Value, NodeError> {
///         match access.kind {
///             AccessKind::Read => work.await,
///             _ => Err(NodeError::new(format!("{} may only be read.", access.path))),
///         }
///     }
/// }
/// ```
#[async_trait]
pub trait Guard: Send + Sync {
    /// Lets the work be done, bounds it, or refuses it.
    async fn around<'a>(
        &self,
        access: Access<'a>,
        work: BoxFuture<'a, Result<Value, NodeError>>,
    ) -> Result<Value, NodeError>;
}

/// The guard that lets everything pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoGuard;

#[async_trait]
impl Guard for NoGuard {
    async fn around<'a>(
        &self,
        _access: Access<'a>,
        work: BoxFuture<'a, Result<Value, NodeError>>,
    ) -> Result<Value, NodeError> {
        work.await
    }
}
