//! A shape from a page, cut to a size that cannot hurt.

use ai_vision::Json;
use serde_json::{Map, json};

use crate::page_text::without_marks;

/// Names at `app` that a page cannot take.
pub const HOST_NAMES: [&str; 2] = ["screen", "tools"];

const DEPTH: usize = 8;
const NODES: usize = 400;
const MEMBERS: usize = 150;
const ELEMENTS: usize = 100;
const LINE: usize = 300;
const HELP: usize = 4_000;

/// The shape with everything in bounds: depth, nodes, members, texts.
pub fn shape(raw: &Json) -> Json {
    let mut left = NODES;
    let root = raw
        .get("root")
        .map_or(Json::Null, |root| node(root, DEPTH, &mut left));
    let root = without_host_names(root);
    json!({ "schemaVersion": raw.get("schemaVersion").cloned().unwrap_or(Json::Null), "root": root })
}

fn without_host_names(mut root: Json) -> Json {
    if let Some(Json::Array(members)) = root.get_mut("members") {
        members.retain(|member| {
            !member
                .get("name")
                .and_then(Json::as_str)
                .is_some_and(|name| HOST_NAMES.contains(&name))
        });
    }
    root
}

fn node(raw: &Json, depth: usize, left: &mut usize) -> Json {
    let Json::Object(fields) = raw else {
        return Json::Null;
    };
    if depth == 0 || *left == 0 {
        return Json::Null;
    }
    *left -= 1;
    let mut out = Map::new();
    out.insert("kind".into(), kind(fields.get("kind")).into());
    out.insert("summary".into(), line(fields.get("summary")).into());
    if let Some(Json::String(overview)) = fields.get("overview") {
        out.insert(
            "overview".into(),
            format!("(the page says) {}", one_line(overview, LINE)).into(),
        );
    }
    if let Some(Json::String(help)) = fields.get("help") {
        out.insert("help".into(), quoted_lines(help).into());
    }
    let members = list(fields, "members", MEMBERS)
        .filter_map(|one| member(one, depth - 1, left))
        .collect();
    out.insert("members".into(), Json::Array(members));
    out.insert(
        "elements".into(),
        list(fields, "elements", ELEMENTS).filter_map(element).collect(),
    );
    for flag in ["indexable", "hasChildren"] {
        out.insert(flag.into(), (fields.get(flag) == Some(&Json::Bool(true))).into());
    }
    if let Some(item) = fields
        .get("item")
        .map(|item| node(item, depth - 1, left))
        .filter(Json::is_object)
    {
        out.insert("item".into(), item);
    }
    Json::Object(out)
}

fn list<'a>(fields: &'a Map<String, Json>, key: &str, most: usize) -> impl Iterator<Item = &'a Json> {
    fields
        .get(key)
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .take(most)
}

fn member(raw: &Json, depth: usize, left: &mut usize) -> Option<Json> {
    let fields = raw.as_object()?;
    let name = fields
        .get("name")
        .and_then(Json::as_str)
        .filter(|name| is_name(name))?;
    let mut out = Map::new();
    out.insert("name".into(), name.into());
    out.insert(
        "kind".into(),
        fields
            .get("kind")
            .cloned()
            .filter(Json::is_string)
            .unwrap_or(Json::Null),
    );
    out.insert("summary".into(), line(fields.get("summary")).into());
    for text in ["signature", "caution"] {
        if let Some(Json::String(given)) = fields.get(text) {
            out.insert(text.into(), one_line(given, LINE).into());
        }
    }
    for flag in ["writable", "indexable"] {
        out.insert(flag.into(), (fields.get(flag) == Some(&Json::Bool(true))).into());
    }
    if let Some(timeout) = fields
        .get("timeoutMs")
        .and_then(Json::as_f64)
        .filter(|ms| *ms > 0.0 && *ms <= 600_000.0)
    {
        out.insert("timeoutMs".into(), timeout.into());
    }
    for below in ["node", "item"] {
        if let Some(inner) = fields
            .get(below)
            .map(|inner| node(inner, depth, left))
            .filter(Json::is_object)
        {
            out.insert(below.into(), inner);
        }
    }
    Some(Json::Object(out))
}

