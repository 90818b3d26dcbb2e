//! What stands between a tab's sessions and its calls.

use crate::{DialogInfo, Error};
use std::sync::{Mutex, PoisonError};

/// Commands that are answered although the page stands still at a dialog.
const DURING_DIALOG: &[&str] = &[
    "Page.handleJavaScriptDialog",
    "Page.bringToFront",
    "Page.close",
    "Page.setInterceptFileChooserDialog",
    "Target.setAutoAttach",
];

/// Commands that are answered although the page's process has crashed.
const AFTER_CRASH: &[&str] = &[
    "Page.reload",
    "Page.navigate",
    "Page.navigateToHistoryEntry",
    "Page.getNavigationHistory",
    "Page.bringToFront",
    "Page.close",
    "Target.setAutoAttach",
];

/// Whether a tab can be driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TabLife {
    /// It can.
    #[default]
    Alive,
    /// Its page's process has crashed.
    Crashed,
    /// It is closed.
    Closed,
}

#[derive(Debug, Default)]
struct State {
    life: TabLife,
    dialog: Option<DialogInfo>,
    /// Dialogs so far, so that an answer to one is not taken for an answer to the next.
    dialogs: u64,
}

/// Says of every command to a tab whether it can be answered, and if not, why.
#[derive(Debug, Default)]
pub(crate) struct Gate(Mutex<State>);

impl Gate {
    fn with<R>(&self, use_it: impl FnOnce(&mut State) -> R) -> R {
        use_it(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn life(&self) -> TabLife {
        self.with(|state| state.life)
    }

    /// Sets the life, and drops the dialog, which no page has that is not alive. Answers with the life before.
    pub fn set_life(&self, life: TabLife) -> TabLife {
        self.with(|state| {
            if life != TabLife::Alive {
                state.dialog = None;
            }
            if state.life == TabLife::Closed {
                life
            } else {
                std::mem::replace(&mut state.life, life)
            }
        })
    }

    pub fn dialog(&self) -> Option<DialogInfo> {
        self.with(|state| state.dialog.clone())
    }

    /// A dialog has opened.
    pub fn open_dialog(&self, dialog: DialogInfo) {
        self.with(|state| {
            state.dialog = Some(dialog);
            state.dialogs += 1;
        });
    }

    /// The open dialog and its number.
    pub fn numbered_dialog(&self) -> Option<(DialogInfo, u64)> {
        self.with(|state| state.dialog.clone().map(|dialog| (dialog, state.dialogs)))
    }

    /// The dialog is closed: the one of this number, or whichever. Answers whether it was still open.
    pub fn close_dialog(&self, number: Option<u64>) -> bool {
        self.with(|state| {
            number.is_none_or(|number| number == state.dialogs) && state.dialog.take().is_some()
        })
    }

    /// Why this command cannot be answered now.
    pub fn refuses(&self, method: &str) -> Option<Error> {
        self.with(|state| match (state.life, &state.dialog) {
            (TabLife::Closed, _) => Some(Error::TabClosed),
            (TabLife::Crashed, _) if !AFTER_CRASH.contains(&method) => Some(Error::TabCrashed),
            (TabLife::Alive, Some(dialog)) if !DURING_DIALOG.contains(&method) => {
                Some(Error::DialogOpen(dialog.clone()))
            }
            _ => None,
        })
    }

    /// Why a page call cannot be answered now.
    pub fn closed_to_pages(&self) -> Option<Error> {
        self.refuses("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DialogKind;

    #[test]
    fn a_dialog_lets_its_own_answer_through_and_nothing_of_the_page() {
        let gate = Gate::default();
        let dialog = DialogInfo {
            kind: DialogKind::Alert,
            message: "hi".into(),
            default_text: None,
            url: String::new(),
        };
        gate.open_dialog(dialog);
        assert!(matches!(
            gate.refuses("Runtime.evaluate"),
            Some(Error::DialogOpen(_))
        ));
        assert!(gate.refuses("Page.handleJavaScriptDialog").is_none());
        gate.set_life(TabLife::Crashed);
        assert!(matches!(
            gate.refuses("Runtime.evaluate"),
            Some(Error::TabCrashed)
        ));
        assert!(gate.refuses("Page.reload").is_none());
        gate.set_life(TabLife::Alive);
        assert!(
            gate.refuses("Runtime.evaluate").is_none(),
            "the dialog went with the crash"
        );
    }

    #[test]
    fn closed_is_for_good() {
        let gate = Gate::default();
        gate.set_life(TabLife::Closed);
        gate.set_life(TabLife::Alive);
        assert!(matches!(gate.refuses("Page.close"), Some(Error::TabClosed)));
    }
}
