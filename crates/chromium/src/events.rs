//! What happens in the browser, told as it happens.
//!
//! Events are notices. What they tell is kept in [`Tab`](crate::Tab), [`Browser`](crate::Browser) and the logs too, so that a
//! listener that lags behind loses notices and nothing else.

use crate::{DialogInfo, Download, FrameId, Json, TabId};

/// One thing that happened.
#[derive(Debug, Clone)]
pub enum BrowserEvent {
    /// A tab is there and ready to be driven.
    TabOpened {
        /// The tab.
        tab: TabId,
        /// The tab whose page opened it.
        opener: Option<TabId>,
    },
    /// A tab was closed, by whomever.
    TabClosed {
        /// The tab.
        tab: TabId,
    },
    /// A frame shows another document, or another place of the same one.
    Navigated {
        /// The tab.
        tab: TabId,
        /// The frame.
        frame: FrameId,
        /// The frame's number in its tab; 0 is the main frame.
        number: u32,
        /// Where it is now.
        url: String,
        /// The document stayed: `#hash`, `history.pushState`.
        same_document: bool,
    },
    /// The main frame began to load.
    Loading {
        /// The tab.
        tab: TabId,
    },
    /// The main frame's document has fired `load`.
    Loaded {
        /// The tab.
        tab: TabId,
        /// The document's address.
        url: String,
    },
    /// The page is about to open another tab. `TabOpened` follows when that one can be driven.
    WindowOpening {
        /// The tab whose page opens it.
        tab: TabId,
        /// Where it will go.
        url: String,
    },
    /// The page opened a dialog, and stands still until it is answered.
    DialogOpened {
        /// The tab.
        tab: TabId,
        /// The dialog.
        dialog: DialogInfo,
    },
    /// The dialog is gone.
    DialogClosed {
        /// The tab.
        tab: TabId,
        /// Whether it was answered with OK.
        accepted: bool,
    },
    /// The page's process crashed.
    Crashed {
        /// The tab.
        tab: TabId,
    },
    /// A crashed tab works again.
    Revived {
        /// The tab.
        tab: TabId,
    },
    /// The page wrote to its console.
    Console {
        /// The tab.
        tab: TabId,
        /// `log`, `info`, `warning`, `error`, `debug`.
        level: String,
        /// What it wrote.
        text: String,
    },
    /// An exception that nobody caught.
    PageError {
        /// The tab.
        tab: TabId,
        /// The exception.
        message: String,
    },
    /// A request was sent.
    RequestStarted {
        /// The tab.
        tab: TabId,
        /// Chromium's id of the request.
        request: String,
        /// Method of the request.
        method: String,
        /// Where to.
        url: String,
        /// What it is for, in Chromium's words: `Document`, `Fetch`, `XHR`, `EventSource`, …
        kind: String,
    },
    /// A request was answered in full.
    RequestFinished {
        /// The tab.
        tab: TabId,
        /// Chromium's id of the request.
        request: String,
        /// Status of the answer.
        status: Option<u16>,
        /// Where to.
        url: String,
    },
    /// A request failed.
    RequestFailed {
        /// The tab.
        tab: TabId,
        /// Chromium's id of the request.
        request: String,
        /// The network error's name.
        error: String,
        /// Where to.
        url: String,
    },
    /// A request for a document was refused by the [`RequestGuard`](crate::RequestGuard), and not sent.
    RequestRefused {
        /// The tab.
        tab: TabId,
        /// The document was for the main frame.
        main: bool,
        /// Where it would have gone.
        url: String,
        /// Why it was refused.
        why: String,
    },
    /// A download began.
    DownloadStarted(Download),
    /// A download went on.
    DownloadProgress(Download),
    /// A download is over: complete or cancelled.
    DownloadFinished(Download),
    /// The page asks for files, and waits for [`Tab::answer_file_chooser`](crate::Tab::answer_file_chooser).
    FileChooser {
        /// The tab.
        tab: TabId,
        /// The frame that asks.
        frame: FrameId,
        /// More than one file is taken.
        multiple: bool,
    },
    /// The page script sent word from its isolated world.
    Emitted {
        /// The tab.
        tab: TabId,
        /// The frame.
        frame: FrameId,
        /// What it sent: JSON as text.
        payload: String,
    },
    /// A page that publishes a model sent word from its main world. Written by the page.
    HostSignal {
        /// The tab.
        tab: TabId,
        /// The frame.
        frame: FrameId,
        /// What it sent, cut to 8,000 characters.
        payload: String,
    },
    /// An event of Chromium's `WebMCP` domain.
    WebMcp {
        /// The tab.
        tab: TabId,
        /// The frame the session belongs to.
        frame: FrameId,
        /// `toolsAdded`, `toolsRemoved`, `toolInvoked`, `toolResponded`.
        method: String,
        /// The event as Chromium sent it.
        params: Json,
    },
    /// The connection to the browser is lost.
    BrowserGone {
        /// How it went.
        reason: String,
    },
}

impl BrowserEvent {
    /// The tab it happened in.
    pub fn tab(&self) -> Option<TabId> {
        use BrowserEvent::*;
        match self {
            TabOpened { tab, .. }
            | TabClosed { tab }
            | Navigated { tab, .. }
            | Loading { tab }
            | Loaded { tab, .. } => Some(*tab),
            WindowOpening { tab, .. } => Some(*tab),
            DialogOpened { tab, .. } | DialogClosed { tab, .. } | Crashed { tab } | Revived { tab } => {
                Some(*tab)
            }
            Console { tab, .. } | PageError { tab, .. } => Some(*tab),
            RequestStarted { tab, .. } | RequestFinished { tab, .. } | RequestFailed { tab, .. } => {
                Some(*tab)
            }
            RequestRefused { tab, .. } => Some(*tab),
            FileChooser { tab, .. } | Emitted { tab, .. } | HostSignal { tab, .. } | WebMcp { tab, .. } => {
                Some(*tab)
            }
            DownloadStarted(download) | DownloadProgress(download) | DownloadFinished(download) => {
                download.tab
            }
            BrowserGone { .. } => None,
        }
    }
}
