//! What a call may reach: addresses and files, and how the tabs it opens are set up.

use ai_vision::NodeError;
use eyeline_chromium::Tab;
use url::Url;

use super::CallContext;
use crate::policy::Refused;
use crate::settings::Viewport;

impl CallContext {
    /// The address that an agent wrote, if it may be opened: judged by its text and by what its host resolves to.
    pub async fn checked_url(&self, text: &str) -> Result<String, NodeError> {
        let policy = self.gateway().url_policy();
        let url = policy
            .parse(text)
            .map_err(|refused| NodeError::new(refused.to_string()))?;
        policy
            .judge_resolved(&url)
            .await
            .map_err(|refused| NodeError::new(refused.to_string()))?;
        Ok(url.into())
    }

    /// Judges an address that a page has reached by itself.
    pub async fn judge_reached(&self, url: &str) -> Result<(), Refused> {
        let policy = self.gateway().url_policy();
        match Url::parse(url) {
            Ok(url) if url.scheme().starts_with("http") => {
                policy.judge(&url)?;
                policy.judge_resolved(&url).await
            }
            _ => Ok(()),
        }
    }

    /// Gives a tab the viewport of the session's settings.
    pub async fn size_tab(&self, tab: &Tab) -> Result<(), NodeError> {
        match self.settings().viewport {
            None => Ok(()),
            size => self.set_size(tab, size).await,
        }
    }

    /// Gives a tab's page a viewport, or its window's again.
    pub(super) async fn set_size(&self, tab: &Tab, size: Option<Viewport>) -> Result<(), NodeError> {
        crate::editor::set_viewport(tab, size, self.deadline())
            .await
            .map_err(|error| NodeError::new(error.to_string()))
    }
}
