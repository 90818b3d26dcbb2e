//! A live, self-describing object model, so that an agent can read and drive an application through named paths.
//!
//! The application exposes one tool, `call`. An agent starts with no path, reads what is there, and descends only into
//! the branch that its task is about. Every answer carries a hint that lists what is under the node it landed on;
//! a wrong name is answered with the right one; a wrong argument with a call that works. This crate is the engine
//! behind that tool. It knows no transport and no protocol, and starts no threads and no timers.
//!
//! # Describe an application
//!
//! For state behind a lock, [`Described`] needs a line for each member:
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use ai_vision::{CallRequest, Described, SeenKinds, resolve_call};
//! use serde_json::json;
//!
//! struct Greeting { message: String, count: u32 }
//!
//! # futures::executor::block_on(async {
//! let state = Arc::new(Mutex::new(Greeting { message: "hello".into(), count: 0 }));
//! let root = Described::new(state, "GreetingApp", "A tiny greeting model.")
//!     .property("message", "Greeting prefix.", |app| app.message.clone())
//!     .writable("count", "Number of greetings.", |app| app.count, |app, count| app.count = count)
//!     .method("greet", "greet(name)", "Greet one person.", |app, (name,): (String,)| {
//!         app.count += 1;
//!         Ok(format!("{}, {name}!", app.message))
//!     })
//!     .help("Read message or set count. Call greet with a name.")
//!     .summarize(|app| json!({"message": app.message, "count": app.count}))
//!     .node();
//!
//! // One of these for each session: members are listed the first time a kind of node is met.
//! let mut seen = SeenKinds::new();
//!
//! let answer = resolve_call(&root, &CallRequest::read(""), &mut seen).await;
//! assert_eq!(answer.result, Some(json!({"message": "hello", "count": 0})));
//! assert_eq!(answer.hint.unwrap().text, "\
//! GreetingApp — A tiny greeting model.
//! members:
//!   message — Greeting prefix.
//!   count — Number of greetings. [writable]
//!   greet(name) — Greet one person.
//! Details: call with path \"$help\".");
//!
//! let answer = resolve_call(&root, &CallRequest::call("greet", [json!("Ann")]), &mut seen).await;
//! assert_eq!(answer.result, Some(json!("hello, Ann!")));
//!
//! let answer = resolve_call(&root, &CallRequest::read("mesage"), &mut seen).await;
//! assert_eq!(answer.error.unwrap(), "\"mesage\" is not a member of GreetingApp. Did you mean \"message\"?");
//! # });
//! ```
//!
//! # Nodes of your own
//!
//! Where members are async, or made as they are asked for, implement [`Node`]. The table of [`Member`]s is the only
//! place where a member is described: hints, `$help`, `$describe`, search and the check of arguments read it. What
//! reaches [`Node::call`] has passed it.
//!
//! ```
//! use std::sync::Arc;
//! use ai_vision::{
//!     ArgRule, CallRequest, Descriptor, Json, JsonType, Member, Node, NodeError, SeenKinds, Value, async_trait,
//!     resolve_call,
//! };
//!
//! struct Editor;
//!
//! #[async_trait]
//! impl Node for Editor {
//!     fn descriptor(&self) -> Arc<Descriptor> {
//!         Descriptor::new("Editor", "A text editor.")
//!             .member(
//!                 Member::method("insert", "insert(text, {at?})", "Insert text.")
//!                     .arg(ArgRule::string("text"))
//!                     .option("at", JsonType::Integer)
//!                     .example("insert(\"hello\", {\"at\":0})")
//!                     .acts(),
//!             )
//!             .shared()
//!     }
//!
//!     async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
//!         match member {
//!             "insert" => Ok(args[0].as_str().map(str::len).into()),
//!             other => Err(NodeError::new(format!("{other} is not here."))),
//!         }
//!     }
//! }
//!
//! # futures::executor::block_on(async {
//! let root: Arc<dyn Node> = Arc::new(Editor);
//! let mut seen = SeenKinds::new();
//! let answer = resolve_call(&root, &CallRequest::read("insert(\"hi\", {\"At\":1})"), &mut seen).await;
//! assert_eq!(
//!     answer.error.unwrap(),
//!     "unknown option \"At\"; did you mean \"at\"? insert takes: at. Example: insert(\"hello\", {\"at\":0})",
//! );
//! # });
//! ```
//!
//! # And then
//!
//! - [`help_search`] finds a member by purpose; offer it as a member of the root.
//! - [`EventLog`] remembers what happened between calls, and prints it beside an answer.
//! - [`RemoteProxy`] stands for a model that lives in a page or another process.
//! - [`Guard`] is asked before each read, write and call: for policy, for deadlines, for a log.
//! - [`shape_value`] bounds what a value may cost to read; [`resolve_call`] uses it.
//!
//! Lengths, offsets and limits count UTF-16 code units, as the clients of the original engine do.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod call;
mod described;
mod descriptor;
mod error;
mod events;
mod guard;
mod hint;
mod json_text;
mod member;
mod node;
mod path;
mod remote;
mod resolve;
mod rules;
mod search;
mod shape;
mod suggest;
mod text;
mod value;

pub use call::{CallRequest, CallResult, Cut, DEFAULT_MAX_LENGTH, Hint, HintMode, SeenKinds};
pub use described::Described;
pub use descriptor::{Child, Descriptor, Element};
pub use error::NodeError;
pub use events::{Event, EventCursor, EventLog, EventWatch, EventsBlock, NewEvent, Unseen};
pub use guard::{Access, AccessKind, Guard, NoGuard};
pub use member::{Effect, Member, MemberKind};
pub use node::{Method, Node};
pub use path::{Key, Path, PathError, Segment, format_key, join_child_path};
pub use remote::{
    HOST_SIGNAL, HostSignal, MemberShape, NodeShape, RemoteAction, RemoteOptions, RemoteProxy, RemoteRequest,
    RemoteResponse, Revalidation, SCHEMA_VERSION, Shape, Timeout, TimeoutSource, Transport, resolve_timeout,
    resolve_timeout_ms,
};
pub use resolve::{resolve_call, resolve_call_guarded, resolve_value_guarded};
pub use rules::{ArgRule, JsonType, OptionRule, Signature, no_arguments_warning, validate_arguments};
pub use search::{Hit, HitOrigin, help_search, merge_hits};
pub use shape::{Shaped, shape_result, shape_value};
pub use suggest::{find_near_names, find_suggestions, format_suggestions};
pub use text::{Text, one_line, utf16_len, utf16_prefix};
pub use value::{Json, Value};

pub use async_trait::async_trait;
pub use futures_core::future::BoxFuture;
