//! `browser.storageState`: cookies and local storage, to be kept and brought back.

use std::collections::BTreeMap;
use std::sync::Arc;

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Browser, ContextId, Cookie, LoadState, OpenTab, World};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::contexts::context_option;
use crate::context::CallContext;

/// What is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct State {
    cookies: Vec<Cookie>,
    origins: Vec<Origin>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Origin {
    origin: String,
    local_storage: BTreeMap<String, String>,
}

/// Answers the call: loads, saves, or answers with the state.
pub async fn run(context: &Arc<CallContext>, options: Option<&Json>) -> Result<Value, NodeError> {
    let text = |name: &str| {
        options
            .and_then(|options| options.get(name))
            .and_then(Json::as_str)
    };
    let jar = context_option(context, options)?;
    if let Some(path) = text("load") {
        let file = context.readable_file(path)?;
        let content = tokio::fs::read(&file)
            .await
            .map_err(|error| NodeError::new(format!("{path} cannot be read: {error}.")))?;
        let state: State = serde_json::from_slice(&content)
            .map_err(|error| NodeError::new(format!("{path} holds no storage state: {error}.")))?;
        return load(context, jar.as_ref(), &state).await;
    }
    let browser = context.browser().await?;
    let state = read(context, &browser, jar.as_ref()).await?;
    let Some(path) = text("save") else {
        return Ok(json!(state).into());
    };
    let file = context.writable_file(path)?;
    let content = serde_json::to_vec_pretty(&state).map_err(|error| NodeError::new(error.to_string()))?;
    let replaced = context.write_file(&file, &content).await?;
    let mut answer = json!({ "saved": file, "cookies": state.cookies.len(), "origins": state.origins.len() });
    if replaced {
        answer["replaced"] = true.into();
    }
    Ok(answer.into())
}

/// Cookies of the jar, and the local storage of the origins that its open tabs show.
async fn read(context: &CallContext, browser: &Browser, jar: Option<&ContextId>) -> Result<State, NodeError> {
    let deadline = context.deadline();
    let cookies = browser
        .cookies(jar, deadline)
        .await
        .map_err(|error| NodeError::new(error.to_string()))?;
    let mut origins: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for tab in browser.tabs().into_iter().filter(|tab| tab.context() == jar) {
        let Ok(frame) = tab.main_frame() else { continue };
        let entries = frame
            .evaluate("() => ({...localStorage})", &[], World::Isolated, deadline)
            .await;
        if let Ok(entries) = entries.map(serde_json::from_value::<BTreeMap<String, String>>)
            && let Ok(entries) = entries
            && !entries.is_empty()
        {
            origins.insert(frame.origin(), entries);
        }
    }
    let origins = origins
        .into_iter()
        .map(|(origin, local_storage)| Origin {
            origin,
            local_storage,
        })
        .collect();
    Ok(State { cookies, origins })
}

/// Sets the cookies, and fills each origin's local storage from a page of it.
async fn load(context: &CallContext, jar: Option<&ContextId>, state: &State) -> Result<Value, NodeError> {
    let browser = context.browser().await?;
    let deadline = context.deadline();
    let failed = |error: eyeline_chromium::Error| NodeError::new(error.to_string());
    browser
        .set_cookies(&state.cookies, jar, deadline)
        .await
        .map_err(failed)?;
    for origin in &state.origins {
        let url = context.checked_url(&origin.origin).await?;
        let options = OpenTab {
            context: jar.cloned(),
            background: true,
            ..OpenTab::default()
        };
        let tab = browser.open_tab(options, deadline).await.map_err(failed)?;
        let filled = async {
            tab.navigate(&url, LoadState::Commit, deadline).await?;
            let fill = "(entries) => { for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value); }";
            tab.main_frame()?
                .evaluate(fill, &[json!(origin.local_storage)], World::Isolated, deadline)
                .await
        };
        let filled = filled.await;
        tab.close(deadline).await.map_err(failed)?;
        filled.map_err(failed)?;
    }
    Ok(json!({ "loaded": { "cookies": state.cookies.len(), "origins": state.origins.len() } }).into())
}
