//! Files that come from pages.

use crate::{ContextId, TabId};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How a download stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DownloadState {
    /// It goes on.
    InProgress,
    /// It is complete.
    Completed,
    /// It was cancelled, or failed.
    Canceled,
}

/// A download.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Download {
    /// Its id: `d1`, `d2`, … in the order in which they began.
    pub id: String,
    /// The tab it began in.
    pub tab: Option<TabId>,
    /// Where it comes from.
    pub url: String,
    /// The name that the server or page suggests, without any folder.
    pub name: String,
    /// Where the file is, once it is complete. None where the browser keeps it in a folder of its own choice.
    pub path: Option<PathBuf>,
    /// Bytes that have come.
    pub received: u64,
    /// Bytes that are to come in all, where that is known.
    pub total: Option<u64>,
    /// How it stands.
    pub state: DownloadState,
    /// Chromium's name for it.
    #[serde(skip)]
    pub(crate) guid: String,
    #[serde(skip)]
    pub(crate) context: Option<ContextId>,
}
