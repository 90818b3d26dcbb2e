//! `events` as a node.

use std::sync::Arc;

use ai_vision::{Descriptor, Json, Node, NodeError, Value, async_trait};
use serde_json::json;

use super::members;
use crate::context::CallContext;

/// How many events a list has when it is not said.
const USUAL: usize = 50;

/// `events`.
pub struct EventsNode(pub Arc<CallContext>);

#[async_trait]
impl Node for EventsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::EVENTS.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("events".into())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let log = self.0.session().events();
        Ok(Some(json!({ "count": log.count(), "recent": log.recent(5) })))
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(self.0.session().events().count().into())
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let log = self.0.session().events();
        let number = |at: usize| args.get(at).and_then(Json::as_f64).map(|number| number as u64);
        let limit = |at: usize| number(at).map_or(USUAL, |limit| limit as usize);
        match member {
            "recent" => Ok(json!(log.recent(limit(0))).into()),
            "since" => Ok(json!(log.since(number(0).unwrap_or(0), limit(1))).into()),
            _ => self.wait(args.first()).await,
        }
    }
}

impl EventsNode {
    async fn wait(&self, options: Option<&Json>) -> Result<Value, NodeError> {
        self.0.take_timeout(options)?;
        let kinds: Vec<String> = options
            .and_then(|options| options.get("kinds"))
            .and_then(Json::as_array)
            .map(|kinds| kinds.iter().filter_map(Json::as_str).map(str::to_owned).collect())
            .unwrap_or_default();
        let what = match kinds.is_empty() {
            true => "An event".to_owned(),
            false => format!("An event of kind {}", kinds.join(" or ")),
        };
        match self
            .0
            .deadline()
            .run(&what, self.0.session().events().wait(&kinds))
            .await
        {
            Ok(event) => Ok(json!(event).into()),
            Err(_) => Err(NodeError::new(format!("{what} did not come in time."))),
        }
    }
}
