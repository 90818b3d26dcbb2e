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

/// Writes characters that act on lines unseen as escapes: all controls but line feed and tab, line separators, direction
/// marks that reach over other text, tags. In JSON they are read back as what they were; elsewhere it shows that they
/// were there. Windows' line ends become plain ones.
pub fn show_unseen(text: &mut String) {
    if !text.contains(acts_unseen) {
        return;
    }
    let mut shown = String::with_capacity(text.len() + 64);
    for c in text.replace("\r\n", "\n").chars() {
        if acts_unseen(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(c);
        }
    }
    *text = shown;
}

fn acts_unseen(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// The longest address that stands in a line of ours, in characters.
const LONGEST_URL: usize = 500;

/// An address as it stands in a line of ours: on one line, bounded, and with no bracket that could open a mark of ours.
pub fn shown_url(url: &str) -> String {
    PageText::limited(url, LONGEST_URL)
        .as_str()
        .replace("[ref", "%5Bref")
        .replace("[seq", "%5Bseq")
}

/// Page text that stands in a line of ours without quotes: it cannot look like a ref, an event's number or a mark of ours.
pub fn without_marks(text: &str) -> String {
    const MARKS: [&str; 5] = ["ref=", "seq", "writable", "CAUTION", "restricted"];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let after = &rest[at + 1..];
        out.push_str(&rest[..at]);
        let ours = MARKS.iter().any(|mark| after.trim_start().starts_with(mark));
        out.push(if ours { '(' } else { '[' });
        rest = after;
    }
    out.push_str(rest);
    out
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
    fn what_acts_unseen_is_shown() {
        let mut text = "{\"a\":\"x\u{2028}y\u{202e}\u{e0041}\"}\r\n\u{1b}[2J".to_owned();
        show_unseen(&mut text);
        assert_eq!(text, "{\"a\":\"x\\u2028y\\u202e\\udb40\\udc41\"}\n\\u001b[2J");
        let mut plain = "tab\tand\nline, שלום, 👩‍🚀".to_owned();
        show_unseen(&mut plain);
        assert_eq!(plain, "tab\tand\nline, שלום, 👩‍🚀");
    }

    #[test]
    fn marks_of_ours_lose_their_bracket() {
        assert_eq!(
            without_marks("go [ref=e9] [seq 1] [ writable] items[0]"),
            "go (ref=e9] (seq 1] ( writable] items[0]"
        );
    }

    #[test]
    fn an_address_opens_no_mark() {
        assert_eq!(shown_url("http://[::1]/?a[ref=e9]"), "http://[::1]/?a%5Bref=e9]");
        assert_eq!(shown_url(&"u".repeat(9_000)).chars().count(), LONGEST_URL + 1);
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
