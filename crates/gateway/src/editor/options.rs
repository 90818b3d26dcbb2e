//! Reading options objects.

use std::sync::LazyLock;

use ai_vision::{Json, NodeError};
use regex::Regex;
use serde::de::DeserializeOwned;

use crate::actions::Target;

/// The options an agent wrote, as their type. The engine has checked the keys; nulls count as not given, and what
/// the gateway reads itself (`timeoutMs`, `nth`) is left out.
pub fn read<T: DeserializeOwned>(value: Option<&Json>) -> Result<T, NodeError> {
    let fields = match value {
        Some(Json::Object(fields)) => fields
            .iter()
            .filter(|(key, value)| !value.is_null() && !matches!(key.as_str(), "timeoutMs" | "nth"))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
        _ => serde_json::Map::new(),
    };
    parse(Json::Object(fields))
}

/// Reads options into their type; what does not fit is told in words of JSON.
pub fn parse<T: DeserializeOwned>(options: Json) -> Result<T, NodeError> {
    serde_path_to_error::deserialize(options).map_err(|error| {
        let place = match error.path().to_string() {
            path if path == "." => String::new(),
            path => format!("{path:?}: "),
        };
        NodeError::new(format!(
            "These options do not fit: {place}{}.",
            plain_words(&error.inner().to_string())
        ))
    })
}

/// What a parser says, without the names that Rust has for things.
pub fn plain_words(said: &str) -> String {
    static NAMES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        let names = [
            (r"expected u8\b", "expected a whole number from 0 to 255"),
            (
                r"expected (?:u16|u32|u64|usize)\b",
                "expected a whole number from 0 on",
            ),
            (r"expected (?:i8|i16|i32|i64|isize)\b", "expected a whole number"),
            (r"expected (?:f32|f64)\b", "expected a number"),
            (
                r"expected struct \w+(?: with \d+ elements?)?",
                "expected an object",
            ),
            (r"expected (?:a )?sequence", "expected a list"),
            (
                r"data did not match any variant of untagged enum \w+",
                "this is none of the forms it takes",
            ),
            (r" at line \d+ column \d+", ""),
        ];
        let compiled = names.into_iter().map(|(name, words)| (Regex::new(name), words));
        compiled
            .filter_map(|(regex, words)| Some((regex.ok()?, words)))
            .collect()
    });
    NAMES.iter().fold(said.to_owned(), |text, (regex, words)| {
        regex.replace_all(&text, *words).into_owned()
    })
}

/// The target an agent wrote, with the `nth` of the options.
pub fn target(value: Option<&Json>, options: Option<&Json>) -> Result<Target, NodeError> {
    let target =
        Target::parse(value.unwrap_or(&Json::Null)).map_err(|error| NodeError::new(error.to_string()))?;
    match options.and_then(|options| options.get("nth")) {
        None | Some(Json::Null) => Ok(target),
        Some(nth) => target
            .with_nth(whole(nth)?)
            .map_err(|error| NodeError::new(error.to_string())),
    }
}

/// A position, which JSON may also write as `1.0`.
fn whole(nth: &Json) -> Result<usize, NodeError> {
    let number = nth.as_u64().or_else(|| {
        nth.as_f64()
            .filter(|number| number.fract() == 0.0 && (0.0..1e9).contains(number))
            .map(|number| number as u64)
    });
    number
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| NodeError::new(format!("nth counts from 0 in whole numbers; {nth} is none.")))
}

/// A text argument.
pub fn text(args: &[Json], at: usize) -> &str {
    args.get(at).and_then(Json::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_told_without_names_of_types() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(untagged)]
        enum To {
            #[expect(dead_code, reason = "only its form counts")]
            Number(u8),
        }
        #[derive(Debug, serde::Deserialize)]
        struct Options {
            #[expect(dead_code, reason = "only its form counts")]
            to: Option<To>,
            #[expect(dead_code, reason = "only its form counts")]
            quality: Option<u8>,
        }
        let said = |options: Json| parse::<Options>(options).unwrap_err().to_string();
        assert_eq!(
            said(json!({"to": "bogus"})),
            "These options do not fit: \"to\": this is none of the forms it takes."
        );
        assert!(said(json!({"quality": 500})).contains("a whole number from 0 to 255"));
    }

    #[test]
    fn a_position_is_a_whole_number() {
        assert_eq!(whole(&json!(2)).unwrap(), 2);
        assert_eq!(whole(&json!(1.0)).unwrap(), 1);
        for wrong in [json!(-1), json!(1.5), json!("2")] {
            assert!(whole(&wrong).unwrap_err().to_string().contains("counts from 0"));
        }
    }
}
