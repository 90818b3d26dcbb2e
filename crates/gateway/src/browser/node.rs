//! `browser` as a node.

use std::sync::Arc;

use ai_vision::{Descriptor, Json, Node, NodeError, Value, async_trait};
use serde_json::json;

use super::cookies::CookiesNode;
use super::{ContextsNode, members, permissions, storage};
use crate::context::CallContext;

/// `browser`.
pub struct BrowserNode(Arc<CallContext>);

impl BrowserNode {
    /// The browser, as one call sees it.
    pub fn new(context: &Arc<CallContext>) -> Self {
        BrowserNode(context.clone())
    }

    async fn version(&self) -> Result<String, NodeError> {
        let browser = self.0.browser().await?;
        let version = browser.version(self.0.deadline()).await;
        version
            .map(|version| version.product)
            .map_err(|error| NodeError::new(error.to_string()))
    }
}

#[async_trait]
impl Node for BrowserNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::BROWSER.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("browser".into())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let Some(browser) = self.0.running_browser() else {
            return Ok(Some(
                json!({ "running": false, "note": "it starts when it is needed" }),
            ));
        };
        Ok(Some(json!({
            "running": true,
            "version": self.version().await?,
            "attached": browser.is_attached(),
            "pages": browser.tabs().len(),
            "contexts": self.0.gateway().contexts().names(),
        })))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(match member {
            "version" => self.version().await?.into(),
            "endpoint" => self
                .0
                .running_browser()
                .map(|browser| browser.endpoint().to_owned())
                .into(),
            "contexts" => Value::node(ContextsNode::new(&self.0)),
            _ => Value::node(CookiesNode(self.0.clone())),
        })
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        match member {
            "storageState" => storage::run(&self.0, args.first()).await,
            _ => permissions::run(&self.0, args.first()).await,
        }
    }
}
