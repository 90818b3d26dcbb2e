//! A tab: its frames, where it is, what it waits for.
//!
//! [`state`] is what is known of a tab; [`events`] changes it as Chromium tells, in the order of the socket. [`navigate`] goes places,
//! [`load`] waits, [`dialogs`] and [`chooser`] answer what the page asks the user, [`wake`] ends scripts that do not end.

mod chooser;
mod dialogs;
mod documents;
pub(crate) mod events;
mod facts;
mod history;
mod load;
mod navigate;
pub(crate) mod state;
mod wake;

pub use chooser::FileChooser;
pub use navigate::{Navigated, Redirect};
pub(crate) use state::{TabInner, TabState};

pub use crate::connection::TabLife;
use crate::{ContextId, Deadline, Error, Frame, Result, Session, TabId, TargetId};
use serde_json::json;
use std::fmt;
use std::sync::Arc;

/// A tab of the browser. Cheap to clone.
#[derive(Clone)]
pub struct Tab(pub(crate) Arc<TabInner>);

/// The right to act in a tab, until dropped; see [`Tab::turn`].
#[derive(Debug)]
pub struct Turn(#[allow(dead_code, reason = "held for its drop")] tokio::sync::OwnedMutexGuard<()>);

impl Tab {
    /// Its id: `t1`, `t2`, …
    pub fn id(&self) -> TabId {
        self.0.id
    }

    /// Chromium's name for it.
    pub fn target_id(&self) -> &TargetId {
        &self.0.target
    }

    /// The browser context it belongs to; `None` for the default one.
    pub fn context(&self) -> Option<&ContextId> {
        self.0.context.as_ref()
    }

    /// The tab whose page opened it.
    pub fn opener(&self) -> Option<TabId> {
        self.0.opener
    }

    /// The browser it is in, while the connection stands.
    pub fn browser(&self) -> Option<crate::Browser> {
        self.0.browser().ok().map(crate::Browser)
    }

    /// Waits until no other action is under way in this tab. A tab has one keyboard, one pointer and one focus: what two
    /// actions did at the same time would be a mixture.
    pub async fn turn(&self, deadline: Deadline) -> Result<Turn> {
        let turn = self.0.turn.clone().lock_owned();
        deadline.run("Another action in this tab", turn).await.map(Turn)
    }

    /// Whether it can be driven.
    pub fn life(&self) -> TabLife {
        self.0.gate.life()
    }

    /// The address of the page, with the fragment.
    pub fn url(&self) -> String {
        self.0
            .state
            .read(|state| state.frames.main().map(|(_, node)| node.url.clone()))
            .unwrap_or_default()
    }

    /// The page's title, as the browser last told it.
    pub fn title(&self) -> String {
        self.0.state.read(|state| state.title.clone())
    }

    /// Whether the page is loading.
    pub fn loading(&self) -> bool {
        self.0.state.read(|state| state.loading)
    }

    /// The HTTP status of the document; `None` where it did not come over HTTP.
    pub fn status(&self) -> Option<u16> {
        self.0.state.read(|state| state.document_status())
    }

    /// The session of the page: commands to the tab and to its main frame.
    pub fn session(&self) -> &Session {
        &self.0.session
    }

    /// The main frame.
    pub fn main_frame(&self) -> Result<Frame> {
        let id = self
            .0
            .state
            .read(|state| state.frames.main().map(|(id, _)| id.clone()));
        let id = id.ok_or_else(|| self.0.gate.closed_to_pages().unwrap_or(Error::FrameGone))?;
        Ok(Frame {
            tab: self.0.clone(),
            id,
        })
    }

    /// All frames, each before those that sit in it.
    pub fn frames(&self) -> Vec<Frame> {
        let ids = self.0.state.read(|state| state.frames.in_order());
        ids.into_iter()
            .map(|id| Frame {
                tab: self.0.clone(),
                id,
            })
            .collect()
    }

    /// The frame of this number.
    pub fn frame(&self, number: u32) -> Option<Frame> {
        let id = self.0.state.read(|state| state.frames.by_number(number))?;
        Some(Frame {
            tab: self.0.clone(),
            id,
        })
    }

    /// The frame that Chromium names so.
    pub fn frame_by_id(&self, id: &crate::FrameId) -> Option<Frame> {
        let known = self.0.state.read(|state| state.frames.get(id).is_some());
        known.then(|| Frame {
            tab: self.0.clone(),
            id: id.clone(),
        })
    }

    /// Brings the tab to the front.
    pub async fn activate(&self, deadline: Deadline) -> Result<()> {
        let browser = self.0.browser_session()?;
        let _: crate::Json = browser
            .request(
                "Target.activateTarget",
                json!({"targetId": self.0.target}),
                deadline,
            )
            .await?;
        Ok(())
    }

    /// Closes the tab, without asking the page. A tab that is closed already is no error.
    pub async fn close(&self, deadline: Deadline) -> Result<()> {
        let browser = self.0.browser_session()?;
        let closing: Result<crate::Json> = browser
            .request("Target.closeTarget", json!({"targetId": self.0.target}), deadline)
            .await;
        match closing {
            Err(Error::Protocol { .. }) if self.life() == TabLife::Closed => return Ok(()),
            Err(error @ (Error::Timeout { .. } | Error::BrowserGone { .. })) => return Err(error),
            _ => {}
        }
        self.0.until_closed(deadline).await
    }

    /// Returns when the tab is closed.
    pub async fn closed(&self, deadline: Deadline) -> Result<()> {
        self.0.until_closed(deadline).await
    }
}

impl PartialEq for Tab {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Tab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tab({} {})", self.id(), self.url())
    }
}
