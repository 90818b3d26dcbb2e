//! What stands between a path and what it does: the member's own deadline, and where the call has got to.

use std::sync::Arc;
use std::time::Duration;

use ai_vision::{Access, AccessKind, Guard, NodeError, Value};
use futures::future::BoxFuture;

use super::{CallContext, Level};

/// Watches over every access of one call.
pub struct CallGuard(pub Arc<CallContext>);

#[async_trait::async_trait]
impl Guard for CallGuard {
    async fn around<'a>(
        &self,
        access: Access<'a>,
        work: BoxFuture<'a, Result<Value, NodeError>>,
    ) -> Result<Value, NodeError> {
        self.0.went_to(access.path);
        if !matches!(access.kind, AccessKind::Read)
            && let Some(member) = access.member
            && let Some(millis) = member.timeout_ms
        {
            self.0.clock().set(
                Duration::from_millis(millis as u64),
                Level::Member(member.name.to_string()),
            );
        }
        work.await
    }
}
