//! Words of a text: split at punctuation and in camelCase, identifiers kept whole as well.

/// Words too common to search for, unless there are no others.
const STOP_WORDS: [&str; 44] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has", "have",
    "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "that", "the", "there",
    "this", "to", "was", "we", "what", "when", "where", "which", "who", "why", "will", "with", "you",
];

/// Calls `each` for every word of a text, in lower case.
pub(super) fn for_each_word(text: &str, mut each: impl FnMut(&str)) {
    let mut lower = String::new();
    let mut say = |word: &str| {
        lower.clear();
        if word.is_ascii() {
            lower.push_str(word);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&word.to_lowercase());
        }
        each(&lower);
    };
    for run in text
        .split(|ch: char| !ch.is_alphanumeric())
        .filter(|run| !run.is_empty())
    {
        say(run);
        let mut start = 0;
        for at in camel_breaks(run) {
            say(&run[start..at]);
            start = at;
        }
        if start > 0 {
            say(&run[start..]);
        }
    }
}

/// Where a new word begins inside a run: `addRows`, `HTMLParser`. Only ASCII letters have a say.
fn camel_breaks(run: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = run.as_bytes();
    (1..bytes.len()).filter(move |&at| {
        let (before, here, after) = (bytes[at - 1], bytes[at], bytes.get(at + 1));
        here.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || (before.is_ascii_uppercase() && after.is_some_and(u8::is_ascii_lowercase)))
    })
}

/// The different words to search for.
pub(super) fn query_words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for_each_word(query, |word| {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    });
    let telling: Vec<String> = words
        .iter()
        .filter(|word| !STOP_WORDS.contains(&word.as_str()))
        .cloned()
        .collect();
    if telling.is_empty() { words } else { telling }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for_each_word(text, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn identifiers_are_split_and_kept() {
        assert_eq!(words("addRows()"), ["addrows", "add", "rows"]);
        assert_eq!(words("HTMLParser2Go"), ["htmlparser2go", "html", "parser2", "go"]);
        assert_eq!(words("snake_case"), ["snake", "case"]);
    }

    #[test]
    fn stop_words_count_only_alone() {
        assert_eq!(query_words("how do I change it"), ["change"]);
        assert_eq!(query_words("what is the"), ["what", "is", "the"]);
    }
}
