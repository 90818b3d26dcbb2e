//! The parser. It says where a path went wrong, and when brackets would have made it right, how.

use serde_json::Value as Json;

use super::{Key, Segment};
use crate::json_text;
use crate::text::utf16_len;

/// What is wrong with a path, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at offset {offset}){advice}")]
pub struct PathError {
    message: String,
    advice: String,
    /// Where, in UTF-16 units of the trimmed path.
    pub offset: usize,
}

/// The words that end a path.
const KEYWORDS: [(&str, Segment); 2] = [("$help", Segment::Help), ("$describe", Segment::Describe)];

/// White space as JavaScript trims it.
fn is_space(ch: char) -> bool {
    ch == '\u{feff}' || (ch.is_whitespace() && ch != '\u{85}')
}

pub(super) fn parse(text: &str) -> Result<Vec<Segment>, PathError> {
    Parser::new(text, false).run()
}

/// Parses a path in which names may begin like a keyword (`$helper`). Such a name is only certain to be one where a
/// node declares it, so nothing may be called before that is known: a path with a call before it does not parse.
pub(crate) fn parse_loosely(text: &str) -> Option<Vec<Segment>> {
    let segments = Parser::new(text, true).run().ok()?;
    let odd = segments.iter().position(begins_like_keyword)?;
    let calls = segments[..odd]
        .iter()
        .any(|segment| matches!(segment, Segment::Call(..)));
    (!calls).then_some(segments)
}

