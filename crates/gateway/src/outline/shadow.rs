//! Closed shadow roots: the page keeps them from every script, so the debugger hands them over.

use eyeline_chromium::{Deadline, Frame, Result};
use futures::future::join_all;
use serde::Deserialize;
use serde_json::json;

const ADOPT: &str =
    "function() { const script = globalThis.__eyeline; if (script) script.adopt(this); return !!script; }";

#[derive(Deserialize)]
struct Described {
    node: DescribedNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DescribedNode {
    #[serde(default)]
    shadow_roots: Vec<Root>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Root {
    backend_node_id: i64,
    #[serde(default)]
    shadow_root_type: String,
}

/// Hands the closed shadow roots of these elements to the page script; says whether there were any.
pub(crate) async fn open_roots(frame: &Frame, hosts: &[u32], deadline: Deadline) -> Result<bool> {
    let opened = join_all(hosts.iter().map(|host| open_root(frame, *host, deadline))).await;
    let mut any = false;
    for one in opened {
        match one {
            Ok(found) => any |= found,
            Err(error) if error.is_timeout() => return Err(error),
            // The element or its document went meanwhile.
            Err(_) => {}
        }
    }
    Ok(any)
}

async fn open_root(frame: &Frame, host: u32, deadline: Deadline) -> Result<bool> {
    let Some(element) = frame.element(host, deadline).await? else {
        return Ok(false);
    };
    let params = json!({"objectId": element.object_id(), "depth": 0});
    let described: Described = element
        .session()
        .request("DOM.describeNode", params, deadline)
        .await?;
    let Some(root) = described
        .node
        .shadow_roots
        .iter()
        .find(|root| root.shadow_root_type == "closed")
    else {
        return Ok(false);
    };
    let root = frame.resolve_node(root.backend_node_id, deadline).await?;
    Ok(root.call(ADOPT, &[], deadline).await? == json!(true))
}
