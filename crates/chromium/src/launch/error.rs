//! Why a browser could not be started or reached.

use std::path::PathBuf;
use std::time::Duration;

/// A browser that could not be started or reached. Each prints as sentences that say what to do.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LaunchError {
    /// No browser in any of the usual places.
    #[error("No Chromium, Chrome or Edge was found. {hint} Or name one with --chrome or EYELINE_CHROME.")]
    NotFound {
        /// How to install one on this system.
        hint: String,
    },
    /// The browser that was asked for is not there.
    #[error(
        "There is no browser at {path} (named by {named_by}). Correct the path, or leave it out to look in the usual places."
    )]
    NoSuchExecutable {
        /// What was asked for.
        path: PathBuf,
        /// Where the name came from: `--chrome` or `EYELINE_CHROME`.
        named_by: &'static str,
    },
    /// The operating system would not run it.
    #[error("{path} could not be run: {reason}.")]
    Spawn {
        /// The browser.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// It ended before it listened.
    #[error("{path} ended ({status}) before it could be driven. {advice}{said}")]
    Exited {
        /// The browser.
        path: PathBuf,
        /// How it ended.
        status: String,
        /// What to do about it.
        advice: String,
        /// The end of what it wrote on its standard error, introduced by words, or empty.
        said: String,
    },
    /// It did not listen in time.
    #[error("{path} did not open its DevTools port within {}. {advice}{said}", crate::error::in_words(*after))]
    Timeout {
        /// The browser.
        path: PathBuf,
        /// The time it was given.
        after: Duration,
        /// What to do about it.
        advice: String,
        /// The end of what it wrote on its standard error, introduced by words, or empty.
        said: String,
    },
    /// A folder could not be made or read.
    #[error("The folder {path} cannot be used for the browser's profile: {reason}.")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// What was given as a running browser is not one.
    #[error("{endpoint:?} cannot be attached to: {reason}. {advice}")]
    Endpoint {
        /// What was given.
        endpoint: String,
        /// What was wrong with it.
        reason: String,
        /// What works instead.
        advice: &'static str,
    },
}
