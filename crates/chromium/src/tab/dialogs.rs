//! Answering what a page asks the user.

use super::{Tab, TabInner};
use crate::{BrowserEvent, Deadline, DialogInfo, DialogKind, Error, Json, Result};
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
        let (dialog, number) = self.0.gate.numbered_dialog().ok_or(Error::NoDialog)?;
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
            Ok(_) => {
                // The event that says so may come later than the next call.
                self.0.dialog_closed(Some(number), accept);
                if dialog.kind == DialogKind::Beforeunload && !accept {
                    self.stay(deadline).await;
                }
                Ok(dialog)
            }
            // It went by itself meanwhile.
            Err(Error::Protocol { message, .. }) if message.contains("No dialog") => Err(Error::NoDialog),
            Err(error) => Err(error),
        }
    }
}

impl Tab {
    /// The navigation that was called off takes a moment to go, and would take a new one with it.
    async fn stay(&self, deadline: Deadline) {
        let evaluate = json!({"expression": "1", "returnByValue": true});
        let _: Result<Json> = self
            .session()
            .request("Runtime.evaluate", evaluate, deadline)
            .await;
        let _: Result<Json> = self
            .session()
            .request("Page.getNavigationHistory", json!({}), deadline)
            .await;
    }
}

impl TabInner {
    /// The dialog is closed: the one of this number, or whichever is open.
    pub fn dialog_closed(&self, number: Option<u64>, accepted: bool) {
        if self.gate.close_dialog(number) {
            self.state.touch();
            self.emit(BrowserEvent::DialogClosed {
                tab: self.id,
                accepted,
            });
        }
    }
}
