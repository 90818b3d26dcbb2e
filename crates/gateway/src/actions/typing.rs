//! Typing text, and clearing it.

use eyeline_chromium::input::Chord;
use eyeline_page_script::act::{EditPlan, EditStart, Need, SettleOptions};

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::entry::{Entry, value_of};
use super::error::ActionError;
use super::groups::Group;
use super::options::{CommonOptions, TypeOptions};
use super::pointing::finish;
use super::reaction::{Outcome, Reaction};
use super::target::Target;

/// Types text into the target, in place of what it holds.
pub async fn type_text(
    ctx: &ActionContext,
    target: &Target,
    text: &str,
    options: &TypeOptions,
) -> Result<Effect, ActionError> {
    let mode = if options.append { "append" } else { "replace" };
    let plan = EditPlan {
        text: text.to_owned(),
        mode,
        keys: options.slowly,
    };
    let ask = Ask {
        force: options.common.force,
        edit: Some(plan),
        ..Ask::of(Need::Edit)
    };
    let aim = aim(ctx, target, &ask).await?;
    let start = aim.ready.edit.clone().unwrap_or_default();
    if start.kind.starts_with("segment") {
        return type_segments(ctx, target, &aim, &start, options).await;
    }
    let secret = options.secret || start.secret;
    let commit = options.commit;
    let entry = Entry {
        ctx,
        aim: &aim,
        start: &start,
        text: &start.text,
        replace: !options.append,
        commit,
        slowly: options.slowly,
        ime: options.ime,
    };
    let reaction = Reaction::begin(ctx, &aim.frame, &options.common).await;
    let mut outcome = reaction.after(entry.enter(), entry.settle()).await?;
    if start.kind != "keys" && outcome.effect.dialog.is_none() && outcome.effect.navigated.is_none() {
        let reading = entry.read_back(outcome.field.take()).await?;
        let reading = entry.correct(reading).await?;
        entry.verify(&reading, secret)?;
        outcome.effect.value = value_of(&reading, secret);
        if reading.gone {
            outcome.effect.note = Some("the field is gone since: what it held could not be read back".into());
        }
        if reading.replaced {
            let note = "the page has put another field in its place since, and that one holds the text";
            outcome.effect.note = Some(note.into());
        }
    }
    if options.submit {
        return submit(ctx, target, &aim, outcome, &options.common).await;
    }
    let did = if options.append { "typed" } else { "filled" };
    Ok(finish(ctx, target, &aim, outcome, did))
}

/// Text for a date or time in segments, or for one of them.
async fn type_segments(
    ctx: &ActionContext,
    target: &Target,
    aim: &Aim,
    start: &EditStart,
    options: &TypeOptions,
) -> Result<Effect, ActionError> {
    let group = Group {
        ctx,
        frame: &aim.frame,
        reference: aim.ready.said.reference,
        common: &options.common,
        name: aim.name(),
    };
    let mut effect = match (start.text.is_empty(), start.kind.as_str()) {
        (true, _) => group.clear_segments().await?,
        (false, "segment") => group.fill_segment(&start.text).await?,
        _ => group.fill_segments(&start.text).await?,
    };
    effect.healed = aim.healed(target);
    if !options.submit {
        return Ok(effect);
    }
    let typed = Outcome {
        effect,
        ..Outcome::default()
    };
    submit(ctx, target, aim, typed, &options.common).await
}

/// Empties the target.
pub async fn clear(
    ctx: &ActionContext,
    target: &Target,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let options = TypeOptions {
        common: common.clone(),
        ..TypeOptions::default()
    };
    let mut effect = type_text(ctx, target, "", &options).await?;
    effect.did = "cleared".into();
    Ok(effect)
}

async fn submit(
    ctx: &ActionContext,
    target: &Target,
    aim: &Aim,
    typed: Outcome,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let reaction = Reaction::begin(ctx, &aim.frame, common).await;
    let enter = chord("Enter")?;
    let input = ctx.tab.input();
    let settle = SettleOptions {
        always: true,
        ..SettleOptions::default()
    };
    let mut outcome = reaction
        .after(input.press_chord(&enter, ctx.deadline), settle)
        .await?;
    outcome.effect.value = typed.effect.value;
    outcome.changed |= typed.changed;
    let mut lines = typed.effect.changes.lines;
    lines.append(&mut outcome.effect.changes.lines);
    outcome.effect.changes.lines = lines;
    Ok(finish(ctx, target, aim, outcome, "filled and submitted"))
}

pub(super) fn chord(text: &str) -> Result<Chord, ActionError> {
    text.parse()
        .map_err(|error: eyeline_chromium::input::BadKey| ActionError::Refused(error.to_string()))
}
