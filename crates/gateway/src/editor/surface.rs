//! What every module of the editor works with: a tab, in the context of a call.

use std::sync::Arc;

use ai_vision::NodeError;
use eyeline_chromium::{Deadline, Error, Tab, TabLife};

use crate::context::{CallContext, page_path};

/// A tab in the context of a call.
#[derive(Clone)]
pub struct Surface {
    /// The call.
    pub context: Arc<CallContext>,
    /// The tab.
    pub tab: Tab,
}

impl Surface {
    /// The path of the editor: `pages["t1"].editor`.
    pub fn path(&self) -> String {
        format!("{}.editor", page_path(self.tab.id()))
    }

    /// When the call must be over.
    pub fn deadline(&self) -> Deadline {
        self.context.deadline()
    }

    /// What went wrong here, as a sentence with its remedy.
    pub fn trouble(&self, error: &Error) -> NodeError {
        let said = self.context.trouble(self.tab.id(), error);
        if error.is_timeout() && self.tab.loading() {
            return said.retry(format!(
                "The tab is loading, which may hold its page up; {}.stop ends that.",
                self.path()
            ));
        }
        said
    }

    /// What is the matter with the tab itself now: a dialog, a crash, a close.
    pub fn standing_trouble(&self) -> Option<NodeError> {
        let error = match (self.tab.life(), self.tab.dialog()) {
            (TabLife::Crashed, _) => Error::TabCrashed,
            (TabLife::Closed, _) => Error::TabClosed,
            (_, Some(dialog)) => Error::DialogOpen(dialog),
            _ => return None,
        };
        Some(self.trouble(&error))
    }
}
