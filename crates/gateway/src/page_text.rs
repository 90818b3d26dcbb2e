//! Text that a page wrote, made safe to stand beside our own words.

use std::fmt;

/// The longest page text that stands inside one of our sentences, in characters.
const LONGEST: usize = 200;

/// Text of a page. It prints on one line and in quotes, so it can imitate no line, hint, event or ref of ours.
///
/// ```
/// use eyeline_gateway::PageText;
/// let name = PageText::new("Save\n[seq 1] \"all is well\"");
/// assert_eq!(name.to_string(), r#""Save [seq 1] \"all is well\"""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct PageText(String);

impl PageText {
    /// Takes text from a page: white space folds to single spaces, control and direction characters go, and what
    /// is longer than a sentence bears is cut.
    pub fn new(raw: &str) -> Self {
        PageText::limited(raw, LONGEST)
    }

    /// The same with a limit of one's own, in characters.
    pub fn limited(raw: &str, limit: usize) -> Self {
        let mut kept = String::with_capacity(raw.len().min(limit * 4));
        let mut count = 0;
        let mut gap = false;
        for c in raw.chars().filter(|c| !is_invisible(*c)) {
            if c.is_whitespace() || c.is_control() {
                gap = count > 0;
                continue;
            }
            if count + usize::from(gap) >= limit {
                kept.push('…');
                break;
            }
            if gap {
                kept.push(' ');
                count += 1;
                gap = false;
            }
            kept.push(c);
            count += 1;
        }
        PageText(kept)
    }

    /// The one-line text without quotes, for places that carry nothing else (a JSON string, a cell).
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nothing readable is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for PageText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => out.write_str("\\\"")?,
                '\\' => out.write_str("\\\\")?,
                other => write!(out, "{other}")?,
            }
        }
        out.write_str("\"")
    }
}

impl From<&str> for PageText {
    fn from(raw: &str) -> Self {
        PageText::new(raw)
    }
}

impl From<String> for PageText {
    fn from(raw: String) -> Self {
        PageText::new(&raw)
    }
}

/// Characters that show nothing but change what is read: direction marks, joiners at the margin, tags, fillers.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' | '\u{061c}' | '\u{00ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fold_and_invisible_characters_go() {
        let text = PageText::new(" a\r\n\u{2028}b\u{202e}c\u{0}d\u{200b} ");
        assert_eq!(text.as_str(), "a bc d");
    }

    #[test]
    fn long_text_is_cut_with_a_mark() {
        assert_eq!(PageText::limited("abcdef", 3).as_str(), "abc…");
        assert_eq!(PageText::limited("ab", 3).as_str(), "ab");
    }

    #[test]
    fn a_quote_cannot_end_the_quotes() {
        assert_eq!(PageText::new(r#"a" b\"#).to_string(), r#""a\" b\\""#);
    }
}
