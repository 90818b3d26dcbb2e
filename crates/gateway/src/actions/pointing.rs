//! Clicking, hovering, tapping.

use std::time::Duration;

use eyeline_chromium::Frame;
use eyeline_chromium::input::{self, Modifiers, PressPlan};
use eyeline_page_script::act::{ListedOption, Need, Place, ScrollPlace, SettleOptions};
use serde_json::json;

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::frames::main_frame;
use super::options::{ClickOptions, CommonOptions, HoverOptions, MouseButton, Position};
use super::reaction::{Outcome, Reaction};
use super::target::Target;
use super::words::{say, trouble};

/// Presses the target with the mouse.
pub async fn click(
    ctx: &ActionContext,
    target: &Target,
    options: &ClickOptions,
) -> Result<Effect, ActionError> {
    let modifiers = modifiers(&options.modifiers)?;
    let count = options.count.unwrap_or(1);
    if !(1..=3).contains(&count) {
        return Err(ActionError::Refused(format!(
            "count is 1, 2 or 3, for a single, double or triple click; got {count}."
        )));
    }
    let did = match (options.button, count) {
        (MouseButton::Right, _) => "right-clicked",
        (MouseButton::Middle, _) => "middle-clicked",
        (MouseButton::Left, 2) => "double-clicked",
        (MouseButton::Left, 3) => "triple-clicked",
        _ => "clicked",
    };
    let press = Press {
        button: options.button,
        count,
        modifiers,
    };
    let ask = pressing(options.position, &options.common);
    press_target(ctx, target, press, &ask, &options.common, did).await
}

/// Presses an option of a list: whatever element bears its label in that moment. `target` is where it was seen.
pub(super) async fn click_option(
    ctx: &ActionContext,
    target: &Target,
    option: ListedOption,
    options: &ClickOptions,
) -> Result<Effect, ActionError> {
    let press = Press {
        button: MouseButton::Left,
        count: 1,
        modifiers: Modifiers::NONE,
    };
    let ask = Ask {
        option: Some(option),
        ..pressing(options.position, &options.common)
    };
    press_target(ctx, target, press, &ask, &options.common, "chose").await
}

fn pressing(position: Option<Position>, common: &CommonOptions) -> Ask {
    Ask {
        position: position.map(|position| Place {
            x: position.x,
            y: position.y,
        }),
        force: common.force,
        arm: true,
        ..Ask::of(Need::Press)
    }
}

/// How long a page is given to handle what Chromium passes on in its own time: drops, and the click that a tap becomes.
pub(super) const HANDLED: u64 = 120;

/// Which button, how often, with what held.
#[derive(Debug, Clone, Copy)]
struct Press {
    button: MouseButton,
    count: u32,
    modifiers: Modifiers,
}

impl Press {
    fn plan(self, at: input::Point) -> PressPlan {
        let button = match self.button {
            MouseButton::Left => input::MouseButton::Left,
            MouseButton::Middle => input::MouseButton::Middle,
            MouseButton::Right => input::MouseButton::Right,
        };
        PressPlan {
            at,
            button,
            count: self.count,
            modifiers: self.modifiers,
        }
    }
}

async fn press_target(
    ctx: &ActionContext,
    target: &Target,
    press: Press,
    ask: &Ask,
    common: &CommonOptions,
    did: &str,
) -> Result<Effect, ActionError> {
    if let Target::Point { x, y } = target {
        return press_point(ctx, target, press, input::Point { x: *x, y: *y }, common, did).await;
    }
    loop {
        let mut aim = aim(ctx, target, ask).await?;
        let reaction = Reaction::begin(ctx, &aim.frame, common).await;
        let input = ctx.tab.input();
        let sent = input.press(press.plan(aim.at), ctx.deadline);
        let outcome = reaction
            .after(
                sent,
                SettleOptions {
                    pressed: true,
                    ..SettleOptions::default()
                },
            )
            .await?;
        match outcome.press.state.as_str() {
            // Something came in between in the last moment. The page has heard nothing of the press, so it can be tried again.
            "stopped" if !common.force && ctx.budget() > Duration::from_millis(50) => continue,
            "stopped" => return Err(stopped(&aim, &outcome)),
            "waiting" if outcome.read && !outcome.changed && !common.force => {
                return Err(ActionError::Failed(format!(
                    "The press was sent to {}, but did not arrive there: something outside of its frame takes it.",
                    aim.name()
                )));
            }
            _ => {
                // What it was called in the moment of the press is what was pressed.
                if let Some(said) = outcome.press.said.clone() {
                    aim.ready.said = said;
                }
                return Ok(finish(ctx, target, &aim, outcome, did));
            }
        }
    }
}

pub(super) fn stopped(aim: &Aim, outcome: &Outcome) -> ActionError {
    if let Some(by) = outcome.press.by.as_ref().filter(|_| outcome.press.renamed) {
        return ActionError::Refused(format!(
            "{} had become {} in the moment of the press, which was kept from the page.",
            aim.name(),
            say(&aim.frame, by)
        ));
    }
    let by = outcome
        .press
        .by
        .as_ref()
        .map_or_else(|| "something else".to_owned(), |by| say(&aim.frame, by));
    ActionError::Refused(format!(
        "{} is covered by {by}; the press was kept from the page.",
        aim.name()
    ))
}

