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
    let number = found.frame.ref_number();
    let control = Target::Ref(RefId {
        frame: number,
        number: state.reference,
    });
    let wanted = Json::Bool(checked);
    if state.state == wanted && !state.is_torn() {
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
    effect.did = if checked { "checked" } else { "unchecked" }.into();
    effect.target = Some(found.name());
    if effect.dialog.is_some() || effect.navigated.is_some() {
        return Ok(effect);
    }
    let mut after = until_checked(ctx, target, &found, &state, &wanted).await?;
    if needs_second(&state) && after.as_ref().is_some_and(|after| *after != wanted) {
        click(ctx, &control, &options).await?;
        let state = check_state(ctx, target, &found).await?;
        after = until_checked(ctx, target, &found, &state, &wanted).await?;
    }
    match after {
        Some(after) if after != wanted => Err(ActionError::Failed(format!(
            "{} was pressed, but is not {}: the page did not take it.",
            found.name(),
            effect.did
        ))),
        None => {
            effect.note = Some("it is gone since, so that its state could not be read back".into());
            Ok(effect)
        }
        Some(_) => {
            effect.value = Some(wanted);
            Ok(effect)
        }
    }
}

/// Whether one press may not be enough: a mixed box may go through a second state on its way; of one that says two things it is not known
/// how it stands.
fn needs_second(before: &CheckState) -> bool {
    before.state == "mixed" || before.is_torn()
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

/// What the box says once it says what is wanted, or when the time is over; `None` where it is gone. What was read last counts
/// when the deadline comes between, and an error where nothing was read.
async fn until_checked(
    ctx: &ActionContext,
    target: &Target,
    found: &Aim,
    before: &CheckState,
    wanted: &Json,
) -> Result<Option<Json>, ActionError> {
    let until = ctx.within(SHOW_PATIENCE);
    let mut last = None;
    loop {
        let asked: Result<CheckState, Error> = found
            .frame
            .call("checkState", &json!({"ref": before.reference}), ctx.deadline)
            .await;
        match asked {
            Ok(read) => {
                let now = read.since(before);
                // One that is pressed again anyway is waited for until it holds still.
                let moved = read.state != before.state || read.aria != before.aria;
                let still = needs_second(before) && moved && last.as_ref() == Some(&now);
                if now == *wanted || still || until.expired() {
                    return Ok(Some(now));
                }
                last = Some(now);
            }
            Err(error) if error.is_timeout() && last.is_none() => {
                return Err(trouble(&found.frame, target, error));
            }
            Err(error) if error.is_timeout() => return Ok(last),
            Err(_) => return Ok(None),
        }
        let _ = found
            .frame
            .call::<()>("nextChange", &json!({"ms": 80}), until)
            .await;
    }
}
