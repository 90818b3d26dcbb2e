//! A remote party that answers what the vectors say, and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::Mutex;

use ai_vision::{Json, NodeError, RemoteRequest, RemoteResponse, Revalidation, Transport, async_trait};

#[derive(Default)]
pub struct Wire {
    state: Mutex<State>,
    restricted: Option<String>,
    revalidate: Vec<Json>,
}

#[derive(Default)]
struct State {
    replies: VecDeque<Json>,
    sent: Vec<Json>,
    warnings: Vec<Json>,
    errors: Vec<Json>,
    revalidated: usize,
}

/// What happened during a step.
#[allow(dead_code, reason = "not every test that shares this reads all of it")]
pub struct Heard {
    pub wire: Json,
    pub warnings: Json,
    pub errors: Json,
    pub left: usize,
}

impl Wire {
    pub fn new(options: &Json) -> Self {
        Self {
            restricted: options["restricted"].as_str().map(str::to_owned),
            revalidate: options["revalidate"].as_array().cloned().unwrap_or_default(),
            ..Self::default()
        }
    }

    pub fn prepare(&self, replies: &Json) {
        self.state.lock().unwrap().replies = replies.as_array().cloned().unwrap_or_default().into();
    }

    /// Takes what was heard since the last time.
    pub fn take(&self) -> Heard {
        let mut state = self.state.lock().unwrap();
        Heard {
            wire: Json::Array(std::mem::take(&mut state.sent)),
            warnings: Json::Array(std::mem::take(&mut state.warnings)),
            errors: Json::Array(std::mem::take(&mut state.errors)),
            left: state.replies.len(),
        }
    }
}

#[async_trait]
impl Transport for Wire {
    async fn send(&self, request: RemoteRequest) -> Result<RemoteResponse, NodeError> {
        let mut state = self.state.lock().unwrap();
        state.sent.push(serde_json::to_value(&request).unwrap());
        let reply = state
            .replies
            .pop_front()
            .ok_or_else(|| NodeError::new("no reply is left"))?;
        match reply["reject"].as_str() {
            Some(error) => Err(NodeError::new(error)),
            None => Ok(serde_json::from_value(reply).unwrap()),
        }
    }

    async fn revalidate(&self) -> Result<Revalidation, NodeError> {
        let mut state = self.state.lock().unwrap();
        let at = state.revalidated.min(self.revalidate.len().saturating_sub(1));
        state.revalidated += 1;
        match self.revalidate.get(at) {
            None | Some(Json::Null | Json::Bool(true)) => Ok(Revalidation::Valid),
            Some(Json::Bool(_)) => Ok(Revalidation::Stale),
            Some(Json::String(reason)) if reason.is_empty() => Ok(Revalidation::Valid),
            Some(Json::String(reason)) => Ok(Revalidation::Because(reason.clone())),
            Some(other) => Err(NodeError::new(other["reject"].as_str().unwrap())),
        }
    }

    fn restricted(&self) -> Option<String> {
        self.restricted.clone()
    }

    fn on_warning(&self, warning: &str) {
        self.state.lock().unwrap().warnings.push(warning.into());
    }

    fn on_error(&self, error: &NodeError) {
        self.state.lock().unwrap().errors.push(error.to_string().into());
    }
}
