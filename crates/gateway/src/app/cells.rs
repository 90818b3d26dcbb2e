//! Giving a cell of a table a value: its field, or the field that it becomes when it is edited.

use ai_vision::{Json, NodeError, Value};
use serde::Deserialize;

use super::acting;
use super::control::Control;
use super::forms;
use super::reach::{Reach, Scope};
use crate::actions::{self, ClickOptions, CommonOptions, TypeOptions};

/// Sets the field that stands in a cell; where there is none, double-clicks the cell, types into the field that comes, and
/// presses Enter.
pub async fn assign(cell: &Control, value: &Json) -> Result<Value, NodeError> {
    let scope = cell.inside().await?;
    let reach = cell.reach();
    match forms::fields_in(&scope).await?.as_slice() {
        [] => edit(cell, &scope, value).await,
        [field] => {
            let ctx = reach.action().await?;
            let target = Reach::target(&scope.frame, field.reference);
            let common = CommonOptions::default();
            reach.proof(actions::set_value(&ctx, &target, value, &common).await)
        }
        several => Err(NodeError::new(format!(
            "{} holds {} fields; set one by its role.",
            cell.shown(),
            several.len()
        ))),
    }
}

async fn edit(cell: &Control, scope: &Scope, value: &Json) -> Result<Value, NodeError> {
    let text = match value {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        other => {
            return Err(NodeError::new(format!(
                "A cell takes a text or a number; got {other}."
            )));
        }
    };
    let twice = ClickOptions {
        count: Some(2),
        ..ClickOptions::default()
    };
    // The pointer goes there first, so that the cell is in view and its box is known: many tables put another cell in its place.
    acting::hover(cell).await?;
    let place = cell.fresh_facts().await?.bounds;
    acting::click(cell, &twice).await?;
    let field = editor_of(cell, scope, place).await.ok_or_else(|| {
        NodeError::new(format!(
            "{} does not become a field when it is double-clicked.",
            cell.shown()
        ))
        .retry("Work it as its page wants: click it, then type into the field that edits it.")
    })?;
    let ctx = cell.reach().action().await?;
    let options = TypeOptions {
        submit: true,
        ..TypeOptions::default()
    };
    let target = Reach::target(&scope.frame, field);
    cell.reach()
        .proof(actions::type_text(&ctx, &target, &text, &options).await)
}

#[derive(Deserialize)]
struct Focused {
    #[serde(rename = "ref")]
    reference: Option<u32>,
}

/// The field in a cell that is being edited, or the one that has come where the cell was.
async fn editor_of(cell: &Control, scope: &Scope, place: [f64; 4]) -> Option<u32> {
    let fields = forms::fields_in(scope).await.unwrap_or_default();
    if let Some(field) = fields.first() {
        return Some(field.reference);
    }
    let asked = serde_json::json!({ "box": place });
    let focused: Focused = cell
        .reach()
        .ask(&scope.frame, "focusedFieldIn", &asked)
        .await
        .ok()?;
    focused.reference
}
