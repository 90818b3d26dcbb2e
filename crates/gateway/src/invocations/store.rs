//! The calls of a session that go on after their answer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ai_vision::Json;
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// How many invocations are kept. Ended ones go first.
const CAPACITY: usize = 50;

/// How an invocation stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It goes on.
    Running,
    /// It ended with a value.
    Done(Json),
    /// It ended with an error.
    Failed(String),
    /// It was cancelled.
    Cancelled,
}

impl Outcome {
    /// The word for it.
    pub fn status(&self) -> &'static str {
        match self {
            Outcome::Running => "running",
            Outcome::Done(_) => "done",
            Outcome::Failed(_) => "failed",
            Outcome::Cancelled => "cancelled",
        }
    }
}

/// A call that goes on.
#[derive(Debug)]
pub struct Invocation {
    /// Its name: `i7`.
    pub id: String,
    /// What was called.
    pub path: String,
    /// When it began to be one.
    pub since: Instant,
    outcome: watch::Sender<Outcome>,
    task: AbortHandle,
}

impl Invocation {
    /// How it stands.
    pub fn outcome(&self) -> Outcome {
        self.outcome.borrow().clone()
    }

    /// Ends it, if it has not ended.
    pub fn cancel(&self) -> bool {
        // Written down before the task ends: its end would else be taken for a failure.
        let cancelled = self.finish(Outcome::Cancelled);
        self.task.abort();
        cancelled
    }

    /// Waits until it has ended.
    pub async fn ended(&self) -> Outcome {
        let mut outcomes = self.outcome.subscribe();
        match outcomes.wait_for(|outcome| *outcome != Outcome::Running).await {
            Ok(outcome) => outcome.clone(),
            Err(_) => Outcome::Cancelled,
        }
    }

    /// Writes down how it ended; the first to do so has it.
    pub fn finish(&self, end: Outcome) -> bool {
        self.outcome.send_if_modified(|outcome| {
            let running = *outcome == Outcome::Running;
            if running {
                *outcome = end;
            }
            running
        })
    }
}

/// All invocations of a session.
#[derive(Debug, Default)]
pub struct Invocations {
    state: Mutex<(u64, VecDeque<Arc<Invocation>>)>,
}

impl Invocations {
    /// Takes a task in.
    pub fn adopt(&self, path: &str, task: AbortHandle) -> Arc<Invocation> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += 1;
        let invocation = Arc::new(Invocation {
            id: format!("i{}", state.0),
            path: path.to_owned(),
            since: Instant::now(),
            outcome: watch::Sender::new(Outcome::Running),
            task,
        });
        state.1.push_back(invocation.clone());
        if state.1.len() > CAPACITY {
            let ended = state
                .1
                .iter()
                .position(|one| one.outcome() != Outcome::Running)
                .unwrap_or(0);
            if let Some(dropped) = state.1.remove(ended) {
                dropped.cancel();
            }
        }
        invocation
    }

    /// All of them, oldest first.
    pub fn all(&self) -> Vec<Arc<Invocation>> {
        self.state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .1
            .iter()
            .cloned()
            .collect()
    }

    /// Ends all of them.
    pub fn cancel_all(&self) {
        for invocation in self.all() {
            invocation.cancel();
        }
    }
}
