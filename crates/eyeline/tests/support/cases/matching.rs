//! Does this outline hold that node? Cases speak Chromium's words; where the outline has its own, this says which.

use serde_json::Value;

use super::spec::{Node, Roles};
use crate::support::outline::{Line, Outline, fold};

/// Chromium's word, and the words that an outline may use for it.
const EQUIVALENT: &[(&str, &[&str])] = &[
    ("heading", &["h1", "h2", "h3", "h4", "h5", "h6"]),
    ("image", &["img"]),
    ("StaticText", &["text"]),
    ("LabelText", &["label"]),
    ("DisclosureTriangle", &["summary", "button"]),
    ("Iframe", &["frame", "iframe"]),
    ("Date", &["textbox", "date"]),
    ("InputTime", &["textbox", "time"]),
    ("DateTime", &["textbox", "datetime", "datetime-local"]),
    ("ColorWell", &["textbox", "color"]),
    ("searchbox", &["searchbox"]),
];

/// Lines whose name is the text inside them, where the outline has no text line of its own below.
const NAMED_BY_TEXT: &[&str] = &[
    "button",
    "cell",
    "clickable",
    "columnheader",
    "gridcell",
    "label",
    "link",
    "listitem",
    "menuitem",
    "option",
    "rowheader",
    "summary",
    "tab",
    "treeitem",
    "status",
    "alert",
    "paragraph",
    "term",
    "definition",
];

/// The word a target uses for a role of Chromium's.
pub fn target_role(role: &str) -> &str {
    match role {
        "StaticText" => "text",
        "Iframe" => "frame",
        other => other,
    }
}

/// All lines that match.
pub fn find(outline: &Outline, wanted: &Node) -> Vec<usize> {
    (0..outline.lines.len())
        .filter(|&i| matches(outline, i, wanted))
        .collect()
}

fn matches(outline: &Outline, index: usize, wanted: &Node) -> bool {
    let line = &outline.lines[index];
    let inside = |ancestor: &Node| {
        line.ancestors.iter().any(|&i| {
            let above = &outline.lines[i];
            role_matches(ancestor.role.as_ref(), above, false)
                && name_matches(ancestor.name.as_deref(), above)
        })
    };
    let textual = wanted.name.is_some() && stands_for_its_text(outline, index);
    let itself_inside = |ancestor: &Node| {
        // `status "Saved"` in one line is a status with that text inside
        textual && line.role != "text" && role_matches(ancestor.role.as_ref(), line, false)
    };
    role_matches(wanted.role.as_ref(), line, textual)
        && name_matches(wanted.name.as_deref(), line)
        && wanted
            .inside
            .as_deref()
            .is_none_or(|ancestor| inside(ancestor) || itself_inside(ancestor))
        && wanted
            .states
            .iter()
            .all(|(state, value)| state_matches(line, state, value))
}

fn role_matches(roles: Option<&Roles>, line: &Line, textual: bool) -> bool {
    let Some(roles) = roles else { return true };
    roles.list().iter().any(|role| {
        let words = EQUIVALENT
            .iter()
            .find(|(word, _)| word == role)
            .map_or(&[][..], |(_, words)| words);
        line.role == *role || words.contains(&line.role.as_str()) || (role == "StaticText" && textual)
    })
}

fn stands_for_its_text(outline: &Outline, index: usize) -> bool {
    let line = &outline.lines[index];
    let below = outline.lines[index + 1..]
        .iter()
        .take_while(|l| l.depth > line.depth);
    NAMED_BY_TEXT.contains(&line.role.as_str())
        && !below.into_iter().any(|l| fold(&l.name) == fold(&line.name))
}

fn name_matches(name: Option<&str>, line: &Line) -> bool {
    name.is_none_or(|name| fold(name) == fold(&line.name))
}

fn state_matches(line: &Line, state: &str, wanted: &Value) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| line.has(word));
    let got = match state {
        "checked" if line.has("mixed") => Value::from("mixed"),
        "checked" => Value::from(has(&["checked", "on"])),
        "pressed" if line.has("pressed mixed") => Value::from("mixed"),
        "multiselectable" => Value::from(has(&["multiple", "multiselectable"])),
        "level" => line
            .level()
            .map_or(Value::Null, |level| Value::from(level.to_string())),
        "value" => line.value.clone().map_or(Value::Null, Value::from),
        "description" => line.description.clone().map_or(Value::Null, Value::from),
        "valuemax" => line
            .rest
            .rsplit_once("..")
            .map_or(Value::Null, |(_, max)| Value::from(max)),
        other => Value::from(line.has(other)),
    };
    match (wanted, &got) {
        (Value::Bool(_), _) => {
            plain(&got) == plain(wanted) || (got.is_null() && wanted == &Value::Bool(false))
        }
        _ => fold(&plain(&got)) == fold(&plain(wanted)),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[test]
fn chromiums_words_find_the_outlines() {
    let outline = Outline::parse(
        "main\n  h2 \"Keys\"\n  checkbox \"All\" [mixed] [ref=e1]\n  status\n    text \"Saved\"\n",
    );
    let node = |json: Value| serde_json::from_value::<Node>(json).expect("a node");
    let count = |json| find(&outline, &node(json)).len();
    assert_eq!(
        count(serde_json::json!({"role": "heading", "name": "Keys", "states": {"level": "2"}})),
        1
    );
    assert_eq!(
        count(serde_json::json!({"role": "checkbox", "states": {"checked": "mixed"}})),
        1
    );
    assert_eq!(
        count(serde_json::json!({"role": "StaticText", "name": "Saved", "in": {"role": "status"}})),
        1
    );
    assert_eq!(
        count(serde_json::json!({"role": "StaticText", "name": "Saved", "in": {"role": "alert"}})),
        0
    );
}
