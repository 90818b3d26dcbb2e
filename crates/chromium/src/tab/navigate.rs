//! Going to an address.

use super::{Tab, TabState};
use crate::{Deadline, Error, Json, LoadState, LoaderId, Result, World};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;

/// How long a document that is parsed may go on loading, when `load` is waited for. A picture that never comes, or a frame that never
/// answers, must not hold up a page that can be used.
const LOAD_GRACE: Duration = Duration::from_secs(10);

/// How long after an aborted navigation its reason (a download, an empty answer, a crash) is waited for.
const ABORT_GRACE: Duration = Duration::from_millis(300);
/// How long after a failed one its error page is waited for.
const ERROR_PAGE_GRACE: Duration = Duration::from_secs(2);
/// How long the page is waited for to say its title.
const TITLE_GRACE: Duration = Duration::from_secs(10);

/// A redirect on the way to a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Redirect {
    /// The address that redirected.
    pub url: String,
    /// With which HTTP status.
    pub status: u16,
}

/// How a navigation ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Navigated {
    /// Where the tab is now.
    pub url: String,
    /// The page's title.
    pub title: String,
    /// The HTTP status of the document; none where it did not come over HTTP, or from the back/forward cache.
    pub status: Option<u16>,
    /// The redirects on the way, first first.
    pub redirects: Vec<Redirect>,
    /// The document stayed: `#hash`, history entries of one document.
    pub same_document: bool,
    /// How far the document has loaded. Less than what was asked for when something on the page keeps on loading.
    pub reached: LoadState,
    /// What came was a download, and the page stayed as it was.
    pub download: bool,
}

/// The answer of `Page.navigate`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Begun {
    loader_id: Option<LoaderId>,
    error_text: Option<String>,
    #[serde(default)]
    is_download: bool,
}

/// How a navigation failed.
struct Stayed {
    error: String,
    download: bool,
    /// Commits of the tab before it.
    commits: u64,
}

impl Tab {
    /// Goes to an address, and waits until its document has loaded this far.
    ///
    /// A change of the `#hash` returns at once. A download is no error, and leaves the page as it was. When the document is parsed but
    /// something on it keeps on loading, `load` is waited for 10 seconds at most, and [`Navigated::reached`] says how far it came.
    pub async fn navigate(&self, url: &str, wait_until: LoadState, deadline: Deadline) -> Result<Navigated> {
        let (commits, moves) = self.0.state.read(|state| (state.commits, state.moves));
        let begun = self
            .ask_page::<Begun>("Page.navigate", json!({"url": url}), deadline)
            .await;
        let begun = begun.map_err(|error| refused_address(error, url, deadline))?;
        let Some(loader) = begun.loader_id else {
            return match begun.error_text {
                Some(error) => Err(Error::Navigation {
                    url: url.to_owned(),
                    error,
                }),
                None => {
                    // Where it went within its document is told by an event, which may come a moment later.
                    let patience = deadline.capped(ABORT_GRACE);
                    let moved = |state: &TabState| (state.moves > moves).then_some(Ok(()));
                    let _ = self.0.until("Moving within the page", patience, moved).await;
                    self.arrived(None, true, deadline).await
                }
            };
        };
        if let Some(error) = begun.error_text {
            return self
                .stayed(
                    url,
                    &loader,
                    Stayed {
                        error,
                        download: begun.is_download,
                        commits,
                    },
                    deadline,
                )
                .await;
        }
        // Either our document came, or another one that took its place.
        let committed = |state: &TabState| {
            let ours = state.document(&loader).is_some_and(|document| document.committed);
            (ours || state.commits > commits).then_some(Ok(()))
        };
        self.0
            .until(&format!("Loading {url}"), deadline, committed)
            .await?;
        self.settled(url, wait_until, deadline).await
    }

