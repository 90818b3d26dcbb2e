//! Requests, from the first word of them to their end.

use super::cut;
use super::ring::Ring;
use crate::SessionId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// How many requests are remembered.
const REQUESTS: usize = 500;
/// Longest address that is kept; `data:` ones have no end.
const URL: usize = 2_000;

/// A request of the tab.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestRecord {
    /// `n1`, `n2`, … in the order in which they were sent. A redirect is a request of its own.
    pub id: String,
    /// Method.
    pub method: String,
    /// Address.
    pub url: String,
    /// What it is for: `document`, `script`, `xhr`, `fetch`, `image`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// Status of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why it failed: the network error's name, or who blocked it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Whether it is over.
    pub finished: bool,
    /// Media type of the answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mime_type: String,
    /// Whether it came from a cache or a service worker.
    pub from_cache: bool,
    /// When it was sent, in milliseconds since 1970.
    pub started: u64,
    /// Milliseconds until the answer's head was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited_ms: Option<u64>,
    /// Milliseconds until it was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// Bytes that came over the network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Headers as they were sent.
    pub request_headers: Map<String, Json>,
    /// Headers as they came.
    pub response_headers: Map<String, Json>,
    /// Whether something was sent with it.
    #[serde(rename = "hasRequestBody", skip_serializing_if = "std::ops::Not::not")]
    pub has_body: bool,
    #[serde(skip)]
    pub(super) chromium_id: String,
    #[serde(skip)]
    pub(super) session: Option<SessionId>,
    #[serde(skip)]
    sent_at: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    request_id: String,
    request: Request,
    timestamp: f64,
    wall_time: f64,
    #[serde(rename = "type", default)]
    kind: String,
    redirect_response: Option<Response>,
}

impl Sent {
    /// Chromium's id, method, address and kind.
    pub fn facts(&self) -> (String, String, String, String) {
        (
            self.request_id.clone(),
            self.request.method.clone(),
            cut(&self.request.url, URL),
            self.kind.clone(),
        )
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    url: String,
    method: String,
    #[serde(default)]
    headers: Map<String, Json>,
    #[serde(default)]
    has_post_data: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    status: u16,
    #[serde(default)]
    mime_type: String,
    #[serde(default)]
    headers: Map<String, Json>,
    #[serde(default)]
    from_disk_cache: bool,
    #[serde(default)]
    from_service_worker: bool,
    #[serde(default)]
    from_prefetch_cache: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Received {
    request_id: String,
    timestamp: f64,
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfRequest {
    request_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finished {
    request_id: String,
    timestamp: f64,
    #[serde(default)]
    encoded_data_length: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Failed {
    request_id: String,
    timestamp: f64,
    error_text: String,
    #[serde(default)]
    blocked_reason: Option<String>,
}

/// The headers as they really go over the wire; they come in events of their own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RealHeaders {
    request_id: String,
    #[serde(default)]
    headers: Map<String, Json>,
    #[serde(default)]
    status_code: Option<u16>,
}

/// The requests of a tab.
#[derive(Debug)]
pub(super) struct NetworkLog {
    requests: Ring<RequestRecord>,
    last: u64,
}

impl Default for NetworkLog {
    fn default() -> Self {
        Self {
            requests: Ring::new(REQUESTS),
            last: 0,
        }
    }
}

impl NetworkLog {
    pub fn all(&self) -> Vec<RequestRecord> {
        self.requests.iter().cloned().collect()
    }

    pub fn get(&self, id: &str) -> Option<RequestRecord> {
        self.requests.iter().find(|record| record.id == id).cloned()
    }

    fn open(&mut self, chromium_id: &str) -> Option<&mut RequestRecord> {
        self.requests
            .newest_mut(|record| record.chromium_id == chromium_id)
    }

    /// A request was sent; if it is the next step of a redirect, the step before it is over.
    pub fn sent(&mut self, sent: Sent, session: Option<SessionId>) {
        if let Some(response) = sent.redirect_response
            && let Some(before) = self.open(&sent.request_id)
        {
            before.answered(response, sent.timestamp);
            before.over(sent.timestamp);
        }
        self.last += 1;
        let Request {
            url,
            method,
            headers,
            has_post_data,
        } = sent.request;
        let record = RequestRecord {
            id: format!("n{}", self.last),
            method,
            url: cut(&url, URL),
            kind: if sent.kind.is_empty() {
                "other".to_owned()
            } else {
                sent.kind.to_ascii_lowercase()
            },
            status: None,
            failure: None,
            finished: false,
            mime_type: String::new(),
            from_cache: false,
            started: (sent.wall_time * 1000.0) as u64,
            waited_ms: None,
            took_ms: None,
            bytes: None,
            request_headers: headers,
            response_headers: Map::new(),
            has_body: has_post_data,
            chromium_id: sent.request_id,
            session,
            sent_at: sent.timestamp,
        };
        self.requests.push(record);
    }

    pub fn received(&mut self, received: Received, session: Option<SessionId>) {
        if let Some(record) = self.open(&received.request_id) {
            record.answered(received.response, received.timestamp);
            // The body is with the process that got the answer.
            record.session = session.or_else(|| record.session.take());
        }
    }

    pub fn served_from_cache(&mut self, of: &OfRequest) {
        if let Some(record) = self.open(&of.request_id) {
            record.from_cache = true;
        }
    }

    pub fn real_request_headers(&mut self, real: RealHeaders) {
        if let Some(record) = self.open(&real.request_id) {
            record.request_headers = real.headers;
        }
    }

    pub fn real_response_headers(&mut self, real: RealHeaders) {
        if let Some(record) = self.open(&real.request_id) {
            record.response_headers = real.headers;
            // Of a redirect the event names its own status; that of the answer it belongs to comes with it.
            record.status = record.status.or(real.status_code);
        }
    }

    pub fn finished(&mut self, finished: &Finished) -> Option<&RequestRecord> {
        let record = self.open(&finished.request_id)?;
        record.over(finished.timestamp);
        record.bytes = Some(finished.encoded_data_length.max(0.0) as u64);
        Some(record)
    }

    pub fn failed(&mut self, failed: Failed) -> Option<&RequestRecord> {
        let record = self.open(&failed.request_id)?;
        record.over(failed.timestamp);
        record.failure = Some(match failed.blocked_reason {
            Some(reason) => format!("{} (blocked: {reason})", failed.error_text),
            None => failed.error_text,
        });
        Some(record)
    }
}

impl RequestRecord {
    fn answered(&mut self, response: Response, timestamp: f64) {
        self.status = Some(response.status).filter(|&status| status != 0);
        self.mime_type = response.mime_type;
        if self.response_headers.is_empty() {
            self.response_headers = response.headers;
        }
        self.from_cache |=
            response.from_disk_cache || response.from_service_worker || response.from_prefetch_cache;
        self.waited_ms = Some(self.since_sent(timestamp));
    }

    fn over(&mut self, timestamp: f64) {
        self.finished = true;
        self.took_ms = Some(self.since_sent(timestamp));
    }

    fn since_sent(&self, timestamp: f64) -> u64 {
        ((timestamp - self.sent_at).max(0.0) * 1000.0).round() as u64
    }
}
