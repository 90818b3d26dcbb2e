//! What stands between brackets.

use std::fmt;

use crate::json_text;

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
