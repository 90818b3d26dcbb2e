//! What an action changed after it was told.

use std::time::Duration;

use eyeline_page_script::act::LateChanges;
use futures::future::join_all;
use serde_json::json;

use super::context::ActionContext;
use super::effect::Changes;
use super::lines;
use crate::PageText;

/// How long a frame may take to say what changed.
const PATIENCE: Duration = Duration::from_millis(400);

/// What changed in the tab since the session's last action was told; `None` when nothing did. Nothing is told twice.
pub async fn late_changes(ctx: &ActionContext) -> Option<String> {
    if !ctx.watch.is_armed() || ctx.tab.dialog().is_some() {
        return None;
    }
    let frames = ctx.tab.frames();
    let patience = ctx.within(PATIENCE);
    let none = json!({});
    let asked = frames
        .iter()
        .map(|frame| frame.call::<LateChanges>("lateChanges", &none, patience));
    let mut changes = Changes::default();
    for (frame, late) in frames.iter().zip(join_all(asked).await) {
        let Ok(late) = late else { continue };
        changes.lines.extend(lines::of_rows(frame, &late.rows));
        if !late.busy.is_empty() && !late.rows.is_empty() {
            changes
                .notes
                .push(format!("still at work: {}", PageText::new(&late.busy).as_str()));
        }
    }
    if changes.is_empty() {
        return None;
    }
    ctx.watch.reacted();
    Some(changes.text())
}
