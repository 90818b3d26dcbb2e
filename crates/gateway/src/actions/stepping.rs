//! Stepping sliders and spin buttons by their arrow keys.

use eyeline_page_script::act::SettleOptions;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::keys::focus_on;
use super::options::CommonOptions;
use super::pointing::finish;
use super::reaction::Reaction;
use super::target::Target;
use super::typing::chord;
use super::values::unfit;
use super::words::trouble;

/// The most key presses that a slider is stepped by.
const STEPS: u32 = 400;

/// Steps an ARIA slider or spin button with the arrow keys until it stands at the value.
pub(super) async fn step_to(
    ctx: &ActionContext,
    target: &Target,
    value: &Json,
    name: &str,
) -> Result<Effect, ActionError> {
    let wanted = value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok())
        .ok_or_else(|| unfit(name, "a number", value))?;
    let aimed = focus_on(ctx, target, &CommonOptions::default()).await?;
    #[derive(Deserialize)]
    struct Now {
        now: Option<f64>,
        min: Option<f64>,
        max: Option<f64>,
    }
    let args = json!({"ref": aimed.ready.said.reference});
    let read = || async {
        let now: Now = aimed
            .frame
            .call("sliderNow", &args, ctx.deadline)
            .await
            .map_err(|error| trouble(&aimed.frame, target, error))?;
        Ok::<Now, ActionError>(now)
    };
    let first = read().await?;
    if first.min.is_some_and(|min| wanted < min) || first.max.is_some_and(|max| wanted > max) {
        let (min, max) = (first.min.unwrap_or_default(), first.max.unwrap_or_default());
        return Err(ActionError::Refused(format!(
            "{name} takes numbers from {min} to {max}, not {wanted}."
        )));
    }
    let common = CommonOptions::default();
    let reaction = Reaction::begin(ctx, &aimed.frame, &common).await;
    let input = ctx.tab.input();
    let (up, down) = (chord("ArrowUp")?, chord("ArrowDown")?);
    let mut now = first.now.unwrap_or_default();
    for _ in 0..STEPS {
        if (now - wanted).abs() < 1e-9 {
            break;
        }
        let key = if now < wanted { &up } else { &down };
        input
            .press_chord(key, ctx.deadline)
            .await
            .map_err(|error| trouble(&aimed.frame, target, error))?;
        let next = read().await?.now.unwrap_or(now);
        if next == now || (next - wanted).signum() != (now - wanted).signum() && (next - wanted).abs() > 1e-9
        {
            now = next;
            break;
        }
        now = next;
    }
    let outcome = reaction.after(async { Ok(()) }, SettleOptions::default()).await?;
    if (now - wanted).abs() > 1e-9 {
        return Err(ActionError::Failed(format!(
            "{name} stands at {now} and does not go to {wanted} by its arrow keys."
        )));
    }
    let mut effect = finish(ctx, target, &aimed, outcome, "set");
    effect.value = Some(json!(now));
    Ok(effect)
}
