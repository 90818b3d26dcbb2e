//! The element that a frame sits in.

use super::world::World;
use super::{Frame, Handle};
use crate::{Deadline, Error, Result};
use serde::Deserialize;
use serde_json::json;

/// Numbers the element; raises the floor first, by a call that has no other effect.
const REF: &str = "function(floor) { const script = globalThis.__eyeline; if (!script) return null; script.call('', '', floor); return script.ref(this); }";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameOwner {
    backend_node_id: i64,
}

#[derive(Deserialize)]
struct Resolved {
    object: super::remote::RemoteObject,
}

impl Frame {
    /// The `iframe` element that this frame sits in, in the isolated world of its parent. `None` for the main frame.
    pub async fn owner(&self, deadline: Deadline) -> Result<Option<Handle>> {
        let Some(parent) = self.parent() else {
            return Ok(None);
        };
        let (session, context) = parent.context(World::Isolated, None, deadline).await?;
        let owner: FrameOwner = session
            .request("DOM.getFrameOwner", json!({"frameId": self.id}), deadline)
            .await
            .map_err(|error| self.explain(error))?;
        let params = json!({"backendNodeId": owner.backend_node_id, "executionContextId": context.id});
        let resolved: Resolved = session
            .request("DOM.resolveNode", params, deadline)
            .await
            .map_err(|error| parent.explain(error))?;
        let object = resolved.object.object_id.ok_or(Error::FrameGone)?;
        Ok(Some(Handle::new(session, object)))
    }

    /// The ref number of that element in the parent frame. `None` for the main frame.
    pub async fn owner_ref(&self, deadline: Deadline) -> Result<Option<u32>> {
        let Some(parent) = self.parent() else {
            return Ok(None);
        };
        // A call makes sure that the script is there.
        let _: Result<serde_json::Value> = parent.call("", &json!({}), deadline).await;
        let Some(owner) = self.owner(deadline).await? else {
            return Ok(None);
        };
        let number = owner
            .call(REF, &[parent.floor().into()], deadline)
            .await
            .map_err(|error| parent.explain(error))?;
        let number = number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .ok_or(Error::DocumentGone)?;
        parent.raise_floor(number);
        Ok(Some(number))
    }
}
