//! Messages as they go to the socket and come from it.

use crate::{Json, SessionId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A command.
#[derive(Serialize)]
pub(crate) struct Command<'a> {
    pub id: u64,
    pub method: &'a str,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    pub session: Option<&'a SessionId>,
    pub params: &'a Json,
}

/// What comes from the socket.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// What came of a command.
    Answer(u64, Result<Answer, WireError>),
    /// Something happened.
    Event(WireEvent),
}

/// Either of them: an answer has an id, an event a method.
#[derive(Deserialize)]
struct Message {
    id: Option<u64>,
    method: Option<String>,
    #[serde(rename = "sessionId")]
    session: Option<SessionId>,
    params: Option<Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<WireError>,
}

impl Incoming {
    /// Reads a message. What is in it is left as text until it is known what it should be.
    pub fn parse(text: &str) -> serde_json::Result<Incoming> {
        let message: Message = serde_json::from_str(text)?;
        if let Some(id) = message.id {
            let outcome = message.error.map_or(Ok(Answer(message.result)), Err);
            return Ok(Incoming::Answer(id, outcome));
        }
        let Some(method) = message.method else {
            return Err(serde::de::Error::custom("neither an answer nor an event"));
        };
        let params = message.params.map(|params| read(&params)).transpose()?;
        Ok(Incoming::Event(WireEvent {
            method,
            session: message.session,
            params: params.unwrap_or_default(),
        }))
    }
}

/// Reads what a page may have had a hand in: halves of surrogate pairs, which JSON may hold and Rust's texts may not, are replaced.
fn read<T: DeserializeOwned>(text: &RawValue) -> serde_json::Result<T> {
    serde_json::from_str(text.get()).or_else(|error| match crate::whole_surrogates(text.get()) {
        Cow::Owned(mended) => serde_json::from_str(&mended),
        Cow::Borrowed(_) => Err(error),
    })
}

/// An event, with the session it came on. Any method, known or not.
#[derive(Debug, Clone)]
pub struct WireEvent {
    /// `Page.frameNavigated`, …
    pub method: String,
    /// The session; none for the browser's own.
    pub session: Option<SessionId>,
    /// What it tells.
    pub params: Json,
}

impl WireEvent {
    /// The params as a type; events of another shape are passed over with a word in the log.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        match T::deserialize(&self.params) {
            Ok(params) => Some(params),
            Err(error) => {
                tracing::warn!(method = self.method, %error, "an event was not as expected");
                None
            }
        }
    }

    /// A text in the params.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.params.get(key).and_then(Json::as_str)
    }
}

/// A command's error, as Chromium words it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct WireError {
    pub code: i64,
    pub message: String,
}

/// What came back for a command, still as text.
#[derive(Debug, Default)]
pub(crate) struct Answer(Option<Box<RawValue>>);

impl Answer {
    pub fn into_type<T: DeserializeOwned>(self) -> serde_json::Result<T> {
        match self.0 {
            Some(text) => read(&text),
            None => T::deserialize(Json::Null),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> WireEvent {
        match Incoming::parse(text) {
            Ok(Incoming::Event(event)) => event,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn events_keep_their_session_and_unknown_ones_pass() {
        let event = event(r#"{"method":"New.thing","sessionId":"S1","params":{"a":[1]}}"#);
        assert_eq!(event.method, "New.thing");
        assert_eq!(event.session, Some(SessionId::from("S1")));
        assert_eq!(event.params["a"][0], 1);
    }

    #[test]
    fn half_a_surrogate_pair_loses_neither_event_nor_answer() {
        let said = event(r#"{"method":"Runtime.consoleAPICalled","params":{"text":"a\ud83d"}}"#);
        assert_eq!(said.text("text"), Some("a\u{fffd}"));
        let Ok(Incoming::Answer(3, Ok(answer))) = Incoming::parse(r#"{"id":3,"result":{"value":"\udc00"}}"#)
        else {
            panic!()
        };
        assert_eq!(answer.into_type::<Json>().unwrap()["value"], "\u{fffd}");
    }

    #[test]
    fn answers_too_deep_for_the_reader_still_find_their_call() {
        let deep = format!("{{\"id\":7,\"result\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
        let Ok(Incoming::Answer(7, Ok(answer))) = Incoming::parse(&deep) else {
            panic!()
        };
        assert!(answer.into_type::<Json>().is_err());
    }
}
