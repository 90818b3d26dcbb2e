//! Pointing at things on screen.

use std::sync::Arc;

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Frame, Tab};
use eyeline_page_script::model::{Cleared, Highlight, Highlighted};
use futures::future::join_all;
use serde_json::json;

use super::control::Control;
use super::reach::Reach;
use crate::actions::{self, Target};
use crate::context::CallContext;

/// The longest message and label that are drawn.
const MESSAGE: usize = 400;

/// `control.highlight(message?, {buttons?})`.
pub async fn highlight_control(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let (message, buttons) = spoken(args)?;
    let drawn = draw(
        control.reach(),
        control.frame(),
        control.reference(),
        &control.shown(),
        &message,
        &buttons,
    )
    .await?;
    Ok(Value::Json(drawn))
}

/// Message and button labels, as an agent gives them: `(message?, {buttons?})`.
pub fn spoken(args: &[Json]) -> Result<(String, Vec<String>), NodeError> {
    let (message, options) = match args.first() {
        Some(Json::Object(_)) => (String::new(), args.first()),
        Some(Json::String(text)) => (text.chars().take(MESSAGE).collect(), args.get(1)),
        _ => (String::new(), args.get(1)),
    };
    let Some(buttons) = options.and_then(|options| options.get("buttons")) else {
        return Ok((message, Vec::new()));
    };
    let Json::Array(labels) = buttons else {
        return Err(NodeError::new(format!(
            "buttons is a list of labels, such as [\"Next\", \"Stop\"]; got {buttons}."
        )));
    };
    Ok((
        message,
        labels
            .iter()
            .filter_map(|label| label.as_str().map(str::to_owned))
            .collect(),
    ))
}

/// Draws a ring and a callout over an element.
pub async fn draw(
    reach: &Arc<Reach>,
    frame: &Frame,
    reference: u32,
    name: &str,
    message: &str,
    buttons: &[String],
) -> Result<Json, NodeError> {
    let asked = Highlight {
        reference,
        message: message.to_owned(),
        buttons: buttons.to_vec(),
        name: name.to_owned(),
    };
    let drawn: Highlighted = reach.ask(frame, "highlight", &asked).await?;
    Ok(json!({ "highlighted": name, "shown": drawn.shown }))
}

/// Draws over what a target names.
pub async fn highlight(
    ctx: &Arc<CallContext>,
    tab: &Tab,
    target: &Target,
    message: &str,
    buttons: &[String],
) -> Result<Json, NodeError> {
    let reach = Reach::new(ctx, tab);
    let action = reach.action().await?;
    let (frame, reference, name) = actions::locate(&action, target)
        .await
        .map_err(|error| NodeError::new(error.to_string()))?;
    draw(&reach, &frame, reference, &name, message, buttons).await
}

/// Takes away everything that was drawn in a tab.
pub async fn clear_highlights(ctx: &Arc<CallContext>, tab: &Tab) -> Result<Json, NodeError> {
    let reach = Reach::new(ctx, tab);
    let deadline = reach.deadline();
    let asked = tab.frames().into_iter().map(|frame| async move {
        let cleared: Result<Cleared, _> = frame.call("clearHighlights", &json!({}), deadline).await;
        cleared.map_or(0, |cleared| cleared.cleared)
    });
    let cleared: u32 = join_all(asked).await.into_iter().sum();
    Ok(json!({ "cleared": cleared }))
}
