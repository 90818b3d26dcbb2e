//! A part of a page as its outline, or as an image: what the editor's `snapshot` and `screenshot` make of it.

use std::sync::Arc;

use ai_vision::{Json, Node, NodeError, Value};
use serde_json::{Map, json};

use super::control::Control;
use super::reach::{Reach, Scope};
use crate::editor::EditorNode;

/// The outline of a part of a page, without text that names nothing.
pub async fn outline(scope: &Scope) -> Result<String, NodeError> {
    let mut options = Map::new();
    options.insert("text".into(), "none".into());
    if let Some(root) = root_of(scope).await? {
        options.insert("root".into(), root.into());
        options.insert("header".into(), false.into());
    }
    let editor = editor(&scope.reach);
    match editor.call("snapshot", vec![Json::Object(options)]).await? {
        Value::Json(Json::String(text)) => Ok(text),
        Value::Json(other) => Ok(other.to_string()),
        _ => Ok(String::new()),
    }
}

/// The ref of the element a part begins at; of the page in a frame, the frame's element.
async fn root_of(scope: &Scope) -> Result<Option<String>, NodeError> {
    if let Some(within) = scope.within {
        return Ok(Some(Reach::ref_text(&scope.frame, within)));
    }
    let Some(parent) = scope.frame.parent() else {
        return Ok(None);
    };
    let owner = scope.frame.owner_ref(scope.reach.deadline()).await;
    let owner = owner.map_err(|error| scope.reach.ctx.trouble(scope.reach.tab.id(), &error))?;
    Ok(owner.map(|owner| Reach::ref_text(&parent, owner)))
}

/// A picture of a control.
pub async fn screenshot(control: &Control, options: Option<&Json>) -> Result<Value, NodeError> {
    let mut asked = options.and_then(Json::as_object).cloned().unwrap_or_default();
    asked.insert("target".into(), json!({ "ref": control.ref_text() }));
    editor(control.reach())
        .call("screenshot", vec![Json::Object(asked)])
        .await
}

fn editor(reach: &Arc<Reach>) -> EditorNode {
    EditorNode::new(&reach.ctx, &reach.tab)
}
