//! Nodes of Chromium's accessibility tree, in an outline's words.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A node as Chromium sends it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::outline) struct Node {
    pub node_id: String,
    #[serde(default)]
    pub ignored: bool,
    role: Option<Held>,
    name: Option<Held>,
    description: Option<Held>,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    pub child_ids: Vec<String>,
    #[serde(rename = "backendDOMNodeId")]
    pub backend_node_id: Option<i64>,
}

#[derive(Deserialize)]
struct Held {
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    value: Held,
}

impl Node {
    /// Chromium's word for the role.
    pub fn role_text(&self) -> String {
        text(self.role.as_ref())
    }

    /// The name, white space folded.
    pub fn name_text(&self) -> String {
        text(self.name.as_ref())
    }

    /// The description, where it is not the name again.
    pub fn description_text(&self) -> Option<String> {
        Some(text(self.description.as_ref())).filter(|said| !said.is_empty() && *said != self.name_text())
    }

    /// All properties as words.
    pub fn states(&self) -> BTreeMap<String, String> {
        let words = self
            .properties
            .iter()
            .map(|one| (one.name.clone(), word_of(&one.value.value)));
        words.collect()
    }

    /// A property as a word: `true`, `mixed`, `menu`, …
    pub fn word(&self, name: &str) -> String {
        let found = self.properties.iter().find(|property| property.name == name);
        found.map(|one| word_of(&one.value.value)).unwrap_or_default()
    }

    /// The level of a heading or tree item.
    pub fn level(&self) -> Option<u32> {
        self.word("level").parse().ok()
    }
}

fn text(held: Option<&Held>) -> String {
    let said = held.and_then(|held| held.value.as_str()).unwrap_or_default();
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn word_of(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// Chromium's words for roles that an outline calls otherwise.
pub(in crate::outline) fn role_word(role: &str) -> &str {
    match role {
        "Date" | "DateTime" | "InputTime" | "ColorWell" => "textbox",
        "DisclosureTriangle" | "DisclosureTriangleGrouped" => "summary",
        "LabelText" => "label",
        "Iframe" | "IframePresentational" => "frame",
        "SvgRoot" => "image",
        "StaticText" => "text",
        "Video" => "video",
        "Audio" => "audio",
        "Canvas" => "canvas",
        "PluginObject" | "EmbeddedObject" => "plugin",
        other => other,
    }
}

/// States, in the order an outline prints them.
pub(super) fn states_of(node: &Node, role: &str) -> Vec<String> {
    let mut states = Vec::new();
    let mut add = |word: &str| states.push(word.to_owned());
    match (role, node.word("checked").as_str()) {
        ("switch", checked) => add(if checked == "true" { "on" } else { "off" }),
        (_, "true") => add("checked"),
        (_, "mixed") => add("mixed"),
        (_, "false") => add("unchecked"),
        _ => {}
    }
    if node.word("selected") == "true" {
        add("selected");
    }
    match node.word("pressed").as_str() {
        "true" => add("pressed"),
        "mixed" => add("pressed mixed"),
        _ => {}
    }
    // Chromium also says this of selects and fields with suggestions, where it goes without saying.
    match node.word("expanded").as_str() {
        "true" => add("expanded"),
        "false" if node.word("hasPopup") != "menu" || role != "combobox" => add("collapsed"),
        _ => {}
    }
    match node.word("hasPopup").as_str() {
        "" | "false" => {}
        "true" => add("opens menu"),
        _ if role == "combobox" => {}
        what => add(&format!("opens {what}")),
    }
    for flag in ["disabled", "required"] {
        if node.word(flag) == "true" {
            add(flag);
        }
    }
    if !matches!(node.word("invalid").as_str(), "" | "false") {
        add("invalid");
    }
    for (flag, word) in [
        ("readonly", "readonly"),
        ("focused", "focused"),
        ("busy", "busy"),
        ("multiselectable", "multiple"),
    ] {
        if matches!(node.word(flag).as_str(), "true" | "1") && !(flag == "focused" && role == "frame") {
            add(word);
        }
    }
    states
}
