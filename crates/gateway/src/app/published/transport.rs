//! Requests to a page's model, each made in its main world with its own look at the version.

use std::sync::Arc;
use std::time::Duration;

use ai_vision::{Json, NodeError, RemoteAction, RemoteRequest, RemoteResponse, Transport, async_trait};
use eyeline_chromium::{Error, Frame, World};
use serde::Deserialize;

use super::bound;
use crate::app::reach::Reach;
use crate::context::Level;

/// The longest reply that is taken, in characters of its JSON.
const LONGEST: usize = 2_000_000;
/// How many children a page may list.
const CHILDREN: usize = 200;

/// Runs in the page's main world.
const SEND: &str = r#"async (request, version, longest) => {
  const remote = window.__aiVision;
  if (!remote || typeof remote.handle !== "function") return { gone: true };
  if (Number(remote.version) !== version) return { stale: true };
  const text = JSON.stringify(await remote.handle(JSON.parse(request)));
  if (typeof text !== "string") return {};
  return text.length > longest ? { long: text.length } : { text };
}"#;

/// The way to one page's model.
pub struct PageTransport {
    reach: Arc<Reach>,
    frame: Frame,
    version: f64,
    path: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Reply {
    gone: bool,
    stale: bool,
    long: Option<u64>,
    text: Option<String>,
}

impl PageTransport {
    /// The way to the model that this frame published as this version.
    pub fn new(reach: &Arc<Reach>, frame: &Frame, version: f64, path: String) -> Arc<Self> {
        Arc::new(PageTransport {
            reach: reach.clone(),
            frame: frame.clone(),
            version,
            path,
        })
    }

    fn said(&self, what: &str) -> NodeError {
        NodeError::new(format!("The page's model {what}"))
    }

    /// Makes the request, within the time the member declares, else the call's.
    async fn ask(&self, request: &RemoteRequest) -> Result<Reply, NodeError> {
        let text = serde_json::to_string(request).map_err(|error| NodeError::new(error.to_string()))?;
        if let Some(declared) = request.timeout_ms.as_ref().and_then(Json::as_f64) {
            let level = Level::Member(format!("{:?} of the page's model", request.path));
            self.reach
                .ctx
                .clock()
                .set(Duration::from_millis(declared as u64), level);
        }
        let args = [Json::from(text), Json::from(self.version), Json::from(LONGEST)];
        let answer = self
            .frame
            .evaluate(SEND, &args, World::Main, self.reach.deadline())
            .await;
        match answer {
            Ok(reply) => Ok(serde_json::from_value(reply).unwrap_or_default()),
            Err(Error::Exception { message, .. }) => {
                Err(self.said(&format!("failed: {}.", crate::PageText::new(&message))))
            }
            Err(Error::Timeout { .. }) => Err(self.said(&format!(
                "did not answer {} in time. It may still be at work.",
                crate::PageText::new(&request.path),
            ))),
            Err(error) => Err(self.reach.ctx.trouble(self.reach.tab.id(), &error)),
        }
    }

    fn read(&self, reply: Reply) -> Result<RemoteResponse, NodeError> {
        if reply.gone || reply.stale {
            let tab = self.reach.tab.id();
            self.reach
                .ctx
                .gateway()
                .app_state()
                .forget_model(tab, self.frame.id());
        }
        if reply.gone {
            return Err(self.said(&format!(
                "is gone; read {} again for what is there now.",
                self.path
            )));
        }
        if reply.stale {
            return Err(self.said(&format!(
                "has changed its shape; read {} again and go on from there.",
                self.path
            )));
        }
        if let Some(length) = reply.long {
            return Err(self.said(&format!(
                "answered with {length} characters; {LONGEST} are taken at most."
            )));
        }
        let text = reply
            .text
            .ok_or_else(|| self.said("answered with nothing that is JSON."))?;
        let mut response: RemoteResponse = serde_json::from_str(&text)
            .map_err(|_| self.said("answered with something that is no reply."))?;
        response.error = response
            .error
            .map(|error| format!("The page says: {}", crate::PageText::limited(&error, 500)));
        Ok(response)
    }
}

#[async_trait]
impl Transport for PageTransport {
    async fn send(&self, request: RemoteRequest) -> Result<RemoteResponse, NodeError> {
        let listing = request.action == RemoteAction::Children;
        let mut response = self.read(self.ask(&request).await?)?;
        if listing {
            let listed = response
                .result
                .as_ref()
                .and_then(Json::as_array)
                .map(Vec::as_slice)
                .unwrap_or_default();
            response.result = Some(listed.iter().take(CHILDREN).filter_map(bound::child).collect());
        }
        if request.action != RemoteAction::Get && request.action != RemoteAction::Children {
            self.reach.ctx.enter(self.reach.tab.id());
        }
        Ok(response)
    }

    fn on_warning(&self, warning: &str) {
        tracing::debug!(warning, "a published model");
    }

    fn on_error(&self, error: &NodeError) {
        let text = format!("An assignment to the model of {} failed: {error}", self.path);
        self.reach
            .ctx
            .push_event("model", &text, Some(self.path.clone()), Some(self.frame.origin()));
    }
}
