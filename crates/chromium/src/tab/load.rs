//! Waiting for a page to load.

use super::Tab;
use crate::{Deadline, Error, Json, LoadState, Result};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::time::Duration;

/// Between two tries, while the tab is between two documents. No event tells when it no longer is.
const MOMENT: Duration = Duration::from_millis(25);

impl Tab {
    /// Waits until the main frame's document has loaded this far.
    pub async fn wait_load(&self, state: LoadState, deadline: Deadline) -> Result<()> {
        let loaded = |tab: &super::TabState| {
            let (_, main) = tab.frames.main()?;
            (main.reached >= state).then_some(Ok(()))
        };
        self.0.until("Loading the page", deadline, loaded).await
    }

    /// Stops whatever the tab is loading.
    pub async fn stop(&self, deadline: Deadline) -> Result<()> {
        let _: crate::Json = self.ask_page("Page.stopLoading", json!({}), deadline).await?;
        Ok(())
    }

    /// Asks the tab for something that Chromium refuses while it puts another document in the place of the one before; then again, in a
    /// moment, until the deadline.
    pub(super) async fn ask_page<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Json,
        deadline: Deadline,
    ) -> Result<T> {
        loop {
            match self.session().request(method, params.clone(), deadline).await {
                Err(Error::Protocol { message, .. })
                    if message.starts_with("Not attached to an active page") && !deadline.expired() =>
                {
                    let moment = deadline.capped(MOMENT);
                    let _ = self.0.until::<()>("The next document", moment, |_| None).await;
                    if let Some(error @ (Error::TabClosed | Error::BrowserGone { .. })) = self.0.refuses() {
                        return Err(error);
                    }
                }
                answer => return answer,
            }
        }
    }
}
