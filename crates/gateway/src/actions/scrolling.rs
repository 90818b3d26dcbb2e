//! Scrolling: by the wheel, to a place, to a target.

use std::time::Duration;

use eyeline_chromium::Frame;
use eyeline_chromium::input::{Modifiers, Point};
use eyeline_page_script::act::{Need, ScrollPlace, SettleOptions};
use serde_json::json;

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::frames::main_frame;
use super::options::{Edge, Position, ScrollOptions, ScrollTo};
use super::reaction::Reaction;
use super::target::Target;
use super::words::trouble;

/// How long scrolling by the wheel may go on.
const REST: Duration = Duration::from_millis(1500);

/// Scrolls by the wheel, to a place, or until the target can be seen.
pub async fn scroll(ctx: &ActionContext, options: &ScrollOptions) -> Result<Effect, ActionError> {
    if options.by.is_some() && options.to.is_some() {
        return Err(ActionError::Refused(
            "scroll takes \"by\" or \"to\", not both.".into(),
        ));
    }
    match (&options.target, options.by, options.to) {
        (_, Some(by), _) => by_wheel(ctx, options, by).await,
        (_, None, Some(to)) => to_place(ctx, options, to).await,
        (Some(target), None, None) => into_view(ctx, target, options).await,
        (None, None, None) => Err(ActionError::Refused(
            "Say how to scroll: {\"by\":300}, {\"to\":\"bottom\"}, or {\"target\":…} to bring that into view.".into(),
        )),
    }
}

async fn by_wheel(ctx: &ActionContext, options: &ScrollOptions, by: Position) -> Result<Effect, ActionError> {
    let aimed = match &options.target {
        Some(target) => Some(
            aim(
                ctx,
                target,
                &Ask {
                    force: options.common.force,
                    ..Ask::of(Need::Wheel)
                },
            )
            .await?,
        ),
        None => None,
    };
    let frame = match &aimed {
        Some(aim) => aim.frame.clone(),
        None => main_frame(ctx)?,
    };
    let reference = aimed.as_ref().map(|aim| aim.ready.said.reference);
    let at = match (&aimed, &options.target) {
        (_, Some(Target::Point { x, y })) => Point { x: *x, y: *y },
        (Some(aim), _) => aim.at,
        (None, _) => resting_point(ctx, &view(ctx, &frame).await?),
    };
    let _ = frame.call::<()>("watchFrame", &json!({}), ctx.deadline).await;
    let begin = json!({"ref": reference, "x": at.x, "y": at.y});
    frame
        .call::<()>("wheelBegin", &begin, ctx.deadline)
        .await
        .map_err(|error| trouble(&frame, &Target::Focused, error))?;
    let reaction = Reaction::begin(ctx, &frame, &options.common).await;
    let input = ctx.tab.input();
    let mut reached = None;
    let wheel = async {
        input
            .wheel(at, Point { x: by.x, y: by.y }, Modifiers::NONE, ctx.deadline)
            .await?;
        let args = json!({"budget": REST.min(ctx.budget()).as_millis() as u64});
        reached = frame
            .call::<ScrollPlace>("wheelRest", &args, ctx.within(REST * 2))
            .await
            .ok();
        Ok(())
    };
    let outcome = reaction
        .after(
            wheel,
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let reached = reached.unwrap_or_default();
    let moved = reached.moved;
    let mut effect = outcome.effect;
    effect.did = "scrolled".into();
    effect.target = aimed.as_ref().map(Aim::name);
    effect.value = Some(told(&reached));
    if reached.taken && !moved {
        effect.note = Some("the page took the wheel itself; it may zoom or turn with it".into());
    } else if !moved && !outcome.changed {
        effect.note = Some("nothing moved: it is at its end, or does not scroll".into());
    }
    ctx.watch.acted("scrolled".into(), moved || outcome.changed);
    Ok(effect)
}

/// Where the wheel turns when no target is named: where the mouse is, so that a list that was scrolled before goes on scrolling.
fn resting_point(ctx: &ActionContext, view: &ScrollPlace) -> Point {
    let at = ctx.tab.input().position();
    let inside = at.x > 0.0 && at.y > 0.0 && at.x < view.width && at.y < view.height;
    if inside {
        at
    } else {
        Point {
            x: view.width / 2.0,
            y: view.height / 2.0,
        }
    }
}

/// The viewport of a frame.
async fn view(ctx: &ActionContext, frame: &Frame) -> Result<ScrollPlace, ActionError> {
    frame
        .call("scrollPlace", &json!({}), ctx.deadline)
        .await
        .map_err(|error| trouble(frame, &Target::Focused, error))
}

fn told(place: &ScrollPlace) -> serde_json::Value {
    json!({"x": place.x, "y": place.y, "maxX": place.max_x, "maxY": place.max_y})
}

async fn to_place(ctx: &ActionContext, options: &ScrollOptions, to: ScrollTo) -> Result<Effect, ActionError> {
    let aimed = match &options.target {
        Some(target) => Some(
            aim(
                ctx,
                target,
                &Ask {
                    force: true,
                    ..Ask::of(Need::Wheel)
                },
            )
            .await?,
        ),
        None => None,
    };
    let frame = match &aimed {
        Some(aim) => aim.frame.clone(),
        None => main_frame(ctx)?,
    };
    let reference = aimed.as_ref().map(|aim| aim.ready.said.reference);
    let args = match to {
        ScrollTo::Edge(edge) => json!({"ref": reference, "edge": edge_name(edge)}),
        ScrollTo::Place { x, y } => json!({"ref": reference, "x": x, "y": y}),
    };
    let _ = frame.call::<()>("watchFrame", &json!({}), ctx.deadline).await;
    let reaction = Reaction::begin(ctx, &frame, &options.common).await;
    let mut reached = ScrollPlace::default();
    let scrolled = async {
        reached = frame.call::<ScrollPlace>("scrollTo", &args, ctx.deadline).await?;
        Ok(())
    };
    let outcome = reaction
        .after(
            scrolled,
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let mut effect = outcome.effect;
    effect.did = "scrolled".into();
    effect.target = aimed.as_ref().map(Aim::name);
    effect.value = Some(told(&reached));
    ctx.watch
        .acted("scrolled".into(), reached.moved || outcome.changed);
    Ok(effect)
}

fn edge_name(edge: Edge) -> &'static str {
    match edge {
        Edge::Top => "top",
        Edge::Bottom => "bottom",
        Edge::Left => "left",
        Edge::Right => "right",
    }
}

async fn into_view(
    ctx: &ActionContext,
    target: &Target,
    options: &ScrollOptions,
) -> Result<Effect, ActionError> {
    let aimed = aim(
        ctx,
        target,
        &Ask {
            force: options.common.force,
            ..Ask::of(Need::See)
        },
    )
    .await?;
    let reaction = Reaction::begin(ctx, &aimed.frame, &options.common).await;
    let outcome = reaction
        .after(
            async { Ok(()) },
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let mut effect = outcome.effect;
    effect.did = "scrolled into view".into();
    effect.target = Some(aimed.name());
    effect.value = Some(json!({"x": aimed.at.x.round(), "y": aimed.at.y.round()}));
    Ok(effect)
}
