//! ai-vision

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
