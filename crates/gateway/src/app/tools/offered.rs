//! Which tools pages offer without the browser's knowing. Nothing tells of those but the page, so it is asked: when its
//! model is looked for, and when it says that its tools have changed.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use eyeline_chromium::{Deadline, Frame, FrameId, LoaderId, TabId};

use super::known::NewTool;
use super::tool::Tool;
use super::{form, polyfill};

/// What a frame may take to list its tools.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// The tools that a frame's scripts and forms offer. None where the browser itself lists them.
pub async fn list(frame: &Frame, deadline: Deadline) -> Vec<Tool> {
    let (listed, forms) = tokio::join!(
        polyfill::list(frame, false, deadline),
        form::list(frame, deadline)
    );
    together(&listed, forms, frame)
}

/// A script may list the forms too: theirs come first.
fn together(listed: &polyfill::Listed, forms: Vec<Tool>, frame: &Frame) -> Vec<Tool> {
    if listed.native {
        return Vec::new();
    }
    let mut tools = listed.tools(frame);
    for form in forms {
        if tools.iter().all(|tool| tool.name != form.name) {
            tools.push(form);
        }
    }
    tools
}

/// What was found when frames were last looked at.
#[derive(Default)]
pub struct Offered {
    frames: Mutex<HashMap<(TabId, FrameId), Seen>>,
}

#[derive(Default)]
struct Seen {
    document: Option<LoaderId>,
    names: HashSet<String>,
    offers: bool,
}

impl Offered {
    /// Whether any frame of a tab was found to offer tools.
    pub fn any(&self, tab: TabId) -> bool {
        self.lock()
            .iter()
            .any(|((its, _), seen)| *its == tab && seen.offers)
    }

    /// Looks at a frame: answers with the tools that are new there, and with the names of those that are gone.
    pub async fn look(&self, tab: TabId, frame: &Frame) -> (Vec<NewTool>, Vec<String>) {
        let document = frame.document_id();
        let key = (tab, frame.id().clone());
        let known = self
            .lock()
            .get(&key)
            .is_some_and(|seen| seen.document == document && seen.offers);
        let deadline = Deadline::after(PATIENCE);
        let (listed, forms) = tokio::join!(
            polyfill::list(frame, !known, deadline),
            form::list(frame, deadline)
        );
        let tools = together(&listed, forms, frame);
        let names: HashSet<String> = tools.into_iter().map(|tool| tool.name).collect();
        let mut frames = self.lock();
        let seen = frames.entry(key).or_default();
        if seen.document != document {
            *seen = Seen::default();
        }
        let mut new: Vec<NewTool> = names
            .difference(&seen.names)
            .map(|name| NewTool::of(name, frame))
            .collect();
        new.sort_by(|a, b| a.name.cmp(&b.name));
        let gone = seen.names.difference(&names).cloned().collect();
        *seen = Seen {
            document,
            offers: listed.offers || !names.is_empty(),
            names,
        };
        (new, gone)
    }

    /// Forgets frames that a tab no longer has.
    pub fn keep(&self, tab: TabId, frames: &[Frame]) {
        let there = |id: &FrameId| frames.iter().any(|frame| frame.id() == id);
        self.lock().retain(|(its, id), _| *its != tab || there(id));
    }

    /// A tab was closed.
    pub fn forget(&self, tab: TabId) {
        self.lock().retain(|(its, _), _| *its != tab);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(TabId, FrameId), Seen>> {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
