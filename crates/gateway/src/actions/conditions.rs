//! What may be waited for.

use serde::Deserialize;
use serde_json::Value as Json;

use super::target::Target;

/// How to wait for a response.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ResponseOptions {
    /// Answer with the body too.
    pub body: bool,
}

/// What to wait for: exactly one condition.
#[derive(Debug, Clone, PartialEq)]
pub enum WaitCondition {
    /// An element to be in a state.
    Element {
        /// Which.
        target: Target,
        /// Which state.
        state: ElementState,
    },
    /// Text to stand in the page.
    Text(String),
    /// Text to be gone from the page.
    TextGone(String),
    /// The address to fit a pattern (a piece of it, a glob, or `/regex/`).
    Url(String),
    /// The page to have loaded so far: `load`, `domcontentloaded` or `idle`.
    Load(String),
    /// A JavaScript function or expression to be true.
    Function(String),
}

/// A state to wait for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementState {
    /// In the page.
    Attached,
    /// Not in the page.
    Detached,
    /// To be seen.
    #[default]
    Visible,
    /// Not to be seen, or not in the page.
    Hidden,
}

impl WaitCondition {
    const KEYS: [&'static str; 6] = ["selector", "text", "textGone", "url", "load", "function"];

    /// The one condition that an agent wrote.
    pub fn parse(value: &Json) -> Result<WaitCondition, String> {
        let wrong = |what: String| {
            format!(
                "waitFor takes exactly one of {}, such as {{\"text\":\"Saved\"}}; {what}",
                Self::KEYS.join(", ")
            )
        };
        let fields = value.as_object().ok_or_else(|| wrong(format!("got {value}")))?;
        let given: Vec<&str> = Self::KEYS
            .into_iter()
            .filter(|key| fields.get(*key).is_some_and(|value| !value.is_null()))
            .collect();
        let [key] = given[..] else {
            let got = if given.is_empty() {
                "got none of them".into()
            } else {
                format!("got {}", given.join(" and "))
            };
            return Err(wrong(got));
        };
        if key == "selector" {
            let target = Target::parse(&fields[key]).map_err(|error| error.to_string())?;
            return Ok(WaitCondition::Element {
                target,
                state: state_of(fields.get("state"))?,
            });
        }
        let text = fields[key]
            .as_str()
            .ok_or_else(|| wrong(format!("{key:?} takes a string, got {}", fields[key])))?;
        let text = text.to_owned();
        match key {
            "text" => Ok(WaitCondition::Text(text)),
            "textGone" => Ok(WaitCondition::TextGone(text)),
            "url" => Ok(WaitCondition::Url(text)),
            "function" => Ok(WaitCondition::Function(text)),
            _ if ["load", "domcontentloaded", "idle"].contains(&text.as_str()) => {
                Ok(WaitCondition::Load(text))
            }
            _ => Err(format!(
                "\"load\" takes \"load\", \"domcontentloaded\" or \"idle\"; got {text:?}"
            )),
        }
    }
}

fn state_of(value: Option<&Json>) -> Result<ElementState, String> {
    match value {
        None | Some(Json::Null) => Ok(ElementState::Visible),
        Some(value) => serde_json::from_value(value.clone()).map_err(|_| {
            format!("\"state\" takes \"attached\", \"detached\", \"visible\" or \"hidden\"; got {value}")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn exactly_one_condition_is_waited_for() {
        let wait = WaitCondition::parse(&json!({"selector": "#a", "state": "hidden"})).unwrap();
        assert!(matches!(
            wait,
            WaitCondition::Element {
                state: ElementState::Hidden,
                ..
            }
        ));
        assert!(
            WaitCondition::parse(&json!({}))
                .unwrap_err()
                .contains("got none of them")
        );
        assert!(
            WaitCondition::parse(&json!({"text": "a", "url": "b"}))
                .unwrap_err()
                .contains("text and url")
        );
    }
}
