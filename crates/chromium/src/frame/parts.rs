//! The parts of the browser's own date and time fields.

use super::Frame;
use crate::{Deadline, Result};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;

/// One part of a date or time field, such as its month: what takes keys of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldPart {
    /// `year`, `month`, `week`, `day`, `hour`, `minute`, `second`, `millisecond` or `ampm`.
    pub kind: String,
    /// The least it takes.
    pub min: u32,
    /// The most it takes.
    pub max: u32,
    /// It shows words, such as the names of months, and takes no digits.
    pub in_words: bool,
    /// It holds something.
    pub filled: bool,
}

#[derive(Deserialize)]
struct Described {
    node: Node,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Node {
    attributes: Vec<String>,
    children: Vec<Node>,
    shadow_roots: Vec<Node>,
}

impl Frame {
    /// The parts of a date or time field that can be typed into, in the order in which the browser's language has them. None for
    /// anything else, and for what has left the page.
    pub async fn field_parts(&self, reference: u32, deadline: Deadline) -> Result<Vec<FieldPart>> {
        let Some(element) = self.element(reference, deadline).await? else {
            return Ok(Vec::new());
        };
        let params = json!({"objectId": element.object_id(), "depth": -1, "pierce": true});
        let described: Described = element
            .session()
            .request("DOM.describeNode", params, deadline)
            .await
            .map_err(|error| self.explain(error))?;
        let mut parts = Vec::new();
        described.node.collect(&mut parts);
        Ok(parts)
    }
}

impl Node {
    fn collect(&self, parts: &mut Vec<FieldPart>) {
        parts.extend(self.part());
        for inner in self.shadow_roots.iter().chain(&self.children) {
            inner.collect(parts);
        }
    }

    fn part(&self) -> Option<FieldPart> {
        let attributes: HashMap<&str, &str> = self
            .attributes
            .chunks_exact(2)
            .map(|pair| (pair[0].as_str(), pair[1].as_str()))
            .collect();
        let kind = attributes
            .get("pseudo")?
            .strip_prefix("-webkit-datetime-edit-")?
            .strip_suffix("-field")?;
        let end = |name: &str| attributes.get(name).and_then(|end| end.parse().ok());
        let (min, max) = (end("aria-valuemin")?, end("aria-valuemax")?);
        if attributes.contains_key("disabled") || attributes.get("aria-disabled") == Some(&"true") {
            return None;
        }
        // Where words stand, the place is held by as many dashes as the longest of them has letters.
        let holder = attributes.get("aria-placeholder").copied().unwrap_or_default();
        let in_words =
            kind == "ampm" || kind == "month" && holder.len() > 2 && holder.chars().all(|c| c == '-');
        Some(FieldPart {
            kind: kind.to_owned(),
            min,
            max,
            in_words,
            filled: attributes.contains_key("aria-valuenow"),
        })
    }
}
