//! snapshot and read: the page as an outline, and as text.

use ai_vision::{Json, NodeError, Value};
use serde_json::json;

use super::screenshot::Labelled;
use super::surface::Surface;

/// The outline.
pub async fn snapshot(surface: &Surface, _args: &[Json]) -> Result<Value, NodeError> {
    let frame = surface.tab.main_frame().map_err(|error| surface.trouble(&error))?;
    let outline: Json = frame.call("outline", &json!({}), surface.deadline()).await.map_err(|error| surface.trouble(&error))?;
    Ok(outline.into())
}

/// The text.
pub async fn read(surface: &Surface, _args: &[Json]) -> Result<Value, NodeError> {
    let frame = surface.tab.main_frame().map_err(|error| surface.trouble(&error))?;
    let text: Json = frame.call("readable", &json!({}), surface.deadline()).await.map_err(|error| surface.trouble(&error))?;
    Ok(text.into())
}

/// The boxes of all controls in view.
pub async fn boxes(_surface: &Surface) -> Result<Vec<Labelled>, NodeError> {
    Ok(Vec::new())
}
