//! The logs of one tab: filled from its events, read through [`Tab`].

use super::console::{ConsoleCalled, ConsoleMessage, EntryAdded, ExceptionThrown, PageException};
use super::network::{NetworkLog, RequestRecord, Sent};
use super::ring::Ring;
use super::{Body, body, cut};
use crate::connection::WireEvent;
use crate::{BrowserEvent, Deadline, Result, Tab, TabId};
use serde::de::DeserializeOwned;
use std::sync::{Mutex, MutexGuard, PoisonError};

const MESSAGES: usize = 500;
const EXCEPTIONS: usize = 200;
/// Longest text in an event; the whole is in the log.
const EVENT_TEXT: usize = 500;

/// What a tab said and asked for lately.
#[derive(Debug, Default)]
pub(crate) struct TabLogs(Mutex<Logs>);

#[derive(Debug)]
struct Logs {
    console: Ring<ConsoleMessage>,
    exceptions: Ring<PageException>,
    network: NetworkLog,
    last: u64,
}

impl Default for Logs {
    fn default() -> Self {
        Self {
            console: Ring::new(MESSAGES),
            exceptions: Ring::new(EXCEPTIONS),
            network: NetworkLog::default(),
            last: 0,
        }
    }
}

impl TabLogs {
    /// Takes an event in, if it is one for the logs, and tells what others may want to know of it.
    pub fn observe(&self, tab: TabId, event: &WireEvent) -> Option<BrowserEvent> {
        // Most events are none of ours; they must not cost a lock.
        let (domain, name) = event.method.split_once('.')?;
        match domain {
            "Runtime" | "Log" => self.logs().said(tab, name, event),
            "Network" => self.logs().asked(tab, name, event),
            _ => None,
        }
    }

    fn logs(&self) -> MutexGuard<'_, Logs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read<T: DeserializeOwned>(event: &WireEvent) -> Option<T> {
    event.read()
}

/// The icon that the browser looks for without being told of one: that it is missing is no doing of the page.
fn is_guessed_icon(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| url.path() == "/favicon.ico")
}

impl Logs {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn said(&mut self, tab: TabId, name: &str, event: &WireEvent) -> Option<BrowserEvent> {
        let message = match name {
            "consoleAPICalled" => read::<ConsoleCalled>(event)?.message(self.next()),
            "entryAdded" => read::<EntryAdded>(event)?.message(self.next()),
            "exceptionThrown" => {
                let exception = read::<ExceptionThrown>(event)?.exception(self.next());
                let told = BrowserEvent::PageError {
                    tab,
                    message: cut(&exception.message, EVENT_TEXT),
                };
                self.exceptions.push(exception);
                return Some(told);
            }
            _ => return None,
        };
        let told = BrowserEvent::Console {
            tab,
            level: message.level.to_owned(),
            text: cut(&message.text, EVENT_TEXT),
        };
        let by_itself = message.url.as_deref().is_some_and(is_guessed_icon);
        self.console.push(message);
        (!by_itself).then_some(told)
    }

    fn asked(&mut self, tab: TabId, name: &str, event: &WireEvent) -> Option<BrowserEvent> {
        let network = &mut self.network;
        let session = event.session.clone();
        match name {
            "requestWillBeSent" => {
                let sent: Sent = read(event)?;
                let (request, method, url, kind) = sent.facts();
                network.sent(sent, session);
                return Some(BrowserEvent::RequestStarted {
                    tab,
                    request,
                    method,
                    url,
                    kind,
                });
            }
            "responseReceived" => network.received(read(event)?, session),
            "requestServedFromCache" => network.served_from_cache(&read(event)?),
            "requestWillBeSentExtraInfo" => network.real_request_headers(read(event)?),
            "responseReceivedExtraInfo" => network.real_response_headers(read(event)?),
            "loadingFinished" => {
                let over = network.finished(&read(event)?)?;
                let (request, url) = (over.chromium_id.clone(), over.url.clone());
                return Some(BrowserEvent::RequestFinished {
                    tab,
                    request,
                    status: over.status,
                    url,
                });
            }
            "loadingFailed" => {
                let over = network.failed(read(event)?)?;
                let (request, url) = (over.chromium_id.clone(), over.url.clone());
                return Some(BrowserEvent::RequestFailed {
                    tab,
                    request,
                    error: over.failure.clone().unwrap_or_default(),
                    url,
                });
            }
            _ => {}
        }
        None
    }
}

