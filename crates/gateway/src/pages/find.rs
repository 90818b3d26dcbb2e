//! Finding a tab by position, id or label.

use std::time::Duration;

use ai_vision::{Key, NodeError, find_near_names};
use eyeline_chromium::{Tab, TabId};

use crate::PageText;
use crate::context::CallContext;

/// The tabs that the session may see, in the order in which they came.
pub async fn tabs(context: &CallContext) -> Result<Vec<Tab>, NodeError> {
    let keeper = context.gateway().keeper();
    let browser = match keeper.running() {
        Some(browser) => browser,
        None if keeper.is_attached() || keeper.had_one() => context.browser().await?,
        None => return Ok(Vec::new()),
    };
    let own = context.session().context();
    if own.is_none() && context.gateway().config().isolated {
        return Ok(Vec::new());
    }
    Ok(browser
        .tabs()
        .into_iter()
        .filter(|tab| own.is_none() || tab.context() == own.as_ref())
        .collect())
}

/// The tab at a key.
pub async fn tab_at(context: &CallContext, key: &Key) -> Result<Tab, NodeError> {
    let tabs = tabs(context).await?;
    let found = match key {
        Key::Text(name) => {
            let id = name
                .parse::<TabId>()
                .ok()
                .or_else(|| context.gateway().labelled(name));
            id.and_then(|id| tabs.iter().find(|tab| tab.id() == id))
        }
        position => position.position(tabs.len()).and_then(|at| tabs.get(at)),
    };
    found.cloned().ok_or_else(|| missing(context, key, &tabs))
}

fn missing(context: &CallContext, key: &Key, tabs: &[Tab]) -> NodeError {
    if tabs.is_empty() {
        return NodeError::new(format!(
            "No page {key}: no tab is open. Open one with pages.open(\"https://…\")."
        ));
    }
    let labels: Vec<String> = tabs
        .iter()
        .filter_map(|tab| context.gateway().label_of(tab.id()))
        .collect();
    let open: Vec<String> = tabs
        .iter()
        .take(10)
        .map(|tab| format!("{} {}", tab.id(), PageText::limited(&tab.title(), 40)))
        .collect();
    let error = NodeError::new(format!("No page {key}. Open are: {}.", open.join(", ")));
    match key.text() {
        Some(name) => error.suggest(find_near_names(name, labels.iter().map(String::as_str))),
        None => error,
    }
}

/// The longest that the browser is waited for to say the titles of its tabs.
const TITLES: Duration = Duration::from_millis(500);

/// Brings the titles of the tabs up to date. Where the browser is too busy, the ones known before stand.
pub async fn learn_titles(context: &CallContext) {
    let Some(browser) = context.running_browser() else {
        return;
    };
    if let Err(error) = browser.learn_titles(context.deadline().capped(TITLES)).await {
        tracing::debug!(%error, "the browser did not tell the titles of its tabs");
    }
}
