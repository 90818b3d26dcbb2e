//! What stands between brackets.

use std::fmt;

use crate::json_text;
use crate::text::breaks_line;

/// The key of an index: a position or a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// `[0]`, `[-1]`
    Int(i64),
    /// `["p1"]`
    Text(String),
}

impl Key {
    /// The position, counted from the end where it is negative: `[-1]` is the last of `count` items.
    pub fn position(&self, count: usize) -> Option<usize> {
        let Key::Int(at) = self else { return None };
        match usize::try_from(*at) {
            Ok(at) => (at < count).then_some(at),
            Err(_) => count.checked_sub(usize::try_from(at.unsigned_abs()).ok()?),
        }
    }

    /// The name, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Key::Text(text) => Some(text),
            Key::Int(_) => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Int(at) => write!(f, "{at}"),
            Key::Text(text) => f.write_str(&json_text::quoted(text)),
        }
    }
}

impl From<i64> for Key {
    fn from(at: i64) -> Self {
        Key::Int(at)
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Key::Text(text.to_owned())
    }
}

/// A name as it stands between the brackets of a path, with everything escaped that could end a line or reorder it.
/// For names that a page or a person chose.
///
/// ```
/// use ai_vision::format_key;
/// assert_eq!(format_key("New \"key\"\u{2028}"), "\"New \\\"key\\\"\\u2028\"");
/// ```
pub fn format_key(name: &str) -> String {
    let quoted = json_text::quoted(name);
    if !quoted.chars().any(breaks_line) {
        return quoted;
    }
    quoted
        .chars()
        .fold(String::with_capacity(quoted.len() + 8), |mut out, ch| {
            match breaks_line(ch) {
                true => out.push_str(&format!("\\u{:04x}", u32::from(ch))),
                false => out.push(ch),
            }
            out
        })
}
