//! The frames of a tab: one tree, whatever process a frame runs in.
//!
//! [`tree`] is the state that Chromium's events build. [`Frame`] is a handle by id; every use looks the frame up anew, so that a
//! handle survives navigation and moves between processes. [`world`] finds the execution context of a frame, [`call`] calls the
//! page script in it, [`evaluate`] runs code that came from outside, [`handle`] holds on to objects of the page, [`owner`]
//! finds the element of the parent that a frame sits in, and [`parts`] what the browser draws inside date and time fields.

mod call;
mod evaluate;
mod handle;
mod owner;
mod parts;
pub(crate) mod remote;
mod resolve;
pub(crate) mod tree;
pub(crate) mod world;

pub use handle::Handle;
pub use parts::FieldPart;
pub use tree::LoadState;
pub use world::World;

use crate::tab::TabInner;
use crate::{Error, FrameId, LoaderId, Result, Session, Tab};
use std::fmt;
use std::sync::Arc;
use tree::FrameNode;

/// A frame of a tab. Cheap to clone; stays the same through navigation.
#[derive(Clone)]
pub struct Frame {
    pub(crate) tab: Arc<TabInner>,
    pub(crate) id: FrameId,
}

impl Frame {
    /// Chromium's name for it.
    pub fn id(&self) -> &FrameId {
        &self.id
    }

    /// The tab it is in.
    pub fn tab(&self) -> Tab {
        Tab(self.tab.clone())
    }

    fn look<R>(&self, look: impl FnOnce(&FrameNode) -> R) -> Option<R> {
        self.tab.state.read(|state| state.frames.get(&self.id).map(look))
    }

    /// Its number in the tab: 0 for the main frame. Numbers are not reused. A frame that is gone has `None`.
    pub fn number(&self) -> Option<u32> {
        self.look(|node| node.number)
    }

    /// The number that refs in it begin with, also when it has gone lately; no frame's number when nothing is known of it any more.
    pub fn ref_number(&self) -> u32 {
        let given = self.tab.state.read(|state| state.frames.given_number(&self.id));
        given.unwrap_or(u32::MAX)
    }

    /// Whether it is still part of the page.
    pub fn is_attached(&self) -> bool {
        self.look(|_| ()).is_some()
    }

    /// Whether it is the tab's main frame.
    pub fn is_main(&self) -> bool {
        self.number() == Some(0)
    }

    /// The frame it sits in.
    pub fn parent(&self) -> Option<Frame> {
        let id = self.look(|node| node.parent.clone())??;
        Some(Frame {
            tab: self.tab.clone(),
            id,
        })
    }

    /// The frames that sit in it, in the order in which they came.
    pub fn children(&self) -> Vec<Frame> {
        let ids = self.look(|node| node.children.clone()).unwrap_or_default();
        ids.into_iter()
            .map(|id| Frame {
                tab: self.tab.clone(),
                id,
            })
            .collect()
    }

    /// The address of its document, with the fragment.
    pub fn url(&self) -> String {
        self.look(|node| node.url.clone()).unwrap_or_default()
    }

    /// Its name: the `name` attribute of its element, or `window.name`.
    pub fn name(&self) -> String {
        self.look(|node| node.name.clone()).unwrap_or_default()
    }

    /// The origin of its document; `://` when it has an opaque one.
    pub fn origin(&self) -> String {
        self.look(|node| node.origin.clone()).unwrap_or_default()
    }

    /// Its document: another id with every load.
    pub fn document_id(&self) -> Option<LoaderId> {
        self.look(|node| node.loader.clone())?
    }

    /// How far its document has loaded.
    pub fn load_state(&self) -> Option<LoadState> {
        self.look(|node| node.reached)
    }

    /// The session of the process that it runs in now.
    pub fn session(&self) -> Result<Session> {
        self.look(|node| node.session.clone())
            .ok_or(Error::FrameGone)?
            .ok_or(Error::SessionGone)
    }
}

impl PartialEq for Frame {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && Arc::ptr_eq(&self.tab, &other.tab)
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frame({} in {})", self.id, self.tab.id)
    }
}
