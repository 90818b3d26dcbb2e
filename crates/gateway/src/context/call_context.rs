//! The context that every node of one call shares.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ai_vision::{Json, NodeError};
use eyeline_chromium::{Browser, Deadline, TabId, Turn};

use super::{Clock, Level};
use crate::PageText;
use crate::call::Block;
use crate::events::News;
use crate::gateway::Gateway;
use crate::session::Session;
use crate::settings::Settings;
use crate::trouble;

/// The longest `timeoutMs`: a day.
const LONGEST_MS: f64 = 86_400_000.0;

/// How long a call that goes on after its deadline may go on.
const AT_MOST: Duration = Duration::from_secs(15 * 60);

/// Whose call it is, how long it may take, and what it has to tell.
pub struct CallContext {
    gateway: Arc<Gateway>,
    session: Arc<Session>,
    clock: Clock,
    room: usize,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    asked: String,
    place: String,
    changes: Vec<String>,
    images: Vec<Block>,
    goes_on: bool,
    entered: HashSet<TabId>,
    turn: Option<(TabId, Turn)>,
}

impl CallContext {
    /// A context for one call, whose value may be so long, in UTF-16 units.
    pub(crate) fn new(gateway: Arc<Gateway>, session: Arc<Session>, clock: Clock, room: usize) -> Arc<Self> {
        Arc::new(CallContext {
            gateway,
            session,
            clock,
            room,
            told: Mutex::default(),
        })
    }

    /// The gateway that answers.
    pub fn gateway(&self) -> &Arc<Gateway> {
        &self.gateway
    }

    /// The session that asks.
    pub fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// The session's settings as they are now.
    pub fn settings(&self) -> Arc<Settings> {
        self.session.settings()
    }

    /// What measures the call.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// When the call must be over.
    pub fn deadline(&self) -> Deadline {
        self.clock.deadline()
    }

    /// Takes `timeoutMs` of a member's options as the call's deadline, unless the call has a shorter one.
    pub fn take_timeout(&self, options: Option<&Json>) -> Result<(), NodeError> {
        let given = options
            .and_then(|options| options.get("timeoutMs"))
            .filter(|given| !given.is_null());
        let Some(given) = given else { return Ok(()) };
        let millis = given
            .as_f64()
            .filter(|millis| millis.fract() == 0.0 && (1.0..=LONGEST_MS).contains(millis))
            .ok_or_else(|| {
                NodeError::new(format!(
                    "timeoutMs is a whole number of milliseconds from 1 to {LONGEST_MS}; got {}.",
                    PageText::new(&given.to_string()).as_str()
                ))
            })?;
        self.clock
            .set(Duration::from_millis(millis as u64), Level::Option);
        Ok(())
    }

    /// Says that this call goes on after its deadline, as an invocation, and until when.
    pub fn go_on(&self) -> Deadline {
        self.told().goes_on = true;
        Deadline::after(AT_MOST)
    }

    /// Whether the call goes on after its deadline.
    pub fn goes_on(&self) -> bool {
        self.told().goes_on
    }

    /// The browser, started if it is not there.
    pub async fn browser(&self) -> Result<Browser, NodeError> {
        self.gateway
            .keeper()
            .browser(self.deadline())
            .await
            .map_err(|error| NodeError::new(error.to_string()))
    }

    /// The browser, if it is there.
    pub fn running_browser(&self) -> Option<Browser> {
        self.gateway.keeper().running()
    }

    /// Adds to the answer's `changes` block.
    pub fn changes(&self, text: impl Into<String>) {
        self.told().changes.push(text.into());
    }

    /// What the `changes` block has to say.
    pub(crate) fn take_changes(&self) -> Vec<String> {
        std::mem::take(&mut self.told().changes)
    }

    /// How long the call's value may be, in UTF-16 units.
    pub fn room(&self) -> usize {
        self.room
    }

    /// Adds an image to the answer, and gives its number there, from 1.
    pub(crate) fn attach(&self, image: Block) -> usize {
        let mut told = self.told();
        told.images.push(image);
        told.images.len()
    }

    /// The images that were added.
    pub(crate) fn take_images(&self) -> Vec<Block> {
        std::mem::take(&mut self.told().images)
    }

    /// Notes the path that the call asks for.
    pub(crate) fn asks(&self, path: &str) {
        path.clone_into(&mut self.told().asked);
    }

    /// The path that the call asks for.
    pub fn asked_path(&self) -> String {
        self.told().asked.clone()
    }

    /// Notes how far along its path the call has got.
    pub(crate) fn went_to(&self, path: &str) {
        path.clone_into(&mut self.told().place);
    }

    /// The path of the last thing that was read, written or called.
    pub fn place(&self) -> String {
        self.told().place.clone()
    }

    /// Notes that the call works in a tab: what happens there meanwhile is its own doing.
    pub fn enter(&self, tab: TabId) {
        if self.told().entered.insert(tab) {
            self.session.enter(tab);
        }
    }

    /// The tabs that the call works in.
    pub(crate) fn entered(&self) -> Vec<TabId> {
        self.told().entered.iter().copied().collect()
    }

    /// Whether it is this call's turn to act in a tab.
    pub(super) fn has_turn(&self, tab: TabId) -> bool {
        self.told().turn.as_ref().is_some_and(|(of, _)| *of == tab)
    }

    /// Keeps the turn until the call is over.
    pub(super) fn keep_turn(&self, tab: TabId, turn: Turn) {
        self.told().turn = Some((tab, turn));
    }

    /// The next action may begin.
    pub(crate) fn end_turn(&self) {
        self.told().turn = None;
    }

    /// Logs an event for the session.
    pub fn push_event(&self, kind: &'static str, text: &str, path: Option<String>, origin: Option<String>) {
        self.session.events().push(News {
            kind,
            text: text.to_owned(),
            path,
            origin,
            ..News::default()
        });
    }

    /// The canonical path of a tab: `pages["t1"]`.
    pub fn path_of(&self, tab: TabId) -> String {
        page_path(tab)
    }

    /// What went wrong in a tab, as a sentence with its remedy.
    pub fn trouble(&self, tab: TabId, error: &eyeline_chromium::Error) -> NodeError {
        match error {
            eyeline_chromium::Error::BrowserGone { reason } if self.gateway.keeper().is_attached() => {
                NodeError::new(format!(
                    "The browser that was attached to has ended ({reason}), and its tabs are gone. Start it again; the next \
                     call attaches to it."
                ))
            }
            error => trouble::in_tab(tab, error),
        }
    }

    /// Gives the session's current tab the viewport of its settings.
    pub async fn apply_viewport(&self) -> Result<(), NodeError> {
        let page = self
            .session
            .page()
            .zip(self.running_browser())
            .and_then(|(id, browser)| browser.tab(id).ok());
        match page {
            Some(tab) => self.set_size(&tab, self.settings().viewport).await,
            None => Ok(()),
        }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for CallContext {
    fn drop(&mut self) {
        let entered = std::mem::take(&mut self.told().entered);
        for tab in entered {
            self.session.leave(tab);
        }
    }
}

/// The canonical path of a tab.
pub fn page_path(tab: TabId) -> String {
    format!("pages[\"{tab}\"]")
}
