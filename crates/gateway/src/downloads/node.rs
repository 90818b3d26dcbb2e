//! `downloads` and its items as nodes.

use std::sync::Arc;

use ai_vision::{Child, Descriptor, Json, Key, Node, NodeError, Value, async_trait};
use eyeline_chromium::{Browser, Download, DownloadState};
use serde_json::json;

use super::members;
use crate::PageText;
use crate::context::CallContext;

/// `downloads`.
pub struct DownloadsNode(Arc<CallContext>);

impl DownloadsNode {
    /// The downloads, as one call sees them.
    pub fn new(context: &Arc<CallContext>) -> Self {
        DownloadsNode(context.clone())
    }

    fn all(&self) -> Vec<Download> {
        self.0
            .running_browser()
            .map(|browser| browser.downloads())
            .unwrap_or_default()
    }
}

/// A download as an agent sees it.
pub fn facts(download: &Download) -> Json {
    let mut facts = json!({
        "id": download.id,
        "name": PageText::new(&download.name).as_str(),
        "url": PageText::limited(&download.url, 300).as_str(),
        "bytes": download.received,
        "state": state(download),
    });
    if let Some(path) = &download.path {
        facts["path"] = json!(path);
    }
    if let Some(total) = download
        .total
        .filter(|_| download.state == DownloadState::InProgress)
    {
        facts["total"] = total.into();
    }
    facts
}

fn state(download: &Download) -> &'static str {
    match download.state {
        DownloadState::InProgress => "running",
        DownloadState::Completed => "finished",
        DownloadState::Canceled => "failed",
    }
}

async fn wait(context: &CallContext, browser: &Browser, id: &str) -> Result<Download, NodeError> {
    browser
        .wait_download(id, context.deadline())
        .await
        .map_err(|error| NodeError::new(error.to_string()))
}

#[async_trait]
impl Node for DownloadsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::DOWNLOADS.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("downloads".into())
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let all = self.all();
        let found = match key {
            Key::Text(id) => all.iter().find(|download| download.id == *id),
            position => position.position(all.len()).and_then(|at| all.get(at)),
        };
        Some(match found {
            Some(download) => Ok(Value::node(DownloadNode {
                context: self.0.clone(),
                download: download.clone(),
            })),
            None => {
                let ids: Vec<&str> = all.iter().map(|download| download.id.as_str()).collect();
                let known = if ids.is_empty() {
                    "none yet".to_owned()
                } else {
                    ids.join(", ")
                };
                Err(NodeError::new(format!("No download {key}; there are: {known}.")))
            }
        })
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let child = |download: &Download| {
            let summary = format!("{} ({})", PageText::new(&download.name), state(download));
            Child::new(format!("[\"{}\"]", download.id), "Download", summary)
        };
        Ok(self.all().iter().rev().take(10).map(child).collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(self.all().iter().map(facts).collect()))
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(self.all().len().into())
    }

    async fn call(&self, _member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        self.0.take_timeout(args.first())?;
        let browser = self.0.browser().await?;
        for download in browser
            .downloads()
            .iter()
            .filter(|download| download.state == DownloadState::InProgress)
        {
            wait(&self.0, &browser, &download.id).await?;
        }
        let newest = browser.downloads().last().map(facts);
        newest
            .map(Value::from)
            .ok_or_else(|| NodeError::new("No page has sent a file yet."))
    }
}

struct DownloadNode {
    context: Arc<CallContext>,
    download: Download,
}

#[async_trait]
impl Node for DownloadNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::DOWNLOAD.clone()
    }

    fn identity(&self) -> Option<String> {
        Some(format!("downloads[\"{}\"]", self.download.id))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(facts(&self.download)))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(facts(&self.download)
            .get(member)
            .cloned()
            .unwrap_or(Json::Null)
            .into())
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let browser = self.context.browser().await?;
        let id = &self.download.id;
        match member {
            "wait" => {
                self.context.take_timeout(args.first())?;
                wait(&self.context, &browser, id)
                    .await
                    .map(|download| facts(&download).into())
            }
            "cancel" => {
                let done = browser.cancel_download(id, self.context.deadline()).await;
                done.map_err(|error| NodeError::new(error.to_string()))?;
                Ok(json!({ "did": "cancelled", "id": id }).into())
            }
            _ => self.delete().await,
        }
    }
}

impl DownloadNode {
    async fn delete(&self) -> Result<Value, NodeError> {
        let Some(path) = &self.download.path else {
            return Err(NodeError::new(
                "There is no file to delete: the download is not whole, or the browser keeps it.",
            ));
        };
        tokio::fs::remove_file(path)
            .await
            .map_err(|error| NodeError::new(format!("{} cannot be deleted: {error}.", path.display())))?;
        Ok(json!({ "did": "deleted", "path": path }).into())
    }
}
