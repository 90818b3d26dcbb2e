//! Pressing keys.

use eyeline_chromium::input::Chord;
use eyeline_page_script::act::{Need, SettleOptions};
use serde::Deserialize;
use serde_json::json;

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::frames::{frame_of, main_frame};
use super::options::{CommonOptions, PressOptions};
use super::pointing::finish;
use super::reaction::Reaction;
use super::target::Target;
use super::words::trouble;

#[derive(Deserialize)]
struct Focused {
    focused: bool,
}

/// Presses a key or a chord, where the focus is or on a target.
pub async fn press_key(
    ctx: &ActionContext,
    key: &str,
    options: &PressOptions,
) -> Result<Effect, ActionError> {
    let chord = chord(key)?;
    let aimed = match &options.target {
        Some(target) => Some((target, focus_on(ctx, target, &options.common).await?)),
        None => None,
    };
    let frame = match &aimed {
        Some((_, aim)) => aim.frame.clone(),
        None => frame_of(ctx, &Target::Focused)
            .await
            .map_or_else(|_| main_frame(ctx), |(frame, _)| Ok(frame))?,
    };
    let reaction = Reaction::begin(ctx, &frame, &options.common).await;
    // The frame that has the focus watches from now on, as `prepare` does for a target.
    if aimed.is_none() {
        let _ = frame.call::<()>("watchFrame", &json!({}), ctx.deadline).await;
    }
    let input = ctx.tab.input();
    let settle = SettleOptions {
        always: true,
        ..SettleOptions::default()
    };
    let outcome = reaction
        .after(input.press_chord(&chord, ctx.deadline), settle)
        .await?;
    let did = format!("pressed {key}");
    match aimed {
        Some((target, aim)) => Ok(finish(ctx, target, &aim, outcome, &did)),
        None => {
            ctx.watch.acted(did.clone(), outcome.changed);
            Ok(Effect {
                did,
                ..outcome.effect
            })
        }
    }
}

/// Puts a key down and leaves it so.
pub async fn key_down(ctx: &ActionContext, key: &str) -> Result<Effect, ActionError> {
    hold(ctx, key, true).await
}

/// Lets a key go.
pub async fn key_up(ctx: &ActionContext, key: &str) -> Result<Effect, ActionError> {
    hold(ctx, key, false).await
}

async fn hold(ctx: &ActionContext, key: &str, down: bool) -> Result<Effect, ActionError> {
    let chord = chord(key)?;
    let frame = main_frame(ctx)?;
    let _ = frame.call::<()>("watchFrame", &json!({}), ctx.deadline).await;
    let reaction = Reaction::begin(ctx, &frame, &CommonOptions::default()).await;
    let input = ctx.tab.input();
    let outcome = if down {
        reaction
            .after(input.hold(&chord, ctx.deadline), SettleOptions::default())
            .await?
    } else {
        reaction
            .after(input.release(&chord, ctx.deadline), SettleOptions::default())
            .await?
    };
    let held = ctx.tab.input().held();
    let note = if held.is_empty() {
        "no key is down".to_owned()
    } else {
        format!("down: {}", held.join(", "))
    };
    let did = format!("{} {key}", if down { "put down" } else { "let go" });
    ctx.watch.acted(did.clone(), outcome.changed);
    Ok(Effect {
        did,
        note: Some(note),
        ..outcome.effect
    })
}

/// Gives the target the focus.
pub async fn focus(
    ctx: &ActionContext,
    target: &Target,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: common.force,
        ..Ask::of(Need::Focus)
    };
    let aim = aim(ctx, target, &ask).await?;
    let reaction = Reaction::begin(ctx, &aim.frame, common).await;
    let args = json!({"ref": aim.ready.said.reference});
    let asked = async {
        aim.frame
            .call::<Focused>("focusRef", &args, ctx.deadline)
            .await
            .map(|_| ())
    };
    let outcome = reaction.after(asked, SettleOptions::default()).await?;
    Ok(finish(ctx, target, &aim, outcome, "focused"))
}

/// Gives a target the focus, for keys that are to go there.
pub(super) async fn focus_on(
    ctx: &ActionContext,
    target: &Target,
    common: &CommonOptions,
) -> Result<Aim, ActionError> {
    let ask = Ask {
        force: common.force,
        ..Ask::of(Need::Focus)
    };
    let aim = aim(ctx, target, &ask).await?;
    let args = json!({"ref": aim.ready.said.reference});
    let got: Focused = aim
        .frame
        .call("focusRef", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&aim.frame, target, error))?;
    if !got.focused {
        return Err(ActionError::Refused(format!(
            "{} does not take the focus, so keys cannot go there.",
            aim.name()
        )));
    }
    Ok(aim)
}

fn chord(key: &str) -> Result<Chord, ActionError> {
    key.parse()
        .map_err(|error: eyeline_chromium::input::BadKey| ActionError::Refused(format!("{error}.")))
}
