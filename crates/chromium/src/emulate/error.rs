//! What cannot be emulated.

/// What cannot be emulated as asked. Prints as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmulationError {
    /// A name that is none of the list.
    #[error("There is no {what} {name:?}. There are: {known}.")]
    Unknown {
        /// `device` or `network`.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A number outside of what makes sense.
    #[error("{what} must be {expected}, not {got}.")]
    Range {
        /// The option.
        what: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What was given.
        got: String,
    },
}

/// Why an emulation was not carried out.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EmulateFailure {
    /// It makes no sense as asked.
    #[error("{0}")]
    Asked(#[from] EmulationError),
    /// The browser did not take it.
    #[error("{0}")]
    Browser(#[from] crate::Error),
}
