//! Everything that acts on the page: clicks, typing, choosing, keys.

use std::path::PathBuf;

use ai_vision::{Json, NodeError, Value};

use super::options::{self, text};
use super::surface::Surface;
use crate::actions::{self, ActionError, Choice, Effect};

/// Answers one of them. The proof is the value; what changed goes into the `changes` block.
pub async fn run(surface: &Surface, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    let last = args
        .iter()
        .skip(options_position(member))
        .find(|arg| arg.is_object());
    surface.context.take_timeout(last)?;
    let effect = act(surface, member, args, last).await?;
    Ok(surface.context.effect(effect))
}

/// Where a member's options object may stand.
fn options_position(member: &str) -> usize {
    match member {
        "scroll" => 0,
        "drag" | "type" | "select" | "setInputFiles" => 2,
        _ => 1,
    }
}

async fn act(
    surface: &Surface,
    member: &str,
    args: &[Json],
    last: Option<&Json>,
) -> Result<Effect, NodeError> {
    let ctx = surface.context.acting_context(&surface.tab).await?;
    let target = || options::target(args.first(), last);
    let done = match member {
        "click" => actions::click(&ctx, &target()?, &options::read(last)?).await,
        "hover" => actions::hover(&ctx, &target()?, &options::read(last)?).await,
        "tap" => actions::tap(&ctx, &target()?, &options::read(last)?).await,
        "drag" => {
            actions::drag(
                &ctx,
                &target()?,
                &options::target(args.get(1), None)?,
                &options::read(last)?,
            )
            .await
        }
        "scroll" => actions::scroll(&ctx, &options::read(last)?).await,
        "type" => actions::type_text(&ctx, &target()?, &typed(args.get(1)), &options::read(last)?).await,
        "clear" => actions::clear(&ctx, &target()?, &options::read(last)?).await,
        "select" => actions::select(&ctx, &target()?, &choices(args.get(1))?, &options::read(last)?).await,
        "check" => actions::set_checked(&ctx, &target()?, true, &options::read(last)?).await,
        "uncheck" => actions::set_checked(&ctx, &target()?, false, &options::read(last)?).await,
        "fillForm" => actions::fill_form(&ctx, &fields(args.first()), &options::read(last)?).await,
        "setInputFiles" => {
            let files = files(surface, args.get(1))?;
            actions::set_input_files(&ctx, &target()?, &files, &options::read(last)?).await
        }
        "pressKey" => actions::press_key(&ctx, text(args, 0), &options::read(last)?).await,
        "keyDown" => actions::key_down(&ctx, text(args, 0)).await,
        "keyUp" => actions::key_up(&ctx, text(args, 0)).await,
        other => {
            return Err(NodeError::new(format!(
                "The editor does not know how to {other}."
            )));
        }
    };
    done.map_err(|error| refused(surface, &error))
}

/// An action's error as it is, but for what the tab itself is in the way with.
pub fn refused(surface: &Surface, error: &ActionError) -> NodeError {
    match surface.standing_trouble() {
        Some(trouble) => trouble,
        None => NodeError::new(error.to_string()),
    }
}

fn typed(value: Option<&Json>) -> String {
    match value {
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

fn choices(value: Option<&Json>) -> Result<Vec<Choice>, NodeError> {
    Choice::parse_all(value.unwrap_or(&Json::Null)).map_err(NodeError::new)
}

fn fields(value: Option<&Json>) -> Vec<(String, Json)> {
    let fields = value.and_then(Json::as_object).into_iter().flatten();
    fields
        .map(|(label, value)| (label.clone(), value.clone()))
        .collect()
}

fn files(surface: &Surface, value: Option<&Json>) -> Result<Vec<PathBuf>, NodeError> {
    let paths: Vec<&Json> = match value {
        Some(Json::Array(paths)) => paths.iter().collect(),
        Some(path) => vec![path],
        None => Vec::new(),
    };
    let check = |path: &Json| {
        let path = path
            .as_str()
            .ok_or_else(|| NodeError::new(format!("A path is a text; got {path}.")))?;
        surface.context.readable_file(path)
    };
    paths.into_iter().map(check).collect()
}
