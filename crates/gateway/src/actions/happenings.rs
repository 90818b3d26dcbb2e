//! What happens in the browser while an action is done, taken from its events.

use std::sync::Arc;
use std::time::{Duration, Instant};

use eyeline_chromium::logs::Body;
use eyeline_chromium::{Browser, BrowserEvent, Deadline, Download, DownloadState, Tab, TabId};
use eyeline_page_script::act::Leaving;
use indexmap::IndexMap;
use serde_json::{Value as Json, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

use super::context::ActionContext;
use super::effect::{DialogNote, DownloadNote, OpenedTab};
use super::error::ActionError;
use super::pattern::UrlPattern;
use crate::PageText;

/// How long a page that said that it goes elsewhere may take to begin loading.
const DEPARTURE: Duration = Duration::from_millis(500);
/// How many notes of one kind are told.
const NOTES: usize = 5;

/// Events of one tab since an action began.
pub(super) struct Happenings {
    events: Receiver<Arc<BrowserEvent>>,
    tab: TabId,
    requests: IndexMap<String, Request>,
    opened: Vec<TabId>,
    opening: Vec<String>,
    downloads: IndexMap<String, Download>,
    expects_download: bool,
    download_began: Instant,
    leaving: Option<Instant>,
    began_loading: bool,
    navigated: Option<String>,
    loads: bool,
    closed: bool,
    crashed: bool,
    console: Vec<String>,
    failed: Vec<String>,
}

struct Request {
    what: String,
    url: String,
    status: Option<u16>,
    over: bool,
}

impl Happenings {
    /// Listens from now on.
    pub fn listen(browser: &Browser, tab: &Tab) -> Self {
        Happenings {
            events: browser.events(),
            tab: tab.id(),
            requests: IndexMap::new(),
            opened: Vec::new(),
            opening: Vec::new(),
            downloads: IndexMap::new(),
            expects_download: false,
            download_began: Instant::now(),
            leaving: None,
            began_loading: false,
            navigated: None,
            loads: tab.loading(),
            closed: false,
            crashed: false,
            console: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Takes in what has come so far.
    pub fn catch_up(&mut self) {
        loop {
            match self.events.try_recv() {
                Ok(event) => self.take(&event),
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Waits for the next event, whatever it is.
    pub async fn next(&mut self, deadline: Deadline) {
        match deadline.run("An event", self.events.recv()).await {
            Ok(Ok(event)) => self.take(&event),
            Ok(Err(RecvError::Lagged(_))) | Err(_) => {}
            Ok(Err(RecvError::Closed)) => self.closed = true,
        }
    }

    /// The page said where it is going.
    pub fn announce(&mut self, leaving: Leaving) {
        if leaving.download {
            self.expects_download = self.downloads.is_empty();
        } else {
            self.leaving = Some(Instant::now());
        }
    }

    fn take(&mut self, event: &BrowserEvent) {
        match event {
            BrowserEvent::TabOpened { tab, opener } if *opener == Some(self.tab) => self.opened.push(*tab),
            BrowserEvent::DownloadStarted(download)
            | BrowserEvent::DownloadProgress(download)
            | BrowserEvent::DownloadFinished(download)
                if download.tab.is_none_or(|tab| tab == self.tab) =>
            {
                self.expects_download = false;
                self.leaving = None;
                if self
                    .downloads
                    .insert(download.id.clone(), download.clone())
                    .is_none()
                {
                    self.download_began = Instant::now();
                }
            }
            other if other.tab() == Some(self.tab) => self.take_own(other),
            BrowserEvent::BrowserGone { .. } => self.closed = true,
            _ => {}
        }
    }

    fn take_own(&mut self, event: &BrowserEvent) {
        match event {
            BrowserEvent::TabClosed { .. } => self.closed = true,
            BrowserEvent::Crashed { .. } => self.crashed = true,
            BrowserEvent::WindowOpening { url, .. } => self.opening.push(url.clone()),
            BrowserEvent::Loading { .. } => self.began_loading = true,
            BrowserEvent::Loaded { .. } => self.leaving = None,
            BrowserEvent::Navigated {
                number: 0,
                url,
                same_document: false,
                ..
            } => {
                self.leaving = None;
                self.navigated = Some(url.clone());
                self.requests.clear();
            }
            BrowserEvent::Navigated {
                number: 0,
                same_document: true,
                ..
            } => {
                // What began to load with it was no document, whatever the page's own load is still at.
                self.leaving = None;
                self.began_loading = false;
            }
            // What could not be loaded is told as a failed request.
            BrowserEvent::Console { level, text, .. }
                if level == "error" && !text.starts_with("Failed to load resource") =>
            {
                self.console
                    .push(format!("console error: {}", PageText::new(text)));
            }
            BrowserEvent::PageError { message, .. } => {
                self.console
                    .push(format!("uncaught exception: {}", PageText::new(message)));
            }
            _ => self.take_request(event),
        }
    }

    fn take_request(&mut self, event: &BrowserEvent) {
        match event {
            BrowserEvent::RequestStarted {
                request,
                method,
                url,
                kind,
                ..
            } if !is_browsers_own(kind) => {
                let over = is_endless(kind);
                let what = format!("{method} {}", PageText::limited(url, 120).as_str());
                self.requests.insert(
                    request.clone(),
                    Request {
                        what,
                        url: url.clone(),
                        status: None,
                        over,
                    },
                );
            }
            BrowserEvent::RequestFinished { request, status, .. } => {
                let Some(known) = self.requests.get_mut(request) else {
                    return;
                };
                known.over = true;
                known.status = *status;
                if let Some(status) = status.filter(|status| *status >= 400) {
                    self.failed
                        .push(format!("request failed: {} → {status}", known.what));
                }
            }
            BrowserEvent::RequestFailed { request, error, .. } => {
                let Some(known) = self.requests.get_mut(request) else {
                    return;
                };
                known.over = true;
                if error != "net::ERR_ABORTED" {
                    self.failed
                        .push(format!("request failed: {} → {error}", known.what));
                }
            }
            _ => {}
        }
    }

    /// Whether the page is on its way to another document.
    pub fn loading(&self, tab: &Tab) -> bool {
        let leaving = self
            .leaving
            .is_some_and(|since| !self.began_loading && since.elapsed() < DEPARTURE);
        leaving || (tab.loading() && (!self.loads || self.began_loading || self.navigated.is_some()))
    }

    /// Whether a tab or a download is known to be coming.
    pub fn announced(&self) -> bool {
        self.opening.len() > self.opened.len() || self.expects_download
    }

    /// Requests that are not answered yet.
    pub fn pending(&self) -> impl Iterator<Item = String> {
        self.requests
            .values()
            .filter(|request| !request.over)
            .map(|request| request.what.clone())
    }

    /// How many requests were sent.
    pub fn count(&self) -> usize {
        self.requests.len()
    }

    /// The body of a response that was waited for, as JSON where it is some.
    pub async fn body_of(&self, ctx: &ActionContext, response: &Json) -> Json {
        let url = response["url"].as_str().unwrap_or_default();
        let Some(record) = ctx
            .tab
            .requests()
            .into_iter()
            .rev()
            .find(|record| record.url == url && record.finished)
        else {
            return Json::Null;
        };
        match ctx.tab.response_body(&record, ctx.deadline).await {
            Ok(Body::Text(text)) => serde_json::from_str(&text).unwrap_or(Json::String(text)),
            Ok(Body::Base64(bytes)) => json!({"base64": bytes}),
            Err(_) => Json::Null,
        }
    }

    /// Where the page went, when it went to another document.
    pub fn navigated(&self) -> Option<&str> {
        self.navigated.as_deref()
    }

    /// Whether the tab is gone.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// Whether the tab crashed.
    pub fn crashed(&self) -> bool {
        self.crashed
    }

    /// The dialog that is open.
    pub fn dialog(&self, tab: &Tab) -> Option<DialogNote> {
        let dialog = tab.dialog()?;
        let path = format!("pages[\"{}\"].editor.dialog", tab.id());
        let answer = match dialog.kind {
            eyeline_chromium::DialogKind::Prompt => format!("{path}.accept(text) or {path}.dismiss()"),
            _ => format!("{path}.accept() or {path}.dismiss()"),
        };
        Some(DialogNote {
            kind: dialog.kind.to_string(),
            message: dialog.message.clone(),
            default: dialog.default_text.clone().filter(|text| !text.is_empty()),
            answer,
        })
    }

    /// Tabs that were opened, with where they went.
    pub async fn opened(&mut self, browser: &Browser, deadline: Deadline) -> Vec<OpenedTab> {
        let mut list = Vec::new();
        for (index, id) in self.opened.clone().into_iter().enumerate() {
            let Ok(tab) = browser.tab(id) else { continue };
            while is_blank(&tab.url()) && !deadline.expired() {
                self.next(deadline).await;
            }
            let announced = self.opening.get(index).cloned().unwrap_or_default();
            let url = Some(tab.url()).filter(|url| !is_blank(url)).unwrap_or(announced);
            list.push(OpenedTab {
                id: id.to_string(),
                path: format!("pages[\"{id}\"]"),
                url,
            });
        }
        list
    }

    /// The download that began.
    pub fn download(&self) -> Option<DownloadNote> {
        let download = self.downloads.values().next()?;
        Some(DownloadNote {
            name: download.name.clone(),
            path: download.path.as_ref().map(|path| path.display().to_string()),
            bytes: download.received,
            state: match download.state {
                DownloadState::InProgress => "running",
                DownloadState::Completed => "finished",
                DownloadState::Canceled => "failed",
            }
            .to_owned(),
            url: PageText::limited(&download.url, 200).as_str().to_owned(),
        })
    }

    /// When the last download began, while one is under way.
    pub fn downloading(&self) -> Option<Instant> {
        self.downloads
            .values()
            .any(|download| download.state == DownloadState::InProgress)
            .then_some(self.download_began)
    }

    /// What else is worth telling: errors, failed requests, further downloads.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for list in [&self.failed, &self.console] {
            notes.extend(list.iter().take(NOTES).cloned());
            if list.len() > NOTES {
                notes.push(format!("… and {} more of these", list.len() - NOTES));
            }
        }
        notes.extend(
            self.downloads
                .values()
                .skip(1)
                .map(|download| format!("download: {}", PageText::new(&download.name))),
        );
        notes
    }

    /// Waits for the first response whose address fits.
    pub async fn response(&mut self, ctx: &ActionContext, pattern: &str) -> Result<Json, ActionError> {
        let wanted = UrlPattern::parse(pattern).map_err(ActionError::Refused)?;
        loop {
            let answered = self
                .requests
                .values()
                .find(|request| request.over && wanted.fits(&request.url));
            if let Some(request) = answered {
                return Ok(json!({"url": request.url, "status": request.status}));
            }
            if ctx.deadline.remaining() < Duration::from_millis(50) || self.closed {
                let message = format!("No response from {} came in time.", PageText::new(pattern));
                return Err(ActionError::Failed(message));
            }
            self.next(ctx.deadline.capped(ctx.budget())).await;
        }
    }
}

fn is_blank(url: &str) -> bool {
    url.is_empty() || url == "about:blank"
}

/// Requests of the browser itself, such as that for the page's icon: no action has caused them.
fn is_browsers_own(kind: &str) -> bool {
    kind.eq_ignore_ascii_case("other")
}

/// Requests that are never answered in full, or that nobody waits for.
fn is_endless(kind: &str) -> bool {
    [
        "eventsource",
        "websocket",
        "ping",
        "media",
        "preflight",
        "cspviolationreport",
    ]
    .iter()
    .any(|endless| kind.eq_ignore_ascii_case(endless))
}
