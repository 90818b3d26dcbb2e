//! How every answer of the page script is wrapped.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// An error that the page script itself found: a stale ref, a bad selector, an element that is not there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct PageError {
    /// A word a program can act on: `stale`, `unknown_ref`, `not_found`, `bad_argument`, `internal`, …
    pub kind: String,
    /// One sentence for the reader.
    pub message: String,
    /// Whatever else the function had to say about it.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// The answer of one call into the page script: what it returned or why it failed, and the highest ref it has given.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope<T> {
    /// What the function returned.
    pub result: Result<T, PageError>,
    /// The highest ref number this frame's script has given so far; the next call's floor.
    pub top: u32,
}

impl<'de, T: Deserialize<'de>> Envelope<T> {
    /// Reads the text that `__eyeline.call` returned, once, straight into the wanted type.
    pub fn parse(json: &'de str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Envelope<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EnvelopeVisitor(PhantomData))
    }
}

struct EnvelopeVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EnvelopeVisitor<T> {
    type Value = Envelope<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an envelope with `ok` or `err`, and `top`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut result, mut top) = (None, 0);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "ok" => result = Some(Ok(map.next_value()?)),
                "err" => result = Some(Err(map.next_value()?)),
                "top" => top = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let result = result.ok_or_else(|| A::Error::missing_field("ok"))?;
        Ok(Envelope { result, top })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_result() {
        let envelope = Envelope::<Vec<u8>>::parse(r#"{"ok":[1,2],"top":7}"#).unwrap();
        assert_eq!(
            envelope,
            Envelope {
                result: Ok(vec![1, 2]),
                top: 7
            }
        );
    }

    #[test]
    fn reads_nothing_as_a_result() {
        let envelope = Envelope::<()>::parse(r#"{"ok":null,"top":0}"#).unwrap();
        assert_eq!(envelope.result, Ok(()));
    }

    #[test]
    fn reads_an_error_with_its_extras() {
        let json = r#"{"err":{"kind":"stale","message":"gone","ref":3},"top":9}"#;
        let error = Envelope::<()>::parse(json).unwrap().result.unwrap_err();
        assert_eq!(
            (error.kind.as_str(), error.to_string().as_str()),
            ("stale", "gone")
        );
        assert_eq!(error.extra["ref"], 3);
    }

    #[test]
    fn refuses_an_answer_that_is_neither() {
        assert!(Envelope::<()>::parse(r#"{"top":1}"#).is_err());
    }
}
