//! Cookies.

use super::Browser;
use super::contexts::in_context;
use crate::{ContextId, Deadline, Json, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A cookie.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The address it is set for, instead of domain and path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The host, or with a leading dot the domain, it is sent to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The path below which it is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it ends, in seconds since 1970. None or -1: with the browser.
    #[serde(skip_serializing_if = "is_session")]
    pub expires: Option<f64>,
    /// Scripts cannot read it.
    pub http_only: bool,
    /// Sent over HTTPS only.
    pub secure: bool,
    /// `Strict`, `Lax` or `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
}

fn is_session(expires: &Option<f64>) -> bool {
    expires.is_none_or(|at| at < 0.0)
}

#[derive(Deserialize)]
struct Cookies {
    cookies: Vec<Cookie>,
}

impl Browser {
    /// All cookies of a context.
    pub async fn cookies(&self, context: Option<&ContextId>, deadline: Deadline) -> Result<Vec<Cookie>> {
        let cookies: Cookies = self
            .session()
            .request("Storage.getCookies", in_context(context), deadline)
            .await?;
        Ok(cookies.cookies)
    }

    /// Sets cookies in a context.
    pub async fn set_cookies(
        &self,
        cookies: &[Cookie],
        context: Option<&ContextId>,
        deadline: Deadline,
    ) -> Result<()> {
        let mut params = in_context(context);
        params["cookies"] = json!(cookies);
        let _: Json = self
            .session()
            .request("Storage.setCookies", params, deadline)
            .await?;
        Ok(())
    }

    /// Removes all cookies of a context.
    pub async fn clear_cookies(&self, context: Option<&ContextId>, deadline: Deadline) -> Result<()> {
        let _: Json = self
            .session()
            .request("Storage.clearCookies", in_context(context), deadline)
            .await?;
        Ok(())
    }
}
