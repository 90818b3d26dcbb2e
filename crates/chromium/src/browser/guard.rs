//! Requests judged before they are sent.

use crate::tab::TabInner;
use crate::{BrowserEvent, FrameId, Json, Session};
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::json;
use std::fmt;
use std::sync::Arc;

type Judge = dyn Fn(String) -> BoxFuture<'static, Result<(), String>> + Send + Sync;

/// Judges the address of every request that a page makes, redirects included, before it is sent. An `Err` says why it is not.
#[derive(Clone)]
pub struct RequestGuard(Arc<Judge>);

impl RequestGuard {
    /// A guard that asks this.
    pub fn new(
        judge: impl Fn(String) -> BoxFuture<'static, Result<(), String>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(judge))
    }
}

impl fmt::Debug for RequestGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestGuard")
    }
}

/// The command that makes a session's requests wait for their judgement.
pub(super) fn command() -> (&'static str, Json) {
    ("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]}))
}

/// A request that waits.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Paused {
    request_id: String,
    request: Request,
    frame_id: Option<FrameId>,
    resource_type: String,
}

#[derive(Deserialize)]
struct Request {
    url: String,
}

/// Lets a request go on or fail. A refused document is called off, so that the page that asked for it stays where it is.
pub(crate) fn paused(tab: &Arc<TabInner>, session: &Session, paused: Paused) {
    let session = session.ungated();
    let id = paused.request_id.clone();
    let guard = tab
        .browser
        .upgrade()
        .and_then(|browser| browser.options.guard.clone());
    let Some(RequestGuard(judge)) = guard else {
        session.post("Fetch.continueRequest", json!({"requestId": id}));
        return;
    };
    let tab = tab.clone();
    tokio::spawn(async move {
        let Err(why) = judge(paused.request.url.clone()).await else {
            session.post("Fetch.continueRequest", json!({"requestId": id}));
            return;
        };
        let is_document = paused.resource_type == "Document";
        if is_document {
            let main = paused
                .frame_id
                .is_none_or(|frame| tab.state.read(|state| state.frames.is_main(&frame)));
            tab.emit(BrowserEvent::RequestRefused {
                tab: tab.id,
                main,
                url: paused.request.url,
                why,
            });
        }
        let reason = if is_document { "Aborted" } else { "BlockedByClient" };
        session.post(
            "Fetch.failRequest",
            json!({"requestId": id, "errorReason": reason}),
        );
    });
}
