//! Waiting for something, by what tells of it.

use std::time::Duration;

use eyeline_chromium::{Deadline, Error, Frame, LoadState, World, in_words};
use futures::future::{FutureExt, join_all, select_all};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::conditions::{ElementState, ResponseOptions, WaitCondition};
use super::context::ActionContext;
use super::error::ActionError;
use super::frames::{frame_of, main_frame};
use super::happenings::Happenings;
use super::pattern::UrlPattern;
use super::target::Target;
use super::words::{say_bare, trouble};
use crate::PageText;

/// How long one look lasts at most, before the page is asked anew: frames come and go meanwhile.
const LOOK: Duration = Duration::from_secs(2);

/// Waits until a condition holds, and says what held.
pub async fn wait_for(ctx: &ActionContext, condition: &WaitCondition) -> Result<Json, ActionError> {
    match condition {
        WaitCondition::Element { target, state } => element(ctx, target, *state).await,
        WaitCondition::Text(wanted) => text(ctx, wanted, false).await,
        WaitCondition::TextGone(wanted) => text(ctx, wanted, true).await,
        WaitCondition::Url(pattern) => url(ctx, pattern).await,
        WaitCondition::Load(state) => load(ctx, state).await,
        WaitCondition::Function(code) => function(ctx, code).await,
    }
}

#[derive(Debug, Deserialize)]
struct Held {
    held: Option<Json>,
}

fn too_late(ctx: &ActionContext, what: &str) -> ActionError {
    ActionError::Failed(format!("{what} within {}.", in_words(ctx.deadline.whole())))
}

/// Whether waiting can go on after this error: the document was replaced, or one look is over.
fn goes_on(error: &Error) -> bool {
    error.is_replaced_document() || matches!(error, Error::FrameGone | Error::Timeout { .. })
}

async fn element(ctx: &ActionContext, target: &Target, state: ElementState) -> Result<Json, ActionError> {
    let word = match state {
        ElementState::Attached => "attached",
        ElementState::Detached => "detached",
        ElementState::Visible => "visible",
        ElementState::Hidden => "hidden",
    };
    loop {
        let (frame, wanted) = match frame_of(ctx, target).await {
            Ok(found) => found,
            Err(error @ ActionError::Browser(_)) => return Err(error),
            // What is in no frame is hidden and detached.
            Err(_) if matches!(state, ElementState::Hidden | ElementState::Detached) => {
                return Ok(json!({"state": word}));
            }
            Err(_) if ctx.budget() > Duration::from_millis(20) => continue,
            Err(error) => return Err(error),
        };
        let look = ctx.budget().min(LOOK);
        let args = json!({"target": wanted, "state": word, "budget": look.as_millis() as u64});
        match frame.call::<Held>("waitElement", &args, ctx.deadline).await {
            Ok(Held { held: Some(said) }) => return Ok(told(&said, word)),
            Ok(Held { held: None }) => {}
            Err(error) if goes_on(&error) && !ctx.deadline.expired() => {}
            Err(error) => return Err(trouble(&frame, target, error)),
        }
        if ctx.budget() < Duration::from_millis(20) {
            return Err(too_late(ctx, &format!("{target} was not {word}")));
        }
    }
}

fn told(said: &Json, state: &str) -> Json {
    match serde_json::from_value::<eyeline_page_script::act::Said>(said.clone()) {
        Ok(element) if !element.role.is_empty() => {
            json!({"state": state, "element": say_bare(&element), "ref": format!("e{}", element.reference)})
        }
        _ => json!({"state": state}),
    }
}

async fn text(ctx: &ActionContext, wanted: &str, gone: bool) -> Result<Json, ActionError> {
    loop {
        let look = ctx.budget().min(LOOK);
        let args = json!({"text": wanted, "gone": gone, "budget": look.as_millis() as u64});
        let frames = ctx.tab.frames();
        main_frame(ctx)?;
        let asked = frames
            .iter()
            .map(|frame| frame_text(frame, &args, ctx.within(look + Duration::from_millis(300))));
        let held = if gone {
            all_hold(asked.collect()).await?
        } else {
            one_holds(asked.collect()).await?
        };
        if held {
            return Ok(if gone {
                json!({"textGone": wanted})
            } else {
                json!({"text": wanted})
            });
        }
        if ctx.budget() < Duration::from_millis(20) {
            let what = if gone { "did not go away" } else { "did not appear" };
            return Err(too_late(
                ctx,
                &format!("The text {} {what}", PageText::new(wanted)),
            ));
        }
    }
}

type Looking<'a> = futures::future::BoxFuture<'a, Result<bool, ActionError>>;

