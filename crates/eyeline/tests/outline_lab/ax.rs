//! Chromium's accessibility tree, as the outline tests compare with it.

use std::collections::HashMap;

use eyeline_chromium::Frame;
use serde_json::{Value, json};

use super::soon;

/// One node that is not ignored.
#[derive(Debug, Clone)]
pub struct AxNode {
    pub role: String,
    pub name: String,
    pub properties: HashMap<String, String>,
}

impl AxNode {
    pub fn is(&self, property: &str) -> bool {
        !matches!(
            self.properties.get(property).map(String::as_str),
            None | Some("false" | "0" | "")
        )
    }

    pub fn word(&self, property: &str) -> &str {
        self.properties.get(property).map_or("", String::as_str)
    }
}

/// The outline's word for a role of Chromium's.
pub fn outline_role(role: &str) -> &str {
    match role {
        "Date" | "InputTime" | "DateTime" | "ColorWell" => "textbox",
        "DisclosureTriangle" | "DisclosureTriangleGrouped" => "summary",
        "LabelText" => "label",
        "Iframe" | "IframePresentational" => "frame",
        "SvgRoot" => "image",
        "Video" => "video",
        "Audio" => "audio",
        "Canvas" => "canvas",
        "PluginObject" | "EmbeddedObject" => "plugin",
        "Figcaption" => "figcaption",
        "Legend" => "legend",
        "DescriptionList" => "descriptionlist",
        "MathMLMath" => "math",
        other => other,
    }
}

/// White space as names are compared: folded, with what has no width.
pub fn folded(text: &str) -> String {
    let blank = |c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}');
    text.split(blank)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The nodes of a frame's tree by the number of their DOM node.
pub async fn tree(frame: &Frame) -> HashMap<i64, AxNode> {
    let params = json!({"frameId": frame.id().to_string()});
    let Ok(session) = frame.session() else {
        return HashMap::new();
    };
    // A frame that goes meanwhile has no tree.
    let answer = session
        .execute_raw("Accessibility.getFullAXTree", params, soon())
        .await
        .unwrap_or_default();
    let mut found = HashMap::new();
    for node in answer["nodes"].as_array().into_iter().flatten() {
        let Some(id) = node["backendDOMNodeId"].as_i64() else {
            continue;
        };
        if node["ignored"].as_bool() != Some(true) {
            found.entry(id).or_insert_with(|| read_node(node));
        }
    }
    found
}

fn read_node(node: &Value) -> AxNode {
    let text = |held: &Value| held["value"].as_str().unwrap_or_default().to_owned();
    let properties = node["properties"].as_array().into_iter().flatten();
    AxNode {
        role: text(&node["role"]),
        name: folded(&text(&node["name"])),
        properties: properties
            .map(|one| (text_of(&one["name"]), text_of(&one["value"]["value"])))
            .collect(),
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
