//! Back, forward and again.

use super::{Navigated, Tab};
use crate::{Deadline, Error, Json, LoadState, Result};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    current_index: usize,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: i64,
    url: String,
}

impl Tab {
    /// Goes back one entry of the tab's history.
    pub async fn back(&self, wait_until: LoadState, deadline: Deadline) -> Result<Navigated> {
        self.travel(-1, wait_until, deadline).await
    }

    /// Goes forward one entry of the tab's history.
    pub async fn forward(&self, wait_until: LoadState, deadline: Deadline) -> Result<Navigated> {
        self.travel(1, wait_until, deadline).await
    }

    async fn travel(&self, by: isize, wait_until: LoadState, deadline: Deadline) -> Result<Navigated> {
        let history: History = self
            .ask_page("Page.getNavigationHistory", json!({}), deadline)
            .await?;
        let entry = history
            .current_index
            .checked_add_signed(by)
            .and_then(|at| history.entries.get(at));
        let entry = entry.ok_or(Error::NoHistory {
            direction: if by < 0 { "back" } else { "forward" },
        })?;
        self.after(
            "Page.navigateToHistoryEntry",
            json!({"entryId": entry.id}),
            &entry.url,
            wait_until,
            deadline,
        )
        .await
    }

    /// Loads the page again. Also brings a crashed tab back.
    pub async fn reload(&self, wait_until: LoadState, deadline: Deadline) -> Result<Navigated> {
        let url = self.url();
        self.after("Page.reload", json!({}), &url, wait_until, deadline)
            .await
    }

    /// Sends a command that makes the main frame go somewhere, and waits for it.
    async fn after(
        &self,
        method: &str,
        params: Json,
        url: &str,
        wait_until: LoadState,
        deadline: Deadline,
    ) -> Result<Navigated> {
        let (commits, moves) = self.0.state.read(|state| (state.commits, state.moves));
        let _: Json = self.ask_page(method, params, deadline).await?;
        let arrived = self.0.state.until("Loading the page", deadline, |state| {
            // A crashed tab is still crashed until the new document is there.
            match self.0.refuses() {
                Some(Error::TabCrashed) | None => {}
                Some(error) => return Some(Err(error)),
            }
            let committed = state.commits > commits;
            (committed || state.moves > moves).then_some(Ok(committed))
        });
        let committed = arrived.await.map_err(|error| {
            if error.is_timeout() {
                deadline.missed(format!("Loading {url}"))
            } else {
                error
            }
        })?;
        if committed {
            self.settled(url, wait_until, deadline).await
        } else {
            self.arrived(None, true, deadline).await
        }
    }
}
