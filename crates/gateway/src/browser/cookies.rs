//! `browser.cookies`.

use std::sync::Arc;

use ai_vision::{Descriptor, Json, Node, NodeError, Value, async_trait};
use eyeline_chromium::Cookie;
use serde_json::json;
use url::Url;

use super::contexts::context_option;
use super::members;
use crate::context::CallContext;

/// `browser.cookies`.
pub struct CookiesNode(pub Arc<CallContext>);

#[async_trait]
impl Node for CookiesNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::COOKIES.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("browser.cookies".into())
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let options = if member == "set" {
            args.get(1)
        } else {
            args.first()
        };
        let jar = context_option(&self.0, options)?;
        let browser = self.0.browser().await?;
        let deadline = self.0.deadline();
        let failed = |error: eyeline_chromium::Error| NodeError::new(error.to_string());
        match member {
            "list" => {
                let cookies = browser.cookies(jar.as_ref(), deadline).await.map_err(failed)?;
                let wanted = Wanted::parse(options)?;
                Ok(json!(
                    cookies
                        .iter()
                        .filter(|cookie| wanted.admits(cookie))
                        .collect::<Vec<_>>()
                )
                .into())
            }
            "set" => {
                let cookies = parse(args.first())?;
                browser
                    .set_cookies(&cookies, jar.as_ref(), deadline)
                    .await
                    .map_err(failed)?;
                Ok(json!({ "did": "set", "count": cookies.len() }).into())
            }
            _ => {
                browser
                    .clear_cookies(jar.as_ref(), deadline)
                    .await
                    .map_err(failed)?;
                Ok(json!({ "did": "cleared" }).into())
            }
        }
    }
}

struct Wanted {
    host: Option<String>,
    name: Option<String>,
}

impl Wanted {
    fn parse(options: Option<&Json>) -> Result<Wanted, NodeError> {
        let text = |name: &str| {
            options
                .and_then(|options| options.get(name))
                .and_then(Json::as_str)
        };
        let host = match text("url") {
            None => None,
            Some(url) => {
                let url = Url::parse(url)
                    .map_err(|error| NodeError::new(format!("{url:?} is not an address: {error}.")))?;
                url.host_str().map(str::to_owned)
            }
        };
        Ok(Wanted {
            host,
            name: text("name").map(str::to_owned),
        })
    }

    fn admits(&self, cookie: &Cookie) -> bool {
        let domain = cookie.domain.as_deref().unwrap_or_default();
        let bare = domain.trim_start_matches('.');
        let fits_host = self.host.as_deref().is_none_or(|host| {
            host == bare
                || (domain.starts_with('.') && host.ends_with(bare) && host.ends_with(&format!(".{bare}")))
        });
        fits_host && self.name.as_deref().is_none_or(|name| name == cookie.name)
    }
}

/// The cookies an agent wrote, or one of them.
fn parse(value: Option<&Json>) -> Result<Vec<Cookie>, NodeError> {
    let list = match value {
        Some(Json::Array(list)) => list.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    };
    list.into_iter().map(parse_one).collect()
}

fn parse_one(value: Json) -> Result<Cookie, NodeError> {
    let example = "Such as {\"name\": \"a\", \"value\": \"1\", \"url\": \"https://example.com\"}.";
    let cookie: Cookie = serde_json::from_value(value)
        .map_err(|error| NodeError::new(format!("This is no cookie: {error}. {example}")))?;
    match cookie.name.is_empty() || (cookie.url.is_none() && cookie.domain.is_none()) {
        true => Err(NodeError::new(format!(
            "A cookie needs a name, and a url or domain. {example}"
        ))),
        false => Ok(cookie),
    }
}