fn frame_text<'a>(frame: &'a Frame, args: &'a Json, deadline: Deadline) -> Looking<'a> {
    async move {
        match frame.call::<Held>("waitText", args, deadline).await {
            Ok(held) => Ok(held.held.is_some()),
            Err(error) if goes_on(&error) => Ok(false),
            Err(error) => Err(trouble(frame, &Target::Focused, error)),
        }
    }
    .boxed()
}

async fn one_holds(mut looking: Vec<Looking<'_>>) -> Result<bool, ActionError> {
    while !looking.is_empty() {
        let (held, _, rest) = select_all(looking).await;
        if held? {
            return Ok(true);
        }
        looking = rest;
    }
    Ok(false)
}

async fn all_hold(looking: Vec<Looking<'_>>) -> Result<bool, ActionError> {
    let held: Result<Vec<bool>, ActionError> = join_all(looking).await.into_iter().collect();
    Ok(held?.into_iter().all(|held| held))
}

async fn url(ctx: &ActionContext, pattern: &str) -> Result<Json, ActionError> {
    let wanted = UrlPattern::parse(pattern).map_err(ActionError::Refused)?;
    let mut happenings = Happenings::listen(&ctx.browser, &ctx.tab);
    loop {
        let url = ctx.tab.url();
        if wanted.fits(&url) {
            return Ok(json!({"url": url}));
        }
        if ctx.deadline.expired() {
            return Err(too_late(
                ctx,
                &format!(
                    "The address did not become {}; it is {url}",
                    PageText::new(pattern)
                ),
            ));
        }
        happenings.next(ctx.deadline).await;
        if happenings.closed() {
            return Err(ActionError::Browser("The tab is closed.".into()));
        }
    }
}

async fn load(ctx: &ActionContext, state: &str) -> Result<Json, ActionError> {
    let reached = if state == "domcontentloaded" {
        LoadState::DomContentLoaded
    } else {
        LoadState::Load
    };
    let failed = |error: Error| ActionError::Browser(error.to_string());
    ctx.tab.wait_load(reached, ctx.deadline).await.map_err(failed)?;
    if state == "idle" {
        quiet_network(ctx).await?;
    }
    Ok(json!({"load": state, "url": ctx.tab.url()}))
}

/// Waits until no request is under way for half a second.
async fn quiet_network(ctx: &ActionContext) -> Result<(), ActionError> {
    const IDLE: Duration = Duration::from_millis(500);
    let mut happenings = Happenings::listen(&ctx.browser, &ctx.tab);
    loop {
        let before = happenings.count();
        let quiet = ctx.within(IDLE);
        while !quiet.expired() {
            happenings.next(quiet).await;
        }
        if happenings.count() == before && happenings.pending().next().is_none() {
            return Ok(());
        }
        if ctx.deadline.expired() {
            return Err(too_late(ctx, "The network did not become idle"));
        }
    }
}

/// Runs the code on each animation frame, in the page's own world, until it is true.
async fn function(ctx: &ActionContext, code: &str) -> Result<Json, ActionError> {
    let body = if is_function(code) {
        format!("({code})()")
    } else {
        format!("({code})")
    };
    loop {
        let look = ctx.budget().min(LOOK).as_millis();
        let script = format!(
            "(async () => {{ const until = performance.now() + {look}; for (;;) {{ const value = await {body}; \
             if (value) return {{ value }}; if (performance.now() >= until) return null; \
             await new Promise((next) => {{ const late = setTimeout(next, 100); \
             requestAnimationFrame(() => {{ clearTimeout(late); next(); }}); }}); }} }})()"
        );
        let frame = main_frame(ctx)?;
        match frame.evaluate(&script, &[], World::Main, ctx.deadline).await {
            Ok(Json::Object(mut held)) => return Ok(held.remove("value").unwrap_or(Json::Null)),
            Ok(_) => {}
            Err(error) if goes_on(&error) && !ctx.deadline.expired() => {}
            Err(error) => return Err(ActionError::Failed(error.to_string())),
        }
        if ctx.budget() < Duration::from_millis(20) {
            return Err(too_late(ctx, "The function did not become true"));
        }
    }
}

fn is_function(code: &str) -> bool {
    let code = code.trim_start();
    code.starts_with("function")
        || code.starts_with("async")
        || code.split("=>").next().is_some_and(|head| {
            head != code
                && head
                    .trim()
                    .chars()
                    .all(|c| c.is_alphanumeric() || "()_$, ".contains(c))
        })
}

/// Waits for the next response whose address fits a pattern.
pub async fn wait_for_response(
    ctx: &ActionContext,
    pattern: &str,
    options: &ResponseOptions,
) -> Result<Json, ActionError> {
    let mut happenings = Happenings::listen(&ctx.browser, &ctx.tab);
    let mut response = happenings.response(ctx, pattern).await?;
    if options.body {
        response["body"] = happenings.body_of(ctx, &response).await;
    }
    Ok(response)
}
