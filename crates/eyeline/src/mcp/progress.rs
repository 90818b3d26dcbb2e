//! Signs of life while a call runs, for clients that ask for them.

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use std::time::Duration;

/// Most calls are over before the first one is due.
const EVERY: Duration = Duration::from_secs(1);

/// Tells the client how long the call has been running, until dropped. Without a progress token it only waits.
pub async fn report(context: &RequestContext<RoleServer>, path: &str) -> std::convert::Infallible {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let started = tokio::time::Instant::now();
    let mut ticks = tokio::time::interval_at(started + EVERY, EVERY);
    let place = if path.is_empty() { "the overview" } else { path };
    loop {
        ticks.tick().await;
        let seconds = started.elapsed().as_secs();
        let notice = ProgressNotificationParam::new(token.clone(), seconds as f64)
            .with_message(format!("{place}: {seconds} s"));
        if let Err(error) = context.peer.notify_progress(notice).await {
            tracing::debug!(%error, "the client takes no progress");
            return std::future::pending().await;
        }
    }
}
