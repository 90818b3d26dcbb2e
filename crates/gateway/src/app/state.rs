//! What outlives a call: published models and tools that are known, and the word that pages send about them.

use std::sync::Arc;

use eyeline_chromium::{Browser, TabId};

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
pub struct AppState {}

impl AppState {
    /// Nothing known yet.
    pub fn new() -> Self {
        AppState::default()
    }

    /// Follows a browser until it is gone.
    pub fn watch(self: &Arc<Self>, _browser: &Browser, _sink: Sink) {}
}
