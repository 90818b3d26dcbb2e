//! How much of a shape is taken, whatever a remote party sends.

use crate::text::{utf16_len, utf16_prefix};
use crate::value::Json;

/// Nodes deeper than this are dropped.
const MOST_DEPTH: usize = 12;
/// Members and elements beyond this, over the whole shape, are dropped.
const MOST_MEMBERS: usize = 2_000;
/// One line is cut at this length.
const MOST_LINE: usize = 500;
/// Help and overview are cut at this length.
const MOST_TEXT: usize = 20_000;

/// Bounds a shape in place.
pub(super) fn limit(shape: &mut Json) {
    let mut room = MOST_MEMBERS;
    if let Some(root) = shape.get_mut("root") {
        limit_node(root, 0, &mut room);
    }
}

fn limit_node(node: &mut Json, depth: usize, room: &mut usize) {
    for key in ["kind", "summary"] {
        cut(node, key, MOST_LINE);
    }
    for key in ["overview", "help"] {
        cut(node, key, MOST_TEXT);
    }
    for key in ["members", "elements"] {
        let Some(Json::Array(listed)) = node.get_mut(key) else {
            continue;
        };
        listed.truncate(*room);
        *room -= listed.len();
        for entry in listed {
            for key in [
                "name",
                "summary",
                "signature",
                "caution",
                "purpose",
                "where",
                "selector",
            ] {
                cut(entry, key, MOST_LINE);
            }
            limit_below(entry, depth, room);
        }
    }
    limit_below(node, depth, room);
}

/// Bounds the nodes that an entry leads to.
fn limit_below(entry: &mut Json, depth: usize, room: &mut usize) {
    let Some(entry) = entry.as_object_mut() else {
        return;
    };
    for key in ["node", "item"] {
        if depth + 1 >= MOST_DEPTH {
            entry.remove(key);
        } else if let Some(node) = entry.get_mut(key) {
            limit_node(node, depth + 1, room);
        }
    }
}

fn cut(entry: &mut Json, key: &str, most: usize) {
    if let Some(Json::String(text)) = entry.get_mut(key)
        && utf16_len(text) > most
    {
        *text = format!("{}…", utf16_prefix(text, most));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_hostile_shape_is_bounded() {
        let mut node = json!({"kind": "deep", "summary": "s".repeat(10_000)});
        for _ in 0..40 {
            node = json!({"kind": "K", "members": [{"name": "n", "kind": "property", "node": node}]});
        }
        let members: Vec<Json> = (0..5_000)
            .map(|n| json!({"name": format!("m{n}"), "kind": "property"}))
            .collect();
        let mut shape = json!({"root": {"kind": "R", "members": members, "item": node}});
        limit(&mut shape);
        assert_eq!(
            shape["root"]["members"].as_array().map(Vec::len),
            Some(MOST_MEMBERS)
        );
        assert!(!shape.to_string().contains("deep"));
    }
}
