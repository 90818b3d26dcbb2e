//! `settings` and its groups as nodes.

use std::sync::Arc;

use ai_vision::{Descriptor, Json, Node, NodeError, Value, async_trait};
use serde_json::json;

use super::members;
use crate::context::CallContext;

/// `settings`.
pub struct SettingsNode(pub Arc<CallContext>);

#[async_trait]
impl Node for SettingsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::SETTINGS.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("settings".into())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(serde_json::to_value(&*self.0.settings()).ok())
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(match member {
            "timeouts" => Value::node(GroupNode::new(&self.0, "timeouts")),
            "budgets" => Value::node(GroupNode::new(&self.0, "budgets")),
            "privacy" => Value::node(GroupNode::new(&self.0, "privacy")),
            other => self.0.settings().read(other).into(),
        })
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        self.0
            .session()
            .assign_setting(member, &value)
            .map_err(NodeError::new)?;
        if member == "viewport" {
            self.0.apply_viewport().await?;
        }
        Ok(())
    }
}

/// One group of settings.
pub struct GroupNode {
    context: Arc<CallContext>,
    group: &'static str,
}

impl GroupNode {
    /// The group of that name.
    pub fn new(context: &Arc<CallContext>, group: &'static str) -> Self {
        GroupNode {
            context: context.clone(),
            group,
        }
    }
}

#[async_trait]
impl Node for GroupNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        match self.group {
            "timeouts" => members::TIMEOUTS.clone(),
            "budgets" => members::BUDGETS.clone(),
            _ => members::PRIVACY.clone(),
        }
    }

    fn identity(&self) -> Option<String> {
        Some(format!("settings.{}", self.group))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(self.context.settings().read(self.group)))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        let group = self.context.settings().read(self.group);
        Ok(group.get(member).cloned().unwrap_or(Json::Null).into())
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        self.context
            .session()
            .assign_setting(self.group, &json!({ member: value }))
            .map_err(NodeError::new)
    }
}
