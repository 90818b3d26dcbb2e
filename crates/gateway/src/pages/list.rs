//! `pages` as a node.

use std::sync::Arc;

use ai_vision::{Child, Descriptor, Json, Key, Node, NodeError, Value, async_trait};
use eyeline_chromium::Tab;
use serde_json::json;

use super::{PageNode, find, members, open};
use crate::PageText;
use crate::context::CallContext;

/// How many tabs are listed.
const LISTED: usize = 50;

/// `pages`.
pub struct PagesNode(Arc<CallContext>);

impl PagesNode {
    /// The tabs, as one call sees them.
    pub fn new(context: &Arc<CallContext>) -> Self {
        PagesNode(context.clone())
    }

    /// All tabs in short.
    pub async fn list(&self) -> Result<Json, NodeError> {
        let tabs = find::tabs(&self.0).await?;
        find::learn_titles(&self.0).await;
        Ok(tabs.iter().take(LISTED).map(|tab| self.brief(tab)).collect())
    }

    fn brief(&self, tab: &Tab) -> Json {
        let mut brief = json!({
            "id": tab.id().to_string(),
            "title": PageText::new(&tab.title()).as_str(),
            "url": PageText::limited(&tab.url(), 300).as_str(),
        });
        if let Some(label) = self.0.gateway().label_of(tab.id()) {
            brief["label"] = label.into();
        }
        if self.0.session().page() == Some(tab.id()) {
            brief["current"] = true.into();
        }
        brief
    }
}

#[async_trait]
impl Node for PagesNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::PAGES.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("pages".into())
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let tab = find::tab_at(&self.0, key).await;
        Some(tab.map(|tab| Value::node(PageNode::new(&self.0, tab))))
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let tabs = find::tabs(&self.0).await?;
        find::learn_titles(&self.0).await;
        let current = self.0.session().page();
        let child = |tab: &Tab| {
            let mark = if current == Some(tab.id()) {
                " ← current"
            } else {
                ""
            };
            let title = PageText::limited(&tab.title(), 60);
            let url = PageText::limited(&tab.url(), 80);
            Child::new(
                format!("[\"{}\"]", tab.id()),
                "Page",
                format!("{title} {}{mark}", url.as_str()),
            )
        };
        Ok(tabs.iter().take(LISTED).map(child).collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        self.list().await.map(Some)
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(find::tabs(&self.0).await?.len().into())
    }

    async fn call(&self, _member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        open::open(&self.0, &args).await
    }
}
