//! Which tools the browser has told of. Its events are the only list there is, so they are kept as they come.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ai_vision::Json;
use eyeline_chromium::{FrameId, LoaderId, TabId};

/// The most tools of one tab that are kept.
const MOST: usize = 300;

/// Tools by tab, as the browser listed them.
#[derive(Default)]
pub struct KnownTools {
    tabs: Mutex<HashMap<TabId, Vec<Listed>>>,
}

/// One tool, as the browser listed it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The frame that registered it.
    pub frame: FrameId,
    /// The document that registered it: its tools go with it.
    pub document: Option<LoaderId>,
    /// Its name.
    pub name: String,
    /// All the browser said.
    pub raw: Json,
}

impl KnownTools {
    /// Takes what the browser says was added. Answers with the names that are new.
    pub fn add(
        &self,
        tab: TabId,
        frame: &FrameId,
        params: &Json,
        document: impl Fn(&FrameId) -> Option<LoaderId>,
    ) -> Vec<String> {
        let mut tabs = self.lock();
        let known = tabs.entry(tab).or_default();
        let mut new = Vec::new();
        for raw in params.get("tools").and_then(Json::as_array).into_iter().flatten() {
            let Some(mut listed) = listed(raw, frame) else {
                continue;
            };
            listed.document = document(&listed.frame);
            known.retain(|old| old.frame != listed.frame || old.document == listed.document);
            let at = known
                .iter()
                .position(|old| old.frame == listed.frame && old.name == listed.name);
            match at {
                Some(at) => known[at] = listed,
                None if known.len() < MOST => {
                    new.push(listed.name.clone());
                    known.push(listed);
                }
                None => {}
            }
        }
        new
    }

    /// Takes what the browser says was removed. Answers with the names that were known.
    pub fn remove(&self, tab: TabId, frame: &FrameId, params: &Json) -> Vec<String> {
        let mut tabs = self.lock();
        let Some(known) = tabs.get_mut(&tab) else {
            return Vec::new();
        };
        let mut gone = Vec::new();
        for raw in params.get("tools").and_then(Json::as_array).into_iter().flatten() {
            let Some(removed) = listed(raw, frame) else {
                continue;
            };
            let before = known.len();
            known.retain(|old| old.frame != removed.frame || old.name != removed.name);
            if known.len() < before {
                gone.push(removed.name);
            }
        }
        gone
    }

    /// A tab was closed.
    pub fn forget(&self, tab: TabId) {
        self.lock().remove(&tab);
    }

    /// The tools of a tab.
    pub fn of(&self, tab: TabId) -> Vec<Listed> {
        self.lock().get(&tab).cloned().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TabId, Vec<Listed>>> {
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn listed(raw: &Json, session_frame: &FrameId) -> Option<Listed> {
    let name = raw.get("name").and_then(Json::as_str)?.to_owned();
    let frame = raw
        .get("frameId")
        .and_then(Json::as_str)
        .map_or_else(|| session_frame.clone(), FrameId::from);
    Some(Listed {
        frame,
        document: None,
        name,
        raw: raw.clone(),
    })
}
