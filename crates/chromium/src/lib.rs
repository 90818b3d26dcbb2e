//! Driving Chromium over the DevTools protocol.
//!
//! ```no_run
//! use eyeline_chromium::{Browser, BrowserOptions, Deadline, LoadState, OpenTab, World, launch};
//! use std::time::Duration;
//!
//! # async fn run() -> eyeline_chromium::Result<()> {
//! let deadline = Deadline::after(Duration::from_secs(30));
//! let started = launch::launch(&launch::LaunchOptions::default()).await?;
//! let browser = Browser::connect(&started.ws_url, Some(started.guard), BrowserOptions::default(), deadline).await?;
//! let tab = browser.open_tab(OpenTab::default(), deadline).await?;
//! let page = tab.navigate("https://example.com", LoadState::Load, deadline).await?;
//! println!("{} ({:?})", page.title, page.status);
//! let heading = tab.main_frame()?.evaluate("document.querySelector('h1').innerText", &[], World::Main, deadline).await?;
//! println!("{heading}");
//! # Ok(())
//! # }
//! ```
//!
//! - [`launch`]: finding, starting and reaching a browser
//! - [`Browser`]: tabs, contexts, cookies, downloads
//! - [`Tab`]: navigation, load states, dialogs, file choosers; [`input`]: mouse and keyboard; [`emulate`] and [`capture`]
//! - [`Frame`]: the page script, code of one's own, the objects of a page
//! - [`Session`]: any command of the protocol
//! - [`BrowserEvent`]: what happens; [`logs`]: what happened
//!
//! Every wait takes a [`Deadline`]. What cannot be answered (a dialog is open, the tab crashed or closed, the browser is gone) says so at
//! once, whatever was in flight.

mod browser;
pub mod capture;
mod connection;
mod deadline;
mod dialog;
mod download;
pub mod emulate;
mod error;
mod events;
mod frame;
mod ids;
pub mod input;
mod json_text;
pub mod launch;
pub mod logs;
mod tab;
mod watched;

pub use browser::{Browser, BrowserOptions, BrowserVersion, Cookie, HOST_SIGNAL, OpenTab, RequestGuard};
pub use connection::{Session, WireEvent};
pub use deadline::Deadline;
pub use dialog::{DialogInfo, DialogKind};
pub use download::{Download, DownloadState};
pub use error::{Error, Result, in_words};
pub use events::BrowserEvent;
pub use eyeline_page_script::PageError;
pub use frame::{FieldPart, Frame, Handle, LoadState, World};
pub use ids::{ContextId, FrameId, LoaderId, SessionId, TabId, TargetId};
pub use json_text::whole_surrogates;
pub use tab::{FileChooser, Navigated, Redirect, Tab, TabLife, Turn};

/// The protocol's commands and types, for [`Session::execute`].
pub use chromiumoxide::cdp;
/// JSON as it stands at the edges: arguments and results of a page's own code.
pub use serde_json::Value as Json;
/// How far a navigation is waited for.
pub type WaitUntil = LoadState;
