//! The time a call has.

use crate::Error;
use std::future::Future;
use std::time::{Duration, Instant};

/// A point in time by which something must be over, and how long that was when it was set.
///
/// Every wait of this crate takes one; nothing waits without.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    at: Instant,
    whole: Duration,
}

impl Deadline {
    /// The deadline that is this far away.
    pub fn after(whole: Duration) -> Self {
        Self {
            at: Instant::now() + whole,
            whole,
        }
    }

    /// What is left; zero when it has passed.
    pub fn remaining(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    /// Whether it has passed.
    pub fn expired(&self) -> bool {
        self.remaining().is_zero()
    }

    /// The time it gave when it was set.
    pub fn whole(&self) -> Duration {
        self.whole
    }

    /// The earlier one of this and `limit` from now.
    pub fn capped(&self, limit: Duration) -> Self {
        if self.remaining() <= limit {
            *self
        } else {
            Self::after(limit)
        }
    }

    /// The error that says that `what` was not done in time.
    pub fn missed(&self, what: impl Into<String>) -> Error {
        Error::Timeout {
            what: what.into(),
            after: self.whole,
        }
    }

    /// Runs a future until the deadline; `what` says in the error what was not done.
    pub async fn run<T>(&self, what: &str, work: impl Future<Output = T>) -> Result<T, Error> {
        tokio::time::timeout_at(self.at.into(), work)
            .await
            .map_err(|_| self.missed(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_deadline_ends_a_wait_and_says_what_for() {
        let deadline = Deadline::after(Duration::from_millis(5));
        let error = deadline
            .run("The test", std::future::pending::<()>())
            .await
            .unwrap_err();
        assert_eq!(error.to_string(), "The test was not done within 5 ms.");
        assert!(deadline.expired());
    }

    #[test]
    fn a_cap_never_lengthens() {
        let deadline = Deadline::after(Duration::from_secs(1));
        assert!(deadline.capped(Duration::from_secs(60)).remaining() <= Duration::from_secs(1));
        assert!(deadline.capped(Duration::from_millis(10)).remaining() <= Duration::from_millis(10));
    }
}
