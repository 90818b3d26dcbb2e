//! A page that asks for files.

use super::Tab;
use crate::{Deadline, Error, FrameId, Json, Result, Session};
use serde_json::json;
use std::path::PathBuf;

/// A file chooser that a page opened. No window stands on the screen; it waits for
/// [`Tab::answer_file_chooser`], or for ever, which does no harm.
#[derive(Debug, Clone)]
pub struct FileChooser {
    /// The frame that asks.
    pub frame: FrameId,
    /// More than one file is taken.
    pub multiple: bool,
    /// The `input` it belongs to, as `DOM` commands on its session know it. Choosers without one cannot be answered.
    pub backend_node_id: Option<i64>,
    pub(crate) session: Session,
}

impl Tab {
    /// The file chooser that is open.
    pub fn file_chooser(&self) -> Option<FileChooser> {
        self.0.state.read(|state| state.chooser.clone())
    }

    /// Waits until the page asks for files.
    pub async fn wait_file_chooser(&self, deadline: Deadline) -> Result<FileChooser> {
        self.0
            .until("Opening a file chooser", deadline, |state| {
                state.chooser.clone().map(Ok)
            })
            .await
    }

    /// Gives the page files, by their absolute paths; none is taken as a cancel.
    pub async fn answer_file_chooser(&self, files: &[PathBuf], deadline: Deadline) -> Result<()> {
        let chooser = self
            .0
            .state
            .write(|state| state.chooser.take())
            .ok_or(Error::NoFileChooser)?;
        if files.is_empty() {
            return Ok(());
        }
        let node = chooser.backend_node_id.ok_or(Error::NoFileChooser)?;
        let params = json!({"files": files, "backendNodeId": node});
        let _: Json = chooser
            .session
            .request("DOM.setFileInputFiles", params, deadline)
            .await?;
        Ok(())
    }

    /// Forgets the open file chooser.
    pub fn dismiss_file_chooser(&self) {
        self.0.state.write(|state| state.chooser = None);
    }

    /// Whether file choosers come to us instead of to the screen. On for every tab that we opened.
    pub async fn intercept_file_choosers(&self, enabled: bool, deadline: Deadline) -> Result<()> {
        let sessions: Vec<Session> = self
            .frames()
            .iter()
            .filter_map(|frame| frame.session().ok())
            .collect();
        for session in sessions {
            let params = json!({"enabled": enabled});
            let _: Json = session
                .request("Page.setInterceptFileChooserDialog", params, deadline)
                .await?;
        }
        Ok(())
    }
}