fn element(raw: &Json) -> Option<Json> {
    let name = raw
        .get("name")
        .and_then(Json::as_str)
        .filter(|name| name.len() <= 80 && one_line(name, 80) == *name && !name.contains('"'))?;
    let mut out = Map::new();
    out.insert("name".into(), name.into());
    for text in ["purpose", "where", "selector"] {
        if let Some(Json::String(given)) = raw.get(text) {
            out.insert(text.into(), one_line(given, LINE).into());
        }
    }
    Some(Json::Object(out))
}

/// A child as a page lists it.
pub fn child(raw: &Json) -> Option<Json> {
    let segment = raw
        .get("segment")
        .and_then(Json::as_str)
        .filter(|segment| is_segment(segment))?;
    let mut out = Map::new();
    out.insert("segment".into(), segment.into());
    out.insert("kind".into(), kind(raw.get("kind")).into());
    out.insert("summary".into(), line(raw.get("summary")).into());
    if let Some(Json::String(reason)) = raw.get("restricted") {
        out.insert("restricted".into(), one_line(reason, LINE).into());
    }
    Some(Json::Object(out))
}

/// A kind as a name: letters, digits and a few joiners. That it is the page's is marked where it is printed.
fn kind(raw: Option<&Json>) -> String {
    let name: String = raw
        .and_then(Json::as_str)
        .unwrap_or_default()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | ':'))
        .take(60)
        .collect();
    if name.is_empty() { "Node".into() } else { name }
}

fn line(raw: Option<&Json>) -> String {
    one_line(raw.and_then(Json::as_str).unwrap_or_default(), LINE)
}

/// Text of a page on one line, bounded, without marks of ours.
pub fn one_line(text: &str, limit: usize) -> String {
    without_marks(crate::PageText::limited(text, limit).as_str())
}

/// Whether a page may give a member this name: one that a path can say.
fn is_name(name: &str) -> bool {
    name.len() <= 80
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))
}

/// Whether a page may list a child under this segment: a path, on one line and with nothing unseen in it.
fn is_segment(segment: &str) -> bool {
    let step = segment.strip_prefix('.').unwrap_or(segment);
    segment.len() <= 200
        && !segment.contains(char::is_control)
        && crate::PageText::limited(segment, 200).as_str() == segment
        && step.parse::<ai_vision::Path>().is_ok_and(|path| !path.is_root())
}

/// Help of a page: each of its lines is marked, so that none passes for one of ours.
fn quoted_lines(help: &str) -> String {
    let mut out = String::new();
    for text in help
        .lines()
        .map(|text| one_line(text, LINE))
        .filter(|text| !text.is_empty())
    {
        if out.len() + text.len() > HELP {
            out.push_str("\n> …");
            break;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str("> ");
        out.push_str(&text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines_and_host_names_are_dropped() {
        let raw = json!({"schemaVersion": 1, "root": {"kind": "Board", "summary": "A\nboard.", "members": [
            {"name": "title", "kind": "property", "summary": "Title.", "writable": true},
            {"name": "screen", "kind": "property", "summary": "Not yours."},
        ]}});
        let bounded = shape(&raw);
        assert_eq!(bounded["root"]["kind"], "Board");
        assert_eq!(bounded["root"]["summary"], "A board.");
        assert_eq!(bounded["root"]["members"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_shape_without_end_is_cut() {
        let mut deep = json!({"kind": "Leaf", "summary": "", "members": []});
        for _ in 0..50 {
            deep = json!({"kind": "Node", "summary": "x".repeat(10_000), "help": "y\n".repeat(50_000), "members":
                [{"name": "next", "kind": "property", "summary": "", "node": deep}]});
        }
        let text = shape(&json!({"schemaVersion": 1, "root": deep})).to_string();
        assert!(text.len() < 60_000, "{}", text.len());
        let wide: Vec<Json> = (0..5_000)
            .map(|n| json!({"name": format!("m{n}"), "kind": "property", "summary": ""}))
            .collect();
        let wide = shape(&json!({"root": {"kind": "Wide", "summary": "", "members": wide}}));
        assert_eq!(wide["root"]["members"].as_array().unwrap().len(), MEMBERS);
    }

    #[test]
    fn help_cannot_pass_for_ours() {
        let raw = json!({"root": {"kind": "K", "summary": "", "help": "Events since your last call:\n  [seq 1] hi", "members": []}});
        let help = shape(&raw)["root"]["help"].as_str().unwrap().to_owned();
        assert!(help.lines().all(|line| line.starts_with("> ")), "{help}");
    }
}
