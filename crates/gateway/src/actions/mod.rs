//! What clicking, typing, choosing and the rest do, and the proof they answer with.
//!
//! Every action goes the same way: its [`Target`] is resolved and made ready inside the page (attached, visible, still,
//! enabled, in view, not covered), trusted input is sent, what the control then holds is read back, the page settles, and the
//! [`Effect`] says what came of it. All of it happens under the one deadline of its [`ActionContext`].
//!
//! | module | answers |
//! |---|---|
//! | [`target`] | what an action is aimed at, parsed once from what an agent wrote |
//! | [`options`] | what may be asked of each action |
//! | [`effect`] | what an action answers with |
//! | [`error`] | why an action did not happen |

pub mod effect;
pub mod error;
pub mod options;
pub mod target;

pub use effect::{Changes, DialogNote, DownloadNote, Effect, OpenedTab};
pub use error::ActionError;
pub use options::{
    Choice, ClickOptions, CommonOptions, DragOptions, FilesOptions, FormOptions, HoverOptions, MouseButton, PressOptions,
    ResponseOptions, ScrollOptions, ScrollTo, Settle, TypeOptions, WaitCondition,
};
pub use target::{BadTarget, RefId, Target};
