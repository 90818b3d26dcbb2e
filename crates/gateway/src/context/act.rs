//! What an action is given, and what is made of what it answers with.

use std::path::{Path, PathBuf};

use ai_vision::{NodeError, Value};
use eyeline_chromium::Tab;

use super::CallContext;
use crate::actions::{ActionContext, Effect};

impl CallContext {
    /// What an action in a tab is given.
    pub async fn action_context(&self, tab: &Tab) -> Result<ActionContext, NodeError> {
        let browser = self.browser().await?;
        let watch = self.session().watch_of(tab.id());
        let redact = self.settings().privacy.redact.clone();
        let workspace = self.gateway().workspace().clone();
        Ok(ActionContext::new(browser, tab.clone(), self.deadline(), watch)
            .with_redaction(redact)
            .with_workspace(workspace))
    }

    /// The same for an action that uses pointer, keyboard or focus: once no other one is under way in the tab.
    pub async fn acting_context(&self, tab: &Tab) -> Result<ActionContext, NodeError> {
        if !self.has_turn(tab.id()) {
            // An action that is in the way of itself is none: whatever stands at a dialog says so without waiting.
            if tab.dialog().is_none() {
                let turn = tab.turn(self.deadline()).await;
                self.keep_turn(tab.id(), turn.map_err(|error| self.trouble(tab.id(), &error))?);
            }
        }
        self.action_context(tab).await
    }

    /// The value an action answers with. What it changed goes into the `changes` block; tabs it opened are the session's too.
    pub fn effect(&self, effect: Effect) -> Value {
        for opened in &effect.opened {
            if let Ok(id) = opened.id.parse() {
                self.session().meet(id);
            }
        }
        for tab in self.entered() {
            if effect.dialog.is_some() {
                self.session().events().hush("dialog", &tab.to_string());
            }
            if effect.download.is_some() {
                self.session().events().hush("download", &tab.to_string());
            }
        }
        self.changes(effect.changes.text());
        serde_json::to_value(&effect).unwrap_or_default().into()
    }

    /// A file that may be given to a page.
    pub fn readable_file(&self, path: &str) -> Result<PathBuf, NodeError> {
        self.gateway()
            .workspace()
            .readable(path)
            .map_err(|error| NodeError::new(error.to_string()))
    }

    /// A file that may be written.
    pub fn writable_file(&self, path: &str) -> Result<PathBuf, NodeError> {
        self.gateway()
            .workspace()
            .writable(path)
            .map_err(|error| NodeError::new(error.to_string()))
    }

    /// Writes a file that may be written. Whether there was one before, which is replaced: the answer says so.
    pub async fn write_file(&self, file: &Path, bytes: &[u8]) -> Result<bool, NodeError> {
        let replaced = tokio::fs::try_exists(file).await.unwrap_or(false);
        tokio::fs::write(file, bytes)
            .await
            .map_err(|error| NodeError::new(format!("{} cannot be written: {error}.", file.display())))?;
        Ok(replaced)
    }
}
