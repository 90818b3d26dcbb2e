//! The browser's own selects.

use eyeline_chromium::Error;
use eyeline_page_script::act::{ChosenNative, NativeChoice, Need, SettleOptions};
use serde_json::{Value as Json, json};

use super::super::aim::{Ask, aim};
use super::super::context::ActionContext;
use super::super::effect::Effect;
use super::super::error::ActionError;
use super::super::options::{Choice, CommonOptions};
use super::super::pointing::finish;
use super::super::reaction::Reaction;
use super::super::target::Target;
use super::super::words::trouble;
use super::{listed, wanted};

pub(super) async fn select_native(
    ctx: &ActionContext,
    target: &Target,
    control: &Target,
    choices: &[Choice],
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: common.force,
        ..Ask::of(Need::Focus)
    };
    let aim = aim(ctx, control, &ask).await?;
    let reference = aim.ready.said.reference;
    let reaction = Reaction::begin(ctx, &aim.frame, common).await;
    let args = json!({
        "ref": reference, "choices": choices.iter().map(wanted).collect::<Json>(), "budget": ctx.budget().as_millis() as u64,
    });
    // Chosen first and settled after: an option that is not there must be an error and no outcome.
    let chosen: Result<NativeChoice, Error> = aim.frame.call("chooseNative", &args, ctx.deadline).await;
    let chosen = match chosen {
        Ok(chosen) => chosen,
        Err(error @ Error::Page(_)) => return Err(trouble(&aim.frame, control, error)),
        Err(error) if error.is_replaced_document() => NativeChoice::default(),
        Err(Error::DialogOpen(_) | Error::FrameGone) => NativeChoice::default(),
        Err(error) => return Err(trouble(&aim.frame, control, error)),
    };
    let outcome = reaction
        .after(
            async { Ok(()) },
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let mut effect = finish(ctx, target, &aim, outcome, "chose");
    if effect.dialog.is_none() && effect.navigated.is_none() {
        let held: Result<ChosenNative, Error> = aim
            .frame
            .call("chosenNative", &json!({"ref": reference}), ctx.deadline)
            .await;
        let held = held.ok().and_then(|held| held.labels);
        if let Some(held) = held
            .as_ref()
            .filter(|held| **held != chosen.labels && !chosen.labels.is_empty())
        {
            return Err(ActionError::Failed(format!(
                "{} holds {} and not {}: the page changed it.",
                aim.name(),
                listed(held),
                listed(&chosen.labels)
            )));
        }
    }
    effect.value = Some(match &chosen.labels[..] {
        [one] => one.clone().into(),
        several => several.into(),
    });
    if chosen.same {
        effect.note = Some("it was chosen already".into());
    }
    Ok(effect)
}
