//! Asking the guard, with the whole path.

use futures_core::future::BoxFuture;

use super::walk::Walk;
use crate::error::NodeError;
use crate::guard::{Access, AccessKind};
use crate::hint::Spot;
use crate::member::Member;
use crate::node::Method;
use crate::path::{Segment, join_child_path};
use crate::value::{Json, Value};

/// One access to something below a node.
pub(super) struct Below<'a> {
    pub spot: &'a Spot,
    /// The step, without arguments.
    pub step: Segment,
    pub member: Option<&'a Member>,
    pub kind: AccessKind<'a>,
}

impl Walk<'_> {
    /// Does the work if the guard lets it.
    pub(super) async fn guarded<'a>(
        &self,
        below: Below<'a>,
        work: BoxFuture<'_, Result<Value, NodeError>>,
    ) -> Result<Value, NodeError> {
        let Below {
            spot,
            step,
            member,
            kind,
        } = below;
        let segment = match &step {
            Segment::Index(_) => step.to_string(),
            other => format!(".{other}"),
        };
        let path = join_child_path(&spot.path, &segment);
        let identity = spot.node.identity().filter(|identity| !identity.is_empty());
        let canonical = identity.map(|identity| join_child_path(&identity, &segment));
        let descriptor = spot.node.descriptor();
        let access = Access {
            path: &path,
            canonical: canonical.as_deref(),
            owner: &descriptor.kind,
            member,
            kind,
        };
        self.guard.around(access, work).await
    }

    /// Calls a function that stands in plain data, if the guard lets it.
    pub(super) async fn guarded_call(
        &self,
        path: &str,
        name: &str,
        method: &dyn Method,
        args: &[Json],
    ) -> Result<Value, NodeError> {
        let path = join_child_path(path, &format!(".{name}"));
        let kind = AccessKind::Call(args);
        let access = Access {
            path: &path,
            canonical: None,
            owner: "",
            member: None,
            kind,
        };
        self.guard.around(access, method.call(args.to_vec())).await
    }
}
