//! Reading options objects.

use ai_vision::{Json, NodeError};
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
    serde_json::from_value(Json::Object(fields))
        .map_err(|error| NodeError::new(format!("These options do not fit: {error}.")))
}

/// The target an agent wrote, with the `nth` of the options.
pub fn target(value: Option<&Json>, options: Option<&Json>) -> Result<Target, NodeError> {
    let target =
        Target::parse(value.unwrap_or(&Json::Null)).map_err(|error| NodeError::new(error.to_string()))?;
    match options
        .and_then(|options| options.get("nth"))
        .and_then(Json::as_u64)
    {
        Some(nth) => target
            .with_nth(nth as usize)
            .map_err(|error| NodeError::new(error.to_string())),
        None => Ok(target),
    }
}

/// A text argument.
pub fn text(args: &[Json], at: usize) -> &str {
    args.get(at).and_then(Json::as_str).unwrap_or_default()
}