impl Tab {
    /// The last console messages, newest last.
    pub fn console_messages(&self) -> Vec<ConsoleMessage> {
        self.0.logs.logs().console.iter().cloned().collect()
    }

    /// The last exceptions that nobody caught, newest last.
    pub fn page_exceptions(&self) -> Vec<PageException> {
        self.0.logs.logs().exceptions.iter().cloned().collect()
    }

    /// The last requests, newest last.
    pub fn requests(&self) -> Vec<RequestRecord> {
        self.0.logs.logs().network.all()
    }

    /// The request with this id (`n12`), if it is still remembered.
    pub fn request(&self, id: &str) -> Option<RequestRecord> {
        self.0.logs.logs().network.get(id)
    }

    /// What the answer to a request brought. Chromium forgets bodies when the page goes elsewhere; that is an error.
    pub async fn response_body(&self, request: &RequestRecord, deadline: Deadline) -> Result<Body> {
        body::of_response(&self.0, request, deadline).await
    }

    /// What a request sent; `None` if it sent no body.
    pub async fn request_body(&self, request: &RequestRecord, deadline: Deadline) -> Result<Option<Body>> {
        body::of_request(&self.0, request, deadline).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tell(logs: &TabLogs, method: &str, params: serde_json::Value) -> Option<BrowserEvent> {
        let event = WireEvent {
            method: method.to_owned(),
            session: None,
            params,
        };
        logs.observe("t1".parse().unwrap(), &event)
    }

    fn sent(url: &str) -> serde_json::Value {
        json!({"requestId": "7.1", "timestamp": 10.0, "wallTime": 1000.5, "type": "Fetch",
            "request": {"url": url, "method": "GET", "headers": {"A": "1"}}})
    }

    #[test]
    fn a_request_is_followed_from_redirect_to_failure() {
        let logs = TabLogs::default();
        tell(&logs, "Network.requestWillBeSent", sent("http://a/"));
        let mut second = sent("http://b/");
        second["timestamp"] = json!(10.25);
        second["redirectResponse"] = json!({"status": 302, "headers": {"location": "http://b/"}});
        tell(&logs, "Network.requestWillBeSent", second);
        let failed =
            json!({"requestId": "7.1", "timestamp": 11.0, "errorText": "net::ERR_FAILED", "type": "Fetch"});
        let told = tell(&logs, "Network.loadingFailed", failed);
        assert!(
            matches!(told, Some(BrowserEvent::RequestFailed { error, .. }) if error == "net::ERR_FAILED")
        );
        let all = logs.logs().network.all();
        let seen: Vec<_> = all
            .iter()
            .map(|record| (record.id.as_str(), record.status, record.took_ms, record.finished))
            .collect();
        assert_eq!(
            seen,
            [("n1", Some(302), Some(250), true), ("n2", None, Some(750), true)]
        );
        assert_eq!(all[1].failure.as_deref(), Some("net::ERR_FAILED"));
        assert_eq!(all[0].kind, "fetch");
        assert_eq!(all[0].started, 1_000_500);
    }

    #[test]
    fn real_headers_replace_the_provisional_ones() {
        let logs = TabLogs::default();
        tell(&logs, "Network.requestWillBeSent", sent("http://a/"));
        let real = json!({"requestId": "7.1", "headers": {"Cookie": "x"}, "associatedCookies": []});
        tell(&logs, "Network.requestWillBeSentExtraInfo", real);
        assert_eq!(
            logs.logs().network.get("n1").unwrap().request_headers["Cookie"],
            "x"
        );
    }

    #[test]
    fn exceptions_and_messages_share_a_count() {
        let logs = TabLogs::default();
        let called = json!({"type": "assert", "args": [{"type": "string", "value": "no"}], "timestamp": 5.5});
        tell(&logs, "Runtime.consoleAPICalled", called);
        let thrown = json!({"timestamp": 6.0, "exceptionDetails": {"text": "Uncaught", "lineNumber": 3, "columnNumber": 1,
            "url": "http://a/x.js", "exception": {"type": "object", "subtype": "error", "description": "Error: no\n    at x.js"}}});
        tell(&logs, "Runtime.exceptionThrown", thrown);
        let logs = logs.logs();
        let message = logs.console.iter().next().unwrap();
        assert_eq!(
            (message.seq, message.level, message.text.as_str()),
            (1, "error", "no")
        );
        let exception = logs.exceptions.iter().next().unwrap();
        assert_eq!((exception.seq, exception.line), (2, Some(4)));
        assert_eq!(exception.message, "Error: no\n    at x.js");
    }
}
