//! What the program that starts a gateway decides.

use std::path::PathBuf;
use std::time::Duration;

use eyeline_chromium::launch::LaunchOptions;

/// How a gateway finds its browser and what it allows. The defaults start a headless browser on first need.
#[derive(Debug, Clone)]
pub struct Config {
    /// How a browser is started.
    pub launch: LaunchOptions,
    /// Attach to this browser instead of starting one: a port, an `http://` address or a `ws://` address.
    pub attach: Option<String>,
    /// The deadline of a call where neither the call, the member nor the session names one.
    pub timeout: Duration,
    /// The folders that files may be read from and written to. The first one takes relative paths.
    pub workspace: Vec<PathBuf>,
    /// Where downloads go. A temporary folder that is removed at the end when this is `None`.
    pub downloads: Option<PathBuf>,
    /// Refuse loopback and private addresses too.
    pub block_private: bool,
    /// Give every session a browser context (cookies, storage) of its own.
    pub isolated: bool,
    /// Regular expressions whose matches never leave a page.
    pub redact: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            launch: LaunchOptions::default(),
            attach: None,
            timeout: Duration::from_secs(30),
            workspace: Vec::new(),
            downloads: None,
            block_private: false,
            isolated: false,
            redact: Vec::new(),
        }
    }
}
