//! The browser as an object model.
//!
//! A [`Gateway`] owns one browser and any number of agent sessions. Each [`CallRequest`] names a path in the
//! tree (`pages[0].editor.snapshot`), and is answered with an [`Answer`]: the value, what changed, a hint of
//! what lies under the path, and the events since the session's last call.
//!
//! ```no_run
//! # async fn example() {
//! use eyeline_gateway::{CallRequest, Config, Gateway};
//!
//! let gateway = Gateway::new(Config::default());
//! let session = gateway.open_session().await;
//! let request = CallRequest::to("pages.open").with_args(vec!["http://127.0.0.1:8000/".into()]);
//! let answer = gateway.call(&session, request).await;
//! println!("{}", answer.text());
//! gateway.shutdown().await;
//! # }
//! ```

pub mod actions;
pub mod app;
pub mod outline;
pub mod policy;

mod browser;
mod call;
mod config;
mod context;
mod downloads;
mod editor;
mod events;
mod gateway;
mod invocations;
mod keeper;
mod late;
mod page_text;
mod pages;
mod root;
mod session;
mod settings;
mod tool;
mod trouble;

pub use call::{Answer, Block, CallRequest, Hints, NotACall};
pub use config::Config;
pub use context::CallContext;
/// JSON as JavaScript may write it; clients send it as well as pages.
pub use eyeline_chromium::whole_surrogates;
pub use gateway::Gateway;
pub use page_text::PageText;
pub use policy::redaction;
pub use session::SessionId;
pub use tool::{INSTRUCTIONS, TOOL_DESCRIPTION, TOOL_NAME, tool_schema};
