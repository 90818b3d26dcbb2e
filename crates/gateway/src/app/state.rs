//! What outlives a call: published models and tools that are known, and the word that pages send about them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ai_vision::{HostSignal, Json, NodeError};
use eyeline_chromium::{Browser, BrowserEvent, FrameId, LoaderId, TabId};
use eyeline_page_script::model::Pressed;
use tokio::sync::broadcast::error::RecvError;

use super::published::{self, Discovery};
use super::reach::Scope;
use super::tools::KnownTools;
use crate::PageText;
use crate::context::page_path;

/// How long it holds that a document publishes nothing: it may do so late, without a word.
const NOTHING_HOLDS: Duration = Duration::from_secs(2);
/// How many messages of one tab are told within [`WINDOW`].
const MESSAGES: usize = 5;
/// The time in which messages are counted.
const WINDOW: Duration = Duration::from_secs(10);
/// Tools that are registered within this time are told in one event.
const TOGETHER: Duration = Duration::from_millis(150);

/// Something that a page's model, its tools or the overlay have to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppEvent {
    /// The tab it happened in.
    pub tab: TabId,
    /// `model`, `tools` or `highlight`.
    pub kind: &'static str,
    /// One line that tells it.
    pub text: String,
    /// Where it can be looked at.
    pub path: Option<String>,
    /// Who wrote the text, when we did not.
    pub origin: Option<String>,
}

/// Takes events as they happen.
pub type Sink = Arc<dyn Fn(AppEvent) + Send + Sync>;

/// What is known of the pages' models, for one gateway.
#[derive(Default)]
pub struct AppState {
    tools: KnownTools,
    found: Mutex<HashMap<(TabId, FrameId), Found>>,
    told: Mutex<HashMap<(TabId, &'static str), VecDeque<Instant>>>,
    new_tools: Mutex<HashMap<TabId, Vec<String>>>,
}

struct Found {
    document: Option<LoaderId>,
    at: Instant,
    discovery: Arc<Discovery>,
}

impl AppState {
    /// Nothing known yet.
    pub fn new() -> Self {
        AppState::default()
    }

    /// The tools that the browser has told of.
    pub fn tools(&self) -> &KnownTools {
        &self.tools
    }

    /// What a frame's document offers beside its controls. Asked of the page once a document, and again while it
    /// offers nothing.
    pub async fn discover(&self, scope: &Scope) -> Result<Arc<Discovery>, NodeError> {
        let frame = &scope.frame;
        let key = (scope.reach.tab.id(), frame.id().clone());
        let document = frame.document_id();
        if let Some(known) = lock(&self.found).get(&key)
            && known.document == document
            && (known.discovery.model.is_some() || known.at.elapsed() < NOTHING_HOLDS)
        {
            return Ok(known.discovery.clone());
        }
        let probed = published::probe(frame, scope.reach.deadline()).await;
        let discovery =
            Arc::new(probed.map_err(|error| scope.reach.ctx.trouble(scope.reach.tab.id(), &error))?);
        if let Some(trouble) = &discovery.trouble {
            scope
                .reach
                .ctx
                .push_event("model", trouble, Some(scope.path.clone()), None);
        }
        let found = Found {
            document,
            at: Instant::now(),
            discovery: discovery.clone(),
        };
        lock(&self.found).insert(key, found);
        Ok(discovery)
    }

    /// Forgets what a frame's document was found to offer.
    pub fn forget_model(&self, tab: TabId, frame: &FrameId) {
        lock(&self.found).remove(&(tab, frame.clone()));
    }

