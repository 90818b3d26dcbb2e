//! What goes wrong at a node, as a sentence.

use std::fmt;

use crate::suggest::format_suggestions;

/// An error of one node or member. It prints as a sentence for the agent that made the call.
///
/// ```
/// use ai_vision::NodeError;
/// let error = NodeError::new("No button \"New Kye\" here.").suggest(["New key"]);
/// assert_eq!(error.to_string(), "No button \"New Kye\" here. Did you mean \"New key\"?");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeError {
    message: String,
    suggestions: Vec<String>,
    retry: Option<String>,
    missing: bool,
    whole: bool,
}

impl NodeError {
    /// An error that says `message`.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            suggestions: Vec::new(),
            retry: None,
            missing: false,
            whole: false,
        }
    }

    /// "There is no such item." The engine says it with the key and the path.
    pub fn no_item() -> Self {
        Self {
            missing: true,
            ..Self::new("There is no such item.")
        }
    }

    /// Names that were perhaps meant; printed as `Did you mean "a" or "b"?`.
    #[must_use]
    pub fn suggest<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.suggestions.extend(names.into_iter().map(Into::into));
        self
    }

    /// What to do next, as a sentence; printed last.
    #[must_use]
    pub fn retry(mut self, sentence: impl Into<String>) -> Self {
        self.retry = Some(sentence.into());
        self
    }

    /// Says all there is to say of an assignment: nothing is written round it.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// Whether this is [`NodeError::whole`].
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// What was wrong, without suggestions.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The names that were perhaps meant.
    pub fn suggestions(&self) -> &[String] {
        &self.suggestions
    }

    /// What to do next.
    pub fn retry_sentence(&self) -> Option<&str> {
        self.retry.as_deref()
    }

    /// Whether this is [`NodeError::no_item`].
    pub fn is_no_item(&self) -> bool {
        self.missing
    }
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.suggestions.is_empty() {
            write!(f, " Did you mean {}?", format_suggestions(&self.suggestions))?;
        }
        if let Some(retry) = &self.retry {
            write!(f, " {retry}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NodeError {}

impl From<String> for NodeError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for NodeError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}
