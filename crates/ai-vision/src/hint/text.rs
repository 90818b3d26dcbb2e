//! The hint: what is under the node that a call landed on.

use super::Spot;
use super::lines::{child_line, member_line, push_block};
use crate::call::{Hint, HintMode, SeenKinds};
use crate::path::join_child_path;

/// How much a hint says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Everything that is there now; members only when the kind is new to the session.
    Regular,
    /// Where the error was about a member of a kind the session knows: only how to read about it.
    Compact,
    /// Where the error already says what was meant: nothing, unless hints are always wanted.
    OnDemand,
}

/// The hint about a node, and marks its kind as seen.
pub(crate) async fn hint(spot: &Spot, mode: HintMode, style: Style, seen: &mut SeenKinds) -> Option<Hint> {
    let always = mode == HintMode::Always;
    if mode == HintMode::Never || (style == Style::OnDemand && !always) {
        return None;
    }
    let descriptor = spot.node.descriptor();
    let known = seen.contains(&descriptor.kind) && !always;
    seen.insert(&descriptor.kind);
    let mut text = format!("{} — {}", descriptor.kind, descriptor.summary);
    let address = spot.address();
    if known && style == Style::Compact {
        push_details(&mut text, address.as_deref());
        return Some(Hint {
            kind: descriptor.kind.to_string(),
            text,
        });
    }
    if let Some(reason) = spot.restricted() {
        text.push_str(&format!("\nrestricted: {reason}"));
    }
    push_children(&mut text, spot, address.as_deref()).await;
    let at_root = address.as_deref().is_none_or(str::is_empty);
    if let Some(overview) = descriptor
        .overview
        .as_ref()
        .filter(|text| at_root && !text.is_empty())
    {
        text.push('\n');
        text.push_str(overview);
    }
    if !known {
        push_block(
            &mut text,
            "\nmembers:",
            descriptor
                .members
                .iter()
                .filter(|member| !member.unlisted)
                .map(member_line),
        );
        push_details(&mut text, address.as_deref());
    }
    Some(Hint {
        kind: descriptor.kind.to_string(),
        text,
    })
}

async fn push_children(text: &mut String, spot: &Spot, address: Option<&str>) {
    let title = match address {
        Some(_) => "\nchildren (live):",
        None => "\nchildren (relative to this object):",
    };
    match spot.children().await {
        Ok(children) => {
            let lines = children.iter().map(|child| match address {
                Some(path) => child_line(&join_child_path(path, &child.segment), child),
                None => child_line(&child.segment, child),
            });
            push_block(text, title, lines);
        }
        Err(error) => text.push_str(&format!("{title} could not be listed: {error}")),
    }
}

fn push_details(text: &mut String, address: Option<&str>) {
    if let Some(path) = address {
        let help = join_child_path(path, ".$help");
        text.push_str(&format!("\nDetails: call with path \"{help}\"."));
    }
}
