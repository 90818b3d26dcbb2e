//! What goes into the one tool, and what comes out of it.

/// When an answer carries a hint.
pub use ai_vision::HintMode as Hints;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;

/// One call: a path in the tree, and at most one of `args` (call a method) and `value` (assign).
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallRequest {
    /// The path, `""` for the root.
    #[serde(default, deserialize_with = "null_is_default")]
    pub path: String,
    /// Arguments of the method at the path. `Some(vec![])` calls it with none, `None` describes it.
    #[serde(
        default,
        deserialize_with = "arguments",
        skip_serializing_if = "Option::is_none"
    )]
    pub args: Option<Vec<Json>>,
    /// The value to assign. Its presence matters: `Some(Json::Null)` assigns null.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    pub value: Option<Json>,
    /// Whether the answer carries a hint.
    #[serde(default, deserialize_with = "null_is_default")]
    pub hints: Hints,
    /// The longest value, in UTF-16 units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u64>,
    /// The deadline of this call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// The session handle of an earlier answer, where the transport has no sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// Why something is no call, with the key that was wrong.
#[derive(Debug, thiserror::Error)]
#[error("{0}. A call looks like {{\"path\": \"pages.open\", \"args\": [\"https://example.com\"]}}")]
pub struct NotACall(#[from] serde_path_to_error::Error<serde_json::Error>);

impl CallRequest {
    /// A request out of what a client sent.
    pub fn parse(sent: Json) -> Result<Self, NotACall> {
        Ok(serde_path_to_error::deserialize(sent)?)
    }

    /// A request that reads (or describes) what is at a path.
    pub fn to(path: impl Into<String>) -> Self {
        CallRequest {
            path: path.into(),
            ..CallRequest::default()
        }
    }

    /// The same request, calling the method there with these arguments.
    #[must_use]
    pub fn with_args(mut self, args: Vec<Json>) -> Self {
        self.args = Some(args);
        self
    }

    /// The same request, assigning this value.
    #[must_use]
    pub fn with_value(mut self, value: Json) -> Self {
        self.value = Some(value);
        self
    }

    /// The same request with a deadline of its own.
    #[must_use]
    pub fn with_timeout_ms(mut self, timeout_ms: u64) -> Self {
        self.timeout_ms = Some(timeout_ms);
        self
    }
}

/// A piece of an answer, in MCP's two forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Text.
    Text(String),
    /// An image.
    Image {
        /// The bytes in base64.
        data: String,
        /// `image/png`, `image/jpeg` or `image/webp`.
        mime_type: String,
    },
}

/// The answer to a call: its value, `changes`, hint and events, each a block, absent when empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// The blocks, in order.
    pub blocks: Vec<Block>,
    /// Whether the first block is an error sentence.
    pub is_error: bool,
}

impl Answer {
    /// An answer that is one error sentence.
    pub fn error(sentence: impl AsRef<str>) -> Self {
        Answer {
            blocks: vec![Block::Text(format!("error: {}", sentence.as_ref()))],
            is_error: true,
        }
    }

    /// All text blocks, one after the other.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Text(text) => Some(text.as_str()),
                Block::Image { .. } => None,
            })
            .collect();
        texts.join("\n")
    }
}

fn present<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(input).map(Some)
}

fn null_is_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    input: D,
) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(input)?.unwrap_or_default())
}

/// Agents now and then send the list as its JSON text; that is taken as the list it spells.
fn arguments<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Vec<Json>>, D::Error> {
    use serde::de::Error;
    let wrong =
        "`args` must be a list, such as [\"https://example.com\"], or [] for a method without arguments";
    match Json::deserialize(input)? {
        Json::Null => Ok(None),
        Json::Array(list) => Ok(Some(list)),
        Json::String(text) => match serde_json::from_str(&text) {
            Ok(Json::Array(list)) => Ok(Some(list)),
            _ => Err(D::Error::custom(wrong)),
        },
        _ => Err(D::Error::custom(wrong)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(request: Json) -> Result<CallRequest, NotACall> {
        CallRequest::parse(request)
    }

    #[test]
    fn a_null_value_is_an_assignment_and_an_absent_one_is_not() {
        assert_eq!(
            parse(json!({"path": "a", "value": null})).unwrap().value,
            Some(Json::Null)
        );
        assert_eq!(parse(json!({"path": "a"})).unwrap().value, None);
    }

    #[test]
    fn arguments_may_come_as_their_json_text() {
        assert_eq!(
            parse(json!({"args": "[1, \"a\"]"})).unwrap().args,
            Some(vec![json!(1), json!("a")])
        );
        let error = parse(json!({"args": "click"})).unwrap_err().to_string();
        assert!(error.contains("must be a list"), "{error}");
    }

    #[test]
    fn what_is_no_call_is_told_by_its_key() {
        let wrong = [
            (
                json!({"hints": "none"}),
                "hints: unknown variant `none`, expected one of `auto`",
            ),
            (
                json!({"timeoutMs": "soon"}),
                "timeoutMs: invalid type: string \"soon\"",
            ),
            (
                json!({"paht": "pages"}),
                "unknown field `paht`, expected one of `path`, `args`",
            ),
        ];
        for (request, told) in wrong {
            let error = parse(request).unwrap_err().to_string();
            assert!(error.contains(told) && error.contains("pages.open"), "{error}");
        }
    }
}
