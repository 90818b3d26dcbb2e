//! From what the browser tells to the logs of the sessions that it concerns.

use std::sync::{Arc, Weak};

use eyeline_chromium::{Browser, BrowserEvent, Download, DownloadState, TabId};
use eyeline_page_script::read::PageChange;
use serde_json::{Map, Value as Json, json};
use tokio::sync::broadcast::error::RecvError;

use super::News;
use crate::PageText;
use crate::app::AppEvent;
use crate::context::page_path;
use crate::gateway::Gateway;
use crate::settings::DialogRule;

/// Follows one browser.
pub struct Feed {
    gateway: Weak<Gateway>,
    browser: Browser,
}

impl Feed {
    /// Follows a browser until it is gone.
    pub fn start(gateway: &Arc<Gateway>, browser: &Browser) {
        let mut events = browser.events();
        let feed = Feed {
            gateway: Arc::downgrade(gateway),
            browser: browser.clone(),
        };
        let weak = feed.gateway.clone();
        gateway
            .app_state()
            .watch(browser, Arc::new(move |event| tell_app_event(&weak, event)));
        tokio::spawn(async move {
            loop {
                match events.recv().await {
                    Ok(event) => feed.take(&event),
                    Err(RecvError::Lagged(missed)) => {
                        tracing::debug!(missed, "events came faster than they were read")
                    }
                    Err(RecvError::Closed) => return,
                }
                if feed.gateway.strong_count() == 0 || !feed.browser.is_alive() {
                    return;
                }
            }
        });
    }

    fn take(&self, event: &BrowserEvent) {
        let Some(gateway) = self.gateway.upgrade() else {
            return;
        };
        self.before(&gateway, event);
        if let (Some(news), Some(tab)) = (news(event), event.tab()) {
            for session in gateway.sessions().iter().filter(|session| session.knows(tab)) {
                let own = matches!(
                    event,
                    BrowserEvent::Navigated { .. } | BrowserEvent::TabClosed { .. }
                );
                let busy = session.is_busy_in(tab);
                // What follows from the session's own actions is told as their late changes.
                let follows = matches!(event, BrowserEvent::Emitted { .. })
                    && (busy || session.watch_of(tab).is_armed());
                let quiet = news.quiet || (own && busy) || follows;
                session.events().push(News {
                    quiet,
                    ..news.clone()
                });
            }
        }
        if let BrowserEvent::TabClosed { tab } = event {
            gateway.forget_tab(*tab);
        }
    }

    /// What has to be done besides telling.
    fn before(&self, gateway: &Arc<Gateway>, event: &BrowserEvent) {
        match event {
            BrowserEvent::TabOpened {
                tab,
                opener: Some(opener),
            } => self.adopt(gateway, *tab, *opener),
            BrowserEvent::DialogOpened { tab, .. } => self.answer_dialog(gateway, *tab),
            BrowserEvent::Navigated {
                tab, number: 0, url, ..
            } => self.judge(gateway, *tab, url),
            BrowserEvent::RequestRefused {
                tab, main: true, why, ..
            } => gateway.note_refusal(*tab, why.clone()),
            _ => {}
        }
    }

    /// A tab that a page opened belongs to the sessions of its opener.
    fn adopt(&self, gateway: &Arc<Gateway>, tab: TabId, opener: TabId) {
        for session in gateway.sessions().iter().filter(|session| session.knows(opener)) {
            session.meet(tab);
            let size = session.settings().viewport;
            if let (Some(size), Ok(tab)) = (size, self.browser.tab(tab)) {
                tokio::spawn(async move {
                    let deadline = eyeline_chromium::Deadline::after(std::time::Duration::from_secs(5));
                    if let Err(error) = crate::editor::set_viewport(&tab, Some(size), deadline).await {
                        tracing::debug!(%error, "a tab could not be given its viewport");
                    }
                });
            }
        }
    }

