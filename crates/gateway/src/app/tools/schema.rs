//! Whether an input fits a tool's JSON Schema, and an input that would.

use ai_vision::Json;
use jsonschema::{PatternOptions, Validator};
use serde_json::{Map, json};

use crate::PageText;

/// How many faults are told at once.
const FAULTS: usize = 4;

/// Checks an input. The error says what is wrong where, and shows an input that fits.
pub fn check(tool: &str, schema: &Json, input: &Json) -> Result<(), String> {
    if !input.is_object() {
        return Err(format!(
            "{tool} takes one object; got {}. Such as {}",
            brief(input),
            call(tool, schema)
        ));
    }
    let Some(validator) = validator(schema) else {
        return Ok(());
    };
    let faults: Vec<String> = validator
        .iter_errors(input)
        .take(FAULTS)
        .map(|fault| told(&fault))
        .collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{tool} does not take this input: {}. Such as {}",
            faults.join("; "),
            call(tool, schema)
        )),
    }
}

/// A schema that is none, or that points elsewhere, checks nothing.
fn validator(schema: &Json) -> Option<Validator> {
    if !schema.is_object() {
        return None;
    }
    jsonschema::options()
        .with_pattern_options(PatternOptions::regex())
        .build(schema)
        .ok()
}

fn told(fault: &jsonschema::ValidationError<'_>) -> String {
    let place = fault.instance_path().to_string();
    let place = place.trim_start_matches('/').replace('/', ".");
    let text = PageText::limited(&fault.to_string(), 200).as_str().to_owned();
    if place.is_empty() {
        text
    } else {
        format!("{place}: {text}")
    }
}

fn brief(value: &Json) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A call that works, as far as the schema tells.
fn call(tool: &str, schema: &Json) -> String {
    format!("{tool}({})", brief_long(&sample(schema, 4)))
}

fn brief_long(value: &Json) -> String {
    let text = value.to_string();
    match text.char_indices().nth(400) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// What a tool takes, for its signature: `{query, limit?}`.
pub fn signature(schema: &Json) -> String {
    let Some(properties) = schema.get("properties").and_then(Json::as_object) else {
        return "input?".into();
    };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let keys = properties.keys().take(20).map(|key| {
        let name = PageText::limited(key, 40).as_str().to_owned();
        if required.contains(&key.as_str()) {
            name
        } else {
            format!("{name}?")
        }
    });
    format!("{{{}}}", keys.collect::<Vec<_>>().join(", "))
}

/// A value that fits a schema: its example or first choice, else the plainest of its type; of an object what is required.
fn sample(schema: &Json, depth: u32) -> Json {
    let given = ["const", "default"]
        .iter()
        .find_map(|key| schema.get(*key))
        .cloned();
    let listed = ["examples", "enum"]
        .iter()
        .find_map(|key| schema.get(*key)?.as_array()?.first().cloned());
    if let Some(value) = given.or(listed) {
        return value;
    }
    if let Some(first) = ["anyOf", "oneOf", "allOf"]
        .iter()
        .find_map(|key| schema.get(*key)?.as_array()?.first())
        && schema.get("type").is_none()
        && depth > 0
    {
        return sample(first, depth - 1);
    }
    match kind(schema) {
        "string" => sample_text(schema),
        "integer" | "number" => sample_number(schema),
        "boolean" => json!(true),
        "array" => match schema.get("items") {
            Some(items) if depth > 0 => json!([sample(items, depth - 1)]),
            _ => json!([]),
        },
        "null" => Json::Null,
        _ => sample_object(schema, depth),
    }
}

fn kind(schema: &Json) -> &str {
    match schema.get("type") {
        Some(Json::String(kind)) => kind,
        Some(Json::Array(kinds)) => kinds.first().and_then(Json::as_str).unwrap_or("object"),
        _ => "object",
    }
}

fn sample_text(schema: &Json) -> Json {
    let format = schema.get("format").and_then(Json::as_str).unwrap_or_default();
    json!(match format {
        "date" => "2025-01-31",
        "date-time" => "2025-01-31T12:00:00Z",
        "time" => "12:00:00Z",
        "email" => "ada@localhost",
        "uri" | "url" => "https://example.com/",
        _ => "text",
    })
}

fn sample_number(schema: &Json) -> Json {
    let least = schema
        .get("minimum")
        .or_else(|| schema.get("exclusiveMinimum"))
        .and_then(Json::as_f64);
    let most = schema.get("maximum").and_then(Json::as_f64);
    let number = match (least, most) {
        (Some(least), _) => (least
            + if schema.get("exclusiveMinimum").is_some() {
                1.0
            } else {
                0.0
            })
        .max(least.ceil()),
        (None, Some(most)) => most.min(1.0),
        (None, None) => 1.0,
    };
    if number.fract() == 0.0 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

fn sample_object(schema: &Json, depth: u32) -> Json {
    let mut out = Map::new();
    let Some(properties) = schema
        .get("properties")
        .and_then(Json::as_object)
        .filter(|_| depth > 0)
    else {
        return Json::Object(out);
    };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    for (key, property) in properties
        .iter()
        .filter(|(key, _)| required.contains(&key.as_str()))
        .take(20)
    {
        out.insert(key.clone(), sample(property, depth - 1));
    }
    Json::Object(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Json {
        json!({"type": "object", "required": ["query", "kind"], "additionalProperties": false, "properties": {
            "query": {"type": "string"}, "kind": {"enum": ["book", "film"]}, "limit": {"type": "integer", "minimum": 1}}})
    }

    #[test]
    fn a_wrong_input_is_told_what_is_wrong_and_shown_a_right_one() {
        assert_eq!(
            check("search", &schema(), &json!({"query": "moss", "kind": "film"})),
            Ok(())
        );
        let error = check("search", &schema(), &json!({"query": 5, "limit": 0})).unwrap_err();
        assert!(error.contains("query: 5 is not of type \"string\""), "{error}");
        assert!(error.contains("\"kind\" is a required property"), "{error}");
        assert!(
            error.ends_with("Such as search({\"query\":\"text\",\"kind\":\"book\"})"),
            "{error}"
        );
        let error = check("search", &schema(), &json!("moss")).unwrap_err();
        assert!(
            error.starts_with("search takes one object; got \"moss\"."),
            "{error}"
        );
    }

    #[test]
    fn a_schema_that_is_none_lets_everything_pass() {
        for none in [
            Json::Null,
            json!({"type": 5}),
            json!({"$ref": "https://example.com/x.json"}),
        ] {
            assert_eq!(check("t", &none, &json!({"a": 1})), Ok(()), "{none}");
        }
    }

    #[test]
    fn what_is_shown_fits() {
        let schema = json!({"type": "object", "required": ["when", "n", "tags", "inner"], "properties": {
            "when": {"type": "string", "format": "date"}, "n": {"type": "number", "exclusiveMinimum": 2},
            "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            "inner": {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}}}});
        let shown = sample(&schema, 4);
        assert_eq!(check("t", &schema, &shown), Ok(()), "{shown}");
        assert_eq!(signature(&schema), "{when, n, tags, inner}");
    }
}
