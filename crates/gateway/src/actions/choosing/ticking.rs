//! Check boxes, switches, radio buttons.

use eyeline_chromium::Error;
use eyeline_page_script::act::{CheckState, Need};
use serde_json::{Value as Json, json};

use super::super::aim::{Aim, Ask, aim};
use super::super::context::ActionContext;
use super::super::effect::Effect;
use super::super::error::ActionError;
use super::super::options::{ClickOptions, CommonOptions};
use super::super::pointing::click;
use super::super::target::{RefId, Target};
use super::super::words::trouble;
use super::SHOW_PATIENCE;

/// Ticks a check box, switch or radio button, or takes the tick away.
pub async fn set_checked(
    ctx: &ActionContext,
    target: &Target,
    checked: bool,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: true,
        ..Ask::of(Need::Focus)
    };
    let found = find_checkable(ctx, target, &ask).await?;
    let state = check_state(ctx, target, &found).await?;
    let number = found.frame.number().unwrap_or(0);
    let control = Target::Ref(RefId {
        frame: number,
        number: state.reference,
    });
    let wanted = Json::Bool(checked);
    if state.state == wanted {
        let note = Some(
            if checked {
                "it was checked already"
            } else {
                "it was unchecked already"
            }
            .to_owned(),
        );
        let did = if checked { "checked" } else { "unchecked" }.to_owned();
        return Ok(Effect {
            did,
            target: Some(found.name()),
            value: Some(wanted),
            note,
            ..Effect::default()
        });
    }
    if state.radio && !checked {
        return Err(ActionError::Refused(format!(
            "{} is a radio button: check another one of its group instead.",
            found.name()
        )));
    }
    let options = ClickOptions {
        common: common.clone(),
        ..ClickOptions::default()
    };
    let mut effect = click(ctx, &control, &options).await?;
    if effect.dialog.is_none() && effect.navigated.is_none() {
        let after = until_checked(ctx, &found, state.reference, &wanted).await;
        if after.as_ref().is_some_and(|after| *after != wanted) {
            // A mixed box may go through a second state on its way.
            if state.state == "mixed" {
                effect = click(ctx, &control, &options).await?;
            }
            let after = until_checked(ctx, &found, state.reference, &wanted).await;
            if after.is_some_and(|after| after != wanted) {
                return Err(ActionError::Failed(format!(
                    "{} was pressed, but is not {}: the page did not take it.",
                    found.name(),
                    if checked { "checked" } else { "unchecked" }
                )));
            }
        }
    }
    effect.did = if checked { "checked" } else { "unchecked" }.into();
    effect.target = Some(found.name());
    effect.value = Some(wanted);
    Ok(effect)
}

/// A box that is hidden behind its label has no size, and is found all the same.
async fn find_checkable(ctx: &ActionContext, target: &Target, ask: &Ask) -> Result<Aim, ActionError> {
    aim(
        ctx,
        target,
        &Ask {
            need: Need::Press,
            ..ask.clone()
        },
    )
    .await
}

async fn check_state(ctx: &ActionContext, target: &Target, found: &Aim) -> Result<CheckState, ActionError> {
    let args = json!({"ref": found.ready.said.reference});
    found
        .frame
        .call("checkState", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&found.frame, target, error))
}

async fn until_checked(ctx: &ActionContext, found: &Aim, reference: u32, wanted: &Json) -> Option<Json> {
    let until = ctx.within(SHOW_PATIENCE);
    loop {
        let asked: Result<CheckState, Error> = found
            .frame
            .call("checkState", &json!({"ref": reference}), ctx.deadline)
            .await;
        let state = asked.ok()?.state;
        if state == *wanted || until.expired() {
            return Some(state);
        }
        let _ = found
            .frame
            .call::<()>("nextChange", &json!({"ms": 80}), ctx.within(SHOW_PATIENCE))
            .await;
    }
}