    /// Answers a dialog where a session that knows the tab has said how.
    fn answer_dialog(&self, gateway: &Arc<Gateway>, tab: TabId) {
        let rules = gateway
            .sessions()
            .into_iter()
            .filter(|session| session.knows(tab))
            .map(|session| session.settings().dialogs);
        let Some(rule) = rules.into_iter().find(|rule| *rule != DialogRule::Ask) else {
            return;
        };
        let Ok(tab) = self.browser.tab(tab) else { return };
        tokio::spawn(async move {
            let deadline = eyeline_chromium::Deadline::after(std::time::Duration::from_secs(5));
            let answered = match rule {
                DialogRule::Accept => tab.accept_dialog(None, deadline).await,
                _ => tab.dismiss_dialog(deadline).await,
            };
            if let Err(error) = answered {
                tracing::debug!(%error, "a dialog could not be answered by the settings");
            }
        });
    }

    /// A page that went to a refused address by itself is sent away from it.
    fn judge(&self, gateway: &Arc<Gateway>, tab: TabId, url: &str) {
        let policy = gateway.url_policy();
        let Ok(parsed) = url::Url::parse(url) else { return };
        let ours = matches!(parsed.scheme(), "http" | "https" | "file" | "view-source");
        if !ours || self.browser.is_attached() && parsed.scheme() == "file" {
            return;
        }
        let (browser, gateway) = (self.browser.clone(), gateway.clone());
        tokio::spawn(async move {
            let judged = match policy.judge(&parsed) {
                Ok(()) => policy.judge_resolved(&parsed).await,
                refused => refused,
            };
            let (Err(refused), Ok(page)) = (judged, browser.tab(tab)) else {
                return;
            };
            gateway.note_refusal(tab, refused.to_string());
            let deadline = eyeline_chromium::Deadline::after(std::time::Duration::from_secs(5));
            let left = page
                .navigate("about:blank", eyeline_chromium::LoadState::Commit, deadline)
                .await;
            tracing::warn!(%refused, left = left.is_ok(), "a page went to a refused address");
            let text = format!("Tab {tab} went to a refused address and was sent away. {refused}");
            for session in gateway.sessions().iter().filter(|session| session.knows(tab)) {
                session.events().push(News {
                    kind: "refused",
                    text: text.clone(),
                    path: Some(page_path(tab)),
                    ..News::default()
                });
            }
        });
    }
}

fn tell_app_event(gateway: &Weak<Gateway>, event: AppEvent) {
    let Some(gateway) = gateway.upgrade() else { return };
    for session in gateway
        .sessions()
        .iter()
        .filter(|session| session.knows(event.tab))
    {
        session.events().push(News {
            kind: event.kind,
            text: event.text.clone(),
            path: event.path.clone(),
            origin: event.origin.clone(),
            ..News::default()
        });
    }
}

/// A watched page settled into a new state. Of mere updates and navigations, which are told otherwise, only a trace is kept.
fn page_news(tab: TabId, payload: &str) -> Option<News> {
    let change: PageChange = serde_json::from_str(payload).ok()?;
    if change.kind != "page" {
        return None;
    }
    let text = match change.what.as_str() {
        "dialog" if change.modal.is_empty() => {
            format!(
                "In tab {tab} the {} was closed.",
                PageText::limited(&change.was, 120)
            )
        }
        "dialog" => format!(
            "In tab {tab} the {} opened.",
            PageText::limited(&change.modal, 120)
        ),
        "alert" => format!("Tab {tab} says: {}", PageText::limited(&change.alert, 240)),
        "navigation" => format!("Tab {tab} shows another page now."),
        _ => format!("Tab {tab} has changed."),
    };
    let mut news = told(
        "page",
        tab,
        text,
        json!({ "what": change.what, "url": change.url }),
    );
    news.quiet = !matches!(change.what.as_str(), "dialog" | "alert");
    Some(news)
}

