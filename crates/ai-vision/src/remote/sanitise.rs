//! What a remote party wrote, made safe to print beside our own words: names that no path could reach are dropped
//! with a warning, lines stay lines.

use indexmap::IndexMap;

use super::proxy::RemoteOptions;
use super::shape::{MemberShape, NodeShape};
use crate::descriptor::{Child, Descriptor, Element};
use crate::json_text;
use crate::member::{Effect, Member, MemberKind};
use crate::path::is_member_name;
use crate::text::{Text, one_line};
use crate::value::Json;

/// A node's table as the engine wants it, and the shapes of its members by name.
pub(super) fn descriptor(
    shape: &NodeShape,
    options: &RemoteOptions,
    warn: &dyn Fn(&str),
) -> (Descriptor, IndexMap<String, MemberShape>) {
    let shapes = members(&shape.members, warn);
    let help = [shape.help.as_deref(), options.origin_note.as_deref()]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty());
    let help: Vec<String> = help.map(|text| paragraphs(text.trim())).collect();
    let descriptor = Descriptor {
        kind: prefixed(&options.kind_prefix, &shape.kind),
        summary: line(&shape.summary),
        members: shapes.values().map(member).collect(),
        overview: shape.overview.as_deref().map(|text| paragraphs(text).into()),
        help: (!help.is_empty()).then(|| help.join("\n\n").into()),
        elements: elements(&shape.elements, warn),
    };
    (descriptor, shapes)
}

/// A live child as it was listed; None for what is no child.
pub(super) fn child(options: &RemoteOptions, json: &Json) -> Option<Child> {
    let text = |key: &str| {
        json.get(key)
            .and_then(Json::as_str)
            .map(|text| one_line(text).into_owned())
    };
    Some(Child {
        segment: text("segment")?,
        kind: prefixed(&options.kind_prefix, &text("kind").unwrap_or_default()),
        summary: text("summary").unwrap_or_default(),
        restricted: text("restricted"),
    })
}

fn members(listed: &[Json], warn: &dyn Fn(&str)) -> IndexMap<String, MemberShape> {
    let mut shapes: IndexMap<String, MemberShape> = IndexMap::new();
    for json in listed {
        let Some(name) = json
            .get("name")
            .and_then(Json::as_str)
            .filter(|name| is_member_name(name))
        else {
            warn(&format!(
                "Ignoring invalid remote member name {}.",
                shown(json.get("name"))
            ));
            continue;
        };
        if shapes.contains_key(name) {
            warn(&format!("Ignoring duplicate remote member \"{name}\"."));
            continue;
        }
        let kind = json.get("kind").and_then(Json::as_str).unwrap_or_default();
        let parsed = serde_json::from_value::<MemberShape>(json.clone());
        match parsed {
            Ok(shape) if matches!(kind, "property" | "method") => {
                shapes.insert(name.to_owned(), shape);
            }
            _ => warn(&format!("Ignoring remote member \"{name}\" with invalid kind.")),
        }
    }
    shapes
}

fn member(shape: &MemberShape) -> Member {
    let method = shape.kind == "method";
    Member {
        name: shape.name.clone().into(),
        kind: if method {
            MemberKind::Method
        } else {
            MemberKind::Property
        },
        summary: line(&shape.summary),
        signature: shape.signature.as_deref().map(line),
        caution: shape.caution.as_deref().map(line),
        // A method cannot be assigned, whatever its shape says.
        writable: shape.writable && !method,
        node: shape.node.is_some(),
        unlisted: false,
        timeout_ms: shape.timeout_ms,
        effect: if method { Effect::Acts } else { Effect::Reads },
        example: None,
        checks: None,
    }
}

fn elements(listed: &[Json], warn: &dyn Fn(&str)) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    for json in listed {
        let good = |name: &&str| !name.is_empty() && !name.contains(['"', '\\']) && one_line(name) == **name;
        let Some(name) = json.get("name").and_then(Json::as_str).filter(good) else {
            warn(&format!(
                "Ignoring invalid remote element name {}.",
                shown(json.get("name"))
            ));
            continue;
        };
        if elements.iter().any(|known| known.name == name) {
            warn(&format!("Ignoring duplicate remote element \"{name}\"."));
            continue;
        }
        let text = |key: &str| json.get(key).and_then(Json::as_str).map(line);
        elements.push(Element {
            name: name.to_owned().into(),
            purpose: text("purpose").unwrap_or_default(),
            where_: text("where"),
            selector: text("selector"),
            reveal: json.get("reveal").cloned(),
        });
    }
    elements
}

/// A name as it came, for a warning.
fn shown(name: Option<&Json>) -> String {
    name.map_or_else(|| "undefined".to_owned(), json_text::compact)
}

fn line(text: &str) -> Text {
    one_line(text).into_owned().into()
}

/// A kind of theirs, told from ours.
fn prefixed(prefix: &str, kind: &str) -> Text {
    format!("{prefix}{}", one_line(kind)).into()
}

/// Text of several lines: each is a line, and nothing else.
fn paragraphs(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}
