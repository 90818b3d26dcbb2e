//! Dragging one thing to another.

use std::time::Duration;

use eyeline_chromium::input::{self, PressPlan};
use eyeline_chromium::{Error, Frame};
use eyeline_page_script::act::{Need, Place, Press, SettleOptions};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::options::{DragOptions, Position};
use super::pointing::{HANDLED, finish, modifiers, see_target};
use super::reaction::Reaction;
use super::target::Target;

/// Moves between the two ends of a drag; pages look at the way as well as at its end.
const STEPS: u32 = 10;
/// Frames without a change after which the page around the end has settled.
const CALM: u32 = 6;
/// The longest rest at the end.
const REST: Duration = Duration::from_millis(450);
/// The longest glide of what was dropped.
const GLIDE: Duration = Duration::from_millis(800);
/// How long one frame is waited for.
const FRAME: Duration = Duration::from_millis(150);

/// Drags one target onto another.
pub async fn drag(
    ctx: &ActionContext,
    from: &Target,
    to: &Target,
    options: &DragOptions,
) -> Result<Effect, ActionError> {
    let modifiers = modifiers(&options.modifiers)?;
    let common = &options.common;
    let place = |position: Option<Position>| {
        position.map(|position| Place {
            x: position.x,
            y: position.y,
        })
    };
    let hold = Ask {
        position: place(options.from_position),
        force: common.force,
        arm: true,
        ..Ask::of(Need::Press)
    };
    see_target(ctx, from).await?;
    see_target(ctx, to).await?;
    // The second target is looked for first, so that a drag that cannot end is never begun.
    let goal = Ask {
        position: place(options.to_position),
        force: true,
        ..Ask::of(Need::Hover)
    };
    aim(ctx, to, &goal).await?;
    loop {
        // The mouse goes there first: what moves when it is hovered over has moved then.
        let near = aim(
            ctx,
            from,
            &Ask {
                arm: false,
                ..hold.clone()
            },
        )
        .await?;
        let _ = ctx
            .tab
            .input()
            .move_to(start_of(from, &near), modifiers, ctx.deadline)
            .await;
        let start = aim(ctx, from, &hold).await?;
        let reaction = Reaction::begin(ctx, &start.frame, common).await;
        let plan = PressPlan {
            at: start_of(from, &start),
            modifiers,
            ..PressPlan::default()
        };
        let mut end_name = to.to_string();
        let carried = carry(ctx, plan, to, &goal, &mut end_name, &start);
        // Chromium answers for a drop before the page has handled it.
        let settle = SettleOptions {
            always: true,
            quiet: HANDLED,
            ..SettleOptions::default()
        };
        let mut hit = true;
        let outcome = reaction
            .after(async { carried.await.map(|arrived| hit = arrived) }, settle)
            .await?;
        if hit {
            let mut effect = finish(ctx, from, &start, outcome, "dragged");
            effect.note = Some(format!("to {end_name}"));
            return Ok(effect);
        }
        if ctx.budget() < Duration::from_millis(50) {
            return Err(ActionError::Refused(format!(
                "{} is covered by something else in the moment of the press.",
                start.name()
            )));
        }
    }
}

fn start_of(from: &Target, aim: &Aim) -> input::Point {
    match from {
        Target::Point { x, y } => input::Point { x: *x, y: *y },
        _ => aim.at,
    }
}

/// Takes hold, carries and lets go. Answers whether the press landed where it should; if not, nothing has been carried.
async fn carry(
    ctx: &ActionContext,
    plan: PressPlan,
    to: &Target,
    goal: &Ask,
    end_name: &mut String,
    start: &Aim,
) -> Result<bool, Error> {
    let mut drag = ctx.tab.input().begin_drag(plan, ctx.deadline).await?;
    let press: Press = start.frame.call("guardReport", &json!({}), ctx.deadline).await?;
    if press.state == "stopped" {
        return drag.drop_here(ctx.deadline).await.map(|()| false);
    }
    // The goal is looked for again: beginning a drag may have moved it.
    let end = match to {
        Target::Point { x, y } => Some(input::Point { x: *x, y: *y }),
        _ => aim(ctx, to, goal).await.ok().map(|aim| {
            *end_name = aim.name();
            aim.at
        }),
    };
    let carried = match end {
        Some(end) => walk(ctx, &mut drag, end, &start.frame).await,
        None => Ok(()),
    };
    // Whatever happened, the button comes up, else it would stay down for all that follows.
    carried.and(drag.drop_here(ctx.deadline).await)?;
    // What is dropped may glide to its place, and only be there then.
    let glide = ctx.within(GLIDE);
    let args = json!({"budget": glide.remaining().as_millis() as u64});
    let _ = start
        .frame
        .call::<Json>("motionOver", &args, ctx.within(GLIDE * 2))
        .await;
    Ok(true)
}

#[derive(Default, Deserialize)]
struct UnderWay {
    moving: bool,
    count: u64,
}

/// Moves to the end as a hand does: step by step, a frame apart, and then rests there with small moves. Lists that make room do so
/// one step at a time and look at no move meanwhile, so the rest goes on until the page around has settled.
async fn walk(
    ctx: &ActionContext,
    drag: &mut input::Drag,
    end: input::Point,
    frame: &Frame,
) -> Result<(), Error> {
    let from = drag.position();
    let mut seen = UnderWay::default();
    for step in 1..=STEPS {
        let part = f64::from(step) / f64::from(STEPS);
        let at = input::Point {
            x: from.x + (end.x - from.x) * part,
            y: from.y + (end.y - from.y) * part,
        };
        drag.over(at, ctx.deadline).await?;
        seen = next_frame(ctx, frame, seen.count).await;
    }
    let mut calm = 0;
    let most = ctx.within(REST);
    for turn in 0_u32.. {
        // Some widgets decide by the move before the last one, so the last one is to the very end.
        let aside = f64::from((turn + 1) % 2);
        let at = input::Point {
            x: end.x + aside,
            ..end
        };
        drag.over(at, ctx.deadline).await?;
        seen = next_frame(ctx, frame, seen.count).await;
        calm = if seen.moving { 0 } else { calm + 1 };
        if aside == 0.0 && (calm >= CALM || most.expired()) {
            break;
        }
    }
    Ok(())
}

/// After the next frame: whether something is under way in the page. One that does not answer is not waited for.
async fn next_frame(ctx: &ActionContext, frame: &Frame, count: u64) -> UnderWay {
    let args = json!({"count": count});
    frame
        .call("underWay", &args, ctx.within(FRAME))
        .await
        .unwrap_or(UnderWay { moving: false, count })
}
