//! `pages.open`.

use std::sync::Arc;
use std::time::Duration;

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Browser, ContextId, LoadState, OpenTab, Tab, TabId, TabLife};
use serde::Deserialize;
use serde_json::json;

use crate::context::{CallContext, Level, page_path};
use crate::editor::{load_state, navigated, refused};

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Options {
    label: Option<String>,
    context: Option<String>,
    background: bool,
    wait_until: Option<String>,
}

/// Opens a tab, sends it to its address, and makes it the session's `page`.
pub async fn open(context: &Arc<CallContext>, args: &[Json]) -> Result<Value, NodeError> {
    let options = options(args.get(1))?;
    context.take_timeout(args.get(1))?;
    let navigation = context.settings().timeouts.navigation;
    context
        .clock()
        .set(Duration::from_millis(navigation), Level::Member("open".into()));
    let url = match args.first().and_then(Json::as_str) {
        Some(text) => Some(context.checked_url(text).await?),
        None => None,
    };
    let label = options.label.as_deref().map(checked_label).transpose()?;
    refuse_taken_label(context, label)?;
    let browser = context.browser().await?;
    let jar = context_for(context, &browser, options.context.as_deref()).await?;
    let tab = browser
        .open_tab(
            OpenTab {
                context: jar,
                background: options.background,
                ..OpenTab::default()
            },
            context.deadline(),
        )
        .await
        .map_err(|error| NodeError::new(error.to_string()))?;
    context.enter(tab.id());
    context.size_tab(&tab).await?;
    let load = load_state(options.wait_until.as_deref());
    let mut answer = go(context, &tab, url.as_deref(), load).await?;
    if context.gateway().label(tab.id(), label).is_ok() && label.is_some() {
        answer["label"] = label.into();
    }
    if !options.background {
        context.session().set_page(tab.id());
    }
    Ok(answer.into())
}

async fn go(context: &CallContext, tab: &Tab, url: Option<&str>, load: LoadState) -> Result<Json, NodeError> {
    let id = tab.id();
    let mut answer = json!({ "id": id.to_string(), "path": page_path(id) });
    let Some(url) = url else {
        answer["url"] = tab.url().into();
        return Ok(answer);
    };
    // A call that is cancelled on the way leaves no tab behind.
    let unfinished = Unfinished(Some(tab.clone()));
    let gone = tab.navigate(url, load, context.deadline()).await;
    unfinished.done();
    match gone {
        Ok(done) => {
            let facts = navigated(context, tab, &done).await?;
            for (key, value) in facts.as_object().into_iter().flatten() {
                answer[key] = value.clone();
            }
            Ok(answer)
        }
        Err(error) => Err(after_failure(context, tab, &error).await),
    }
}

/// A tab on its way to its first page: closed when the call ends before it is there.
struct Unfinished(Option<Tab>);

impl Unfinished {
    fn done(mut self) {
        self.0 = None;
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(tab) = self.0.take() {
            tokio::spawn(async move {
                let closed = tab
                    .close(eyeline_chromium::Deadline::after(Duration::from_secs(5)))
                    .await;
                tracing::debug!(?closed, "a tab whose opening was given up");
            });
        }
    }
}

/// A page that did not load leaves no tab behind; one that asks something stays to be answered.
async fn after_failure(context: &CallContext, tab: &Tab, error: &eyeline_chromium::Error) -> NodeError {
    let id: TabId = tab.id();
    let said = refused(context, tab).unwrap_or_else(|| context.trouble(id, error));
    if tab.dialog().is_some() || tab.life() == TabLife::Crashed {
        context.session().set_page(id);
        return said.retry(format!("The tab stays open as {}.", page_path(id)));
    }
    let closing = eyeline_chromium::Deadline::after(Duration::from_secs(2));
    if let Err(error) = tab.close(closing).await {
        tracing::debug!(%error, "a tab whose page did not load could not be closed");
    }
    said
}

fn options(value: Option<&Json>) -> Result<Options, NodeError> {
    match value {
        None | Some(Json::Null) => Ok(Options::default()),
        Some(value) => crate::editor::parse_options(value.clone()),
    }
}

fn refuse_taken_label(context: &CallContext, label: Option<&str>) -> Result<(), NodeError> {
    match label.and_then(|label| context.gateway().labelled(label)) {
        Some(owner) => Err(NodeError::new(format!(
            "Tab {owner} has that label already; choose another."
        ))),
        None => Ok(()),
    }
}

/// A label must not look like a position or an id, for a key means one thing.
pub fn checked_label(label: &str) -> Result<&str, NodeError> {
    let plain = !label.is_empty()
        && label.len() <= 60
        && label.chars().all(|c| !c.is_control() && c != '"' && c != '\\');
    if plain && label.parse::<TabId>().is_err() {
        return Ok(label);
    }
    Err(NodeError::new(format!(
        "{label:?} cannot be a label: it is a short plain text, and not like a tab id (\"t3\")."
    )))
}

/// The cookie jar a new tab gets: the one named, else the session's own, else the usual one.
async fn context_for(
    context: &CallContext,
    browser: &Browser,
    name: Option<&str>,
) -> Result<Option<ContextId>, NodeError> {
    if let Some(name) = name {
        return crate::browser::context_named(context, name).map(Some);
    }
    if !context.gateway().config().isolated {
        return Ok(None);
    }
    if let Some(own) = context.session().context() {
        return Ok(Some(own));
    }
    let own = browser
        .create_context(context.deadline())
        .await
        .map_err(|error| NodeError::new(error.to_string()))?;
    context.session().set_context(own.clone());
    Ok(Some(own))
}

/// The name of a cookie jar, as `browser.contexts` knows it.
pub fn context_name(context: &CallContext, id: Option<&ContextId>) -> Option<String> {
    id.map(|id| {
        context
            .gateway()
            .contexts()
            .name_of(id)
            .unwrap_or_else(|| id.to_string())
    })
}
