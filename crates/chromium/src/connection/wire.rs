//! Messages as they come from the socket.

use crate::{Json, SessionId};
use chromiumoxide::types::{EventMessage, Method, MethodId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// An event, with the session it came on. Any method, known or not.
#[derive(Debug, Clone, Deserialize)]
pub struct WireEvent {
    /// `Page.frameNavigated`, …
    pub method: String,
    /// The session; none for the browser's own.
    #[serde(rename = "sessionId", default)]
    pub session: Option<SessionId>,
    /// What it tells.
    #[serde(default)]
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

impl Method for WireEvent {
    fn identifier(&self) -> MethodId {
        self.method.clone().into()
    }
}

impl EventMessage for WireEvent {
    fn session_id(&self) -> Option<&str> {
        self.session.as_ref().map(SessionId::as_str)
    }
}

/// A command's error, as Chromium words it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct WireError {
    pub code: i64,
    pub message: String,
}

/// An answer that `chromiumoxide` could not read (nested deeper than its reader goes): its id, and the rest unread.
#[derive(Debug, Deserialize)]
pub(crate) struct UnreadAnswer {
    pub id: usize,
    #[serde(default)]
    pub result: Option<Box<RawValue>>,
    #[serde(default)]
    pub error: Option<WireError>,
}

/// What came back for a command.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Read already.
    Json(Json),
    /// Still text.
    Text(Box<RawValue>),
}

impl Answer {
    pub fn into_type<T: DeserializeOwned>(self) -> serde_json::Result<T> {
        match self {
            Answer::Json(json) => T::deserialize(json),
            Answer::Text(text) => {
                let read = |text: &str| T::deserialize(&mut serde_json::Deserializer::from_str(text));
                read(text.get()).or_else(|error| match crate::whole_surrogates(text.get()) {
                    std::borrow::Cow::Owned(mended) => read(&mended),
                    std::borrow::Cow::Borrowed(_) => Err(error),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chromiumoxide::types::Message;

    #[test]
    fn events_keep_their_session_and_unknown_ones_pass() {
        let text = r#"{"method":"New.thing","sessionId":"S1","params":{"a":[1]}}"#;
        let Message::Event(event) = serde_json::from_str::<Message<WireEvent>>(text).unwrap() else {
            panic!()
        };
        assert_eq!(event.method, "New.thing");
        assert_eq!(event.session, Some(SessionId::from("S1")));
        assert_eq!(event.params["a"][0], 1);
    }

    #[test]
    fn answers_too_deep_for_the_reader_still_find_their_call() {
        let deep = format!("{{\"id\":7,\"result\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
        assert!(serde_json::from_str::<Message<WireEvent>>(&deep).is_err());
        assert_eq!(serde_json::from_str::<UnreadAnswer>(&deep).unwrap().id, 7);
    }
}
