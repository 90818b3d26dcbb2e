//! `browser.permissions`.

use std::sync::Arc;

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::Error;
use serde_json::json;

use super::contexts::context_option;
use crate::context::CallContext;

/// Permissions that pages ask for, by the browser's names.
const KNOWN: &str = "geolocation, notifications, clipboardReadWrite, clipboardSanitizedWrite, audioCapture, videoCapture, midi, \
                     sensors, durableStorage, localFonts, windowManagement";

/// Grants permissions, or takes all back.
pub async fn run(context: &Arc<CallContext>, options: Option<&Json>) -> Result<Value, NodeError> {
    let option = |name: &str| options.and_then(|options| options.get(name));
    let granted: Vec<String> = option("grant")
        .and_then(Json::as_array)
        .map(|names| names.iter().filter_map(Json::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    let reset = option("reset").and_then(Json::as_bool).unwrap_or(false);
    if granted.is_empty() && !reset {
        return Err(NodeError::new(
            "Say what to do: {\"grant\": [\"geolocation\"], \"origin\": \"https://example.com\"}, or {\"reset\": true}.",
        ));
    }
    let jar = context_option(context, options)?;
    let browser = context.browser().await?;
    let failed = |error: Error| NodeError::new(error.to_string());
    if reset {
        browser
            .reset_permissions(jar.as_ref(), context.deadline())
            .await
            .map_err(failed)?;
    }
    if !granted.is_empty() {
        let origin = option("origin").and_then(Json::as_str);
        browser
            .grant_permissions(&granted, origin, jar.as_ref(), context.deadline())
            .await
            .map_err(|error| match error {
                Error::Protocol { message, .. } if message.contains("permission") => {
                    NodeError::new(format!("{message}. Such as {KNOWN}."))
                }
                other => failed(other),
            })?;
    }
    Ok(json!({ "granted": granted, "reset": reset }).into())
}