/// The effect of an action on a target.
pub(super) fn finish(ctx: &ActionContext, target: &Target, aim: &Aim, outcome: Outcome, did: &str) -> Effect {
    let mut effect = outcome.effect;
    effect.did = did.to_owned();
    effect.target = Some(aim.name());
    effect.healed = aim.healed(target);
    ctx.watch.acted(format!("{did} {}", aim.name()), outcome.changed);
    effect
}

async fn press_point(
    ctx: &ActionContext,
    target: &Target,
    press: Press,
    at: input::Point,
    common: &CommonOptions,
    did: &str,
) -> Result<Effect, ActionError> {
    let main = main_frame(ctx)?;
    see_point(ctx, &main, target, at).await?;
    let reaction = Reaction::begin(ctx, &main, common).await;
    let input = ctx.tab.input();
    let outcome = reaction
        .after(
            input.press(press.plan(at), ctx.deadline),
            SettleOptions::default(),
        )
        .await?;
    let mut effect = outcome.effect;
    effect.did = did.to_owned();
    effect.target = Some(target.to_string());
    ctx.watch.acted(format!("{did} {target}"), outcome.changed);
    Ok(effect)
}

/// Refuses a point that is not in the viewport: nobody can press there.
async fn see_point(
    ctx: &ActionContext,
    main: &Frame,
    target: &Target,
    at: input::Point,
) -> Result<(), ActionError> {
    let view: ScrollPlace = main
        .call("scrollPlace", &json!({}), ctx.deadline)
        .await
        .map_err(|error| trouble(main, target, error))?;
    if (0.0..view.width).contains(&at.x) && (0.0..view.height).contains(&at.y) {
        return Ok(());
    }
    Err(ActionError::Refused(format!(
        "{target} is outside of the viewport, which is {} x {}: scroll there first, or name the element.",
        view.width, view.height
    )))
}

/// The same for whatever target.
pub(super) async fn see_target(ctx: &ActionContext, target: &Target) -> Result<(), ActionError> {
    match target {
        Target::Point { x, y } => {
            see_point(ctx, &main_frame(ctx)?, target, input::Point { x: *x, y: *y }).await
        }
        _ => Ok(()),
    }
}

/// Moves the mouse over the target.
pub async fn hover(
    ctx: &ActionContext,
    target: &Target,
    options: &HoverOptions,
) -> Result<Effect, ActionError> {
    over(ctx, target, options, Over::Hover).await
}

/// Touches the target.
pub async fn tap(
    ctx: &ActionContext,
    target: &Target,
    options: &HoverOptions,
) -> Result<Effect, ActionError> {
    over(ctx, target, options, Over::Tap).await
}

#[derive(Clone, Copy, PartialEq)]
enum Over {
    Hover,
    Tap,
}

async fn over(
    ctx: &ActionContext,
    target: &Target,
    options: &HoverOptions,
    how: Over,
) -> Result<Effect, ActionError> {
    let modifiers = modifiers(&options.modifiers)?;
    let position = options.position.map(|position| Place {
        x: position.x,
        y: position.y,
    });
    let need = if how == Over::Tap {
        Need::Press
    } else {
        Need::Hover
    };
    let ask = Ask {
        position,
        force: options.common.force,
        arm: how == Over::Tap,
        ..Ask::of(need)
    };
    see_target(ctx, target).await?;
    loop {
        let aim = aim(ctx, target, &ask).await?;
        let at = match target {
            Target::Point { x, y } => input::Point { x: *x, y: *y },
            _ => aim.at,
        };
        let reaction = Reaction::begin(ctx, &aim.frame, &options.common).await;
        let input = ctx.tab.input();
        let quiet = if how == Over::Tap { HANDLED } else { 0 };
        let settle = SettleOptions {
            always: true,
            pressed: how == Over::Tap,
            quiet,
            ..SettleOptions::default()
        };
        let outcome = if how == Over::Tap {
            reaction
                .after(input.tap(at, modifiers, ctx.deadline), settle)
                .await?
        } else {
            reaction
                .after(input.move_to(at, modifiers, ctx.deadline), settle)
                .await?
        };
        match outcome.press.state.as_str() {
            "stopped" if ctx.budget() > Duration::from_millis(50) => continue,
            "stopped" => return Err(stopped(&aim, &outcome)),
            _ => {}
        }
        let did = if how == Over::Tap {
            "tapped"
        } else {
            "hovered over"
        };
        return Ok(finish(ctx, target, &aim, outcome, did));
    }
}

pub(super) fn modifiers(names: &[String]) -> Result<Modifiers, ActionError> {
    names.iter().try_fold(Modifiers::NONE, |held, name| {
        let one = Modifiers::named(name).ok_or_else(|| {
            ActionError::Refused(format!(
                "{name:?} is no modifier; they are \"Shift\", \"Control\", \"Alt\", \"Meta\" and \"ControlOrMeta\"."
            ))
        })?;
        Ok(held.with(one))
    })
}
