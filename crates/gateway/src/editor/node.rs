//! `pages[i].editor` as a node: sends each member to its module.

use std::sync::Arc;

use ai_vision::{Child, Descriptor, Json, Member, Node, NodeError, Value, async_trait};
use eyeline_chromium::{Tab, TabLife};
use serde_json::json;

use super::surface::Surface;
use super::{
    dialog, emulate, evaluate, extract, frames, input, logs, members, navigate, overlay, pdf, read,
    screenshot, wait,
};
use crate::PageText;
use crate::context::CallContext;

/// `pages[i].editor`.
pub struct EditorNode(Surface);

impl EditorNode {
    /// The editor of a tab.
    pub fn new(context: &Arc<CallContext>, tab: &Tab) -> Self {
        EditorNode(Surface {
            context: context.clone(),
            tab: tab.clone(),
        })
    }
}

#[async_trait]
impl Node for EditorNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        match self.0.tab.dialog() {
            None => members::EDITOR.clone(),
            Some(_) => {
                let mut descriptor = (*members::EDITOR.clone()).clone();
                descriptor.members.insert(
                    0,
                    Member::node(
                        "dialog",
                        "The open dialog, which holds the page up: accept, dismiss.",
                    ),
                );
                descriptor.shared()
            }
        }
    }

    fn identity(&self) -> Option<String> {
        Some(self.0.path())
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let dialog = self.0.tab.dialog().map(|dialog| {
            let says = format!("{} {}", dialog.kind, PageText::new(&dialog.message));
            Child::new(".dialog", "Dialog", says)
        });
        Ok(dialog.into_iter().collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let tab = &self.0.tab;
        let mut summary = json!({
            "id": tab.id().to_string(),
            "url": tab.url(),
            "title": PageText::new(&tab.title()).as_str(),
            "loading": tab.loading(),
        });
        if tab.life() == TabLife::Crashed {
            summary["crashed"] = "call reload to revive the tab".into();
        }
        if let Some(dialog) = tab.dialog() {
            summary["dialog"] = dialog::brief(&dialog);
        }
        Ok(Some(summary))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "app" => crate::app::app_node(&self.0.context, &self.0.tab)
                .await
                .map(Value::Node),
            "frames" => frames::list(&self.0).await,
            "dialog" => dialog::node(&self.0),
            _ => Ok(Value::NULL),
        }
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let surface = &self.0;
        match member {
            "navigate" | "back" | "forward" | "reload" | "stop" => {
                navigate::run(surface, member, &args).await
            }
            "snapshot" => read::snapshot(surface, &args).await,
            "read" => read::read(surface, &args).await,
            "extract" => extract::run(surface, &args).await,
            "screenshot" => screenshot::run(surface, &args).await,
            "pdf" => pdf::run(surface, &args).await,
            "evaluate" => evaluate::run(surface, &args).await,
            "waitFor" | "waitForResponse" => wait::run(surface, member, &args).await,
            "networkRequests" | "consoleMessages" | "pageErrors" => logs::run(surface, member, &args).await,
            "emulate" => emulate::run(surface, &args).await,
            "highlight" | "clearHighlights" => overlay::run(surface, member, &args).await,
            _ => input::run(surface, member, &args).await,
        }
    }
}
