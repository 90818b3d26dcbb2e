//! What a tab's page wrote to its console and asked of the network: rings of bounded size, kept as the events come.

use crate::{BrowserEvent, TabId, WireEvent};

/// The logs of one tab.
#[derive(Debug, Default)]
pub struct TabLogs {}

impl TabLogs {
    /// Takes in an event of one of the tab's sessions, and answers with what is to be told of it. Must not wait.
    pub(crate) fn observe(&self, _tab: TabId, _event: &WireEvent) -> Vec<BrowserEvent> {
        Vec::new()
    }
}
