//! Ending scripts that run without end.

use super::Tab;
use crate::{Deadline, Json};
use serde_json::json;
use std::time::Duration;

/// A page that has not run one empty script by then is taken to be stuck.
const STUCK: Duration = Duration::from_millis(1500);

impl Tab {
    /// Ends the script that keeps the page busy, if one does: it is stuck in a loop, and would neither answer nor go elsewhere. Says whether
    /// one was ended. A page that is merely loading, stands at a dialog or has crashed is left alone.
    pub async fn wake(&self, deadline: Deadline) -> bool {
        if self.0.refuses().is_some() || self.dialog().is_some() {
            return false;
        }
        let look = json!({"expression": "0", "returnByValue": true});
        let session = self.session();
        let probe = session
            .request::<Json>("Runtime.evaluate", look.clone(), deadline.capped(STUCK))
            .await;
        if !probe.is_err_and(|error| error.is_timeout()) {
            return false;
        }
        // Chromium takes this one even while a script runs.
        session.post("Runtime.terminateExecution", json!({}));
        let woken = session
            .request::<Json>("Runtime.evaluate", look, deadline.capped(STUCK))
            .await;
        tracing::debug!(tab = %self.id(), awake = woken.is_ok(), "a script that ran without end was ended");
        woken.is_ok()
    }
}
