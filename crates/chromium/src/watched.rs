//! State that can be waited on.

use crate::{Deadline, Result};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// A value behind a lock, and a count of its changes for those who wait. The lock is never held across an await.
pub(crate) struct Watched<S> {
    state: Mutex<S>,
    revision: watch::Sender<u64>,
}

impl<S> Watched<S> {
    pub fn new(state: S) -> Self {
        Self {
            state: Mutex::new(state),
            revision: watch::Sender::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, S> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the state.
    pub fn read<R>(&self, look: impl FnOnce(&S) -> R) -> R {
        look(&self.lock())
    }

    /// Changes the state and wakes those who wait for it.
    pub fn write<R>(&self, change: impl FnOnce(&mut S) -> R) -> R {
        let result = change(&mut self.lock());
        self.touch();
        result
    }

    /// Wakes those who wait, for a change of something that their condition reads besides this state.
    pub fn touch(&self) {
        self.revision.send_modify(|revision| *revision += 1);
    }

    /// Waits until the condition has an answer; it is asked now and after each change.
    pub async fn until<R>(
        &self,
        what: &str,
        deadline: Deadline,
        mut condition: impl FnMut(&S) -> Option<Result<R>>,
    ) -> Result<R> {
        let mut changes = self.revision.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some(answer) = self.read(&mut condition) {
                return answer;
            }
            // The sender lives as long as `self`, so this only ever ends with a change.
            let _ = deadline.run(what, changes.changed()).await?;
        }
    }
}
