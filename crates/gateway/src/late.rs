//! What earlier actions of a session changed since: told with its next answer, whatever that call is.

use crate::context::CallContext;

/// The late changes of all tabs of the session.
pub async fn collect(_context: &CallContext) -> Option<String> {
    None
}
