//! The root as a node.

use std::sync::Arc;

use ai_vision::{Child, Descriptor, Hit, Json, Node, NodeError, Value, async_trait};
use serde_json::json;

use super::{batch, members, overview};
use crate::browser::BrowserNode;
use crate::context::CallContext;
use crate::downloads::DownloadsNode;
use crate::events::EventsNode;
use crate::invocations::InvocationsNode;
use crate::pages::{PageNode, PagesNode};
use crate::settings::SettingsNode;

/// In how many tabs a search looks for controls.
const SEARCHED: usize = 10;

/// The root.
pub struct RootNode(Arc<CallContext>);

impl RootNode {
    /// The root, as one call sees it.
    pub fn new(context: &Arc<CallContext>) -> Self {
        RootNode(context.clone())
    }

    async fn search(&self, args: &[Json]) -> Result<Value, NodeError> {
        let query = args.first().and_then(Json::as_str).unwrap_or_default();
        let limit = args.get(1).and_then(Json::as_u64).unwrap_or(10).min(100) as usize;
        let root: Arc<dyn Node> = Arc::new(RootNode::new(&self.0));
        let (members, controls) = tokio::join!(
            ai_vision::help_search(&root, query, Some(limit)),
            self.controls(query, limit)
        );
        let hits = woven(members, controls, limit);
        if hits.is_empty() {
            return Ok(format!("Nothing found for {query:?}. Try other words, or read $help.").into());
        }
        serde_json::to_value(hits)
            .map(Value::from)
            .map_err(|error| NodeError::new(error.to_string()))
    }
}

impl RootNode {
    /// Controls by their names, on the pages that the session knows, its current one first; of the others also what they
    /// offer themselves, since the search of members only comes by the current one. A page that cannot be asked now has
    /// nothing.
    async fn controls(&self, query: &str, limit: usize) -> Vec<Hit> {
        let session = self.0.session();
        let mut tabs = self
            .0
            .running_browser()
            .map(|browser| browser.tabs())
            .unwrap_or_default();
        tabs.retain(|tab| session.knows(tab.id()));
        tabs.sort_by_key(|tab| session.page() != Some(tab.id()));
        let searches = tabs
            .iter()
            .take(SEARCHED)
            .map(|tab| crate::app::search(&self.0, tab, query, limit, session.page() != Some(tab.id())));
        futures::future::join_all(searches)
            .await
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Members and controls in turn, each path once.
fn woven(members: Vec<Hit>, controls: Vec<Hit>, limit: usize) -> Vec<Hit> {
    let (mut members, mut controls) = (members.into_iter(), controls.into_iter());
    let mut woven: Vec<Hit> = Vec::new();
    while woven.len() < limit {
        let pair = [controls.next(), members.next()];
        if pair.iter().all(Option::is_none) {
            break;
        }
        for hit in pair.into_iter().flatten() {
            if woven.len() < limit && woven.iter().all(|known| known.path != hit.path) {
                woven.push(hit);
            }
        }
    }
    woven
}

#[async_trait]
impl Node for RootNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::ROOT.clone()
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let pages = PagesNode::new(&self.0).children().await?;
        Ok(pages
            .into_iter()
            .map(|page| Child {
                segment: format!(".pages{}", page.segment),
                ..page
            })
            .collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let state = match self.0.running_browser() {
            Some(browser) if browser.is_attached() => "attached",
            Some(_) => "running",
            None => "not started; it starts when it is needed",
        };
        Ok(Some(json!({
            "eyeline": env!("CARGO_PKG_VERSION"),
            "browser": state,
            "pages": PagesNode::new(&self.0).list().await?,
        })))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        let context = &self.0;
        Ok(match member {
            "pages" => Value::node(PagesNode::new(context)),
            "page" => Value::node(PageNode::current(context).await?),
            "overview" => overview::OVERVIEW.into(),
            "browser" => Value::node(BrowserNode::new(context)),
            "downloads" => Value::node(DownloadsNode::new(context)),
            "events" => Value::node(EventsNode(context.clone())),
            "invocations" => Value::node(InvocationsNode(context.clone())),
            "settings" => Value::node(SettingsNode(context.clone())),
            _ => Value::NULL,
        })
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        match member {
            "batch" => batch::run(&self.0, &args).await,
            _ => self.search(&args).await,
        }
    }
}
