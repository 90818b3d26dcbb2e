//! Giving a cell of a table a value: its field, or the field that it becomes when it is edited.

use ai_vision::{Json, NodeError, Value};
use eyeline_page_script::model::Field;

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
    acting::click(cell, &twice).await?;
    let field = editor_of(scope).await.ok_or_else(|| {
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
    let target = Reach::target(&scope.frame, field.reference);
    cell.reach()
        .proof(actions::type_text(&ctx, &target, &text, &options).await)
}

/// The field in a cell that is being edited.
async fn editor_of(scope: &Scope) -> Option<Field> {
    let fields = forms::fields_in(scope).await.ok()?;
    fields.into_iter().next()
}
