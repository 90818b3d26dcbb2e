//! Which tools the browser has told of. Its events are the only list there is, so they are kept as they come.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ai_vision::Json;
use eyeline_chromium::{Frame, FrameId, LoaderId, TabId};

use crate::PageText;

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

/// A tool that was not there before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTool {
    /// Its name.
    pub name: String,
    /// The origin of the frame that registered it, unless that is the main one.
    pub origin: Option<String>,
}

impl NewTool {
    /// A tool of a frame.
    pub fn of(name: &str, frame: &Frame) -> Self {
        NewTool {
            name: name.to_owned(),
            origin: (!frame.is_main()).then(|| frame.origin()),
        }
    }

    /// How it stands in a sentence: `"note" (frame at http://example.com)`.
    pub fn told(&self) -> String {
        let name = PageText::limited(&self.name, 60);
        match &self.origin {
            None => name.to_string(),
            Some(origin) => format!("{name} (frame at {})", PageText::new(origin).as_str()),
        }
    }
}

impl KnownTools {
    /// Takes what the browser says was added. Answers with the tools that are new.
    pub fn add(
        &self,
        tab: TabId,
        frame: &FrameId,
        params: &Json,
        frame_of: impl Fn(&FrameId) -> Option<Frame>,
    ) -> Vec<NewTool> {
        let mut tabs = self.lock();
        let known = tabs.entry(tab).or_default();
        let mut new = Vec::new();
        for raw in params.get("tools").and_then(Json::as_array).into_iter().flatten() {
            let Some(mut listed) = listed(raw, frame) else {
                continue;
            };
            let its_frame = frame_of(&listed.frame);
            listed.document = its_frame.as_ref().and_then(Frame::document_id);
            known.retain(|old| old.frame != listed.frame || old.document == listed.document);
            let at = known
                .iter()
                .position(|old| old.frame == listed.frame && old.name == listed.name);
            match at {
                Some(at) => known[at] = listed,
                None if known.len() < MOST => {
                    new.push(NewTool {
                        name: listed.name.clone(),
                        origin: its_frame
                            .filter(|frame| !frame.is_main())
                            .map(|frame| frame.origin()),
                    });
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
