//! Why an action did not happen, or not as asked.

use super::target::BadTarget;

/// Why an action failed. Each prints as a sentence for the agent.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ActionError {
    /// What was asked makes no sense.
    #[error(transparent)]
    Target(#[from] BadTarget),
    /// The target was not found, was ambiguous, never became ready, or refused what was asked. Nothing was done to the page.
    #[error("{0}")]
    Refused(String),
    /// Input was sent, but what came of it is not what was asked.
    #[error("{0}")]
    Failed(String),
    /// The browser could not be asked.
    #[error("{0}")]
    Browser(String),
}

impl ActionError {
    /// Whether the page is sure to be untouched, so that the action may be tried again.
    pub fn is_refusal(&self) -> bool {
        matches!(self, ActionError::Target(_) | ActionError::Refused(_))
    }
}
