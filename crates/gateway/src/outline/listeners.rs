//! What really reacts to clicks: listeners that only the debugger sees, and the handlers that frameworks keep for themselves.

use std::collections::BTreeSet;

use eyeline_chromium::{Deadline, Frame, Result, World};
use futures::future::join_all;
use serde::Deserialize;
use serde_json::{Value, json};

/// Elements that are asked about, at most: more clickables would fit into no outline.
const MOST: usize = 120;

const KINDS: [&str; 5] = ["click", "mousedown", "mouseup", "pointerdown", "pointerup"];

/// Elements whose click handler a framework holds: React's and Vue's props, jQuery's data.
const FRAMEWORK: &str = "() => {
  const found = [];
  const jquery = window.jQuery && window.jQuery._data;
  for (const element of document.querySelectorAll('body *')) {
    if (found.length >= 120) break;
    const keys = Object.keys(element);
    const react = keys.find(key => key.startsWith('__reactProps$'));
    const vue = element._vei || (element.__vnode && element.__vnode.props);
    if (react ? typeof element[react].onClick === 'function' : vue ? typeof vue.onClick !== 'undefined'
      : jquery && (jquery(element, 'events') || {}).click) found.push(element);
  }
  return found;
}";

const REF: &str = "function() { const script = globalThis.__eyeline; return script && this.nodeType === 1 ? script.ref(this) : 0; }";

#[derive(Deserialize)]
struct Listeners {
    listeners: Vec<Listener>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listener {
    #[serde(rename = "type")]
    kind: String,
    backend_node_id: Option<i64>,
}

/// Refs of elements with click handlers of their own, as far as they can be found out in time.
pub(super) async fn clickable(frame: &Frame, deadline: Deadline) -> Result<Vec<u32>> {
    let (listening, framework) = futures::join!(listening(frame, deadline), framework(frame, deadline));
    let nodes: BTreeSet<i64> = listening?
        .into_iter()
        .chain(framework.unwrap_or_default())
        .collect();
    let refs = nodes.into_iter().take(MOST).map(|node| async move {
        let handle = frame.resolve_node(node, deadline).await.ok()?;
        let reference = handle.call(REF, &[], deadline).await.ok()?.as_u64()?;
        u32::try_from(reference).ok().filter(|reference| *reference > 0)
    });
    Ok(join_all(refs).await.into_iter().flatten().collect())
}

/// The listeners that make an anchor without an address a link to Chromium.
const LINK_KINDS: [&str; 4] = ["click", "mousedown", "mouseup", "DOMActivate"];

/// Which of these anchors are links to Chromium's accessibility tree: those with listeners of their own. Asking the tree itself would
/// have it built for the whole page.
pub(super) async fn links_among(frame: &Frame, refs: &[u32], deadline: Deadline) -> Vec<u32> {
    let asked = refs.iter().map(|reference| async move {
        let element = frame.element(*reference, deadline).await.ok()??;
        // `pierce` is what makes it tell the listeners of every world.
        let params = json!({"objectId": element.object_id(), "depth": 1, "pierce": true});
        let found: Listeners = element
            .session()
            .request("DOMDebugger.getEventListeners", params, deadline)
            .await
            .ok()?;
        let is_link = found
            .listeners
            .iter()
            .any(|one| LINK_KINDS.contains(&one.kind.as_str()));
        is_link.then_some(*reference)
    });
    join_all(asked).await.into_iter().flatten().collect()
}

/// Nodes that listen for clicks.
async fn listening(frame: &Frame, deadline: Deadline) -> Result<Vec<i64>> {
    let Some(root) = frame
        .evaluate_handle("() => document.body", &[], World::Main, deadline)
        .await?
    else {
        return Ok(Vec::new());
    };
    let params = json!({"objectId": root.object_id(), "depth": -1, "pierce": false});
    let found: Listeners = root
        .session()
        .request("DOMDebugger.getEventListeners", params, deadline)
        .await?;
    let clicks = found
        .listeners
        .into_iter()
        .filter(|one| KINDS.contains(&one.kind.as_str()));
    Ok(clicks.filter_map(|one| one.backend_node_id).collect())
}

/// Nodes whose handlers a framework keeps.
async fn framework(frame: &Frame, deadline: Deadline) -> Result<Vec<i64>> {
    let Some(list) = frame
        .evaluate_handle(FRAMEWORK, &[], World::Main, deadline)
        .await?
    else {
        return Ok(Vec::new());
    };
    let params = json!({"objectId": list.object_id(), "ownProperties": true});
    let held: Value = list
        .session()
        .execute_raw("Runtime.getProperties", params, deadline)
        .await?;
    let objects = held["result"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["value"]["objectId"].as_str());
    let nodes = objects.take(MOST).map(|object| async move {
        let params = json!({"objectId": object, "depth": 0});
        let node = list_node(frame, params, deadline).await.ok()?;
        node["node"]["backendNodeId"].as_i64()
    });
    Ok(join_all(nodes).await.into_iter().flatten().collect())
}

async fn list_node(frame: &Frame, params: Value, deadline: Deadline) -> Result<Value> {
    frame
        .session()?
        .execute_raw("DOM.describeNode", params, deadline)
        .await
}