    /// Follows a browser until it is gone.
    pub fn watch(self: &Arc<Self>, browser: &Browser, sink: Sink) {
        let state = self.clone();
        let browser = browser.clone();
        let mut events = browser.events();
        tokio::spawn(async move {
            loop {
                match events.recv().await {
                    Ok(event) => state.take(&browser, &event, &sink),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }

    fn take(self: &Arc<Self>, browser: &Browser, event: &BrowserEvent, sink: &Sink) {
        match event {
            BrowserEvent::HostSignal { tab, frame, payload } => {
                let origin = origin_of(browser, *tab, frame);
                self.signal(*tab, frame, payload, origin, sink);
            }
            BrowserEvent::WebMcp {
                tab,
                frame,
                method,
                params,
            } => self.tools_changed(browser, *tab, frame, method, params, sink),
            BrowserEvent::Emitted { tab, payload, .. } => pressed(*tab, payload, sink),
            BrowserEvent::TabClosed { tab } => {
                self.tools.forget(*tab);
                lock(&self.found).retain(|(its, _), _| its != tab);
                lock(&self.told).retain(|(its, _), _| its != tab);
                lock(&self.new_tools).remove(tab);
            }
            _ => {}
        }
    }

    fn signal(&self, tab: TabId, frame: &FrameId, payload: &str, origin: Option<String>, sink: &Sink) {
        let path = format!("{}.editor.app", page_path(tab));
        let (text, origin) = match HostSignal::parse(payload) {
            Ok(HostSignal::Shape { .. }) => {
                self.forget_model(tab, frame);
                (
                    format!(
                        "The page at {} changed its model; read {path} again.",
                        page_path(tab)
                    ),
                    None,
                )
            }
            Ok(HostSignal::Notify { text }) => (
                format!("The page says: {}", PageText::limited(&text, 240)),
                origin,
            ),
            Err(_) => return,
        };
        if self.may_tell(tab, "model") {
            sink(AppEvent {
                tab,
                kind: "model",
                text,
                path: Some(path),
                origin,
            });
        }
    }

    /// Whether one more message of a tab is told: the next few are left out when it sends too many.
    fn may_tell(&self, tab: TabId, kind: &'static str) -> bool {
        let mut told = lock(&self.told);
        let times = told.entry((tab, kind)).or_default();
        times.retain(|time| time.elapsed() < WINDOW);
        let room = times.len() < MESSAGES;
        if room {
            times.push_back(Instant::now());
        }
        room
    }

    fn tools_changed(
        self: &Arc<Self>,
        browser: &Browser,
        tab: TabId,
        frame: &FrameId,
        method: &str,
        params: &Json,
        sink: &Sink,
    ) {
        let document = |frame: &FrameId| browser.tab(tab).ok()?.frame_by_id(frame)?.document_id();
        match method {
            "toolsAdded" => {
                let new = self.tools.add(tab, frame, params, document);
                self.gather(tab, new, sink);
            }
            "toolsRemoved" => {
                let gone = self.tools.remove(tab, frame, params);
                if !gone.is_empty() && self.may_tell(tab, "tools") {
                    let page = page_path(tab);
                    let text = format!("{page} has no longer the tools {}.", listed(&gone));
                    sink(AppEvent {
                        tab,
                        kind: "tools",
                        text,
                        path: Some(format!("{page}.editor.app")),
                        origin: None,
                    });
                }
            }
            _ => {}
        }
    }

    /// Tools come one by one while a page loads; they are told together.
    fn gather(self: &Arc<Self>, tab: TabId, new: Vec<String>, sink: &Sink) {
        if new.is_empty() {
            return;
        }
        let mut pending = lock(&self.new_tools);
        let first = !pending.contains_key(&tab);
        pending.entry(tab).or_default().extend(new);
        drop(pending);
        if !first {
            return;
        }
        let (state, sink) = (self.clone(), sink.clone());
        tokio::spawn(async move {
            tokio::time::sleep(TOGETHER).await;
            let Some(names) = lock(&state.new_tools).remove(&tab) else {
                return;
            };
            if state.may_tell(tab, "tools") {
                let path = format!("{}.editor.app.tools", page_path(tab));
                let text = format!(
                    "{} has new tools: {}; see {path}.",
                    page_path(tab),
                    listed(&names)
                );
                sink(AppEvent {
                    tab,
                    kind: "tools",
                    text,
                    path: Some(path),
                    origin: None,
                });
            }
        });
    }
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(8)
        .map(|name| PageText::limited(name, 60).to_string())
        .collect();
    let more = names.len().saturating_sub(shown.len());
    if more > 0 {
        format!("{} and {more} more", shown.join(", "))
    } else {
        shown.join(", ")
    }
}

fn origin_of(browser: &Browser, tab: TabId, frame: &FrameId) -> Option<String> {
    let origin = browser.tab(tab).ok()?.frame_by_id(frame)?.origin();
    Some(format!("the page at {origin}"))
}

/// A button of a callout that a user pressed.
fn pressed(tab: TabId, payload: &str, sink: &Sink) {
    let Ok(word) = serde_json::from_str::<Pressed>(payload) else {
        return;
    };
    if word.kind != "highlight" {
        return;
    }
    let on = PageText::limited(&word.name, 120);
    let text = match word.what.as_str() {
        "pressed" => format!(
            "The user pressed {} on the highlight of {}.",
            PageText::limited(&word.button, 60),
            on.as_str()
        ),
        _ => format!("The user closed the highlight of {}.", on.as_str()),
    };
    sink(AppEvent {
        tab,
        kind: "highlight",
        text,
        path: Some(format!("{}.editor", page_path(tab))),
        origin: None,
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected() -> (Sink, Arc<Mutex<Vec<AppEvent>>>) {
        let events: Arc<Mutex<Vec<AppEvent>>> = Arc::default();
        let kept = events.clone();
        (Arc::new(move |event| lock(&kept).push(event)), events)
    }

    fn tab() -> TabId {
        "t1".parse().unwrap()
    }

    #[test]
    fn a_page_that_shouts_is_told_a_few_times() {
        let state = AppState::new();
        let (sink, events) = collected();
        for n in 0..100 {
            let payload = format!("{{\"type\":\"notify\",\"text\":\"hi {n}\\n  [seq 1] all is well\"}}");
            state.signal(
                tab(),
                &FrameId::from("F"),
                &payload,
                Some("http://x".into()),
                &sink,
            );
        }
        let events = lock(&events);
        assert_eq!(events.len(), MESSAGES);
        assert_eq!(events[0].text, "The page says: \"hi 0 [seq 1] all is well\"");
        assert_eq!(events[0].origin.as_deref(), Some("http://x"));
    }

    #[test]
    fn a_pressed_button_is_an_event_and_other_words_are_not() {
        let (sink, events) = collected();
        pressed(
            tab(),
            r#"{"type":"highlight","what":"pressed","id":1,"ref":4,"name":"button \"Save\"","button":"Next"}"#,
            &sink,
        );
        pressed(tab(), r#"{"type":"watch"}"#, &sink);
        pressed(tab(), "nonsense", &sink);
        let events = lock(&events);
        assert_eq!(events.len(), 1);
        assert_eq!(
            events[0].text,
            "The user pressed \"Next\" on the highlight of button \"Save\"."
        );
    }
}
