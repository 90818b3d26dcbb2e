//! Bodies of requests and answers, asked of Chromium when somebody wants one.

use super::RequestRecord;
use crate::tab::TabInner;
use crate::{Deadline, Error, Result, Session};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// A body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text.
    Text(String),
    /// Bytes that are no text, in base64.
    Base64(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    body: String,
    base64_encoded: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PostData {
    post_data: String,
    #[serde(default)]
    base64_encoded: bool,
}

pub(super) async fn of_response(
    tab: &Arc<TabInner>,
    record: &RequestRecord,
    deadline: Deadline,
) -> Result<Body> {
    let id = json!({"requestId": record.chromium_id});
    let Answer { body, base64_encoded } = session(tab, record)
        .request("Network.getResponseBody", id, deadline)
        .await?;
    Ok(if base64_encoded {
        Body::Base64(body)
    } else {
        Body::Text(body)
    })
}

pub(super) async fn of_request(
    tab: &Arc<TabInner>,
    record: &RequestRecord,
    deadline: Deadline,
) -> Result<Option<Body>> {
    if !record.has_body {
        return Ok(None);
    }
    let id = json!({"requestId": record.chromium_id});
    match session(tab, record)
        .request("Network.getRequestPostData", id, deadline)
        .await
    {
        Ok(PostData {
            post_data,
            base64_encoded: false,
        }) => Ok(Some(Body::Text(post_data))),
        Ok(PostData { post_data, .. }) => Ok(Some(Body::Base64(post_data))),
        // What was uploaded from a file has no data that Chromium would tell.
        Err(Error::Protocol { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The session that saw the answer; a frame in another process has its own.
fn session(tab: &Arc<TabInner>, record: &RequestRecord) -> Session {
    match &record.session {
        Some(id) => tab.session.of_tab(id.clone(), tab.gate.clone()),
        None => tab.session.clone(),
    }
}
