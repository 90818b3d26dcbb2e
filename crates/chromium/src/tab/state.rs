//! What is known of a tab.

use super::chooser::FileChooser;
use super::navigate::Redirect;
use crate::browser::BrowserInner;
use crate::connection::{Gate, TabLife};
use crate::frame::tree::FrameTree;
use crate::logs::TabLogs;
use crate::watched::Watched;
use crate::{BrowserEvent, ContextId, Deadline, Error, LoaderId, Result, Session, TabId, TargetId};
use std::collections::VecDeque;
use std::sync::{Arc, Weak};

/// How many requests for documents are remembered.
const DOCUMENTS_KEPT: usize = 16;

/// What lies behind a [`Tab`](super::Tab).
pub(crate) struct TabInner {
    pub id: TabId,
    pub target: TargetId,
    pub context: Option<ContextId>,
    pub opener: Option<TabId>,
    /// Whether we, or a page that we opened, opened it. Else it was the user's before.
    pub ours: bool,
    pub session: Session,
    pub gate: Arc<Gate>,
    pub state: Watched<TabState>,
    pub logs: TabLogs,
    pub emulation: crate::emulate::EmulationState,
    pub input: crate::input::InputState,
    /// Held by the one action that is under way.
    pub turn: Arc<tokio::sync::Mutex<()>>,
    pub browser: Weak<BrowserInner>,
}

/// The part of it that changes.
#[derive(Default)]
pub(crate) struct TabState {
    pub frames: FrameTree,
    pub title: String,
    pub loading: bool,
    /// Set up, so that it can be driven.
    pub ready: bool,
    /// Documents that the main frame has committed, counted.
    pub commits: u64,
    /// Moves of the main frame within its document, counted.
    pub moves: u64,
    /// The address that the main frame could not show, when it shows an error page.
    pub unreachable: Option<String>,
    pub documents: VecDeque<DocumentRequest>,
    /// The session that the open dialog was announced on.
    pub dialog_session: Option<Session>,
    pub chooser: Option<FileChooser>,
}

/// A request for a document of the main frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentRequest {
    pub loader: Option<LoaderId>,
    pub url: String,
    pub redirects: Vec<Redirect>,
    pub status: Option<u16>,
    /// The network error's name.
    pub error: Option<String>,
    /// What came was a download.
    pub download: bool,
    /// The main frame has shown it.
    pub committed: bool,
}

impl TabState {
    /// The request with this loader, noted now if it was not.
    pub fn document_mut(&mut self, loader: &LoaderId) -> &mut DocumentRequest {
        if let Some(at) = self
            .documents
            .iter()
            .position(|document| document.loader.as_ref() == Some(loader))
        {
            return &mut self.documents[at];
        }
        if self.documents.len() == DOCUMENTS_KEPT {
            self.documents.pop_front();
        }
        self.documents.push_back(DocumentRequest {
            loader: Some(loader.clone()),
            ..Default::default()
        });
        let last = self.documents.len() - 1;
        &mut self.documents[last]
    }

    pub fn document(&self, loader: &LoaderId) -> Option<&DocumentRequest> {
        self.documents
            .iter()
            .find(|document| document.loader.as_ref() == Some(loader))
    }

    /// The HTTP status of what the main frame shows.
    pub fn document_status(&self) -> Option<u16> {
        let (_, main) = self.frames.main()?;
        self.document(main.loader.as_ref()?)?.status
    }
}

impl TabInner {
    pub fn browser(&self) -> Result<Arc<BrowserInner>> {
        let gone = || Error::BrowserGone {
            reason: "the connection is closed".to_owned(),
        };
        let browser = self.browser.upgrade().ok_or_else(gone)?;
        browser.check_alive()?;
        Ok(browser)
    }

    pub fn browser_session(&self) -> Result<Session> {
        Ok(self.browser()?.session.clone())
    }

    pub fn emit(&self, event: BrowserEvent) {
        if let Some(browser) = self.browser.upgrade() {
            browser.emit(event);
        }
    }

    /// Why the tab's page cannot be driven now.
    pub fn refuses(&self) -> Option<Error> {
        match self.browser() {
            Err(error) => Some(error),
            Ok(_) => self.gate.closed_to_pages(),
        }
    }

    /// Waits for a state of the tab; ends with the reason when its page cannot be driven meanwhile.
    pub async fn until<R>(
        &self,
        what: &str,
        deadline: Deadline,
        mut condition: impl FnMut(&TabState) -> Option<Result<R>>,
    ) -> Result<R> {
        let asked = |state: &TabState| self.refuses().map(Err).or_else(|| condition(state));
        self.state.until(what, deadline, asked).await
    }

    /// Waits for a state of the tab whatever condition its page is in.
    pub async fn until_closed(&self, deadline: Deadline) -> Result<()> {
        let closed = |_: &TabState| match self.gate.life() {
            TabLife::Closed => Some(Ok(())),
            _ => self.browser().err().map(Err),
        };
        self.state.until("Closing the tab", deadline, closed).await
    }
}
