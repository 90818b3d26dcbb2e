//! The text type of tables, and UTF-16 arithmetic.
//!
//! Sizes, offsets and distances count UTF-16 code units everywhere in this crate, so that limits mean the same
//! in this engine and in clients that count as JavaScript does.

use std::borrow::Cow;

/// A text of a member table: usually a literal, sometimes made at run time.
pub type Text = Cow<'static, str>;

/// Length in UTF-16 code units.
pub fn utf16_len(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().map(char::len_utf16).sum()
    }
}

/// The longest prefix of at most `units` UTF-16 code units. A surrogate pair is never cut in half.
pub fn utf16_prefix(text: &str, units: usize) -> &str {
    if text.len() <= units {
        return text;
    }
    let mut used = 0;
    for (at, ch) in text.char_indices() {
        used += ch.len_utf16();
        if used > units {
            return &text[..at];
        }
    }
    text
}

/// One line: line breaks become spaces or `\n`, other control characters become escapes.
///
/// Text from elsewhere (a page, a remote party) passes through here before it stands beside our own lines, so
/// that it can imitate none of them.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(breaks_line) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for ch in text.chars() {
        match ch {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if breaks_line(c) => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Control characters, line and paragraph separators, and the marks that reorder what is shown.
pub(crate) fn breaks_line(ch: char) -> bool {
    ch.is_control()
        || matches!(ch, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_never_cut_a_surrogate_pair() {
        assert_eq!(utf16_prefix("a😀b", 2), "a");
        assert_eq!(utf16_prefix("a😀b", 3), "a😀");
        assert_eq!(utf16_prefix("äöü", 2), "äö");
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(one_line("plain"), "plain");
        assert_eq!(one_line("a\n  [seq 9] b\u{2028}c"), "a\\n  [seq 9] b\\u2028c");
    }
}
