//! The outline from Chromium's accessibility tree: exact, slow, and what the walk in the page is held to.

use std::collections::HashMap;

use eyeline_chromium::{Deadline, Frame, Result, Tab};
use eyeline_page_script::read::{FrameMark, Item, OutlineOptions};
use serde::Deserialize;
use serde_json::{Value, json};

use super::memory::ReadMemory;
use super::tree::{Entry, PageTree};

#[derive(Deserialize)]
struct Answer {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    node_id: String,
    #[serde(default)]
    ignored: bool,
    role: Option<Held>,
    name: Option<Held>,
    description: Option<Held>,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    child_ids: Vec<String>,
    #[serde(rename = "backendDOMNodeId")]
    backend_node_id: Option<i64>,
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
    fn text(held: Option<&Held>) -> String {
        held.and_then(|held| held.value.as_str())
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn property(&self, name: &str) -> Option<&Value> {
        self.properties
            .iter()
            .find(|property| property.name == name)
            .map(|property| &property.value.value)
    }

    /// A property as a word: `true`, `mixed`, `menu`, …
    fn word(&self, name: &str) -> String {
        match self.property(name) {
            Some(Value::String(word)) => word.clone(),
            Some(Value::Bool(flag)) => flag.to_string(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }
}

/// Chromium's words for roles that an outline calls otherwise.
fn role_word(role: &str) -> &str {
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

/// Roles that are told: what the walk in the page lists.
const TOLD: [&str; 55] = [
    "alert",
    "alertdialog",
    "application",
    "article",
    "audio",
    "banner",
    "button",
    "canvas",
    "checkbox",
    "combobox",
    "complementary",
    "contentinfo",
    "dialog",
    "feed",
    "figure",
    "form",
    "frame",
    "grid",
    "group",
    "heading",
    "image",
    "link",
    "listbox",
    "log",
    "main",
    "marquee",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "option",
    "plugin",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "scrollbar",
    "search",
    "searchbox",
    "slider",
    "spinbutton",
    "status",
    "summary",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "textbox",
    "timer",
    "toolbar",
    "tree",
];
const ALSO_TOLD: [&str; 5] = ["treegrid", "treeitem", "tooltip", "video", "text"];

/// Reads a tab from the accessibility trees of its frames.
pub(super) async fn read_tree(
    tab: &Tab,
    options: &OutlineOptions,
    memory: &mut ReadMemory,
    deadline: Deadline,
) -> Result<PageTree> {
    let _ = memory;
    let main = tab.main_frame()?;
    let facts = OutlineOptions {
        limit: 1,
        ..options.clone()
    };
    let outline = main
        .call::<eyeline_page_script::read::FrameOutline>("outline", &facts, deadline)
        .await?;
    let mut tree = PageTree::of_frame(outline, 0);
    tree.entries.clear();
    tree.dropped = 0;
    frame_entries(&main, 0, 0, options, &mut tree.entries, deadline).await?;
    Ok(tree)
}

fn frame_entries<'a>(
    frame: &'a Frame,
    depth: u32,
    level: u32,
    options: &'a OutlineOptions,
    out: &'a mut Vec<Entry>,
    deadline: Deadline,
) -> futures::future::BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let session = frame.session()?;
        let params = json!({"frameId": frame.id().to_string()});
        let answer: Answer = session
            .request("Accessibility.getFullAXTree", params, deadline)
            .await?;
        let by_id: HashMap<&str, &Node> = answer
            .nodes
            .iter()
            .map(|node| (node.node_id.as_str(), node))
            .collect();
        let Some(root) = answer.nodes.first() else {
            return Ok(());
        };
        let number = frame.number().unwrap_or(0);
        let mut stack: Vec<(&Node, u32, bool)> = vec![(root, depth, false)];
        while let Some((node, depth, named)) = stack.pop() {
            let role = Node::text(node.role.as_ref());
            let role = role_word(&role);
            let told = !node.ignored
                && (TOLD.contains(&role) || ALSO_TOLD.contains(&role))
                && !(role == "text" && named);
            let mut below = (depth, named);
            if told && let Some(item) = item_of(node, role, depth, options) {
                below = (depth + 1, named || role == "heading" || item_names_text(role));
                out.push(Entry {
                    item,
                    frame: number,
                    note: None,
                });
                if role == "frame" && level < 8 {
                    read_child(frame, node, depth + 1, level + 1, options, out, deadline).await?;
                    continue;
                }
            }
            let children = node
                .child_ids
                .iter()
                .rev()
                .filter_map(|id| by_id.get(id.as_str()));
            stack.extend(children.map(|child| (*child, below.0, below.1)));
        }
        Ok(())
    })
}

