//! Files dropped onto a page from outside.

use std::path::PathBuf;

use serde_json::json;

use super::{Input, Point};
use crate::{Deadline, Result};

impl Input {
    /// Drags files in from outside of the browser and drops them at a point.
    pub async fn drop_files(&self, at: Point, files: &[PathBuf], deadline: Deadline) -> Result<()> {
        let data = json!({"items": [], "files": files, "dragOperationsMask": 1});
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({"type": kind, "x": at.x, "y": at.y, "data": data});
            self.send("Input.dispatchDragEvent", event, deadline).await?;
        }
        Ok(())
    }
}
