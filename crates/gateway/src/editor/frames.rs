//! `frames`: the frame tree of a tab.

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::Frame;
use serde_json::json;

use super::surface::Surface;
use crate::PageText;

/// The frames as a tree: number, address, name, origin, and the ref of the element that holds each.
pub async fn list(surface: &Surface) -> Result<Value, NodeError> {
    let mut list = Vec::new();
    for frame in surface.tab.frames() {
        list.push(describe(surface, &frame).await);
    }
    Ok(Json::Array(list).into())
}

async fn describe(surface: &Surface, frame: &Frame) -> Json {
    let mut facts = json!({ "frame": frame.number(), "url": frame.url(), "origin": frame.origin() });
    if !frame.name().is_empty() {
        facts["name"] = PageText::new(&frame.name()).as_str().into();
    }
    if let Some(parent) = frame.parent() {
        facts["parent"] = parent.number().into();
        if let Ok(Some(reference)) = frame.owner_ref(surface.deadline()).await {
            let prefix = parent
                .number()
                .filter(|number| *number > 0)
                .map_or(String::new(), |number| format!("f{number}"));
            facts["ref"] = format!("{prefix}e{reference}").into();
        }
    }
    facts
}
