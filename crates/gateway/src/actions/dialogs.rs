//! Answering a dialog, and what comes of it.

use eyeline_page_script::act::SettleOptions;

use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::options::CommonOptions;
use super::reaction::Reaction;
use crate::PageText;

/// Answers the open dialog, and tells what changed since before it opened: the action that opened it goes on now.
pub async fn answer_dialog(
    ctx: &ActionContext,
    accept: bool,
    text: Option<&str>,
) -> Result<Effect, ActionError> {
    let Some(dialog) = ctx.tab.dialog() else {
        return Err(ActionError::Refused("No dialog is open in this tab.".into()));
    };
    let frame = ctx
        .tab
        .frame(0)
        .ok_or_else(|| ActionError::Browser("The tab shows no page.".into()))?;
    let common = CommonOptions::default();
    let resumes = ctx.watch.take_untold();
    let reaction = Reaction::begin(ctx, &frame, &common).await;
    let answered = async {
        let answer = if accept {
            ctx.tab.accept_dialog(text, ctx.deadline).await
        } else {
            ctx.tab.dismiss_dialog(ctx.deadline).await
        };
        answer.map(|_| ())
    };
    let outcome = reaction
        .after(
            answered,
            SettleOptions {
                always: true,
                resumes,
                ..SettleOptions::default()
            },
        )
        .await?;
    let did = if accept { "accepted" } else { "dismissed" };
    let name = format!("{} {}", dialog.kind, PageText::new(&dialog.message));
    ctx.watch.acted(format!("{did} {name}"), outcome.changed);
    Ok(Effect {
        did: did.to_owned(),
        target: Some(name),
        ..outcome.effect
    })
}
