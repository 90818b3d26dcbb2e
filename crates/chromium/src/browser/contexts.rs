//! Browser contexts: cookie jars of their own.

use super::Browser;
use crate::{ContextId, Deadline, Json, Result};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    browser_context_id: ContextId,
}

impl Browser {
    /// Makes a context that shares no cookies, storage or cache with any other. It ends with the connection.
    pub async fn create_context(&self, deadline: Deadline) -> Result<ContextId> {
        let params = json!({"disposeOnDetach": true});
        let created: Created = self
            .session()
            .request("Target.createBrowserContext", params, deadline)
            .await?;
        self.0
            .set_downloads(Some(&created.browser_context_id), deadline)
            .await?;
        Ok(created.browser_context_id)
    }

    /// Closes a context with all its tabs.
    pub async fn dispose_context(&self, context: &ContextId, deadline: Deadline) -> Result<()> {
        let params = json!({"browserContextId": context});
        let _: Json = self
            .session()
            .request("Target.disposeBrowserContext", params, deadline)
            .await?;
        Ok(())
    }

    /// Grants an origin (all of them, if none is named) permissions, by the names that Chromium's `Browser.grantPermissions` takes.
    pub async fn grant_permissions(
        &self,
        permissions: &[String],
        origin: Option<&str>,
        context: Option<&ContextId>,
        deadline: Deadline,
    ) -> Result<()> {
        let mut params = in_context(context);
        params["permissions"] = json!(permissions);
        if let Some(origin) = origin {
            params["origin"] = json!(origin);
        }
        let _: Json = self
            .session()
            .request("Browser.grantPermissions", params, deadline)
            .await?;
        Ok(())
    }

    /// Takes all granted permissions back.
    pub async fn reset_permissions(&self, context: Option<&ContextId>, deadline: Deadline) -> Result<()> {
        let _: Json = self
            .session()
            .request("Browser.resetPermissions", in_context(context), deadline)
            .await?;
        Ok(())
    }
}

/// Params that name a context, or the default one.
pub(super) fn in_context(context: Option<&ContextId>) -> Json {
    match context {
        Some(context) => json!({"browserContextId": context}),
        None => json!({}),
    }
}
