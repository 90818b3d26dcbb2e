//! `$describe`: the same as data, for programs.

use serde_json::{Map, json};

use super::Spot;
use crate::descriptor::Child;
use crate::member::Member;
use crate::path::join_child_path;
use crate::value::Json;

/// A node's descriptor, children, identity and restriction.
pub(crate) async fn describe(spot: &Spot) -> Json {
    let descriptor = spot.node.descriptor();
    let mut out = Map::new();
    out.insert("path".into(), spot.path.as_str().into());
    out.insert("kind".into(), descriptor.kind.as_ref().into());
    out.insert("summary".into(), descriptor.summary.as_ref().into());
    out.insert("members".into(), descriptor.members.iter().map(member).collect());
    match spot.children().await {
        Ok(children) => {
            let listed = children.iter().map(|entry| child(&spot.path, entry)).collect();
            out.insert("children".into(), listed);
        }
        Err(error) => {
            out.insert("children".into(), json!([]));
            out.insert("childrenError".into(), error.into());
        }
    }
    let mut put = |key: &str, text: Option<&str>| {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            out.insert(key.into(), text.into());
        }
    };
    put("overview", descriptor.overview.as_deref());
    put("identity", spot.node.identity().as_deref());
    put("restricted", spot.restricted().as_deref());
    if let Some(help) = descriptor.help.as_ref().filter(|text| !text.is_empty()) {
        out.insert("help".into(), help.trim().into());
    }
    Json::Object(out)
}

/// What naming a method without calling it answers.
pub(crate) fn describe_method(member: &Member, path: &str) -> Json {
    let signature = member
        .signature
        .clone()
        .unwrap_or_else(|| format!("{}()", member.name).into());
    let mut out = Map::new();
    out.insert("kind".into(), "method".into());
    out.insert("signature".into(), signature.as_ref().into());
    out.insert("summary".into(), member.summary.as_ref().into());
    out.insert(
        "note".into(),
        format!("Call it as \"{path}()\" (or pass \"args\").").into(),
    );
    Json::Object(out)
}

fn member(member: &Member) -> Json {
    let mut out = Map::new();
    out.insert("name".into(), member.name.as_ref().into());
    out.insert(
        "kind".into(),
        if member.is_method() { "method" } else { "property" }.into(),
    );
    out.insert("summary".into(), member.summary.as_ref().into());
    if let Some(signature) = &member.signature {
        out.insert("signature".into(), signature.as_ref().into());
    }
    if let Some(caution) = &member.caution {
        out.insert("caution".into(), caution.as_ref().into());
    }
    for (key, holds) in [("writable", member.writable), ("node", member.node)] {
        if holds {
            out.insert(key.into(), true.into());
        }
    }
    Json::Object(out)
}

fn child(parent: &str, child: &Child) -> Json {
    let mut out = Map::new();
    out.insert("segment".into(), child.segment.as_str().into());
    out.insert("kind".into(), child.kind.as_ref().into());
    out.insert("summary".into(), child.summary.as_str().into());
    if let Some(reason) = child.restricted.as_ref().filter(|reason| !reason.is_empty()) {
        out.insert("restricted".into(), reason.as_str().into());
    }
    out.insert("path".into(), join_child_path(parent, &child.segment).into());
    Json::Object(out)
}
