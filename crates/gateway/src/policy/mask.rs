//! What no answer shows: the last step of every answer, so that no way out of a page can be forgotten.
//!
//! The page script masks names and texts where they begin, because they are cut and compared there. Titles, addresses,
//! console messages, scripts' results and whatever else comes from a page meet their masks here.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::{Captures, Regex, RegexBuilder};
use serde_json::{Map, Value as Json};

use crate::settings::Privacy;

/// E-mail addresses, as the page script knows them.
static EMAIL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.([a-z]{2,})").ok());

/// What is ours and must stay as it is, so that an agent can go on: refs, ids of tabs, cursors, and masks themselves.
static OURS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let marks = r#"\[redacted\]|\[email\]|\bref(?:=|":\s?")(?:f\d{1,6})?e\d{1,7}\b|\[seq \d{1,9}\]"#;
    let places =
        r#"\b(?:pages|invocations|downloads)\["?[a-z]?\d{1,6}"?\]|\btab t\d{1,6}\b|\bcursor: "[^"]{1,60}""#;
    Regex::new(&format!("{marks}|{places}")).ok()
});

/// Endings of file names, which stand in no address: `logo@2x.png`, `vue@3.min.js`.
const FILES: &[&str] = &[
    "js", "mjs", "cjs", "ts", "tsx", "css", "map", "json", "html", "png", "jpg", "jpeg", "gif", "svg",
    "webp", "avif", "ico", "woff", "ttf", "wasm",
];

/// The most addresses that a session remembers of what its agent wrote.
const MOST_KNOWN: usize = 500;

/// E-mail addresses that the agent itself wrote: they come back to it as they are.
#[derive(Debug, Clone, Default)]
pub struct KnownAddresses(HashSet<String>);

impl KnownAddresses {
    /// Notes the addresses in something that the agent wrote.
    pub fn note(&mut self, written: &Json) {
        match written {
            Json::String(text) => self.note_text(text),
            Json::Array(list) => list.iter().for_each(|one| self.note(one)),
            Json::Object(fields) => fields.iter().for_each(|(key, value)| {
                self.note_text(key);
                self.note(value);
            }),
            _ => {}
        }
    }

    /// The same for one text.
    pub fn note_text(&mut self, text: &str) {
        if !text.contains('@') {
            return;
        }
        for found in EMAIL.iter().flat_map(|regex| regex.find_iter(text)) {
            if self.0.len() < MOST_KNOWN {
                self.0.insert(found.as_str().to_lowercase());
            }
        }
    }
}

/// The masks of one session.
#[derive(Debug, Clone, Default)]
pub struct Mask {
    redact: Vec<Regex>,
    emails: Option<KnownAddresses>,
}

impl Mask {
    /// The masks that these settings ask for.
    pub fn new(privacy: &Privacy) -> Self {
        let compiled = privacy.redact.iter().filter_map(|text| match redaction(text) {
            Ok(regex) => Some(regex),
            Err(problem) => {
                tracing::error!(%problem, "a pattern that was let in does not work");
                None
            }
        });
        Mask {
            redact: compiled.collect(),
            emails: (!privacy.keep_emails).then(KnownAddresses::default),
        }
    }

    /// The same, where these addresses come from the agent itself.
    #[must_use]
    pub fn knowing(mut self, known: KnownAddresses) -> Self {
        self.emails = self.emails.map(|_| known);
        self
    }

    /// The same without the mask of e-mail addresses, for what a control itself holds.
    #[must_use]
    pub fn of_values(mut self) -> Self {
        self.emails = None;
        self
    }

