//! Answering what a page asks the user.

use super::Tab;
use crate::{Deadline, DialogInfo, Error, Json, Result};
use serde_json::json;

impl Tab {
    /// The dialog that is open.
    pub fn dialog(&self) -> Option<DialogInfo> {
        self.0.gate.dialog()
    }

    /// Answers the open dialog with OK, and a prompt with this text (or with what it stands at).
    pub async fn accept_dialog(&self, text: Option<&str>, deadline: Deadline) -> Result<DialogInfo> {
        self.answer_dialog(true, text, deadline).await
    }

    /// Answers the open dialog with Cancel.
    pub async fn dismiss_dialog(&self, deadline: Deadline) -> Result<DialogInfo> {
        self.answer_dialog(false, None, deadline).await
    }

    async fn answer_dialog(
        &self,
        accept: bool,
        text: Option<&str>,
        deadline: Deadline,
    ) -> Result<DialogInfo> {
        if let Some(error @ (Error::BrowserGone { .. } | Error::TabClosed | Error::TabCrashed)) =
            self.0.refuses()
        {
            return Err(error);
        }
        let dialog = self.dialog().ok_or(Error::NoDialog)?;
        let session = self
            .0
            .state
            .read(|state| state.dialog_session.clone())
            .ok_or(Error::NoDialog)?;
        let text = text.map(str::to_owned).or_else(|| dialog.default_text.clone());
        let mut params = json!({"accept": accept});
        if let (true, Some(text)) = (accept, text) {
            params["promptText"] = Json::String(text);
        }
        match session
            .request::<Json>("Page.handleJavaScriptDialog", params, deadline)
            .await
        {
            Ok(_) => Ok(dialog),
            // It went by itself meanwhile.
            Err(Error::Protocol { message, .. }) if message.contains("No dialog") => Err(Error::NoDialog),
            Err(error) => Err(error),
        }
    }
}
