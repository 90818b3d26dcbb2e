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
//! | [`context`] | where an action acts, and what is remembered between actions |
//! | `aim`, `frames` | from a target to an element that is ready, in whichever frame it is |
//! | `pointing`, `dragging`, `keys`, `typing` (by `entry`), `choosing`, `files`, `scrolling`, `dialogs` | the actions |
//! | `values`, `native`, `groups`, `segments`, `stepping`, `forms` | giving controls values, whatever kind they are; whole forms |
//! | `reaction`, `happenings` | settling, and what happened meanwhile |
//! | `conditions`, `waiting` | what may be waited for, and waiting for it |
//! | `late` | what changed after an action was told |
//! | [`effect`] | what an action answers with |
//! | [`error`], `words` | why an action did not happen |

mod aim;
mod choosing;
mod conditions;
pub mod context;
mod dialogs;
mod dragging;
pub mod effect;
mod entry;
pub mod error;
mod files;
mod forms;
mod frames;
mod groups;
mod happenings;
mod keys;
mod late;
mod lines;
mod native;
pub mod options;
mod pattern;
mod pointing;
mod reaction;
mod scrolling;
mod segments;
mod stepping;
pub mod target;
mod typing;
mod values;
mod waiting;
mod words;

pub use aim::locate;
pub use choosing::{select, set_checked};
pub use conditions::{ElementState, ResponseOptions, WaitCondition};
pub use context::{ActionContext, PageWatch};
pub use dialogs::answer_dialog;
pub use dragging::drag;
pub use effect::{Changes, DialogNote, DownloadNote, Effect, OpenedTab};
pub use error::ActionError;
pub use files::set_input_files;
pub use forms::fill_form;
pub use keys::{focus, key_down, key_up, press_key};
pub use late::late_changes;
pub use options::{
    Choice, ClickOptions, CommonOptions, DragOptions, FilesOptions, FormOptions, HoverOptions, MouseButton,
    Position, PressOptions, ScrollOptions, ScrollTo, Settle, TypeOptions,
};
pub use pointing::{click, hover, tap};
pub use scrolling::scroll;
pub use target::{BadTarget, RefId, Target};
pub use typing::{clear, type_text};
pub use values::set_value;
pub use waiting::{wait_for, wait_for_response};
