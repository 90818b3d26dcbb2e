//! New tabs.

use super::Browser;
use super::state::BrowserInner;
use crate::{ContextId, Deadline, Error, Result, Tab, TargetId};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// What a new tab is to be.
#[derive(Debug, Clone, Default)]
pub struct OpenTab {
    /// The browser context it belongs to; `None` for the default one.
    pub context: Option<ContextId>,
    /// Leave the tab that is in front there.
    pub background: bool,
    /// A window of its own. An attached browser shows it as one.
    pub new_window: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    target_id: TargetId,
}

impl Browser {
    /// Opens a tab with an empty page, set up and ready.
    pub async fn open_tab(&self, options: OpenTab, deadline: Deadline) -> Result<Tab> {
        let asking = Asking::new(&self.0);
        let created = match self.create_target(&options, options.new_window, deadline).await {
            // Without any window there is none that the tab could be put into.
            Err(Error::Protocol { message, .. }) if message.contains("no browser is open") => {
                self.create_target(&options, true, deadline).await?
            }
            created => created?,
        };
        let unfinished = Unfinished {
            browser: &self.0,
            target: Some(&created.target_id),
        };
        let what = "Opening a tab";
        let tab = self.0.until(what, deadline, |state| {
            state
                .tabs
                .values()
                .find(|tab| tab.target == created.target_id)
                .cloned()
                .map(Ok)
        });
        let tab = tab.await?;
        drop(asking);
        let ready = tab.state.until(what, deadline, |state| match tab.gate.life() {
            crate::TabLife::Closed => Some(Err(Error::TabClosed)),
            _ => state.ready.then_some(Ok(())),
        });
        ready.await?;
        unfinished.done();
        Ok(Tab(tab))
    }

    async fn create_target(
        &self,
        options: &OpenTab,
        new_window: bool,
        deadline: Deadline,
    ) -> Result<Created> {
        let mut params =
            json!({"url": "about:blank", "background": options.background, "newWindow": new_window});
        if let Some(context) = &options.context {
            params["browserContextId"] = json!(context);
        }
        self.session()
            .request("Target.createTarget", params, deadline)
            .await
    }
}

/// Closes a new tab when the call that asked for it is dropped or fails.
struct Unfinished<'a> {
    browser: &'a BrowserInner,
    target: Option<&'a TargetId>,
}

impl Unfinished<'_> {
    fn done(mut self) {
        self.target = None;
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Some(target) = self.target {
            self.browser
                .session
                .post("Target.closeTarget", json!({"targetId": target}));
        }
    }
}

/// Counts as long as it lives.
struct Asking<'a>(&'a Arc<BrowserInner>);

impl<'a> Asking<'a> {
    fn new(browser: &'a Arc<BrowserInner>) -> Self {
        browser.state.write(|state| state.asking += 1);
        Self(browser)
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.state.write(|state| state.asking -= 1);
    }
}
