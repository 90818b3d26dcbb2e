//! The name of a session.

use std::fmt;

/// Names one agent's session with the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// The id as text, as it may be handed to a client.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// An id that cannot be guessed: whoever knows it may act in the session.
    pub(crate) fn fresh() -> Self {
        use std::hash::{BuildHasher, Hasher, RandomState};
        let half = || RandomState::new().build_hasher().finish();
        SessionId(format!("s{:016x}{:016x}", half(), half()))
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
