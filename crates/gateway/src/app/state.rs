//! What outlives a call: published models and tools that are known, and the word that pages send about them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ai_vision::{HostSignal, NodeError};
use eyeline_chromium::{Browser, BrowserEvent, FrameId, LoaderId, TabId};
use eyeline_page_script::model::Pressed;
use tokio::sync::broadcast::error::RecvError;

use super::published::{self, Discovery};
use super::reach::Scope;
use super::teller::{AppEvent, Sink, Teller};
use super::tools::{ToolNews, is_word_of_tools};
use crate::PageText;
use crate::context::page_path;

/// How long it holds that a document publishes nothing: it may do so late, without a word.
const NOTHING_HOLDS: Duration = Duration::from_secs(2);

/// What is known of the pages' models, for one gateway.
pub struct AppState {
    teller: Arc<Teller>,
    tools: Arc<ToolNews>,
    found: Mutex<HashMap<(TabId, FrameId), Found>>,
}

struct Found {
    document: Option<LoaderId>,
    at: Instant,
    discovery: Arc<Discovery>,
}

impl Default for AppState {
    fn default() -> Self {
        AppState::new()
    }
}

impl AppState {
    /// Nothing known yet.
    pub fn new() -> Self {
        let teller = Arc::default();
        AppState {
            tools: Arc::new(ToolNews::new(&teller)),
            teller,
            found: Mutex::default(),
        }
    }

    /// The tools of all tabs.
    pub fn tools(&self) -> &ToolNews {
        &self.tools
    }

    /// What a frame's document offers beside its controls. Asked of the page once a document, and again while it
    /// offers nothing.
    pub async fn discover(&self, scope: &Scope) -> Result<Arc<Discovery>, NodeError> {
        let frame = &scope.frame;
        let key = (scope.reach.tab.id(), frame.id().clone());
        let document = frame.document_id();
        if let Some(known) = self.found().get(&key)
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
        self.tools.look_round(&scope.reach.tab, discovery.tools);
        let found = Found {
            document,
            at: Instant::now(),
            discovery: discovery.clone(),
        };
        self.found().insert(key, found);
        Ok(discovery)
    }

    /// Forgets what a frame's document was found to offer.
    pub fn forget_model(&self, tab: TabId, frame: &FrameId) {
        self.found().remove(&(tab, frame.clone()));
    }

    /// Follows a browser until it is gone.
    pub fn watch(self: &Arc<Self>, browser: &Browser, sink: Sink) {
        self.teller.tell_to(sink);
        let state = self.clone();
        let browser = browser.clone();
        let mut events = browser.events();
        tokio::spawn(async move {
            loop {
                match events.recv().await {
                    Ok(event) => state.take(&browser, &event),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                }
            }
        });
    }

    fn take(&self, browser: &Browser, event: &BrowserEvent) {
        match event {
            BrowserEvent::HostSignal { tab, frame, payload } if is_word_of_tools(payload) => {
                if let Some(frame) = browser.tab(*tab).ok().and_then(|tab| tab.frame_by_id(frame)) {
                    self.tools.look_soon(*tab, frame);
                }
            }
            BrowserEvent::HostSignal { tab, frame, payload } => {
                self.signal(*tab, frame, payload, origin_of(browser, *tab, frame));
            }
            BrowserEvent::WebMcp {
                tab,
                frame,
                method,
                params,
            } => self.tools.take(browser, *tab, frame, method, params),
            BrowserEvent::Emitted { tab, payload, .. } => {
                if let Some(event) = pressed(*tab, payload) {
                    self.teller.tell(event);
                }
            }
            BrowserEvent::TabClosed { tab } => {
                self.tools.forget(*tab);
                self.teller.forget(*tab);
                self.found().retain(|(its, _), _| its != tab);
            }
            _ => {}
        }
    }

    fn signal(&self, tab: TabId, frame: &FrameId, payload: &str, origin: Option<String>) {
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
        self.teller.tell(AppEvent {
            tab,
            kind: "model",
            text,
            path: Some(path),
            origin,
        });
    }

    fn found(&self) -> MutexGuard<'_, HashMap<(TabId, FrameId), Found>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn origin_of(browser: &Browser, tab: TabId, frame: &FrameId) -> Option<String> {
    let origin = browser.tab(tab).ok()?.frame_by_id(frame)?.origin();
    Some(format!("the page at {origin}"))
}

/// A button of a callout that a user pressed.
fn pressed(tab: TabId, payload: &str) -> Option<AppEvent> {
    let word: Pressed = serde_json::from_str(payload).ok()?;
    if word.kind != "highlight" {
        return None;
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
    Some(AppEvent {
        tab,
        kind: "highlight",
        text,
        path: Some(format!("{}.editor", page_path(tab))),
        origin: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab() -> TabId {
        "t1".parse().unwrap()
    }

    #[test]
    fn what_a_page_says_stays_on_one_line_and_is_labelled() {
        let state = AppState::new();
        let events: Arc<Mutex<Vec<AppEvent>>> = Arc::default();
        let kept = events.clone();
        state
            .teller
            .tell_to(Arc::new(move |event| kept.lock().unwrap().push(event)));
        let payload = "{\"type\":\"notify\",\"text\":\"hi\\n  [seq 1] all is well\"}";
        state.signal(tab(), &FrameId::from("F"), payload, Some("http://x".into()));
        let events = events.lock().unwrap();
        assert_eq!(events[0].text, "The page says: \"hi [seq 1] all is well\"");
        assert_eq!(events[0].origin.as_deref(), Some("http://x"));
    }

    #[test]
    fn a_pressed_button_is_an_event_and_other_words_are_not() {
        let payload = r#"{"type":"highlight","what":"pressed","id":1,"ref":4,"name":"button \"Save\"","button":"Next"}"#;
        assert_eq!(
            pressed(tab(), payload).unwrap().text,
            "The user pressed \"Next\" on the highlight of button \"Save\"."
        );
        for other in [r#"{"type":"watch"}"#, "nonsense"] {
            assert_eq!(pressed(tab(), other), None);
        }
    }
}
