//! Which tools there are in the tabs, and word of new ones and of those that are gone.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ai_vision::Json;
use eyeline_chromium::{Browser, Frame, FrameId, Tab, TabId};
use futures::future::join_all;

use super::known::{KnownTools, NewTool};
use super::offered::Offered;
use crate::PageText;
use crate::app::teller::{AppEvent, Teller};
use crate::context::page_path;

/// Tools that are registered within this time are told in one event.
const TOGETHER: Duration = Duration::from_millis(150);
/// How many tools one event names.
const LISTED: usize = 8;

/// The tools of all tabs.
#[derive(Default)]
pub struct ToolNews {
    teller: Arc<Teller>,
    known: KnownTools,
    offered: Offered,
    untold: Mutex<HashMap<TabId, Vec<NewTool>>>,
    to_look_at: Mutex<HashSet<(TabId, FrameId)>>,
}

impl ToolNews {
    /// No tools known yet; what comes is told to this one.
    pub fn new(teller: &Arc<Teller>) -> Self {
        ToolNews {
            teller: teller.clone(),
            ..ToolNews::default()
        }
    }

    /// The tools that the browser has told of.
    pub fn known(&self) -> &KnownTools {
        &self.known
    }

    /// Whether a page, or a frame inside it, offers tools that the browser does not know.
    pub fn offered(&self, tab: TabId) -> bool {
        self.offered.any(tab)
    }

    /// Takes what the browser says of tools.
    pub fn take(
        self: &Arc<Self>,
        browser: &Browser,
        tab: TabId,
        frame: &FrameId,
        method: &str,
        params: &Json,
    ) {
        let frame_of = |frame: &FrameId| browser.tab(tab).ok()?.frame_by_id(frame);
        match method {
            "toolsAdded" => self.came(tab, self.known.add(tab, frame, params, frame_of)),
            "toolsRemoved" => self.went(tab, self.known.remove(tab, frame, params)),
            _ => {}
        }
    }

    /// A tab was closed.
    pub fn forget(&self, tab: TabId) {
        self.known.forget(tab);
        self.offered.forget(tab);
        lock(&self.untold).remove(&tab);
    }

    /// Looks at the frames of a page beside the call that asked, so that one which does not answer holds nobody up; at
    /// the page itself only where it was seen to offer tools.
    pub fn look_round(self: &Arc<Self>, tab: &Tab, main: bool) {
        let frames = tab.frames();
        self.offered.keep(tab.id(), &frames);
        let looked_at = frames.into_iter().filter(|frame| main || !frame.is_main());
        self.look(tab.id(), looked_at.collect());
    }

    /// Looks once for all that a frame says within a moment.
    pub fn look_soon(self: &Arc<Self>, tab: TabId, frame: Frame) {
        let key = (tab, frame.id().clone());
        if !lock(&self.to_look_at).insert(key.clone()) {
            return;
        }
        let news = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(TOGETHER).await;
            lock(&news.to_look_at).remove(&key);
            news.look(tab, vec![frame]);
        });
    }

    fn look(self: &Arc<Self>, tab: TabId, frames: Vec<Frame>) {
        if frames.is_empty() {
            return;
        }
        let news = self.clone();
        tokio::spawn(async move {
            let looks = frames.iter().map(|frame| news.offered.look(tab, frame));
            let (came, went): (Vec<_>, Vec<_>) = join_all(looks).await.into_iter().unzip();
            news.came(tab, came.concat());
            news.went(tab, went.concat());
        });
    }

    /// Tools come one by one while a page loads; they are told together.
    fn came(self: &Arc<Self>, tab: TabId, new: Vec<NewTool>) {
        if new.is_empty() {
            return;
        }
        let mut untold = lock(&self.untold);
        let first = !untold.contains_key(&tab);
        untold.entry(tab).or_default().extend(new);
        drop(untold);
        if !first {
            return;
        }
        let news = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(TOGETHER).await;
            let Some(new) = lock(&news.untold).remove(&tab) else {
                return;
            };
            let page = page_path(tab);
            let path = format!("{page}.editor.app.tools");
            let names = listed(new.iter().map(NewTool::told));
            news.tell(tab, format!("{page} has new tools: {names}; see {path}."), path);
        });
    }

    fn went(&self, tab: TabId, gone: Vec<String>) {
        if gone.is_empty() {
            return;
        }
        let page = page_path(tab);
        let names = listed(gone.iter().map(|name| PageText::limited(name, 60).to_string()));
        let text = format!("{page} has no longer the tools {names}.");
        self.tell(tab, text, format!("{page}.editor.app"));
    }

    fn tell(&self, tab: TabId, text: String, path: String) {
        self.teller.tell(AppEvent {
            tab,
            kind: "tools",
            text,
            path: Some(path),
            origin: None,
        });
    }
}

/// The first few of some words, each once, and how many more there are.
fn listed(words: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    let more = all.len().saturating_sub(LISTED);
    all.truncate(LISTED);
    match more {
        0 => all.join(", "),
        more => format!("{} and {more} more", all.join(", ")),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
