//! Telling what pages, their tools and the overlay have to say: as events, a few of each kind at a time.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use eyeline_chromium::TabId;

/// How many events of one kind of one tab are told within [`WINDOW`].
const MESSAGES: usize = 5;
/// The time in which they are counted.
const WINDOW: Duration = Duration::from_secs(10);

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

type Times = HashMap<(TabId, &'static str), VecDeque<Instant>>;

/// Passes events on.
#[derive(Default)]
pub struct Teller {
    sink: OnceLock<Sink>,
    told: Mutex<Times>,
}

impl Teller {
    /// Says who is told. The first one stays.
    pub fn tell_to(&self, sink: Sink) {
        let _ = self.sink.set(sink);
    }

    /// Tells an event, unless its tab has said too much of the kind just now.
    pub fn tell(&self, event: AppEvent) {
        if let Some(sink) = self.sink.get()
            && self.may_tell(event.tab, event.kind)
        {
            sink(event);
        }
    }

    fn may_tell(&self, tab: TabId, kind: &'static str) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let times = told.entry((tab, kind)).or_default();
        times.retain(|time| time.elapsed() < WINDOW);
        let room = times.len() < MESSAGES;
        if room {
            times.push_back(Instant::now());
        }
        room
    }

    /// A tab was closed.
    pub fn forget(&self, tab: TabId) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.retain(|(its, _), _| *its != tab);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_that_shouts_is_told_a_few_times() {
        let teller = Teller::default();
        let heard: Arc<Mutex<Vec<AppEvent>>> = Arc::default();
        let kept = heard.clone();
        teller.tell_to(Arc::new(move |event| kept.lock().unwrap().push(event)));
        let event = |tab: &str, kind| AppEvent {
            tab: tab.parse().unwrap(),
            kind,
            text: "hi".into(),
            path: None,
            origin: None,
        };
        (0..100).for_each(|_| teller.tell(event("t1", "model")));
        assert_eq!(heard.lock().unwrap().len(), MESSAGES);
        teller.tell(event("t1", "highlight"));
        teller.tell(event("t2", "model"));
        assert_eq!(
            heard.lock().unwrap().len(),
            MESSAGES + 2,
            "others are heard all the same"
        );
    }
}
