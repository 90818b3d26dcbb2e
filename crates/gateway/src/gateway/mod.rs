//! The gateway itself: one browser, many sessions, one entry.
//!
//! | module | question |
//! |---|---|
//! | `entry` | who may call, and what becomes of sessions |
//! | `run` | how one call is run: its task, its deadline, its panic |
//! | `answer` | how its result is written down |

mod answer;
mod entry;
mod run;

pub(crate) use answer::split_image;
pub use entry::Gateway;
pub(crate) use run::{clock_for, room_for, run_step};
