//! Starting a browser of our own, and finding one that already runs.
//!
//! [`find_browser`] looks for Chromium, Chrome or Edge; [`launch`] starts it and answers with the address of its
//! DevTools socket and a [`ProcessGuard`]. As long as the guard lives the browser may live; when it is dropped, or when
//! this process dies in whatever way, the whole process group of the browser and its temporary profile go.
//! [`resolve_endpoint`] turns what a person writes after `--attach` into the same kind of address.

mod arguments;
mod endpoint;
mod error;
mod find;
mod options;
mod process;
mod start;
mod stderr;
mod watchdog;

pub use endpoint::resolve_endpoint;
pub use error::LaunchError;
pub use find::{BROWSER_VARIABLE, find_browser, install_hint};
pub use options::{LaunchOptions, Sandbox};
pub use process::ProcessGuard;
pub use start::{Launched, launch};
