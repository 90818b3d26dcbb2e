//! The size of a value as pretty-printed JSON, without printing it.

use crate::json_text;
use crate::text::utf16_len;
use crate::value::Json;

/// Units of a value printed at an indentation; its first line is not indented, as after a key.
pub(super) fn units(value: &Json, indent: usize) -> usize {
    match value {
        Json::Null => 4,
        Json::Bool(true) => 4,
        Json::Bool(false) => 5,
        Json::Number(number) => number
            .as_i64()
            .map_or_else(|| json_text::scalar(value).len(), digits),
        Json::String(text) => quoted(text),
        Json::Array(items) if items.is_empty() => 2,
        Json::Object(entries) if entries.is_empty() => 2,
        Json::Array(items) => {
            let inner: usize = items
                .iter()
                .map(|item| indent + 2 + units(item, indent + 2))
                .sum();
            around(inner, items.len(), indent)
        }
        Json::Object(entries) => {
            let inner: usize = entries
                .iter()
                .map(|(key, entry)| indent + 2 + quoted(key) + 2 + units(entry, indent + 2))
                .sum();
            around(inner, entries.len(), indent)
        }
    }
}

/// How long a whole number prints.
fn digits(number: i64) -> usize {
    let magnitude = number.unsigned_abs();
    let count = magnitude.checked_ilog10().map_or(1, |tens| tens as usize + 1);
    count + usize::from(number < 0)
}

/// Brackets on lines of their own, and `,\n` between entries.
pub(super) fn around(inner: usize, count: usize, indent: usize) -> usize {
    2 + inner + 2 * (count - 1) + 2 + indent
}

/// Units of a text in quotes, escapes included.
pub(super) fn quoted(text: &str) -> usize {
    let escapes: usize = text.bytes().map(extra_units).sum();
    2 + utf16_len(text) + escapes
}

/// How many more units the escape of a byte takes.
fn extra_units(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
        0..=0x1f => 5,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn units_are_those_of_pretty_json() {
        let values = [
            json!(null),
            json!([1, [2, {}], []]),
            json!([0, 9, 10, -10, i64::MIN, u64::MAX, 1.5, 2.0e25]),
            json!({"a": {"b": [true, false, "x\"\\\n\u{1}😀"]}, "😀": -1}),
        ];
        for value in values {
            let printed = serde_json::to_string_pretty(&value)
                .unwrap()
                .replace("2e25", "2e+25");
            assert_eq!(units(&value, 0), utf16_len(&printed), "{printed}");
        }
    }
}
