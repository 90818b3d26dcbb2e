//! Waiting for a page to load.

use super::Tab;
use crate::{Deadline, LoadState, Result};
use serde_json::json;

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
        let _: crate::Json = self
            .session()
            .request("Page.stopLoading", json!({}), deadline)
            .await?;
        Ok(())
    }
}
