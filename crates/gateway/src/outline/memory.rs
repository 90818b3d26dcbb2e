//! What a session remembers of a tab it has read.

use std::collections::HashMap;
use std::sync::Arc;

/// Kinds of read that are remembered.
const KEPT: usize = 4;

/// One session's memory of one tab.
#[derive(Debug, Default)]
pub struct ReadMemory {
    /// The lines of the last reads, before their budget, by what was asked for; the newest last.
    last: Vec<(String, Arc<[String]>)>,
    /// The element that each child frame sits in, by Chromium's name of the frame: it never changes while the frame lives.
    pub(super) owners: HashMap<String, u32>,
}

impl ReadMemory {
    /// Whether this tab has been read before.
    pub fn has_read(&self) -> bool {
        !self.last.is_empty()
    }

    /// Keeps the lines of a read, and gives those of the last one that asked for the same.
    pub(super) fn remember(&mut self, asked: String, lines: Arc<[String]>) -> Option<Arc<[String]>> {
        let before = self
            .last
            .iter()
            .position(|(key, _)| *key == asked)
            .map(|at| self.last.remove(at).1);
        self.last.push((asked, lines));
        if self.last.len() > KEPT {
            self.last.remove(0);
        }
        before
    }
}
