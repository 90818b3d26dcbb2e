//! The browser: its tabs, contexts, cookies and downloads.
//!
//! [`targets`] takes in what the browser tells of its tabs, [`setup`] makes every page and frame ready before its first script runs,
//! [`state`] is what is known, [`guard`] judges what pages ask for. [`contexts`], [`storage`] and [`downloads`] are what can be asked of the browser itself.

mod contexts;
mod downloads;
pub(crate) mod guard;
mod open;
mod setup;
mod state;
mod storage;
mod targets;

pub use guard::RequestGuard;
pub use open::OpenTab;
pub use setup::HOST_SIGNAL;
pub(crate) use state::BrowserInner;
pub use storage::Cookie;

use crate::connection::{self, CallSender};
use crate::launch::ProcessGuard;
use crate::{BrowserEvent, Deadline, Error, Json, Result, Session, Tab, TabId};
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// How a browser is driven.
#[derive(Debug, Clone, Default)]
pub struct BrowserOptions {
    /// It is somebody's own browser: what was there before is left as it is, and closing ends the connection only.
    pub attached: bool,
    /// The folder that downloads go to. `None` leaves them to the browser. The downloads of an attached browser's default context
    /// are always left to the browser.
    pub downloads: Option<PathBuf>,
    /// The number of the first tab (0 and 1 are the same). Who starts a browser anew goes on from the
    /// [last number](Browser::last_tab_number) of the one before, so that no id is given twice.
    pub first_tab: u32,
    /// Judges what pages ask for before it is sent. `None` lets everything go.
    pub guard: Option<RequestGuard>,
}

/// Who the browser is.
#[derive(Debug, Clone, Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrowserVersion {
    /// `Chrome/156.0.…`.
    pub product: String,
    /// What it tells servers.
    pub user_agent: String,
    /// Version of the DevTools protocol.
    pub protocol_version: String,
}

/// A browser that is connected. Cheap to clone; when the last clone is dropped, the connection ends, and with it a browser that we
/// started.
#[derive(Clone)]
pub struct Browser(pub(crate) Arc<BrowserInner>);

impl Browser {
    /// Connects to a browser, and takes in the tabs that it has. `guard` keeps a browser alive that was started for this.
    pub async fn connect(
        ws_url: &str,
        guard: Option<ProcessGuard>,
        options: BrowserOptions,
        deadline: Deadline,
    ) -> Result<Self> {
        let (calls, orders) = CallSender::new();
        let inner = Arc::new(BrowserInner::new(calls, guard, options, ws_url));
        let sink = Arc::downgrade(&inner);
        connection::connect(ws_url, deadline, orders, || targets::Sink(sink)).await?;
        let browser = Self(inner);
        browser.watch_targets(deadline).await?;
        Ok(browser)
    }

    async fn watch_targets(&self, deadline: Deadline) -> Result<()> {
        self.0.set_downloads(None, deadline).await?;
        let pages = json!([{"type": "page"}]);
        let _: Json = self
            .session()
            .request(
                "Target.setDiscoverTargets",
                json!({"discover": true, "filter": [{"type": "page"}, {"type": "iframe"}]}),
                deadline,
            )
            .await?;
        let params =
            json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": pages});
        let _: Json = self
            .session()
            .request("Target.setAutoAttach", params, deadline)
            .await?;
        // The tabs that are there have been announced by now. One that hangs is not waited for long.
        let ready = deadline.capped(Duration::from_secs(3));
        for tab in self.0.all_tabs() {
            let _ = tab
                .state
                .until("Setting up a tab", ready, |state| state.ready.then_some(Ok(())))
                .await;
        }
        Ok(())
    }

    /// The browser's own session: `Browser`, `Target` and `Storage` commands.
    pub fn session(&self) -> &Session {
        &self.0.session
    }

    /// The address it is connected at.
    pub fn endpoint(&self) -> &str {
        &self.0.endpoint
    }

    /// Whether it is somebody's own browser that we attached to.
    pub fn is_attached(&self) -> bool {
        self.0.options.attached
    }

    /// Who it is.
    pub async fn version(&self, deadline: Deadline) -> Result<BrowserVersion> {
        self.session()
            .request("Browser.getVersion", json!({}), deadline)
            .await
    }

    /// Asks for the titles of all tabs. Chromium tells of a page's new title only when it goes somewhere.
    pub async fn learn_titles(&self, deadline: Deadline) -> Result<()> {
        let params = json!({"filter": [{"type": "page"}]});
        self.0.described_all(
            self.session()
                .request("Target.getTargets", params, deadline)
                .await?,
        );
        Ok(())
    }

    /// Whether the connection stands.
    pub fn is_alive(&self) -> bool {
        self.0.check_alive().is_ok()
    }

    /// Returns when the browser is gone, with how it went.
    pub async fn gone(&self) -> String {
        self.0.gone().await
    }

    /// The tabs, in the order in which they came.
    pub fn tabs(&self) -> Vec<Tab> {
        self.0.all_tabs().into_iter().map(Tab).collect()
    }

    /// The number of the tab that came last.
    pub fn last_tab_number(&self) -> u32 {
        self.0.state.read(|state| state.last_tab)
    }

    /// The tab of this id.
    pub fn tab(&self, id: TabId) -> Result<Tab> {
        self.0.check_alive()?;
        self.0
            .tab(id)
            .map(Tab)
            .ok_or_else(|| Error::NoTab(id.to_string()))
    }

    /// What happens from now on.
    pub fn events(&self) -> broadcast::Receiver<Arc<BrowserEvent>> {
        self.0.events.subscribe()
    }

    /// Ends the browser, if we started it; else only the connection.
    pub async fn close(&self, deadline: Deadline) -> Result<()> {
        if !self.0.options.attached && self.is_alive() {
            let closing: Result<Json> = self.session().request("Browser.close", json!({}), deadline).await;
            if let Err(error @ Error::Timeout { .. }) = closing {
                tracing::warn!(%error, "the browser does not close by itself");
            } else {
                let _ = deadline
                    .capped(Duration::from_secs(5))
                    .run("Closing the browser", self.gone())
                    .await;
            }
        }
        self.0.disconnect();
        Ok(())
    }
}
