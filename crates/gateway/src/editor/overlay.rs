//! highlight, clearHighlights: rings that show the user what is meant.

use ai_vision::{Json, NodeError, Value};

use super::options::{self, text};
use super::surface::Surface;

/// Answers one of them.
pub async fn run(surface: &Surface, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    if member == "clearHighlights" {
        return crate::app::clear_highlights(&surface.context, &surface.tab)
            .await
            .map(Value::from);
    }
    let target = options::target(args.first(), None)?;
    let buttons: Vec<String> = args
        .get(2)
        .and_then(|options| options.get("buttons"))
        .and_then(Json::as_array)
        .map(|labels| {
            labels
                .iter()
                .filter_map(Json::as_str)
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default();
    let drawn = crate::app::highlight(&surface.context, &surface.tab, &target, text(args, 1), &buttons).await;
    drawn.map(Value::from)
}
