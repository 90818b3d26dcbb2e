//! `pages[i].editor`: what an agent does with a tab's page.
//!
//! | module | members |
//! |---|---|
//! | `navigate` | navigate, back, forward, reload, stop |
//! | `read` | snapshot, read |
//! | `extract` | extract |
//! | `input` | click, hover, drag, scroll, tap, type, clear, select, check, uncheck, fillForm, setInputFiles, pressKey, keyDown, keyUp |
//! | `evaluate` | evaluate |
//! | `wait` | waitFor, waitForResponse |
//! | `screenshot` | screenshot |
//! | `pdf` | pdf |
//! | `logs` | networkRequests, consoleMessages, pageErrors |
//! | `dialog` | dialog |
//! | `emulate` | emulate |
//! | `overlay` | highlight, clearHighlights |
//! | `frames` | frames |
//!
//! `members` is the table of them all, `node` sends each to its module.

mod dialog;
mod emulate;
mod evaluate;
mod extract;
mod frames;
mod input;
mod logs;
mod members;
mod navigate;
mod node;
mod options;
mod overlay;
mod pdf;
mod read;
mod screenshot;
mod surface;
mod wait;

pub use emulate::set_viewport;
pub use navigate::{load_state, navigated, refused};
pub use node::EditorNode;
pub use options::{parse as parse_options, plain_words};
