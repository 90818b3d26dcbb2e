//! The wish to end, as the system tells it.

/// Waits until the process is asked to end; answers with the signal's name.
#[cfg(unix)]
pub async fn asked_to_end() -> &'static str {
    use tokio::signal::unix::{SignalKind, signal};
    let wait = async |kind: SignalKind| match signal(kind) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        // Without a handler the signal ends the process as it always does, and the watchdog cleans up.
        Err(_) => std::future::pending().await,
    };
    tokio::select! {
        () = wait(SignalKind::interrupt()) => "SIGINT",
        () = wait(SignalKind::terminate()) => "SIGTERM",
        () = wait(SignalKind::hangup()) => "SIGHUP",
    }
}

/// Waits until the process is asked to end; answers with the signal's name.
#[cfg(not(unix))]
pub async fn asked_to_end() -> &'static str {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
    "Ctrl-C"
}
