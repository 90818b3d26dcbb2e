//! navigate, back, forward, reload, stop.

use std::time::Duration;

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Deadline, Error, LoadState, Navigated, Tab};
use serde_json::json;

use super::options::text;
use super::surface::Surface;
use crate::PageText;
use crate::context::{CallContext, Level};

/// Answers one of them.
pub async fn run(surface: &Surface, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    let tab = &surface.tab;
    if member == "stop" {
        tab.stop(surface.deadline())
            .await
            .map_err(|error| surface.trouble(&error))?;
        return Ok(json!({ "did": "stopped", "url": tab.url() }).into());
    }
    let options = if member == "navigate" {
        args.get(1)
    } else {
        args.first()
    };
    surface.context.take_timeout(options)?;
    let usual = surface.context.settings().timeouts.navigation;
    surface
        .context
        .clock()
        .set(Duration::from_millis(usual), Level::Member(member.to_owned()));
    let until = load_state(
        options
            .and_then(|options| options.get("waitUntil"))
            .and_then(Json::as_str),
    );
    surface.context.gateway().forget_refusal(tab.id());
    let woken = tab.wake(surface.deadline()).await;
    let done = match member {
        "navigate" => {
            let url = surface.context.checked_url(text(args, 0)).await?;
            tab.navigate(&url, until, surface.deadline()).await
        }
        "back" => tab.back(until, surface.deadline()).await,
        "forward" => tab.forward(until, surface.deadline()).await,
        _ => tab.reload(until, surface.deadline()).await,
    };
    if done.as_ref().is_err_and(Error::is_timeout) {
        give_up(tab).await;
    }
    let done =
        done.map_err(|error| refused(&surface.context, tab).unwrap_or_else(|| surface.trouble(&error)))?;
    let mut facts = navigated(&surface.context, tab, &done).await?;
    if woken {
        facts["note"] = "a script of the page that ran without end was ended first".into();
    }
    Ok(facts.into())
}

/// Stops a load that took too long: as long as it is under way, the page that is there cannot be asked anything.
pub async fn give_up(tab: &Tab) {
    let soon = Deadline::after(Duration::from_secs(2));
    if let Err(error) = tab.stop(soon).await {
        tracing::debug!(%error, "a load that took too long could not be stopped");
    }
}

/// The load state of that name; `load` when none is given.
pub fn load_state(name: Option<&str>) -> LoadState {
    match name {
        Some("commit") => LoadState::Commit,
        Some("domcontentloaded") => LoadState::DomContentLoaded,
        _ => LoadState::Load,
    }
}

/// That the page was kept from where it led, if it was.
pub fn refused(context: &CallContext, tab: &Tab) -> Option<NodeError> {
    let refused = context.gateway().forget_refusal(tab.id())?;
    Some(NodeError::new(format!(
        "The page led to a refused address. {refused}"
    )))
}

/// What a navigation answers with. Where redirects led to an address that is refused, the page is left at once.
pub async fn navigated(context: &CallContext, tab: &Tab, done: &Navigated) -> Result<Json, NodeError> {
    if let Some(refused) = refused(context, tab) {
        return Err(refused);
    }
    if let Err(refused) = context.judge_reached(&done.url).await {
        let leaving = Deadline::after(Duration::from_secs(5));
        if let Err(error) = tab.navigate("about:blank", LoadState::Commit, leaving).await {
            tracing::warn!(%error, "a refused page could not be left");
        }
        return Err(NodeError::new(format!(
            "The page led to a refused address, and was left. {refused}"
        )));
    }
    let mut answer = json!({ "url": done.url, "title": PageText::new(&done.title).as_str() });
    if let Some(status) = done.status {
        answer["status"] = status.into();
    }
    if !done.redirects.is_empty() {
        answer["redirects"] = done
            .redirects
            .iter()
            .map(|redirect| json!({ "url": redirect.url, "status": redirect.status }))
            .collect();
    }
    if done.same_document {
        answer["sameDocument"] = true.into();
    }
    if done.download {
        answer["download"] = "the address sent a file; see `downloads`".into();
    }
    if done.reached < LoadState::Load && !done.same_document && !done.download {
        answer["stillLoading"] = true.into();
    }
    Ok(answer)
}