    /// A text, masked.
    pub fn text(&self, text: String) -> String {
        let mut text = text;
        if let (Some(known), Some(regex), true) = (&self.emails, &*EMAIL, text.contains('@')) {
            let masked = regex.replace_all(&text, |found: &Captures<'_>| mail(found, known));
            text = masked.into_owned();
        }
        for regex in self.redact.iter() {
            if regex.is_match(&text) {
                text = redact(regex, &text);
            }
        }
        text
    }

    /// Every text in a value, masked, and numbers that a pattern fits. Texts are masked before they are written as JSON, where
    /// signs of its own would stand between their letters.
    pub fn value(&self, value: Json) -> Json {
        match value {
            Json::String(text) => Json::String(self.text(text)),
            Json::Number(number) => {
                let plain = number.to_string();
                match self.redact.iter().any(|regex| regex.is_match(&plain)) {
                    true => Json::String(self.text(plain)),
                    false => Json::Number(number),
                }
            }
            Json::Array(list) => list.into_iter().map(|one| self.value(one)).collect(),
            Json::Object(fields) => Json::Object(self.fields(fields)),
            other => other,
        }
    }

    fn fields(&self, fields: Map<String, Json>) -> Map<String, Json> {
        let mut masked = Map::new();
        for (key, value) in fields {
            let ours = value.as_str().is_some_and(|text| is_ours(&key, text));
            let value = if ours { value } else { self.value(value) };
            let name = self.text(key);
            let same = (2..).map(|number| format!("{name} {number}"));
            let free = std::iter::once(name.clone())
                .chain(same)
                .find(|name| !masked.contains_key(name));
            masked.insert(free.unwrap_or(name), value);
        }
        masked
    }
}

/// Whether a field of a record is a handle of ours, which an agent needs as it is. A page could write such a one, but only in
/// a form that says nothing.
fn is_ours(key: &str, text: &str) -> bool {
    let digits = |text: &str| (1..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    match key {
        "ref" => text.rsplit_once('e').is_some_and(|(frame, number)| {
            digits(number) && (frame.is_empty() || frame.strip_prefix('f').is_some_and(digits))
        }),
        "id" | "tab" | "opener" | "opened" | "invocation" => text
            .strip_prefix(|c: char| c.is_ascii_lowercase())
            .is_some_and(digits),
        _ => false,
    }
}

fn mail(found: &Captures<'_>, known: &KnownAddresses) -> String {
    let whole = &found[0];
    let is_file = FILES.contains(&found[1].to_lowercase().as_str());
    if is_file || known.0.contains(&whole.to_lowercase()) {
        return whole.to_owned();
    }
    "[email]".to_owned()
}

/// Masks what a pattern fits, but for what stands wholly within words of ours.
fn redact(regex: &Regex, text: &str) -> String {
    let ours = OURS.iter().flat_map(|regex| regex.find_iter(text));
    let ours: Vec<_> = ours.map(|found| found.range()).collect();
    let masked = regex.replace_all(text, |found: &Captures<'_>| {
        let Some(whole) = found.get(0).filter(|whole| !whole.is_empty()) else {
            return String::new();
        };
        let from = ours.partition_point(|range| range.end < whole.end());
        let kept = ours.get(from).is_some_and(|range| range.start <= whole.start());
        if kept {
            whole.as_str().to_owned()
        } else {
            "[redacted]".to_owned()
        }
    });
    masked.into_owned()
}

/// A pattern to redact: a regular expression, or `/one/i`. The error is a sentence.
pub fn redaction(text: &str) -> Result<Regex, String> {
    let written = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let (source, flags) = written
        .filter(|(_, flags)| flags.bytes().all(|b| b.is_ascii_lowercase()))
        .unwrap_or((text, ""));
    let regex = RegexBuilder::new(source)
        .case_insensitive(flags.contains('i'))
        .multi_line(flags.contains('m'))
        .dot_matches_new_line(flags.contains('s'))
        .build()
        .map_err(|error| format!("{text:?} is no regular expression: {error}"))?;
    match regex.is_match("") {
        true => Err(format!(
            "{text:?} also fits where nothing stands; say what it has to have, such as \"\\\\d{{8,}}\""
        )),
        false => Ok(regex),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mask(redact: &[&str]) -> Mask {
        let privacy = Privacy {
            redact: redact.iter().map(|text| (*text).to_owned()).collect(),
            keep_emails: false,
        };
        let mut known = KnownAddresses::default();
        known.note(&json!([{"to": "Ada@example.org"}]));
        Mask::new(&privacy).knowing(known)
    }

    #[test]
    fn texts_keys_and_numbers_are_masked_in_values() {
        let masked = mask(&[r"\d{8,}", "/secret/i"]).value(json!({
            "title": "SECRET plans of bob@example.com", "card": 4_111_111_111_u64, "n": 7,
            "rows": [{"Secret": "a", "secret": "b"}], "quote": "se\"cret",
        }));
        assert_eq!(
            masked,
            json!({
                "title": "[redacted] plans of [email]", "card": "[redacted]", "n": 7,
                "rows": [{"[redacted]": "a", "[redacted] 2": "b"}], "quote": "se\"cret",
            })
        );
    }

    #[test]
    fn handles_of_ours_and_masks_stay() {
        let all = mask(&[r"[a-z0-9]+"]);
        assert_eq!(
            all.text("[ref=f3e12] pages[\"t1\"] [redacted]".into()),
            "[ref=f3e12] pages[\"t1\"] [redacted]"
        );
        assert_eq!(all.value(json!({"ref": "e12"}))["[redacted]"], "e12");
        assert_eq!(
            mask(&[r"\d+"]).text("12 [ref=e12]".into()),
            "[redacted] [ref=e12]"
        );
    }

    #[test]
    fn addresses_go_but_the_agents_own_and_file_names() {
        let text = mask(&[]).text("ada@example.org bob@example.org logo@2x.png npm/vue@3.4.min.js".into());
        assert_eq!(text, "ada@example.org [email] logo@2x.png npm/vue@3.4.min.js");
        assert_eq!(
            mask(&[]).of_values().text("bob@example.org".into()),
            "bob@example.org"
        );
    }

    #[test]
    fn a_pattern_must_have_something_to_fit() {
        for text in ["", "a*", "//"] {
            assert!(redaction(text).unwrap_err().contains("nothing"), "{text}");
        }
        assert!(redaction("(").unwrap_err().contains("regular expression"));
        assert!(redaction("/Key/i").unwrap().is_match("KEY"));
        assert!(redaction("/usr/lib").unwrap().is_match("/usr/lib"));
    }
}
