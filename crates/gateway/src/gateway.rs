//! The gateway itself: one browser, many sessions, one entry.

use std::fmt;
use std::sync::Arc;

use crate::call::{Answer, CallRequest};
use crate::config::Config;

/// Names one agent's session with the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// The id as text, as it may be handed to a client.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for SessionId {
    fn from(text: String) -> Self {
        SessionId(text)
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// One browser and the sessions that use it.
pub struct Gateway {
    config: Config,
}

impl Gateway {
    /// A gateway. Nothing is started until a call needs the browser.
    pub fn new(config: Config) -> Arc<Gateway> {
        Arc::new(Gateway { config })
    }

    /// Begins a session: its own seen kinds, event cursor, settings and `page`.
    pub async fn open_session(&self) -> SessionId {
        SessionId("s1".into())
    }

    /// Answers one call. Never panics, never outlives its deadline.
    pub async fn call(self: &Arc<Self>, _session: &SessionId, _request: CallRequest) -> Answer {
        Answer::error("nothing is wired yet.")
    }

    /// Ends a session and forgets what it owned.
    pub async fn close_session(&self, _session: &SessionId) {}

    /// Ends all sessions and the browser, unless it was attached to.
    pub async fn shutdown(&self) {}
}
