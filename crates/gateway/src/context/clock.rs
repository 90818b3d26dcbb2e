//! The one deadline of a call, and who set it.

use std::fmt;
use std::time::{Duration, Instant};

use eyeline_chromium::{Deadline, in_words};
use tokio::sync::watch;

/// Who set a deadline. A later variant gives way to an earlier one; of the call and its option the shorter counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `timeoutMs` beside `path`.
    Call,
    /// `timeoutMs` among a member's options.
    Option,
    /// The member's table.
    Member(String),
    /// `settings.timeouts`.
    Session,
    /// The gateway's own.
    Gateway,
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Call => out.write_str("timeoutMs of the call"),
            Level::Option => out.write_str("the option timeoutMs"),
            Level::Member(name) => write!(out, "what {name} is given"),
            Level::Session => out.write_str("settings.timeouts.call"),
            Level::Gateway => out.write_str("the gateway's default"),
        }
    }
}

#[derive(Debug, Clone)]
struct Limit {
    after: Duration,
    level: Level,
}

/// Measures one call. Its limit may be set again on the way, by who has more say.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    limit: watch::Sender<Limit>,
}

impl Clock {
    /// A clock that runs from now.
    pub fn new(after: Duration, level: Level) -> Self {
        Clock {
            started: Instant::now(),
            limit: watch::Sender::new(Limit { after, level }),
        }
    }

    /// Sets the limit, counted from the start of the call, unless someone with more say has set it.
    pub fn set(&self, after: Duration, level: Level) {
        self.limit.send_if_modified(|limit| {
            let allowed = match (&level, &limit.level) {
                (Level::Call, Level::Option) | (Level::Option, Level::Call) => after < limit.after,
                (Level::Member(_), Level::Member(_)) => true,
                (new, old) => new <= old,
            };
            if allowed {
                *limit = Limit { after, level };
            }
            allowed
        });
    }

    /// Gives more time, unless the call itself set the limit; says whether it did.
    pub fn allow_more(&self, more: Duration) -> bool {
        self.limit.send_if_modified(|limit| {
            let allowed = limit.level != Level::Call;
            if allowed {
                limit.after += more;
            }
            allowed
        })
    }

    /// The deadline as it stands.
    pub fn deadline(&self) -> Deadline {
        let after = self.limit.borrow().after;
        Deadline::after(after.saturating_sub(self.started.elapsed()))
    }

    /// Whether the limit has passed.
    pub fn expired(&self) -> bool {
        self.started.elapsed() >= self.limit.borrow().after
    }

    /// Waits until the limit, wherever it is moved meanwhile, and `grace` more.
    pub async fn passed(&self, grace: Duration) {
        let mut limits = self.limit.subscribe();
        loop {
            let at = self.started + limits.borrow_and_update().after + grace;
            tokio::select! {
                () = tokio::time::sleep_until(at.into()) => return,
                changed = limits.changed() => if changed.is_err() { return },
            }
        }
    }

    /// Says whose limit it was: `2 s, by timeoutMs of the call`.
    pub fn describe(&self) -> String {
        let limit = self.limit.borrow();
        format!("{}, by {}", in_words(limit.after), limit.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_has_the_last_word_and_the_shorter_time_counts() {
        let clock = Clock::new(Duration::from_secs(30), Level::Gateway);
        clock.set(Duration::from_secs(5), Level::Member("open".into()));
        assert_eq!(clock.describe(), "5 s, by what open is given");
        clock.set(Duration::from_millis(1500), Level::Option);
        clock.set(Duration::from_secs(9), Level::Session);
        assert_eq!(clock.describe(), "1.5 s, by the option timeoutMs");
        clock.set(Duration::from_millis(200), Level::Call);
        clock.set(Duration::from_secs(9), Level::Option);
        clock.allow_more(Duration::from_secs(9));
        assert_eq!(clock.describe(), "200 ms, by timeoutMs of the call");
        clock.set(Duration::from_millis(100), Level::Option);
        assert_eq!(clock.describe(), "100 ms, by the option timeoutMs");
    }

    #[tokio::test]
    async fn a_limit_that_moves_is_followed() {
        let clock = Clock::new(Duration::from_secs(60), Level::Gateway);
        let wait = clock.passed(Duration::ZERO);
        tokio::pin!(wait);
        assert!(futures::poll!(&mut wait).is_pending());
        clock.set(Duration::from_millis(1), Level::Call);
        tokio::time::timeout(Duration::from_secs(10), wait)
            .await
            .expect("the new limit ends the wait");
    }
}
