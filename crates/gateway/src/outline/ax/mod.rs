//! The outline from Chromium's accessibility tree: exact, slow, and what the walk in the page is held to.
//!
//! Roles, names, descriptions and states are the tree's. What it does not know (where links lead, what fields take, the columns of
//! tables, refs) the page script adds, which also keeps what is private.

mod node;

use std::collections::HashMap;

use eyeline_chromium::{Deadline, Frame, Result, Tab};
use eyeline_page_script::read::{Dress, Dressed, FrameMark, FrameOutline, Item, OutlineOptions, TextMode};
use futures::future::{BoxFuture, join_all};
use serde::Deserialize;
use serde_json::json;

pub(super) use node::{Node, role_word};

use super::frames::start_of;
use super::options::ReadFrom;
use super::tree::{Entry, PageTree};

/// Frames in frames that are read.
const DEEPEST: u32 = 8;

const REF: &str = "function() { const script = globalThis.__eyeline; return script && this.nodeType === 1 ? script.ref(this) : 0; }";

#[derive(Deserialize)]
struct Answer {
    nodes: Vec<Node>,
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
    root: Option<&ReadFrom>,
    options: &OutlineOptions,
    deadline: Deadline,
) -> Result<PageTree> {
    let start = start_of(tab, root, deadline).await?;
    let facts = OutlineOptions {
        limit: 1,
        find: None,
        root: start.element,
        root_selector: start.selector.clone(),
        ..options.clone()
    };
    let outline: FrameOutline = start.frame.call("outline", &facts, deadline).await?;
    let mut tree = PageTree::of_frame(outline, start.frame.ref_number());
    tree.entries.clear();
    tree.dropped = 0;
    let top = start.top(deadline).await?;
    let reader = Reader { options, deadline };
    let (entries, dropped) = reader.frame(&start.frame, top, 0).await?;
    (tree.entries, tree.dropped) = (entries, dropped);
    Ok(tree)
}

struct Reader<'a> {
    options: &'a OutlineOptions,
    deadline: Deadline,
}

/// An item, and the node it was drawn from.
struct Drawn {
    item: Item,
    node: Option<i64>,
}

impl Reader<'_> {
    /// The entries of a frame and of the frames in it, and how many were left out. `top`: the node to start at.
    fn frame<'a>(
        &'a self,
        frame: &'a Frame,
        top: Option<i64>,
        level: u32,
    ) -> BoxFuture<'a, Result<(Vec<Entry>, u32)>> {
        Box::pin(async move {
            let params = json!({"frameId": frame.id().to_string()});
            let answer: Answer = frame
                .session()?
                .request("Accessibility.getFullAXTree", params, self.deadline)
                .await?;
            let mut drawn = draw(&answer.nodes, top, self.options);
            let limit = self.options.limit as usize;
            let mut dropped = u32::try_from(drawn.len().saturating_sub(limit)).unwrap_or(u32::MAX);
            drawn.truncate(limit);
            let nodes: Vec<Option<i64>> = drawn.iter().map(|one| one.node).collect();
            let items = self.dressed(frame, drawn).await?;
            let number = frame.ref_number();
            let mut entries = Vec::with_capacity(items.len());
            for (item, node) in items.into_iter().zip(nodes) {
                let (depth, is_frame) = (item.depth, item.role == "frame");
                entries.push(Entry {
                    item,
                    frame: number,
                    note: None,
                });
                if let (true, Some(node), true) = (is_frame, node, level < DEEPEST) {
                    let (inner, left) = self.child(frame, node, level).await?;
                    dropped += left;
                    entries.extend(inner.into_iter().map(|mut entry| {
                        entry.item.depth += depth + 1;
                        entry
                    }));
                }
            }
            Ok((entries, dropped))
        })
    }

    async fn child(&self, frame: &Frame, owner: i64, level: u32) -> Result<(Vec<Entry>, u32)> {
        for child in frame.children() {
            if child.owner_node(self.deadline).await? == Some(owner) {
                return self.frame(&child, None, level + 1).await;
            }
        }
        Ok((Vec::new(), 0))
    }

    /// The items with their refs and what only the page knows of them.
    async fn dressed(&self, frame: &Frame, drawn: Vec<Drawn>) -> Result<Vec<Item>> {
        let refs = drawn.iter().map(|one| self.reference(frame, one));
        let refs = join_all(refs).await;
        let items = drawn.into_iter().zip(refs).map(|(one, reference)| Item {
            reference,
            ..one.item
        });
        let dress = Dress {
            items: items.collect(),
            options: self.options.clone(),
        };
        let dressed: Dressed = frame.call("dress", &dress, self.deadline).await?;
        Ok(dressed.items)
    }

    /// The ref of a node's element; none for texts, and for what went meanwhile.
    async fn reference(&self, frame: &Frame, drawn: &Drawn) -> Option<u32> {
        let node = drawn.node.filter(|_| drawn.item.role != "text")?;
        let element = frame.resolve_node(node, self.deadline).await.ok()?;
        let number = element.call(REF, &[], self.deadline).await.ok()?.as_u64()?;
        u32::try_from(number).ok().filter(|number| *number > 0)
    }
}

