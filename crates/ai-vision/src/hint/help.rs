//! `$help`: a node explained in prose.

use super::Spot;
use super::lines::{child_line, member_line, push_block};
use crate::path::join_child_path;

/// Everything there is to say about a node.
pub(crate) async fn help(spot: &Spot) -> String {
    let descriptor = spot.node.descriptor();
    let mut parts = vec![format!("{} — {}", descriptor.kind, descriptor.summary)];
    if let Some(overview) = descriptor.overview.as_ref().filter(|text| !text.is_empty()) {
        parts.push(overview.to_string());
    }
    if let Some(help) = descriptor.help.as_ref().filter(|text| !text.is_empty()) {
        parts.push(help.trim().to_owned());
    }
    let mut members = String::new();
    push_block(
        &mut members,
        "members:",
        descriptor
            .members
            .iter()
            .filter(|member| !member.unlisted)
            .map(member_line),
    );
    parts.push(members);
    parts.push(children(spot).await);
    // A help text of white space alone stands as an empty part; lists that are empty are left out.
    let last = parts.len() - 2;
    let kept = parts
        .iter()
        .enumerate()
        .filter(|(position, part)| *position < last || !part.is_empty());
    kept.map(|(_, part)| part.as_str())
        .collect::<Vec<_>>()
        .join("\n\n")
}

async fn children(spot: &Spot) -> String {
    let mut block = String::new();
    match spot.children().await {
        Ok(children) => {
            let lines = children
                .iter()
                .map(|child| child_line(&join_child_path(&spot.path, &child.segment), child));
            push_block(&mut block, "children (live):", lines);
        }
        Err(error) => block.push_str(&format!("children (live): could not be listed: {error}")),
    }
    block
}
