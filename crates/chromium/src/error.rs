//! What can go wrong while driving a browser. Every error prints as sentences.

use crate::launch::LaunchError;
use crate::{DialogInfo, PageError};
use std::time::Duration;

/// An error of this crate.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The deadline passed.
    #[error("{what} was not done within {}.", in_words(*after))]
    Timeout {
        /// What was waited for.
        what: String,
        /// The time it was given.
        after: Duration,
    },
    /// The tab is closed.
    #[error("The tab is closed.")]
    TabClosed,
    /// The page's process has crashed; reloading brings it back.
    #[error("The tab has crashed. Reload it, or navigate it, to bring it back.")]
    TabCrashed,
    /// A dialog is open, and the page stands still until it is answered.
    #[error("A dialog is open in this tab, and the page stands still until it is answered: {0}.")]
    DialogOpen(DialogInfo),
    /// The browser is gone.
    #[error("The browser is gone: {reason}.")]
    BrowserGone {
        /// How it went.
        reason: String,
    },
    /// A page could not be loaded.
    #[error("{url} could not be loaded: {error}.{}", advice(error))]
    Navigation {
        /// What was to be loaded.
        url: String,
        /// The network error's name: `net::ERR_…`.
        error: String,
    },
    /// There is nothing to go back or forward to.
    #[error("There is no page to go {direction} to.")]
    NoHistory {
        /// `back` or `forward`.
        direction: &'static str,
    },
    /// Chromium refused a command.
    #[error("{method} was refused by the browser: {message} ({code}).")]
    Protocol {
        /// The command.
        method: String,
        /// Chromium's code.
        code: i64,
        /// Chromium's words.
        message: String,
    },
    /// Chromium answered with something else than expected.
    #[error("The answer to {method} could not be read: {reason}.")]
    Decode {
        /// The command.
        method: String,
        /// What did not fit.
        reason: String,
    },
    /// The page script answered with an error of its own.
    #[error("{0}")]
    Page(PageError),
    /// Code that was run in the page threw.
    #[error("{message}{}", line.map(|line| format!(" (line {line})")).unwrap_or_default())]
    Exception {
        /// What was thrown, as text.
        message: String,
        /// The line of the code that threw, counted from 1.
        line: Option<u32>,
    },
    /// The frame has been removed from its page.
    #[error("The frame is no longer part of the page.")]
    FrameGone,
    /// The frame's process has crashed, and the rest of the page works on.
    #[error("The frame's process has crashed. Reload the page to bring it back.")]
    FrameCrashed,
    /// The frame's document was replaced while a call ran in it.
    #[error("The page went to another document while this ran in it.")]
    DocumentGone,
    /// The session that a command was sent on has ended, its frame having moved to another process.
    #[error("The frame moved to another process while this ran in it.")]
    SessionGone,
    /// There is no dialog to answer.
    #[error("No dialog is open in this tab.")]
    NoDialog,
    /// There is no file chooser to answer.
    #[error("No file chooser is open in this tab.")]
    NoFileChooser,
    /// There is no such tab.
    #[error("There is no tab {0}.")]
    NoTab(String),
    /// The browser could not be started or reached.
    #[error("{0}")]
    Launch(#[from] LaunchError),
    /// The DevTools socket could not be opened.
    #[error("The browser at {url} could not be connected to: {reason}.")]
    Connect {
        /// The socket's address.
        url: String,
        /// What was wrong.
        reason: String,
    },
}

impl Error {
    /// Whether the document or process that a call ran in was replaced under it. A call that only reads can be made again.
    pub fn is_replaced_document(&self) -> bool {
        matches!(self, Error::DocumentGone | Error::SessionGone)
    }

    /// Whether the deadline passed.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Error::Timeout { .. })
    }
}

/// What to do about a network error whose name alone does not say; with a space before it, or empty.
fn advice(error: &str) -> &'static str {
    const KNOWN: &[(&str, &str)] = &[
        (
            "ERR_CERT_",
            " Its certificate is not trusted. Where that is as it should be, start with --ignore-https-errors.",
        ),
        (
            "ERR_INVALID_AUTH_CREDENTIALS",
            " It asks for a user and a password; they can stand in the address: https://user:password@host/.",
        ),
        (
            "ERR_PROXY_CONNECTION_FAILED",
            " The proxy that the browser was started with (--proxy) cannot be reached.",
        ),
        (
            "ERR_NO_SUPPORTED_PROXIES",
            " The proxy that the browser was started with (--proxy) is of no kind that it knows: http, https, socks4, socks5.",
        ),
        (
            "ERR_TUNNEL_CONNECTION_FAILED",
            " The proxy (--proxy) does not lead there.",
        ),
        (
            "ERR_UNSAFE_PORT",
            " Browsers refuse that port, because it belongs to another protocol; serve the page on another one.",
        ),
        (
            "ERR_TOO_MANY_REDIRECTS",
            " It redirects in a circle; clearing its cookies (browser.clearCookies) may end that.",
        ),
        ("ERR_CONNECTION_REFUSED", " Nothing listens there."),
        ("ERR_NAME_NOT_RESOLVED", " There is no host of that name."),
    ];
    let known = KNOWN.iter().find(|(name, _)| error.contains(name));
    known.map_or("", |(_, advice)| advice)
}

/// The result of nearly everything here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A duration as a person says it: `300 ms`, `2.5 s`.
pub fn in_words(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        return format!("{} ms", time.as_millis());
    }
    let seconds = format!("{:.1}", time.as_secs_f64());
    format!("{} s", seconds.strip_suffix(".0").unwrap_or(&seconds))
}