/// The nodes that are told, from `top` on.
fn draw(nodes: &[Node], top: Option<i64>, options: &OutlineOptions) -> Vec<Drawn> {
    let by_id: HashMap<&str, &Node> = nodes.iter().map(|node| (node.node_id.as_str(), node)).collect();
    let first = match top {
        Some(top) => nodes.iter().find(|node| node.backend_node_id == Some(top)),
        None => nodes.first(),
    };
    let mut out = Vec::new();
    let mut stack: Vec<(&Node, u32, Inside)> = first
        .map(|node| (node, 0, Inside::default()))
        .into_iter()
        .collect();
    while let Some((node, depth, inside)) = stack.pop() {
        if options.depth.is_some_and(|deepest| depth > deepest) {
            continue;
        }
        let role = node.role_text();
        let role = match role_word(&role) {
            _ if !node.word("editable").is_empty() && !inside.field => "textbox",
            role => role,
        };
        let mut below = (depth, inside);
        below.1.field |= role == "textbox" || role == "log" || !node.word("editable").is_empty();
        if is_told(node, role, inside, options)
            && let Some(item) = item_of(node, role, depth)
        {
            below.0 = depth + 1;
            below.1.named |= names_text(role);
            out.push(Drawn {
                item,
                node: node.backend_node_id,
            });
            if matches!(role, "textbox" | "searchbox" | "spinbutton") {
                continue; // the parts of a date, or what was typed
            }
        }
        below.1.named |= matches!(role, "label" | "columnheader" | "caption" | "legend");
        if role == "MenuListPopup" {
            continue; // the options of a select, which says how many it has
        }
        let children = node
            .child_ids
            .iter()
            .rev()
            .filter_map(|id| by_id.get(id.as_str()));
        stack.extend(children.map(|child| (*child, below.0, below.1)));
    }
    out
}

/// What a node stands in.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// Its text already names something.
    named: bool,
    /// Its text was typed.
    field: bool,
}

fn is_told(node: &Node, role: &str, inside: Inside, options: &OutlineOptions) -> bool {
    if node.ignored || !(TOLD.contains(&role) || ALSO_TOLD.contains(&role)) {
        return false;
    }
    if role == "text" {
        return options.text != TextMode::None && !options.interactive && !inside.named && !inside.field;
    }
    true
}

/// Whether the text below an element of this role is its name.
fn names_text(role: &str) -> bool {
    matches!(
        role,
        "heading"
            | "button"
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

fn item_of(node: &Node, role: &str, depth: u32) -> Option<Item> {
    let name = node.name_text();
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
    Some(Item {
        depth,
        role: role.to_owned(),
        states: node::states_of(node, role),
        level: node.level().filter(|_| role == "heading" || role == "treeitem"),
        frame: (role == "frame").then(FrameMark::default),
        description: node.description_text(),
        name,
        ..Item::default()
    })
}
