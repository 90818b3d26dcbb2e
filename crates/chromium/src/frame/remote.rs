//! What Chromium says of JavaScript values and exceptions; only what is used here, and open to what is new.

use crate::{Error, Json};
use serde::Deserialize;

/// A JavaScript value, by value or by reference.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct RemoteObject {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub value: Option<Json>,
    pub unserializable_value: Option<String>,
    pub description: Option<String>,
    pub object_id: Option<String>,
}

/// The answer of `Runtime.evaluate` and `Runtime.callFunctionOn`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evaluated {
    #[serde(default)]
    pub result: RemoteObject,
    pub exception_details: Option<ExceptionDetails>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionDetails {
    #[serde(default)]
    text: String,
    line_number: Option<u32>,
    exception: Option<RemoteObject>,
}

impl RemoteObject {
    /// The value as JSON. What JSON has no word for (`NaN`, `12n`, `-0`) is its text; `undefined` is null.
    pub fn into_json(self) -> Json {
        match (self.value, self.unserializable_value) {
            (Some(value), _) => value,
            (None, Some(text)) => Json::String(text),
            (None, None) => Json::Null,
        }
    }
}

impl Evaluated {
    /// The value, or what was thrown.
    pub fn into_result(self) -> Result<RemoteObject, Error> {
        match self.exception_details {
            None => Ok(self.result),
            Some(details) => Err(details.into_error()),
        }
    }
}

impl ExceptionDetails {
    fn into_error(self) -> Error {
        let thrown = self.exception.unwrap_or_default();
        let message = match (thrown.description, thrown.value, thrown.unserializable_value) {
            (Some(description), _, _) => without_stack(&description),
            (None, Some(Json::String(text)), _) => text,
            (None, Some(value), _) => value.to_string(),
            (None, None, Some(text)) => text,
            (None, None, None) => self.text,
        };
        Error::Exception {
            message,
            line: self.line_number.map(|line| line + 1),
        }
    }
}

/// An error's description is its message and then its stack.
fn without_stack(description: &str) -> String {
    let end = description.find("\n    at ").unwrap_or(description.len());
    description[..end].to_owned()
}
