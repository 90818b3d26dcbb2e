//! Taking nodes that only the debugger knows into the page script's world.

use super::remote::RemoteObject;
use super::world::World;
use super::{Frame, Handle};
use crate::{Deadline, Error, Result};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Resolved {
    object: RemoteObject,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Owner {
    backend_node_id: i64,
}

impl Frame {
    /// Chromium's own number (`backendNodeId`) of the element that this frame sits in. `None` for the main frame.
    pub async fn owner_node(&self, deadline: Deadline) -> Result<Option<i64>> {
        let Some(parent) = self.parent() else {
            return Ok(None);
        };
        let params = json!({"frameId": self.id});
        let owner: Owner = parent
            .session()?
            .request("DOM.getFrameOwner", params, deadline)
            .await?;
        Ok(Some(owner.backend_node_id))
    }

    /// A node by Chromium's own number (`backendNodeId`), as an object of the isolated world.
    pub async fn resolve_node(&self, backend_node_id: i64, deadline: Deadline) -> Result<Handle> {
        let (session, context) = self.context(World::Isolated, None, deadline).await?;
        let params = json!({"backendNodeId": backend_node_id, "executionContextId": context.id});
        let resolved: Resolved = session.request("DOM.resolveNode", params, deadline).await?;
        let object = resolved.object.object_id.ok_or(Error::FrameGone)?;
        Ok(Handle::new(session, object))
    }
}
