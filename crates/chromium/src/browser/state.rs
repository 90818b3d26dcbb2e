//! What is known of a browser.

use super::BrowserOptions;
use crate::connection::CallSender;
use crate::launch::ProcessGuard;
use crate::tab::TabInner;
use crate::watched::Watched;
use crate::{BrowserEvent, Deadline, Download, Error, FrameId, Result, Session, SessionId, TabId, TargetId};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{broadcast, watch};

/// How many events a slow listener may be behind before it loses some.
const EVENTS_KEPT: usize = 4096;

/// What lies behind a [`Browser`](super::Browser).
pub(crate) struct BrowserInner {
    pub session: Session,
    pub options: BrowserOptions,
    pub endpoint: String,
    pub events: broadcast::Sender<Arc<BrowserEvent>>,
    pub state: Watched<BrowserState>,
    calls: CallSender,
    gone: watch::Sender<Option<String>>,
    guard: Arc<Mutex<Option<ProcessGuard>>>,
}

/// The part of it that changes.
#[derive(Default)]
pub(crate) struct BrowserState {
    pub tabs: BTreeMap<TabId, Arc<TabInner>>,
    pub sessions: HashMap<SessionId, Attached>,
    /// Tabs that we are asking for: in an attached browser, new tabs meanwhile are taken as ours.
    pub asking: u32,
    pub last_tab: u32,
    pub downloads: Vec<Download>,
    pub last_download: u32,
}

/// What a session is attached to.
#[derive(Clone)]
pub(crate) struct Attached {
    pub tab: Arc<TabInner>,
    pub session: Session,
    pub target: TargetId,
    /// The frame at its root, where it is not the whole page.
    pub frame: Option<FrameId>,
}

impl BrowserInner {
    pub fn new(
        calls: CallSender,
        guard: Option<ProcessGuard>,
        options: BrowserOptions,
        endpoint: &str,
    ) -> Self {
        let last_tab = options.first_tab.saturating_sub(1);
        Self {
            session: Session::browser(calls.clone()),
            options,
            endpoint: endpoint.to_owned(),
            events: broadcast::Sender::new(EVENTS_KEPT),
            state: Watched::new(BrowserState {
                last_tab,
                ..BrowserState::default()
            }),
            calls,
            gone: watch::Sender::new(None),
            guard: Arc::new(Mutex::new(guard)),
        }
    }

    pub fn emit(&self, event: BrowserEvent) {
        // No listener is no error.
        let _ = self.events.send(Arc::new(event));
    }

    pub fn check_alive(&self) -> Result<()> {
        match &*self.gone.borrow() {
            Some(reason) => Err(Error::BrowserGone {
                reason: reason.clone(),
            }),
            None => Ok(()),
        }
    }

    pub async fn gone(&self) -> String {
        let mut gone = self.gone.subscribe();
        // The sender is in `self`: the wait ends with the reason.
        let reason = gone.wait_for(Option::is_some).await;
        reason.ok().and_then(|reason| reason.clone()).unwrap_or_default()
    }

    /// The connection is over: all tabs are lost.
    pub fn lost(&self, reason: &str) {
        self.gone.send_if_modified(|gone| {
            let first = gone.is_none();
            gone.get_or_insert_with(|| reason.to_owned());
            first
        });
        let tabs = self.state.write(|state| {
            state.sessions.clear();
            std::mem::take(&mut state.tabs)
        });
        for tab in tabs.values() {
            tab.state.write(|state| state.frames.clear());
        }
        self.emit(BrowserEvent::BrowserGone {
            reason: reason.to_owned(),
        });
        // What is left of its processes and files goes now, not when the last handle does.
        let guard = self.guard.clone();
        std::thread::spawn(move || finish(&guard));
    }

    /// Ends the connection, and the browser if it is ours.
    pub fn disconnect(&self) {
        self.calls.stop();
        finish(&self.guard);
    }

    pub fn all_tabs(&self) -> Vec<Arc<TabInner>> {
        self.state.read(|state| state.tabs.values().cloned().collect())
    }

    pub fn tab(&self, id: TabId) -> Option<Arc<TabInner>> {
        self.state.read(|state| state.tabs.get(&id).cloned())
    }

    pub fn attached(&self, session: &SessionId) -> Option<Attached> {
        self.state.read(|state| state.sessions.get(session).cloned())
    }

    pub fn tab_by_target(&self, target: &TargetId) -> Option<Arc<TabInner>> {
        self.state
            .read(|state| state.tabs.values().find(|tab| tab.target == *target).cloned())
    }

    /// Waits for a state of the browser.
    pub async fn until<R>(
        &self,
        what: &str,
        deadline: Deadline,
        mut condition: impl FnMut(&BrowserState) -> Option<Result<R>>,
    ) -> Result<R> {
        let asked = |state: &BrowserState| self.check_alive().err().map(Err).or_else(|| condition(state));
        self.state.until(what, deadline, asked).await
    }
}

/// Ends the browser's processes. Whoever comes second waits until the first is done.
fn finish(guard: &Mutex<Option<ProcessGuard>>) {
    let mut guard = guard.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(guard) = guard.take() {
        guard.finish();
    }
}

impl Drop for BrowserInner {
    fn drop(&mut self) {
        self.calls.stop();
    }
}
