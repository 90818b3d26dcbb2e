//! An answer's blocks: value, `changes`, hint, events, in this order, each absent when empty. All that is text passes the
//! session's masks here, whatever way it came.

use ai_vision::{CallResult, Json, utf16_len};
use serde_json::Map;

use crate::call::{Answer, Block};
use crate::context::CallContext;
use crate::page_text::show_unseen;

/// The longest `changes` block, in characters.
const CHANGES: usize = 2_000;
/// The longest error, in characters: what it quotes may be as long as whoever wrote it liked.
const ERROR: usize = 3_000;

/// Writes an answer down, and tells the session its events.
pub fn write(context: &CallContext, late: Option<String>, mut result: CallResult) -> Answer {
    let is_error = result.error.is_some();
    let mask = context.session().mask();
    result.result = result.result.map(|value| match is_own_value(&result.path) {
        true => mask.clone().of_values().value(value),
        false => mask.value(value),
    });
    result.error = result.error.map(|error| mask.text(error));
    let mut blocks = value_blocks(&result);
    blocks.extend(context.take_images());
    let changes = changes(late, context.take_changes());
    let warning = result.warning.map(|warning| format!("warning: {warning}"));
    let hint = result.hint.map(|hint| hint.text);
    let events = context.session().events().tell();
    let texts = [changes, warning, hint, events].into_iter().flatten();
    blocks.extend(texts.map(|text| Block::Text(mask.text(text))));
    for block in &mut blocks {
        if let Block::Text(text) = block {
            show_unseen(text);
        }
    }
    Answer { blocks, is_error }
}

/// Whether a path names what one control holds, which is told there and nowhere else: an e-mail address may be it.
fn is_own_value(path: &str) -> bool {
    path.ends_with("].value")
}

fn value_blocks(result: &CallResult) -> Vec<Block> {
    if let Some(error) = &result.error {
        let error = match error.char_indices().nth(ERROR) {
            Some((end, _)) => format!("{}… cut", &error[..end]),
            None => error.clone(),
        };
        return vec![Block::Text(format!("error: {error}"))];
    }
    let Some(value) = &result.result else {
        return Vec::new();
    };
    if let Some((image, besides)) = split_image(value) {
        let besides = (!besides.is_empty()).then(|| Block::Text(Json::Object(besides).to_string()));
        return [image].into_iter().chain(besides).collect();
    }
    let mut text = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    if let Some(note) = cut_note(result, utf16_len(&text)) {
        text.push_str(&note);
    }
    vec![Block::Text(text)]
}

/// An image record as an image, and what else it says.
pub(crate) fn split_image(value: &Json) -> Option<(Block, Map<String, Json>)> {
    let record = value
        .as_object()
        .filter(|record| record.get("type").and_then(Json::as_str) == Some("image"))?;
    let data = record.get("data")?.as_str()?.to_owned();
    let mime_type = record.get("mimeType")?.as_str()?.to_owned();
    let besides = record
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "type" | "data" | "mimeType"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Some((Block::Image { data, mime_type }, besides))
}

/// Says how much was cut and how to get the rest.
fn cut_note(result: &CallResult, shown: usize) -> Option<String> {
    let cut = &result.cut;
    if !cut.truncated {
        return None;
    }
    let amount = match (cut.total_length, cut.shown, cut.total) {
        (Some(total), _, _) => format!("{shown} of {total} characters"),
        (None, Some(shown), Some(total)) => format!("{shown} of {total} entries"),
        _ => "a part".to_owned(),
    };
    Some(format!(
        "\n… cut: {amount}; for more, call with a larger maxLength or read a deeper path."
    ))
}

fn changes(late: Option<String>, changes: Vec<String>) -> Option<String> {
    let mut parts: Vec<String> = late
        .into_iter()
        .map(|late| format!("late changes:\n{late}"))
        .collect();
    if !changes.is_empty() {
        parts.push(format!("changes:\n{}", changes.join("\n")));
    }
    let text = parts.join("\n");
    match text.char_indices().nth(CHANGES * 2) {
        _ if text.is_empty() => None,
        Some((end, _)) => Some(format!("{}\n… cut", &text[..end])),
        None => Some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn value(result: Json) -> Vec<Block> {
        value_blocks(&CallResult {
            result: Some(result),
            ..CallResult::default()
        })
    }

    #[test]
    fn text_is_plain_and_structure_is_compact() {
        assert_eq!(value(json!("a\nb")), [Block::Text("a\nb".into())]);
        assert_eq!(value(json!({"a": [1, 2]})), [Block::Text("{\"a\":[1,2]}".into())]);
    }

    #[test]
    fn an_image_record_is_an_image_with_its_particulars() {
        let blocks = value(json!({"type": "image", "data": "AA==", "mimeType": "image/png", "width": 4}));
        assert_eq!(
            blocks[0],
            Block::Image {
                data: "AA==".into(),
                mime_type: "image/png".into()
            }
        );
        assert_eq!(blocks[1], Block::Text("{\"width\":4}".into()));
    }

    #[test]
    fn late_changes_come_before_the_calls_own() {
        let text = changes(Some("+ row".into()), vec!["No visible change.".into()]).unwrap();
        assert_eq!(text, "late changes:\n+ row\nchanges:\nNo visible change.");
        assert_eq!(changes(None, vec![]), None);
    }
}
