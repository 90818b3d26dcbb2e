//! Custom elements: what they say of themselves through `ElementInternals` no script can read, so the accessibility tree is asked
//! of those alone.

use eyeline_chromium::{Deadline, Frame, Result};
use eyeline_page_script::read::{Internals, News, Told};
use futures::future::join_all;
use serde::Deserialize;
use serde_json::json;

use super::ax::{Node, role_word};

#[derive(Deserialize)]
struct Partial {
    nodes: Vec<Node>,
}

/// Tells the page script what the tree says of these elements; answers whether that is news.
pub(super) async fn learn(frame: &Frame, refs: &[u32], deadline: Deadline) -> Result<bool> {
    if refs.is_empty() {
        return Ok(false);
    }
    let asked = refs.iter().map(|reference| told(frame, *reference, deadline));
    let told: Vec<Told> = join_all(asked).await.into_iter().flatten().collect();
    if told.is_empty() {
        return Ok(false);
    }
    let news: News = frame.call("internals", &Internals { told }, deadline).await?;
    Ok(news.changed)
}

/// An element that went meanwhile, or that the tree does not know, says nothing.
async fn told(frame: &Frame, reference: u32, deadline: Deadline) -> Option<Told> {
    let element = frame.element(reference, deadline).await.ok()??;
    let params = json!({"objectId": element.object_id(), "fetchRelatives": false});
    let partial: Partial = element
        .session()
        .request("Accessibility.getPartialAXTree", params, deadline)
        .await
        .ok()?;
    let node = partial.nodes.first()?;
    let role = if node.ignored {
        String::new()
    } else {
        role_word(&node.role_text()).to_owned()
    };
    Some(Told {
        reference,
        role,
        name: node.name_text(),
        states: node.states(),
    })
}
