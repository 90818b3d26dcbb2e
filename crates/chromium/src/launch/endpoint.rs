//! From what a person writes after `--attach` to a DevTools socket.

use super::LaunchError;
use std::time::Duration;

/// Turns `9222`, `host:9222`, `http://…`, `ws://…` or the folder of a running profile into a DevTools socket address.
pub async fn resolve_endpoint(_endpoint: &str, _timeout: Duration) -> Result<String, LaunchError> {
    unimplemented!()
}
