//! The state of one session. Each part has its own lock, held for an instant: calls of one session run side by side.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai_vision::{Json, SeenKinds};
use eyeline_chromium::{ContextId, TabId};

use super::SessionId;
use crate::actions::PageWatch;
use crate::call::CallRequest;
use crate::events::EventLog;
use crate::invocations::Invocations;
use crate::outline::ReadMemory;
use crate::policy::{KnownAddresses, Mask};
use crate::settings::Settings;

/// One agent's session.
pub struct Session {
    id: SessionId,
    events: EventLog,
    invocations: Invocations,
    seen: Mutex<SeenKinds>,
    settings: Mutex<Arc<Settings>>,
    /// What the settings mask, with the settings it was made from.
    mask: Mutex<Option<(Arc<Settings>, Mask)>>,
    /// The e-mail addresses that its agent wrote itself.
    known: Mutex<KnownAddresses>,
    tabs: Mutex<Tabs>,
    watches: Mutex<HashMap<TabId, Arc<PageWatch>>>,
    memories: Mutex<HashMap<TabId, Arc<tokio::sync::Mutex<ReadMemory>>>>,
}

#[derive(Default)]
struct Tabs {
    /// The tab last opened or activated by this session: `page`.
    page: Option<TabId>,
    /// Tabs it has opened or addressed, and those that these opened: it is told what happens in them.
    known: HashSet<TabId>,
    /// Tabs that a call of this session is at work in, and how many such calls.
    busy: HashMap<TabId, usize>,
    /// Its own browser context, if it has one.
    context: Option<ContextId>,
}

impl Session {
    /// A new session with these settings.
    pub fn new(settings: Settings) -> Self {
        Session {
            id: SessionId::fresh(),
            events: EventLog::default(),
            invocations: Invocations::default(),
            seen: Mutex::default(),
            settings: Mutex::new(Arc::new(settings)),
            mask: Mutex::default(),
            known: Mutex::default(),
            tabs: Mutex::default(),
            watches: Mutex::default(),
            memories: Mutex::default(),
        }
    }

    /// Its name.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// What happened to it.
    pub fn events(&self) -> &EventLog {
        &self.events
    }

    /// Its calls that outlived their deadline.
    pub fn invocations(&self) -> &Invocations {
        &self.invocations
    }

    /// Its settings as they are now.
    pub fn settings(&self) -> Arc<Settings> {
        lock(&self.settings).clone()
    }

    /// Assigns a group of settings. The error is a sentence that shows what works.
    pub fn assign_setting(&self, group: &str, value: &Json) -> Result<(), String> {
        let mut settings = lock(&self.settings);
        *settings = Arc::new(settings.assign(group, value)?);
        Ok(())
    }

    /// Notes what the agent wrote itself, which need not be kept from it.
    pub fn note_written(&self, request: &CallRequest) {
        let mut known = lock(&self.known);
        known.note_text(&request.path);
        for written in request.args.iter().flatten().chain(&request.value) {
            known.note(written);
        }
    }

    /// What is masked in its answers.
    pub fn mask(&self) -> Mask {
        let settings = self.settings();
        let mut made = lock(&self.mask);
        if !made
            .as_ref()
            .is_some_and(|(from, _)| Arc::ptr_eq(from, &settings))
        {
            *made = Some((settings.clone(), Mask::new(&settings.privacy)));
        }
        let mask = made.as_ref().map(|(_, mask)| mask.clone()).unwrap_or_default();
        mask.knowing(lock(&self.known).clone())
    }

    /// The kinds whose members it has been shown.
    pub fn seen_kinds(&self) -> SeenKinds {
        lock(&self.seen).clone()
    }

    /// Remembers kinds that a call has shown.
    pub fn saw_kinds(&self, kinds: &SeenKinds) {
        let mut seen = lock(&self.seen);
        for kind in kinds.iter() {
            seen.insert(kind);
        }
    }

    /// The tab that `page` stands for.
    pub fn page(&self) -> Option<TabId> {
        lock(&self.tabs).page
    }

    /// Makes a tab the one that `page` stands for.
    pub fn set_page(&self, tab: TabId) {
        let mut tabs = lock(&self.tabs);
        tabs.page = Some(tab);
        tabs.known.insert(tab);
    }

    /// Whether it is told what happens in a tab.
    pub fn knows(&self, tab: TabId) -> bool {
        lock(&self.tabs).known.contains(&tab)
    }

    /// Notes that it has to do with a tab.
    pub fn meet(&self, tab: TabId) {
        lock(&self.tabs).known.insert(tab);
    }

    /// Forgets a tab that was closed.
    pub fn forget(&self, tab: TabId) {
        let mut tabs = lock(&self.tabs);
        tabs.known.remove(&tab);
        tabs.busy.remove(&tab);
        if tabs.page == Some(tab) {
            tabs.page = None;
        }
        drop(tabs);
        lock(&self.watches).remove(&tab);
        lock(&self.memories).remove(&tab);
    }

    /// Forgets all tabs: the browser that had them is gone.
    pub fn forget_all_tabs(&self) {
        *lock(&self.tabs) = Tabs::default();
        lock(&self.watches).clear();
        lock(&self.memories).clear();
    }

    /// Marks a tab as being worked in by a call of this session, until [`Session::leave`].
    pub fn enter(&self, tab: TabId) {
        let mut tabs = lock(&self.tabs);
        tabs.known.insert(tab);
        *tabs.busy.entry(tab).or_default() += 1;
    }

    /// Ends what [`Session::enter`] began.
    pub fn leave(&self, tab: TabId) {
        let mut tabs = lock(&self.tabs);
        if let Some(count) = tabs.busy.get_mut(&tab) {
            *count -= 1;
            if *count == 0 {
                tabs.busy.remove(&tab);
            }
        }
    }

    /// Whether a call of this session is at work in a tab.
    pub fn is_busy_in(&self, tab: TabId) -> bool {
        lock(&self.tabs).busy.contains_key(&tab)
    }

    /// What it remembers of a tab's page between its calls, for late changes.
    pub fn watch_of(&self, tab: TabId) -> Arc<PageWatch> {
        lock(&self.watches).entry(tab).or_default().clone()
    }

    /// What it remembers of its last reading of a tab.
    pub fn memory_of(&self, tab: TabId) -> Arc<tokio::sync::Mutex<ReadMemory>> {
        lock(&self.memories).entry(tab).or_default().clone()
    }

    /// All tabs whose pages it remembers something of.
    pub fn watches(&self) -> Vec<(TabId, Arc<PageWatch>)> {
        lock(&self.watches)
            .iter()
            .map(|(tab, watch)| (*tab, watch.clone()))
            .collect()
    }

    /// Its own browser context.
    pub fn context(&self) -> Option<ContextId> {
        lock(&self.tabs).context.clone()
    }

    /// Gives it a browser context of its own.
    pub fn set_context(&self, context: ContextId) {
        lock(&self.tabs).context = Some(context);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
