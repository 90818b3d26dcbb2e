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

mod call;
mod config;
mod gateway;
mod tool;

pub use call::{Answer, Block, CallRequest, Hints};
pub use config::Config;
pub use gateway::{Gateway, SessionId};
pub use tool::{INSTRUCTIONS, TOOL_DESCRIPTION, TOOL_NAME, tool_schema};
