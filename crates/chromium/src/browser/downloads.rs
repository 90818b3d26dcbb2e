//! Downloads, as the browser tells of them.

use super::Browser;
use super::contexts::in_context;
use super::state::BrowserInner;
use crate::connection::WireEvent;
use crate::{BrowserEvent, ContextId, Deadline, Download, DownloadState, Error, FrameId, Json, Result};
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WillBegin {
    frame_id: FrameId,
    guid: String,
    url: String,
    suggested_filename: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Progress {
    guid: String,
    total_bytes: f64,
    received_bytes: f64,
    state: DownloadState,
    file_path: Option<PathBuf>,
}

impl Browser {
    /// All downloads since the connection began, in the order in which they began.
    pub fn downloads(&self) -> Vec<Download> {
        self.0.state.read(|state| state.downloads.clone())
    }

    /// Waits until a download is over.
    pub async fn wait_download(&self, id: &str, deadline: Deadline) -> Result<Download> {
        self.0
            .until("The download", deadline, |state| {
                let download = state.downloads.iter().find(|download| download.id == id)?;
                (download.state != DownloadState::InProgress).then(|| Ok(download.clone()))
            })
            .await
    }

    /// Cancels a download that goes on.
    pub async fn cancel_download(&self, id: &str, deadline: Deadline) -> Result<()> {
        let found = self
            .0
            .state
            .read(|state| state.downloads.iter().find(|download| download.id == id).cloned());
        let Some(download) = found else { return Ok(()) };
        let mut params = in_context(download.context.as_ref());
        params["guid"] = json!(download.guid);
        let _: Json = self
            .session()
            .request("Browser.cancelDownload", params, deadline)
            .await?;
        Ok(())
    }

    /// Forgets a download that is over. The file stays.
    pub fn forget_download(&self, id: &str) {
        let over = |download: &Download| download.id == id && download.state != DownloadState::InProgress;
        self.0
            .state
            .write(|state| state.downloads.retain(|download| !over(download)));
    }
}

impl BrowserInner {
    /// Tells a context where its downloads go. What a user's own browser does with the user's downloads is left to it.
    pub async fn set_downloads(&self, context: Option<&ContextId>, deadline: Deadline) -> Result<()> {
        let mut params = in_context(context);
        params["eventsEnabled"] = json!(true);
        match &self.options.downloads {
            Some(folder) if !(self.options.attached && context.is_none()) => {
                params["behavior"] = json!("allowAndName");
                params["downloadPath"] = json!(folder);
            }
            _ => params["behavior"] = json!("default"),
        }
        match self
            .session
            .request::<Json>("Browser.setDownloadBehavior", params, deadline)
            .await
        {
            Err(error @ (Error::Timeout { .. } | Error::BrowserGone { .. })) => Err(error),
            Err(error) => {
                tracing::warn!(%error, "downloads are left to the browser");
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    pub fn download_began(&self, event: &WireEvent) {
        let Some(WillBegin {
            frame_id,
            guid,
            url,
            suggested_filename,
        }) = event.read()
        else {
            return;
        };
        let of_frame =
            |tab: &Arc<crate::tab::TabInner>| tab.state.read(|state| state.frames.get(&frame_id).is_some());
        let tab = self.all_tabs().into_iter().find(of_frame);
        if let Some(tab) = &tab {
            tab.state.write(|state| state.download_began(&url));
        }
        let download = self.state.write(|state| {
            if state.downloads.iter().any(|download| download.guid == guid) {
                return None;
            }
            state.last_download += 1;
            let download = Download {
                id: format!("d{}", state.last_download),
                tab: tab.as_ref().map(|tab| tab.id),
                url,
                name: safe_name(&suggested_filename),
                path: None,
                received: 0,
                total: None,
                state: DownloadState::InProgress,
                guid,
                context: tab.and_then(|tab| tab.context.clone()),
            };
            state.downloads.push(download.clone());
            Some(download)
        });
        if let Some(download) = download {
            self.emit(BrowserEvent::DownloadStarted(download));
        }
    }

    pub fn download_went_on(self: &Arc<Self>, event: &WireEvent) {
        let Some(progress) = event.read::<Progress>() else {
            return;
        };
        if progress.state == DownloadState::Completed && self.options.downloads.is_some() {
            // The file gets its name before anybody is told that it is there.
            let browser = self.clone();
            tokio::spawn(async move {
                let path = browser.name_file(&progress).await;
                browser.note_progress(&progress, path);
            });
            return;
        }
        let path = progress
            .file_path
            .clone()
            .filter(|_| progress.state == DownloadState::Completed);
        self.note_progress(&progress, path);
    }

    /// A finished file bears Chromium's guid; gives it the name it is meant to have, or the next one that is free.
    async fn name_file(&self, progress: &Progress) -> Option<PathBuf> {
        let find = |state: &super::state::BrowserState| {
            state
                .downloads
                .iter()
                .find(|it| it.guid == progress.guid)
                .cloned()
        };
        let download = self.state.read(find)?;
        let folder = self.options.downloads.clone()?;
        let finished = progress
            .file_path
            .clone()
            .unwrap_or_else(|| folder.join(&progress.guid));
        if finished.file_name() != Some(std::ffi::OsStr::new(&progress.guid)) {
            return Some(finished);
        }
        let folder = finished.parent().unwrap_or(&folder).to_owned();
        let renamed = tokio::task::spawn_blocking({
            let finished = finished.clone();
            move || rename_free(&finished, &folder, &download.name)
        });
        match renamed.await {
            Ok(Ok(path)) => Some(path),
            _ => Some(finished),
        }
    }

    fn note_progress(&self, progress: &Progress, path: Option<PathBuf>) {
        let changed = self.state.write(|state| {
            let download = state
                .downloads
                .iter_mut()
                .find(|download| download.guid == progress.guid)?;
            download.received = progress.received_bytes as u64;
            download.total = Some(progress.total_bytes as u64).filter(|total| *total > 0);
            download.state = progress.state;
            download.path = path.or(download.path.take());
            Some(download.clone())
        });
        if let Some(download) = changed {
            self.emit(match download.state {
                DownloadState::InProgress => BrowserEvent::DownloadProgress(download),
                _ => BrowserEvent::DownloadFinished(download),
            });
        }
    }
}

impl crate::tab::TabState {
    /// A navigation turned out to be a download.
    fn download_began(&mut self, url: &str) {
        if let Some(document) = self
            .documents
            .iter_mut()
            .rev()
            .find(|document| document.url == url && !document.committed)
        {
            document.download = true;
        }
    }
}

/// The name of a file without any folder, so that no server can place it elsewhere.
fn safe_name(suggested: &str) -> String {
    let name: String = suggested
        .chars()
        .map(|c| {
            if c.is_control() || "/\\:".contains(c) {
                '_'
            } else {
                c
            }
        })
        .collect();
    match name.trim_matches(['.', ' ']) {
        "" => "download".to_owned(),
        name => name.to_owned(),
    }
}

/// Links the file under the first free name (`a.txt`, `a (1).txt`, …), which never replaces another file, and drops the old name.
fn rename_free(from: &Path, folder: &Path, name: &str) -> std::io::Result<PathBuf> {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (name, String::new()),
    };
    for attempt in 0..1000 {
        let candidate = match attempt {
            0 => folder.join(name),
            n => folder.join(format!("{stem} ({n}){extension}")),
        };
        match std::fs::hard_link(from, &candidate) {
            Ok(()) => {
                std::fs::remove_file(from)?;
                return Ok(candidate);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        assert_eq!(safe_name("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(safe_name(".."), "download");
        assert_eq!(safe_name("report.csv"), "report.csv");
    }

    #[test]
    fn a_taken_name_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        for guid in ["g1", "g2", "g3"] {
            std::fs::write(folder.path().join(guid), guid).unwrap();
        }
        let place = |guid: &str| rename_free(&folder.path().join(guid), folder.path(), "a.txt").unwrap();
        assert_eq!(place("g1"), folder.path().join("a.txt"));
        assert_eq!(place("g2"), folder.path().join("a (1).txt"));
        assert_eq!(place("g3"), folder.path().join("a (2).txt"));
        assert_eq!(
            std::fs::read_to_string(folder.path().join("a.txt")).unwrap(),
            "g1"
        );
    }
}
