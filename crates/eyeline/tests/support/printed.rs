//! The paths that an answer prints, wherever they stand in it.

/// How an absolute path begins.
const BEGINNINGS: [&str; 2] = ["page.", "pages["];

/// Every absolute path in a text, in order, each once. Arguments of a call are left out with their brackets.
pub fn paths_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(start) = next_beginning(text, at) {
        let end = start + path_length(&text[start..]);
        at = end.max(start + 1);
        let path = text[start..end].to_owned();
        if path.contains(".editor") && !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

fn next_beginning(text: &str, from: usize) -> Option<usize> {
    let inside_a_word = |at: usize| {
        text[..at]
            .chars()
            .next_back()
            .is_some_and(|before| before.is_alphanumeric() || matches!(before, '.' | '_' | '/' | '"'))
    };
    let first = |from: usize| {
        BEGINNINGS
            .iter()
            .filter_map(|beginning| text[from..].find(beginning).map(|at| from + at))
            .min()
    };
    let mut at = first(from)?;
    while inside_a_word(at) {
        at = first(at + 1)?;
    }
    Some(at)
}

/// How far a path goes: members, keys in brackets.
fn path_length(text: &str) -> usize {
    let mut end = word_length(text);
    loop {
        let rest = &text[end..];
        let step = match rest.as_bytes().first() {
            Some(b'.') => match word_length(&rest[1..]) {
                0 => return end,
                word => word + 1,
            },
            Some(b'[') => match key_length(rest) {
                Some(key) => key,
                None => return end,
            },
            _ => return end,
        };
        end += step;
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'))
        .unwrap_or(text.len())
}

/// The length of `[…]` with a JSON string or a number in it.
fn key_length(text: &str) -> Option<usize> {
    let inner = &text[1..];
    let mut key = serde_json::Deserializer::from_str(inner).into_iter::<serde_json::Value>();
    let value = key.next()?.ok()?;
    let length = key.byte_offset();
    let known = value.is_string() || value.is_i64();
    (known && inner[length..].starts_with(']')).then_some(length + 2)
}

/// The names that a sentence proposes: `Did you mean "a" or "b"?`
pub fn proposed(text: &str) -> Vec<String> {
    names_after(text, "Did you mean ")
}

/// The names that an error lists of what there is instead.
pub fn listed_instead(text: &str) -> Vec<String> {
    let beginnings = ["There is ", "It has ", "Its rows begin with ", "The columns are "];
    beginnings
        .iter()
        .flat_map(|beginning| names_after(text, beginning))
        .collect()
}

/// Names in quotes, with commas or `or` between them, right behind some words.
fn names_after(text: &str, words: &str) -> Vec<String> {
    let Some((_, mut rest)) = text.split_once(words) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    loop {
        let mut key = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let Some(Ok(name)) = key.next() else { return names };
        names.push(name);
        rest = &rest[key.byte_offset()..];
        match rest.strip_prefix(", ").or_else(|| rest.strip_prefix(" or ")) {
            Some(more) => rest = more,
            None => return names,
        }
    }
}

/// A path relative to the node that was asked, as in `There is a switch of that name: switch["Dark mode"].`
pub fn in_another_role(text: &str) -> Option<String> {
    let (_, rest) = text.split_once(" of that name: ")?;
    Some(rest[..path_length(rest)].to_owned())
}
