//! Cutting what does not fit.

use serde_json::Map;

use super::expand::{limit, original_total};
use super::measure::{around, quoted, units};
use crate::call::Cut;
use crate::text::{utf16_len, utf16_prefix};
use crate::value::Json;

/// A bounded value, and how much of it was cut.
#[derive(Debug, Clone, PartialEq)]
pub struct Shaped {
    /// The value.
    pub result: Json,
    /// What was cut.
    pub cut: Cut,
}

impl Shaped {
    fn whole(result: Json) -> Self {
        Self {
            result,
            cut: Cut::default(),
        }
    }
}

/// Bounds plain data in size, depth and number of items.
///
/// ```
/// use ai_vision::shape_result;
/// let shaped = shape_result(serde_json::json!(["red", "green", "blue"]), 24);
/// assert_eq!(shaped.result, serde_json::json!(["red", "green"]));
/// assert_eq!((shaped.cut.shown, shaped.cut.total), (Some(2), Some(3)));
/// ```
pub fn shape_result(value: Json, max_length: usize) -> Shaped {
    match value {
        Json::Object(record) if is_image(&record) => Shaped::whole(shape_image(record, max_length)),
        other => fit(limit(other, 0), max_length),
    }
}

/// Cuts a value that has been limited before, images excepted.
pub(super) fn fit(value: Json, max_length: usize) -> Shaped {
    match value {
        Json::String(text) => fit_text(text, max_length),
        Json::Array(items) => fit_array(items, max_length),
        Json::Object(record) if is_image(&record) => Shaped::whole(Json::Object(record)),
        Json::Object(entries) => fit_object(entries, max_length),
        scalar => Shaped::whole(scalar),
    }
}

fn fit_text(text: String, max_length: usize) -> Shaped {
    let total = utf16_len(&text);
    if total <= max_length {
        return Shaped::whole(Json::String(text));
    }
    let cut = Cut {
        truncated: true,
        total_length: Some(total),
        ..Cut::default()
    };
    Shaped {
        result: utf16_prefix(&text, max_length).into(),
        cut,
    }
}

fn fit_array(mut items: Vec<Json>, max_length: usize) -> Shaped {
    let total = original_total(&items).unwrap_or(items.len());
    let mut inner = 0;
    let mut fitting = 0;
    for (position, item) in items.iter().enumerate() {
        inner += 2 + units(item, 2);
        if around(inner, position + 1, 0) > max_length {
            break;
        }
        fitting += 1;
    }
    if fitting == items.len() && (fitting > 0 || max_length >= 2) {
        return Shaped::whole(Json::Array(items));
    }
    let marked = total != items.len();
    items.truncate(if marked {
        fitting.min(items.len() - 1)
    } else {
        fitting
    });
    let shown = items.len();
    Shaped {
        result: Json::Array(items),
        cut: cut_to(shown, total),
    }
}

/// Each entry of an object that must be cut is counted two units too long (the indentation of a value that follows
/// its key on the same line): what a cut object holds is part of the contract, so the count is as well.
fn fit_object(entries: Map<String, Json>, max_length: usize) -> Shaped {
    let total = entries.len();
    let (mut exact, mut estimate) = (0, 0);
    let mut fitting = 0;
    let mut over = false;
    for (position, (key, entry)) in entries.iter().enumerate() {
        let size = 2 + quoted(key) + 2 + units(entry, 2);
        exact += size;
        estimate += size + 2;
        if around(estimate, position + 1, 0) <= max_length {
            fitting = position + 1;
        }
        if around(exact, position + 1, 0) > max_length {
            over = true;
            break;
        }
    }
    if !over && (total > 0 || max_length >= 2) {
        return Shaped::whole(Json::Object(entries));
    }
    let kept: Map<String, Json> = entries.into_iter().take(fitting).collect();
    Shaped {
        result: Json::Object(kept),
        cut: cut_to(fitting, total),
    }
}

fn cut_to(shown: usize, total: usize) -> Cut {
    Cut {
        truncated: true,
        shown: Some(shown),
        total: Some(total),
        total_length: None,
    }
}

/// A record that clients show as a picture.
fn is_image(record: &Map<String, Json>) -> bool {
    let text = |key: &str| record.get(key).and_then(Json::as_str);
    text("type") == Some("image") && text("data").is_some() && text("mimeType").is_some()
}

/// An image keeps its data; its other fields are bounded one by one.
fn shape_image(record: Map<String, Json>, max_length: usize) -> Json {
    let bounded = |key: String, field: Json| match field {
        data if key == "data" => (key, data),
        Json::String(text) if utf16_len(&text) > max_length => {
            let note = format!(
                "{}… [{} chars total]",
                utf16_prefix(&text, max_length),
                utf16_len(&text)
            );
            (key, Json::String(note))
        }
        other => (key, limit(other, 1)),
    };
    Json::Object(
        record
            .into_iter()
            .map(|(key, field)| bounded(key, field))
            .collect(),
    )
}
