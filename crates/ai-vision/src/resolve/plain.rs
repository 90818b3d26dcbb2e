//! Steps inside plain data, and inside collections that may hold nodes and functions.

use super::failure::Failure;
use super::member::no_item;
use super::walk::{NOT_ASSIGNABLE, Place, Step, Walk};
use crate::path::{Key, Segment};
use crate::value::{Json, Value};

/// Takes one step.
pub(super) async fn step(
    walk: &Walk<'_>,
    place: &Place,
    segment: &Segment,
    last: bool,
) -> Result<Step, Failure> {
    let assigns = last && walk.request.value.is_some();
    match segment {
        Segment::Index(key) => item(&place.value, key)
            .map(Step::To)
            .ok_or_else(|| Failure::in_data(&place.path, no_item(key, &place.path))),
        Segment::Member(name) => {
            let value = field(place, name)?;
            if assigns {
                return Err(Failure::in_data(&place.path, not_writable(name)));
            }
            Ok(Step::To(value))
        }
        Segment::Call(name, args) => {
            let Value::Method(method) = field(place, name)? else {
                let error = format!("\"{name}\" is a property, not a method — drop the \"()\".");
                return Err(Failure::in_data(&place.path, error));
            };
            if assigns {
                return Err(Failure::of_request(NOT_ASSIGNABLE));
            }
            let args = if last {
                walk.request.args.as_ref().unwrap_or(args)
            } else {
                args
            };
            let called = walk.guarded_call(&place.path, name, method.as_ref(), args).await;
            called
                .map(Step::To)
                .map_err(|error| Failure::in_data(&place.path, error.to_string()))
        }
        Segment::Help | Segment::Describe => Ok(Step::To(place.value.clone())),
    }
}

/// Plain data has no table that allows writing.
fn not_writable(name: &str) -> String {
    format!("\"{name}\" is not writable: it is part of plain data, which is replaced as a whole.")
}

/// A field; one that is not there reads as null.
fn field(place: &Place, name: &str) -> Result<Value, Failure> {
    let count = |length: usize| {
        if name == "length" {
            Value::from(length)
        } else {
            Value::NULL
        }
    };
    match &place.value {
        Value::Json(Json::Object(entries)) | Value::Cut(Json::Object(entries), _) => {
            Ok(entries.get(name).cloned().map_or(Value::NULL, Value::Json))
        }
        Value::Object(entries) => Ok(entries.get(name).cloned().unwrap_or_default()),
        Value::Json(Json::Array(items)) | Value::Cut(Json::Array(items), _) => Ok(count(items.len())),
        Value::List(items) => Ok(count(items.len())),
        Value::Method(_) | Value::Node(_) => Ok(Value::NULL),
        Value::Json(_) | Value::Cut(..) => {
            let error = format!(
                "\"{}\" is a primitive value; it has no member \"{name}\".",
                place.path
            );
            Err(Failure::in_data(&place.path, error))
        }
    }
}

/// An item of a list, or an entry of an object.
fn item(value: &Value, key: &Key) -> Option<Value> {
    let position = |at: &i64| usize::try_from(*at).ok();
    match (value, key) {
        (Value::Json(Json::Array(items)) | Value::Cut(Json::Array(items), _), Key::Int(at)) => {
            items.get(position(at)?).cloned().map(Value::Json)
        }
        (Value::List(items), Key::Int(at)) => items.get(position(at)?).cloned(),
        (Value::Json(Json::Object(entries)) | Value::Cut(Json::Object(entries), _), key) => {
            entries.get(&key_text(key)).cloned().map(Value::Json)
        }
        (Value::Object(entries), key) => entries.get(&key_text(key)).cloned(),
        _ => None,
    }
}

fn key_text(key: &Key) -> String {
    match key {
        Key::Int(at) => at.to_string(),
        Key::Text(text) => text.clone(),
    }
}
