//! networkRequests, consoleMessages, pageErrors: what the page asked for and said lately, newest last.

use std::sync::{Arc, LazyLock};

use ai_vision::{Descriptor, Json, Key, Node, NodeError, Value, async_trait};
use eyeline_chromium::logs::{Body, ConsoleMessage, RequestRecord};
use serde_json::json;

use super::surface::Surface;
use crate::PageText;

/// How many entries a list has when it is not said.
const USUAL: usize = 50;

static REQUESTS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "NetworkRequests",
        "Requests of the page; networkRequests()[\"n12\"] has one's headers and bodies.",
    )
    .shared()
});

/// Answers one of them.
pub async fn run(surface: &Surface, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    let option = |name: &str| args.first().and_then(|options| options.get(name));
    let limit = option("limit")
        .and_then(Json::as_u64)
        .map_or(USUAL, |limit| limit as usize);
    match member {
        "networkRequests" => {
            let filter = Filter::parse(option("filter").and_then(Json::as_str))?;
            Ok(Value::node(RequestsNode {
                surface: surface.clone(),
                filter,
                limit,
            }))
        }
        "consoleMessages" => {
            let since = option("since").and_then(Json::as_u64).unwrap_or(0);
            let level = option("level").and_then(Json::as_str);
            let wanted = |message: &ConsoleMessage| {
                message.seq > since && level.is_none_or(|level| message.level == level)
            };
            let messages = surface.tab.console_messages();
            Ok(newest(
                messages
                    .iter()
                    .filter(|message| wanted(message))
                    .map(|message| json!(message)),
                limit,
            ))
        }
        _ => Ok(newest(
            surface
                .tab
                .page_exceptions()
                .iter()
                .map(|exception| json!(exception)),
            limit,
        )),
    }
}

fn newest(entries: impl Iterator<Item = Json>, limit: usize) -> Value {
    let entries: Vec<Json> = entries.collect();
    let skipped = entries.len().saturating_sub(limit);
    Json::Array(entries.into_iter().skip(skipped).collect()).into()
}

/// Which requests: a piece of the address, a glob with `*`, or `/regex/`; also a method or a kind by its name.
enum Filter {
    All,
    Piece(String),
    Pattern(regex::Regex),
}

impl Filter {
    fn parse(text: Option<&str>) -> Result<Filter, NodeError> {
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return Ok(Filter::All);
        };
        let inner = text
            .strip_prefix('/')
            .and_then(|rest| rest.strip_suffix('/'))
            .filter(|inner| inner.contains(['\\', '.', '[', '|', '^', '$', '(', '+']));
        let pattern = match inner {
            Some(inner) => inner.to_owned(),
            None if text.contains('*') => format!("^{}$", regex::escape(text).replace("\\*", ".*")),
            None => return Ok(Filter::Piece(text.to_owned())),
        };
        let pattern = regex::Regex::new(&pattern);
        pattern
            .map(Filter::Pattern)
            .map_err(|error| NodeError::new(format!("{text:?} is no pattern: {error}.")))
    }

    fn admits(&self, request: &RequestRecord) -> bool {
        match self {
            Filter::All => true,
            Filter::Piece(piece) => {
                request.url.contains(piece)
                    || request.kind == *piece
                    || request.method.eq_ignore_ascii_case(piece)
            }
            Filter::Pattern(pattern) => pattern.is_match(&request.url),
        }
    }
}

struct RequestsNode {
    surface: Surface,
    filter: Filter,
    limit: usize,
}

#[async_trait]
impl Node for RequestsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        REQUESTS.clone()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let all: Vec<RequestRecord> = self
            .surface
            .tab
            .requests()
            .into_iter()
            .filter(|request| self.filter.admits(request))
            .collect();
        let found = match key {
            Key::Text(id) => all.iter().find(|request| request.id == *id),
            position => position.position(all.len()).and_then(|at| all.get(at)),
        };
        Some(match found {
            Some(request) => Ok(detail(&self.surface, request).await.into()),
            None => Err(NodeError::new(format!(
                "No request {key} is remembered. networkRequests() lists those that are."
            ))),
        })
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let all = self.surface.tab.requests();
        let brief: Vec<Json> = all
            .iter()
            .filter(|request| self.filter.admits(request))
            .map(brief)
            .collect();
        let skipped = brief.len().saturating_sub(self.limit);
        Ok(Some(Json::Array(brief.into_iter().skip(skipped).collect())))
    }
}

fn brief(request: &RequestRecord) -> Json {
    let mut brief = json!({
        "id": request.id,
        "method": request.method,
        "url": PageText::limited(&request.url, 300).as_str(),
        "type": request.kind,
    });
    match (&request.failure, request.status) {
        (Some(failure), _) => brief["failure"] = failure.as_str().into(),
        (None, Some(status)) => brief["status"] = status.into(),
        (None, None) => {}
    }
    match request.took_ms {
        Some(took) => brief["ms"] = took.into(),
        None => brief["pending"] = true.into(),
    }
    brief
}

/// Everything about a request. A body that is not there any more says why.
async fn detail(surface: &Surface, request: &RequestRecord) -> Json {
    let mut detail = json!(request);
    if request.has_body {
        match surface.tab.request_body(request, surface.deadline()).await {
            Ok(Some(body)) => detail["requestBody"] = body_json(body),
            Ok(None) => {}
            Err(error) => detail["requestBodyMissing"] = error.to_string().into(),
        }
    }
    if request.finished && request.failure.is_none() {
        match surface.tab.response_body(request, surface.deadline()).await {
            Ok(body) => detail["body"] = body_json(body),
            Err(error) => detail["bodyMissing"] = error.to_string().into(),
        }
    }
    detail
}

/// JSON as structure, text as text, bytes in base64.
fn body_json(body: Body) -> Json {
    match body {
        Body::Text(text) => match serde_json::from_str(&text) {
            Ok(structure @ (Json::Object(_) | Json::Array(_))) => structure,
            _ => text.into(),
        },
        Body::Base64(data) => json!({ "base64": data }),
    }
}