async fn read_child(
    frame: &Frame,
    node: &Node,
    depth: u32,
    level: u32,
    options: &OutlineOptions,
    out: &mut Vec<Entry>,
    deadline: Deadline,
) -> Result<()> {
    let Some(backend) = node.backend_node_id else {
        return Ok(());
    };
    for child in frame.children() {
        let owner = child.owner_node(deadline).await?;
        if owner == Some(backend) {
            return frame_entries(&child, depth, level, options, out, deadline).await;
        }
    }
    Ok(())
}

/// Whether the text below an element of this role is its name.
fn item_names_text(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "checkbox"
            | "link"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "radio"
            | "summary"
            | "switch"
            | "tab"
            | "textbox"
            | "searchbox"
            | "combobox"
            | "treeitem"
    )
}

fn item_of(node: &Node, role: &str, depth: u32, options: &OutlineOptions) -> Option<Item> {
    let name = Node::text(node.name.as_ref());
    let nameless = [
        "group",
        "figure",
        "article",
        "image",
        "canvas",
        "video",
        "audio",
        "toolbar",
        "radiogroup",
        "text",
    ];
    if name.is_empty() && nameless.contains(&role) {
        return None;
    }
    let description =
        Some(Node::text(node.description.as_ref())).filter(|text| !text.is_empty() && *text != name);
    let level = node
        .property("level")
        .and_then(Value::as_u64)
        .and_then(|level| u32::try_from(level).ok());
    let _ = options;
    Some(Item {
        depth,
        role: role.to_owned(),
        states: states_of(node, role),
        level: level.filter(|_| role == "heading" || role == "treeitem"),
        frame: (role == "frame").then(FrameMark::default),
        href: None,
        name,
        description,
        ..Item::default()
    })
}

fn states_of(node: &Node, role: &str) -> Vec<String> {
    let mut states = Vec::new();
    let mut add = |word: String| states.push(word);
    match (role, node.word("checked").as_str()) {
        ("switch", checked) => add(if checked == "true" { "on" } else { "off" }.into()),
        (_, "true") => add("checked".into()),
        (_, "mixed") => add("mixed".into()),
        (_, "false") => add("unchecked".into()),
        _ => {}
    }
    if node.word("selected") == "true" {
        add("selected".into());
    }
    match node.word("pressed").as_str() {
        "true" => add("pressed".into()),
        "mixed" => add("pressed mixed".into()),
        _ => {}
    }
    match node.word("expanded").as_str() {
        "true" => add("expanded".into()),
        "false" => add("collapsed".into()),
        _ => {}
    }
    for flag in ["disabled", "required"] {
        if node.word(flag) == "true" {
            add(flag.into());
        }
    }
    if !matches!(node.word("invalid").as_str(), "" | "false") {
        add("invalid".into());
    }
    for (flag, word) in [
        ("readonly", "readonly"),
        ("focused", "focused"),
        ("busy", "busy"),
        ("multiselectable", "multiple"),
    ] {
        if matches!(node.word(flag).as_str(), "true" | "1") {
            add(word.into());
        }
    }
    states
}