    /// The document is there: waits for the rest, following the page where it goes on to another one by itself.
    pub(super) async fn settled(
        &self,
        url: &str,
        wait_until: LoadState,
        deadline: Deadline,
    ) -> Result<Navigated> {
        let unreachable = self.0.state.read(|state| {
            let (_, main) = state.frames.main()?;
            state.unreachable.clone()?;
            let document = state.document(main.loader.as_ref()?);
            Some(
                document
                    .and_then(|document| document.error.clone())
                    .unwrap_or_else(|| "net::ERR_FAILED".to_owned()),
            )
        });
        if let Some(error) = unreachable {
            return Err(Error::Navigation {
                url: url.to_owned(),
                error,
            });
        }
        // The document is there: one that is not parsed to its end, as a script of another host keeps it waiting, is one to work
        // with all the same. A little is left of the deadline to say so.
        let parsed = deadline.capped(deadline.remaining().mul_f32(0.8));
        match self
            .wait_load(wait_until.min(LoadState::DomContentLoaded), parsed)
            .await
        {
            Err(error) if error.is_timeout() => return self.arrived(None, false, deadline).await,
            done => done?,
        }
        if wait_until == LoadState::Load {
            // A little is left of the deadline to answer in.
            let grace = deadline.capped(LOAD_GRACE.min(deadline.remaining().mul_f32(0.9)));
            match self.wait_load(LoadState::Load, grace).await {
                Err(error) if !error.is_timeout() => return Err(error),
                _ => {}
            }
        }
        self.arrived(None, false, deadline).await
    }

    /// `Page.navigate` came back with an error and a loader: the page stayed, or shows an error page.
    async fn stayed(
        &self,
        url: &str,
        loader: &LoaderId,
        stayed: Stayed,
        deadline: Deadline,
    ) -> Result<Navigated> {
        let aborted = stayed.error == "net::ERR_ABORTED";
        // Why it was aborted, or the error page, is told a moment later: without it a call that comes next would meet a tab that is
        // between two documents.
        let known = |state: &TabState| {
            let document = state.document(loader);
            let answered = document.is_some_and(|document| document.download || document.status.is_some());
            (state.commits > stayed.commits || (aborted && (answered || stayed.download))).then_some(Ok(()))
        };
        let patience = deadline.capped(if aborted { ABORT_GRACE } else { ERROR_PAGE_GRACE });
        match self.0.until("Loading the page", patience, known).await {
            Err(error) if !error.is_timeout() => return Err(error),
            _ => {}
        }
        let document = self
            .0
            .state
            .read(|state| state.document(loader).cloned())
            .unwrap_or_default();
        if stayed.download || document.download {
            let arrived = self.arrived(Some(loader), false, deadline).await?;
            return Ok(Navigated {
                download: true,
                ..arrived
            });
        }
        // The server answered, with nothing to show: 204, 205, or an error status without a body.
        let empty = stayed.error == "net::ERR_HTTP_RESPONSE_CODE_FAILURE";
        if matches!(document.status, Some(204 | 205)) || (empty && document.status.is_some()) {
            return self.arrived(Some(loader), false, deadline).await;
        }
        Err(Error::Navigation {
            url: url.to_owned(),
            error: stayed.error,
        })
    }

    /// Where the tab is now. `loader` names the request that is told of, if it is not the one of the document shown.
    pub(super) async fn arrived(
        &self,
        loader: Option<&LoaderId>,
        same_document: bool,
        deadline: Deadline,
    ) -> Result<Navigated> {
        let title = self.ask_title(deadline).await;
        self.0.state.write(|state| {
            if let Some(title) = title {
                state.title = title;
            }
            let main = state.frames.main().map(|(_, main)| main);
            let shown = main.and_then(|main| main.loader.as_ref());
            let document = loader
                .or(shown)
                .filter(|_| !same_document)
                .and_then(|loader| state.document(loader));
            Ok(Navigated {
                url: main.map(|main| main.url.clone()).unwrap_or_default(),
                title: state.title.clone(),
                status: document.and_then(|document| document.status),
                redirects: document
                    .map(|document| document.redirects.clone())
                    .unwrap_or_default(),
                same_document,
                reached: main.map_or(LoadState::Commit, |main| main.reached),
                download: false,
            })
        })
    }

    /// The title as the page has it now; the browser tells of it somewhat later. A page that is too busy to say is not waited for long.
    async fn ask_title(&self, deadline: Deadline) -> Option<String> {
        let patience = deadline.capped(TITLE_GRACE);
        let title = self
            .main_frame()
            .ok()?
            .evaluate("document.title", &[], World::Isolated, patience)
            .await;
        title
            .ok()
            .and_then(|title: Json| title.as_str().map(str::to_owned))
    }
}

/// Chromium refuses what is no address with a protocol error.
fn refused_address(error: Error, url: &str, deadline: Deadline) -> Error {
    match error {
        Error::Protocol { message, .. } if message.contains("invalid URL") => Error::Navigation {
            url: url.to_owned(),
            error: "it is not a valid URL".to_owned(),
        },
        Error::Timeout { .. } => deadline.missed(format!("Loading {url}")),
        other => other,
    }
}
