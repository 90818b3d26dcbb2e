//! From values to JSON: nodes give summaries, depth and item limits hold.

use serde_json::{Map, json};

use super::Expanding;
use crate::node::Node;
use crate::value::{Json, Value};

/// Containers deeper than this are replaced by a note.
const MOST_DEPTH: usize = 8;
/// Lists longer than this end with a note.
const MOST_ITEMS: usize = 500;

/// Makes JSON of a value at some depth. A summary inside is taken as it is.
pub(super) fn expand<'a>(value: Value, depth: usize) -> Expanding<'a, Json> {
    Box::pin(async move {
        match value {
            Value::Json(json) | Value::Cut(json, _) => limit(json, depth),
            Value::Node(node) => summary(node.as_ref()).await,
            Value::Method(_) => function_note(),
            Value::List(_) if depth >= MOST_DEPTH => depth_note("array"),
            Value::Object(_) if depth >= MOST_DEPTH => depth_note("object"),
            Value::List(items) => {
                let total = items.len();
                let mut out = Vec::with_capacity(total.min(MOST_ITEMS + 1));
                for item in items.into_iter().take(MOST_ITEMS) {
                    out.push(expand(item, depth + 1).await);
                }
                push_marker(&mut out, total);
                Json::Array(out)
            }
            Value::Object(entries) => {
                let mut out = Map::new();
                for (key, entry) in entries {
                    if !matches!(entry, Value::Method(_)) {
                        out.insert(key, expand(entry, depth + 1).await);
                    }
                }
                Json::Object(out)
            }
        }
    })
}

/// What reading a node gives. A failure is the error of this node, not of what holds it.
pub(super) async fn summary(node: &dyn Node) -> Json {
    match node.read().await {
        Ok(Some(value)) => value.as_json().cloned().unwrap_or_else(|| kind_only(node)),
        Ok(None) => kind_only(node),
        Err(error) => json!({"kind": node.descriptor().kind, "error": error.to_string()}),
    }
}

/// What stands for a node that has no summary.
pub(crate) fn kind_only(node: &dyn Node) -> Json {
    json!({"kind": node.descriptor().kind})
}

/// Bounds plain JSON in depth and in items.
pub(super) fn limit(mut json: Json, depth: usize) -> Json {
    limit_in_place(&mut json, depth);
    json
}

fn limit_in_place(json: &mut Json, depth: usize) {
    match json {
        Json::Array(_) if depth >= MOST_DEPTH => *json = depth_note("array"),
        Json::Object(_) if depth >= MOST_DEPTH => *json = depth_note("object"),
        Json::Array(items) => {
            let total = items.len();
            items.truncate(MOST_ITEMS);
            items.iter_mut().for_each(|item| limit_in_place(item, depth + 1));
            push_marker(items, total);
        }
        Json::Object(entries) => entries
            .values_mut()
            .for_each(|entry| limit_in_place(entry, depth + 1)),
        _ => {}
    }
}

fn push_marker(items: &mut Vec<Json>, total: usize) {
    if let Some(more) = total.checked_sub(MOST_ITEMS).filter(|more| *more > 0) {
        items.push(json!({"kind": "truncated", "note": format!("{more} more items")}));
    }
}

/// How many items a limited list had, when it ends with a marker.
pub(super) fn original_total(items: &[Json]) -> Option<usize> {
    let marker = items.get(MOST_ITEMS)?.as_object()?;
    let note = marker.get("note")?.as_str()?;
    let more: usize = note.strip_suffix(" more items")?.parse().ok()?;
    (marker.get("kind")?.as_str()? == "truncated").then_some(MOST_ITEMS + more)
}

fn depth_note(kind: &str) -> Json {
    json!({"kind": kind, "note": "depth limit"})
}

fn function_note() -> Json {
    json!({"kind": "function", "note": "Call it with () — see the members list for its signature."})
}
