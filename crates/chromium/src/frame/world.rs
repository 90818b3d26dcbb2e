//! Where code of ours runs in a frame.

use super::Frame;
use crate::{Deadline, Error, Result, Session};
use serde_json::json;
use std::time::Duration;

/// The worlds of a frame that code can run in. They share the DOM, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum World {
    /// The page's own, with its globals and whatever it did to the built-ins.
    Main,
    /// Ours, where the page script lives and the page cannot reach.
    Isolated,
}

/// An execution context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Context {
    /// Chromium's number, unique in its process only.
    pub id: i64,
    /// Unique everywhere.
    pub unique: String,
}

/// How long the world is waited for before it is asked for. It comes by itself in every document that runs scripts.
const PATIENCE: Duration = Duration::from_millis(60);

impl Frame {
    /// The context of this world, and the session it is reached by. While the frame is between two documents or processes, waits for the
    /// next one. `stale` is a context that is known to be gone.
    pub(crate) async fn context(
        &self,
        world: World,
        stale: Option<&Context>,
        deadline: Deadline,
    ) -> Result<(Session, Context)> {
        loop {
            let patience = deadline.capped(PATIENCE);
            match self.context_within(world, stale, patience).await {
                Err(error) if error.is_timeout() && !deadline.expired() => self.ask_for_world(world),
                Err(error) if error.is_timeout() => {
                    return Err(deadline.missed("Reaching the frame's document"));
                }
                done => return done,
            }
        }
    }

    async fn context_within(
        &self,
        world: World,
        stale: Option<&Context>,
        deadline: Deadline,
    ) -> Result<(Session, Context)> {
        let what = "Reaching the frame's document";
        let found = self.tab.until(what, deadline, |state| {
            let Some(node) = state.frames.get(&self.id) else {
                return Some(Err(Error::FrameGone));
            };
            if node.crashed {
                return Some(Err(Error::FrameCrashed));
            }
            let context = state
                .frames
                .context(&self.id, world)
                .filter(|context| Some(*context) != stale)?;
            Some(Ok((node.session.clone()?, context.clone())))
        });
        found.await
    }

    /// Documents that run no scripts, and empty ones that were never navigated, have no isolated world until it is asked for.
    fn ask_for_world(&self, world: World) {
        if let (World::Isolated, Ok(session)) = (world, self.session()) {
            let params = json!({"frameId": self.id, "worldName": eyeline_page_script::WORLD});
            session.post("Page.createIsolatedWorld", params);
        }
    }
}