/// Whether a name is one that only a loose parse accepts.
pub(crate) fn begins_like_keyword(segment: &Segment) -> bool {
    match segment {
        Segment::Member(name) | Segment::Call(name, _) => {
            KEYWORDS.iter().any(|(keyword, _)| name.starts_with(keyword))
        }
        _ => false,
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Whether names may begin like a keyword.
    loose: bool,
    /// Byte offset of the next character.
    at: usize,
    /// Where the member that is being read began, and that it followed a dot.
    member_start: Option<usize>,
    segments: Vec<Segment>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, loose: bool) -> Self {
        Self {
            text: text.trim_matches(is_space),
            loose,
            at: 0,
            member_start: None,
            segments: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Vec<Segment>, PathError> {
        if self.text.is_empty() {
            return Ok(Vec::new());
        }
        // A root can have items of its own, so a path may begin with an index.
        if self.peek() != Some('[') {
            self.member()?;
        }
        while let Some(next) = self.peek() {
            match next {
                '.' => self.dot()?,
                '[' => self.index()?,
                '(' => self.call()?,
                other => return Err(self.unexpected(other)),
            }
        }
        Ok(self.segments)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn dot(&mut self) -> Result<(), PathError> {
        self.at += 1;
        if self.rest().is_empty() {
            return Err(self.error("Path ends with \".\"", self.at));
        }
        self.member_start = Some(self.at);
        self.member()
    }

    fn member(&mut self) -> Result<(), PathError> {
        let name = name_prefix(self.rest());
        for (keyword, segment) in KEYWORDS {
            let longer = name.len() > keyword.len();
            if name.starts_with(keyword) && !(self.loose && longer) {
                self.at += keyword.len();
                if !self.rest().is_empty() {
                    return Err(self.error(&format!("\"{keyword}\" must be the last segment"), self.at));
                }
                self.segments.push(segment);
                return Ok(());
            }
        }
        if name.is_empty() {
            return Err(self.advised("Expected a member name", self.at));
        }
        self.at += name.len();
        self.segments.push(Segment::Member(name.to_owned()));
        Ok(())
    }

    fn index(&mut self) -> Result<(), PathError> {
        let (start, inner) = self.bracketed('[')?;
        let Some(key) = parse_key(inner) else {
            return Err(self.error(
                &format!("Index must be an integer or a JSON string, found \"{inner}\""),
                start,
            ));
        };
        self.member_start = None;
        self.segments.push(Segment::Index(key));
        Ok(())
    }

    fn call(&mut self) -> Result<(), PathError> {
        let Some(Segment::Member(name)) = self.segments.last().cloned() else {
            return Err(self.error("A call must directly follow a member name", self.at));
        };
        let (start, inner) = self.bracketed('(')?;
        let mut args: Vec<Json> = serde_json::from_str(&format!("[{inner}]")).map_err(|_| {
            let message = "Arguments must be comma-separated JSON literals; \
                           pass complex values in the \"args\" parameter instead";
            self.error(message, start)
        })?;
        args.iter_mut().for_each(settle_numbers);
        self.member_start = None;
        self.segments.pop();
        self.segments.push(Segment::Call(name, args));
        Ok(())
    }

    /// What stands between this bracket and its partner. Quotes hide brackets; inside, brackets are only counted,
    /// because what stands there is read as JSON afterwards.
    fn bracketed(&mut self, open: char) -> Result<(usize, &'a str), PathError> {
        let opened = self.at;
        let partner = if open == '[' { ']' } else { ')' };
        let mut depth = 0;
        let (mut quoted, mut escaped) = (false, false);
        for (offset, ch) in self.rest().char_indices() {
            if quoted {
                quoted = escaped || ch != '"';
                escaped = !escaped && ch == '\\';
                continue;
            }
            match ch {
                '"' => quoted = true,
                '[' | '(' | '{' => depth += 1,
                ']' | ')' | '}' => depth -= 1,
                _ => continue,
            }
            if depth > 0 {
                continue;
            }
            if ch != partner {
                return Err(self.error(
                    &format!("Expected \"{partner}\", found \"{ch}\""),
                    opened + offset,
                ));
            }
            self.at = opened + offset + 1;
            return Ok((opened + 1, &self.text[opened + 1..opened + offset]));
        }
        Err(self.error(&format!("Unterminated \"{open}\""), opened))
    }

    fn unexpected(&self, found: char) -> PathError {
        let message = format!("Expected \".\" or end of path, found \"{found}\"");
        if matches!(self.segments.last(), Some(Segment::Member(_))) {
            self.advised(&message, self.at)
        } else {
            self.error(&message, self.at)
        }
    }

    fn error(&self, message: &str, at: usize) -> PathError {
        PathError {
            message: message.to_owned(),
            advice: String::new(),
            offset: utf16_len(&self.text[..at]),
        }
    }

    /// An error inside a member name: perhaps brackets were meant.
    fn advised(&self, message: &str, at: usize) -> PathError {
        let advice = self.bracketed_path().map_or_else(String::new, |path| {
            format!(". If this was intended as one member name, use {path}.")
        });
        PathError {
            advice,
            ..self.error(message, at)
        }
    }

    /// The path with the member that is being read in brackets, if that makes it a path.
    fn bracketed_path(&self) -> Option<String> {
        let start = self.member_start?;
        let tail = &self.text[start..];
        let end = tail.find('.').unwrap_or(tail.len());
        let (name, rest) = tail.split_at(end);
        if name.is_empty() || !name.chars().all(may_be_quoted) {
            return None;
        }
        let parent = &self.text[..start - 1];
        let path = format!("{parent}[{}]{rest}", json_text::quoted(name));
        parse(&path).is_ok().then_some(path)
    }
}

/// Characters that people put into names, and that mean nothing else in a path.
fn may_be_quoted(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || is_space(ch) || matches!(ch, '_' | '$' | '-' | '@' | '/')
}

/// The longest prefix that is a member name.
pub(super) fn name_prefix(text: &str) -> &str {
    let allowed = |(at, ch): &(usize, char)| {
        ch.is_ascii_alphabetic() || matches!(ch, '_' | '$') || (*at > 0 && ch.is_ascii_digit())
    };
    let end = text
        .char_indices()
        .find(|pair| !allowed(pair))
        .map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Whether a text is a member name, and no keyword.
pub(crate) fn is_member_name(text: &str) -> bool {
    !text.is_empty()
        && name_prefix(text).len() == text.len()
        && !KEYWORDS.iter().any(|(keyword, _)| text == *keyword)
}

fn parse_key(inner: &str) -> Option<Key> {
    match serde_json::from_str(inner).ok()? {
        Json::String(text) => Some(Key::Text(text)),
        Json::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)).map(Key::Int),
        _ => None,
    }
}

/// Makes `2.0` the number that it prints as, so that a path that was printed parses to itself.
fn settle_numbers(json: &mut Json) {
    match json {
        Json::Number(number) if number.is_f64() => {
            let printed = json_text::number(number.as_f64().unwrap_or_default());
            *json = serde_json::from_str(&printed).unwrap_or_default();
        }
        Json::Array(items) => items.iter_mut().for_each(settle_numbers),
        Json::Object(entries) => entries.values_mut().for_each(settle_numbers),
        _ => {}
    }
}

/// A number without a fraction that fits.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "what does not fit is sorted out before the cast"
)]
fn whole(number: f64) -> Option<i64> {
    let fits = number.fract() == 0.0 && number.abs() < i64::MAX as f64;
    fits.then_some(number as i64)
}
