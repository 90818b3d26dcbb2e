//! A DevTools session: the way to send commands to one target.

use super::calls::{CallSender, Outcome, Reply};
use super::gate::Gate;
use crate::{Deadline, Error, Json, Result, SessionId};
use chromiumoxide::types::Command;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Sends commands to one target: a page, a frame in a process of its own, or the browser itself. Cheap to clone.
///
/// Dropping the future of a command forgets it. What is in flight fails at once when the session, its tab or the browser dies,
/// and while a dialog is open in the tab.
#[derive(Clone)]
pub struct Session {
    calls: CallSender,
    id: Option<SessionId>,
    gate: Option<Arc<Gate>>,
}

impl Session {
    pub(crate) fn browser(calls: CallSender) -> Self {
        Self {
            calls,
            id: None,
            gate: None,
        }
    }

    pub(crate) fn of_tab(&self, id: SessionId, gate: Arc<Gate>) -> Self {
        Self {
            calls: self.calls.clone(),
            id: Some(id),
            gate: Some(gate),
        }
    }

    /// The same session for commands that are let through whatever the tab's state is.
    pub(crate) fn ungated(&self) -> Self {
        Self {
            gate: None,
            ..self.clone()
        }
    }

    /// The session's id; none for the browser's own.
    pub fn id(&self) -> Option<&SessionId> {
        self.id.as_ref()
    }

    /// Runs a typed command.
    ///
    /// Two things to know of the generated types: required lists are left out when they are empty, and their enums are
    /// closed, so that a value of a newer browser is an error. Where that can happen use [`request`](Self::request) with a type of your own.
    pub async fn execute<C: Command>(&self, command: C, deadline: Deadline) -> Result<C::Response> {
        let method = command.identifier();
        let params = serde_json::to_value(&command).map_err(|error| unreadable(&method, error))?;
        self.request(&method, params, deadline).await
    }

    /// Runs any command.
    pub async fn execute_raw(&self, method: &str, params: Json, deadline: Deadline) -> Result<Json> {
        self.request(method, params, deadline).await
    }

    /// Runs any command, and reads the answer once, into the wanted type.
    pub async fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Json,
        deadline: Deadline,
    ) -> Result<T> {
        let (reply, outcome) = oneshot::channel();
        let ticket = self.calls.send(
            method,
            params,
            self.id.clone(),
            self.gate.clone(),
            Reply::Future(reply),
        );
        let mut waiting = Waiting {
            calls: &self.calls,
            ticket: Some(ticket),
        };
        let outcome = deadline.run(method, outcome).await?;
        waiting.ticket = None;
        let lost = Error::BrowserGone {
            reason: "the connection is closed".to_owned(),
        };
        let answer = outcome.map_err(|_| lost)??;
        answer.into_type().map_err(|error| unreadable(method, error))
    }

    /// Sends a command whose answer nobody needs.
    pub fn post(&self, method: &str, params: Json) {
        self.calls
            .send(method, params, self.id.clone(), self.gate.clone(), Reply::Nobody);
    }

    /// Sends a command whose outcome is handed to a function, in the order of the socket: before any later event is looked at.
    pub(crate) fn post_then(&self, method: &str, params: Json, then: impl FnOnce(Outcome) + Send + 'static) {
        let reply = Reply::Function(Box::new(then));
        self.calls
            .send(method, params, self.id.clone(), self.gate.clone(), reply);
    }

    /// These execution contexts of the session are gone. Chromium says so of calls that come too late, but not always of promises that it was
    /// to wait for: what is still unanswered after it has answered this fails.
    pub(crate) fn contexts_gone(&self, contexts: Vec<String>) {
        let calls = self.calls.clone();
        let settle = move |_: Outcome| calls.contexts_gone(contexts);
        self.ungated()
            .post_then("Runtime.runIfWaitingForDebugger", serde_json::json!({}), settle);
    }
}

fn unreadable(method: &str, error: serde_json::Error) -> Error {
    Error::Decode {
        method: method.to_owned(),
        reason: error.to_string(),
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Session({})",
            self.id.as_ref().map_or("browser", SessionId::as_str)
        )
    }
}

/// Forgets a command when the future that waits for it is dropped.
struct Waiting<'a> {
    calls: &'a CallSender,
    ticket: Option<u64>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.calls.forget(ticket);
        }
    }
}
