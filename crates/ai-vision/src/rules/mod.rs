//! Argument rules: data that says what a call takes, and the check that explains what was wrong with it.
//!
//! A [`Member`](crate::Member) makes its rules from its signature and a few refinements; [`validate_arguments`] can
//! also be used with rules written by hand.

mod check;
mod rule;
mod signature;

pub use check::{no_arguments_warning, validate_arguments};
pub use rule::{ArgRule, JsonType};
pub use signature::Signature;

/// A rule for one key of an options object. The same data as for an argument.
pub type OptionRule = ArgRule;
