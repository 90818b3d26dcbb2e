//! JSON as others write it.

use std::borrow::Cow;

/// JSON text whose lone surrogates are replacement characters.
///
/// JavaScript's strings may hold halves of surrogate pairs, and its `JSON.stringify` writes them as escapes (`"\ud83d"`) that no UTF-8 text can
/// hold: [RFC 8259, section 8.2](https://www.rfc-editor.org/rfc/rfc8259#section-8.2). A cut emoji is worth one `\ufffd`, not the whole message.
///
/// ```
/// assert_eq!(eyeline_chromium::whole_surrogates(r#"["a\ud83d", "\ud83d\ude00", "\\ud83d"]"#), r#"["a\ufffd", "\ud83d\ude00", "\\ud83d"]"#);
/// ```
pub fn whole_surrogates(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut lone = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == b'\\') {
        at += found;
        match escape_at(bytes, at) {
            Some(0xd800..=0xdbff) if matches!(escape_at(bytes, at + 6), Some(0xdc00..=0xdfff)) => at += 12,
            Some(0xd800..=0xdfff) => {
                lone.push(at);
                at += 6;
            }
            // A backslash and what it escapes, which may be another one.
            _ => at += 2,
        }
        if at >= bytes.len() {
            break;
        }
    }
    if lone.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len());
    let mut from = 0;
    for at in lone {
        whole.push_str(&text[from..at]);
        whole.push_str("\\ufffd");
        from = at + 6;
    }
    whole.push_str(&text[from..]);
    Cow::Owned(whole)
}

/// The code unit that is written as `\uXXXX` at this place.
fn escape_at(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_replaced_and_pairs_stay() {
        let cases = [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\udc00\ud800x""#, r#""\ufffd\ufffdx""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud800 \n \"""#, r#""\\ud800 \n \"""#),
            (r#""\ud8"#, r#""\ud8"#),
            ("\"é\\ud800é\\", "\"é\\ufffdé\\"),
        ];
        for (given, expected) in cases {
            assert_eq!(whole_surrogates(given), expected, "{given}");
        }
    }
}
