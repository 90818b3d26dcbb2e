//! `pages[i]` as a node.

use std::sync::Arc;

use ai_vision::{Descriptor, Json, Node, NodeError, Value, async_trait};
use eyeline_chromium::{Tab, TabLife};
use serde_json::json;

use super::{find, members};
use crate::PageText;
use crate::context::{CallContext, page_path};
use crate::editor::EditorNode;

/// A tab.
pub struct PageNode {
    context: Arc<CallContext>,
    tab: Tab,
}

impl PageNode {
    /// The node of a tab.
    pub fn new(context: &Arc<CallContext>, tab: Tab) -> Self {
        context.enter(tab.id());
        PageNode {
            context: context.clone(),
            tab,
        }
    }

    /// `page`: the tab last opened or activated by the session, or the only one there is.
    pub async fn current(context: &Arc<CallContext>) -> Result<Self, NodeError> {
        let tabs = find::tabs(context).await?;
        let current = context.session().page();
        let found = match &tabs[..] {
            [only] if current.is_none() => Some(only),
            _ => tabs.iter().find(|tab| Some(tab.id()) == current),
        };
        match found {
            Some(tab) => Ok(PageNode::new(context, tab.clone())),
            None if tabs.is_empty() => Err(NodeError::new(
                "No tab is open. Open one: call pages.open with args [\"https://example.com\"].",
            )),
            None => Err(NodeError::new(
                "You have no current tab. Name one of `pages`, activate it, or open one with pages.open.",
            )),
        }
    }

    fn facts(&self) -> Json {
        let tab = &self.tab;
        let mut facts = json!({
            "id": tab.id().to_string(),
            "title": PageText::new(&tab.title()).as_str(),
            "url": tab.url(),
            "loading": tab.loading(),
        });
        if let Some(label) = self.context.gateway().label_of(tab.id()) {
            facts["label"] = label.into();
        }
        if let Some(opener) = tab.opener() {
            facts["opener"] = opener.to_string().into();
        }
        if tab.life() == TabLife::Crashed {
            facts["crashed"] = "call editor.reload to revive it".into();
        }
        if let Some(dialog) = tab.dialog() {
            facts["dialog"] = json!({ "type": dialog.kind.to_string(), "message": PageText::new(&dialog.message).as_str() });
        }
        facts
    }

    fn set_label(&self, value: &Json) -> Result<(), NodeError> {
        let label = match value {
            Json::Null => None,
            Json::String(label) if label.is_empty() => None,
            Json::String(label) => Some(super::open::checked_label(label)?),
            other => {
                return Err(NodeError::new(format!(
                    "A label is a text, or null for none; got {other}."
                )));
            }
        };
        self.context
            .gateway()
            .label(self.tab.id(), label)
            .map_err(|owner| {
                NodeError::new(format!(
                    "Tab {owner} has the label {value} already; give that one another first."
                ))
            })
    }
}

#[async_trait]
impl Node for PageNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::PAGE.clone()
    }

    fn identity(&self) -> Option<String> {
        Some(page_path(self.tab.id()))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        super::find::learn_titles(&self.context).await;
        Ok(Some(self.facts()))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(match member {
            "editor" => Value::node(EditorNode::new(&self.context, &self.tab)),
            "context" => super::open::context_name(&self.context, self.tab.context()).into(),
            "title" => {
                super::find::learn_titles(&self.context).await;
                PageText::new(&self.tab.title()).as_str().into()
            }
            other => self.facts().get(other).cloned().unwrap_or(Json::Null).into(),
        })
    }

    async fn set(&self, _member: &str, value: Json) -> Result<(), NodeError> {
        self.set_label(&value)
    }

    async fn call(&self, member: &str, _args: Vec<Json>) -> Result<Value, NodeError> {
        let id = self.tab.id();
        let deadline = self.context.deadline();
        let done = match member {
            "activate" => self.tab.activate(deadline).await,
            _ => self.tab.close(deadline).await,
        };
        done.map_err(|error| self.context.trouble(id, &error))?;
        if member == "activate" {
            self.context.session().set_page(id);
            return Ok(json!({ "did": "activated", "id": id.to_string(), "title": self.tab.title() }).into());
        }
        self.context.gateway().forget_tab(id);
        Ok(json!({ "did": "closed", "id": id.to_string() }).into())
    }
}
