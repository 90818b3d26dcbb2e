//! What an action is given: where it acts, how long it may take, and what is remembered between actions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use eyeline_chromium::{Browser, Deadline, Tab};

use crate::policy::Workspace;

/// What an action is given.
#[derive(Clone)]
pub struct ActionContext {
    pub(super) browser: Browser,
    pub(super) tab: Tab,
    pub(super) deadline: Deadline,
    pub(super) watch: Arc<PageWatch>,
    pub(super) redact: Vec<String>,
    /// The files that may be given to a page.
    pub(super) workspace: Workspace,
}

impl ActionContext {
    /// A context for one call: in this tab, until this deadline. `watch` is the session's memory of this tab.
    pub fn new(browser: Browser, tab: Tab, deadline: Deadline, watch: Arc<PageWatch>) -> Self {
        ActionContext {
            browser,
            tab,
            deadline,
            watch,
            redact: Vec::new(),
            workspace: Workspace::default(),
        }
    }

    /// The same, with patterns whose matches never leave the page.
    #[must_use]
    pub fn with_redaction(mut self, redact: Vec<String>) -> Self {
        self.redact = redact;
        self
    }

    /// The same, with files that may be given to a page.
    #[must_use]
    pub fn with_workspace(mut self, workspace: Workspace) -> Self {
        self.workspace = workspace;
        self
    }

    /// The same with another deadline.
    #[must_use]
    pub fn until(mut self, deadline: Deadline) -> Self {
        self.deadline = deadline;
        self
    }

    /// What is left for waiting in the page, so that the page can still say why it waited in vain.
    pub(super) fn budget(&self) -> Duration {
        let left = self.deadline.remaining();
        left.saturating_sub((left / 5).min(Duration::from_millis(250)))
    }

    /// A deadline for a step that should be short, within that of the call.
    pub(super) fn within(&self, limit: Duration) -> Deadline {
        self.deadline.capped(limit)
    }
}

/// For how long after an action a reaction of the page may be expected.
const REACTION: Duration = Duration::from_millis(1000);
/// For how long after an action late changes are asked for.
const LATE: Duration = Duration::from_secs(30);

/// What a session remembers of a tab between its actions: that one was done, and whether something came of it.
#[derive(Debug, Default)]
pub struct PageWatch(Mutex<Watched>);

#[derive(Debug, Clone)]
struct LastAction {
    what: String,
    at: Instant,
    reacted: bool,
}

/// What is remembered of the tab.
#[derive(Debug, Default)]
struct Watched {
    last: Option<LastAction>,
    /// An action ended at a dialog, and what it changed has not been told.
    untold: bool,
}

impl PageWatch {
    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An action ended at a dialog: what it changes is told when that is answered.
    pub(super) fn left_untold(&self) {
        self.watched().untold = true;
    }

    /// Whether an action ended at a dialog. Answers so once.
    pub(super) fn take_untold(&self) -> bool {
        std::mem::take(&mut self.watched().untold)
    }

    /// An action was told; `reacted` says whether the page has changed by it.
    pub(super) fn acted(&self, what: String, reacted: bool) {
        self.watched().last = Some(LastAction {
            what,
            at: Instant::now(),
            reacted,
        });
    }

    /// The page has reacted.
    pub(super) fn reacted(&self) {
        if let Some(last) = self.watched().last.as_mut() {
            last.reacted = true;
        }
    }

    /// Whether late changes are to be asked for.
    pub fn is_armed(&self) -> bool {
        self.watched()
            .last
            .as_ref()
            .is_some_and(|last| last.at.elapsed() < LATE)
    }

    /// What a reading of the page has to say first: an action was only just done and nothing has come of it, so that what is read may be
    /// what was there before it.
    pub fn unsettled(&self) -> Option<String> {
        let last = self
            .watched()
            .last
            .clone()
            .filter(|last| !last.reacted && last.at.elapsed() < REACTION)?;
        Some(format!(
            "not settled: {} {} ms ago, and the page has not reacted yet; what stands here may be from before it",
            last.what,
            last.at.elapsed().as_millis()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_unsettled_until_it_reacts() {
        let watch = PageWatch::default();
        assert!(!watch.is_armed() && watch.unsettled().is_none());
        watch.acted("typed into searchbox \"Find\"".into(), false);
        assert!(watch.is_armed());
        assert!(
            watch
                .unsettled()
                .unwrap()
                .starts_with("not settled: typed into searchbox")
        );
        watch.reacted();
        assert!(watch.unsettled().is_none());
    }
}