/// The news in an event, if it is worth a line.
fn news(event: &BrowserEvent) -> Option<News> {
    use BrowserEvent::*;
    let news = match event {
        TabOpened { tab, opener } => opened(*tab, *opener)?,
        TabClosed { tab } => told(
            "tab-closed",
            *tab,
            format!("Tab {tab} was closed."),
            json!({ "id": tab.to_string() }),
        ),
        Navigated {
            tab,
            number: 0,
            url,
            same_document,
            ..
        } => {
            let text = format!("Tab {tab} went to {}.", PageText::new(url));
            told(
                "navigation",
                *tab,
                text,
                json!({ "url": url, "sameDocument": same_document }),
            )
        }
        DialogOpened { tab, dialog } => {
            let path = page_path(*tab);
            let text = format!(
                "Tab {tab} opened a dialog, {} {}; answer it at {path}.editor.dialog.",
                dialog.kind,
                PageText::new(&dialog.message)
            );
            told(
                "dialog",
                *tab,
                text,
                json!({ "type": dialog.kind, "message": dialog.message }),
            )
        }
        Crashed { tab } => {
            let text = format!("Tab {tab} crashed; {}.editor.reload revives it.", page_path(*tab));
            told("crash", *tab, text, json!({}))
        }
        Console { tab, level, text } if level == "error" => {
            let line = format!("Console error in tab {tab}: {}", PageText::new(text));
            told("console", *tab, line, json!({ "level": level }))
        }
        PageError { tab, message } => {
            let first = message.lines().next().unwrap_or_default();
            told(
                "page-error",
                *tab,
                format!("Uncaught in tab {tab}: {}", PageText::new(first)),
                json!({}),
            )
        }
        RequestRefused { tab, main, url, why } => {
            let who = if *main { "Tab" } else { "A frame of tab" };
            let text = format!("{who} {tab} was kept from {}: {why}", PageText::limited(url, 120));
            told("refused", *tab, text, json!({ "url": url }))
        }
        FileChooser { tab, multiple, .. } => {
            let text = format!("Tab {tab} asks for files; give them with editor.setInputFiles.");
            told("filechooser", *tab, text, json!({ "multiple": multiple }))
        }
        Emitted { tab, payload, .. } => page_news(*tab, payload)?,
        DownloadStarted(download) | DownloadFinished(download) => download_news(download)?,
        _ => return None,
    };
    Some(news)
}

fn opened(tab: TabId, opener: Option<TabId>) -> Option<News> {
    let opener = opener?;
    let text = format!("Tab {opener} opened tab {tab}: {}.", page_path(tab));
    Some(told(
        "tab",
        tab,
        text,
        json!({ "id": tab.to_string(), "opener": opener.to_string() }),
    ))
}

fn download_news(download: &Download) -> Option<News> {
    let tab = download.tab?;
    let name = PageText::new(&download.name);
    let text = match (download.state, &download.path) {
        (DownloadState::InProgress, _) => format!("Tab {tab} began to download {name}."),
        (DownloadState::Completed, Some(path)) => format!("Downloaded {name} to {}.", path.display()),
        (DownloadState::Completed, None) => format!("Downloaded {name}."),
        (DownloadState::Canceled, _) => format!("The download of {name} ended without the file."),
    };
    let mut details = crate::downloads::facts(download);
    if let Some(path) = details.as_object_mut().and_then(|facts| facts.remove("path")) {
        details["file"] = path;
    }
    let path = format!("downloads[\"{}\"]", download.id);
    let quiet = download.state == DownloadState::InProgress;
    Some(News {
        path: Some(path),
        quiet,
        ..told("download", tab, text, details)
    })
}

fn told(kind: &'static str, tab: TabId, text: String, details: Json) -> News {
    let mut particulars = Map::new();
    particulars.insert("tab".into(), tab.to_string().into());
    if let Json::Object(more) = details {
        particulars.extend(more);
    }
    News {
        kind,
        text,
        path: Some(page_path(tab)),
        details: particulars,
        ..News::default()
    }
}
