//! From options to a browser that listens.

use super::{LaunchError, LaunchOptions, ProcessGuard};

/// A browser that was started and listens.
#[derive(Debug)]
pub struct Launched {
    /// Address of its DevTools socket: `ws://127.0.0.1:…/devtools/browser/…`.
    pub ws_url: String,
    /// Keeps it alive; dropping it ends the browser.
    pub guard: ProcessGuard,
}

/// Starts a browser and waits until it listens.
pub async fn launch(_options: &LaunchOptions) -> Result<Launched, LaunchError> {
    unimplemented!()
}
