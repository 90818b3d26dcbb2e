//! Refs out of an outline, as an agent reads them.

/// The ref on the first line that has these words: `button "Save" … [ref=e12]` gives `e12`.
pub fn find<'a>(outline: &'a str, words: &str) -> Option<&'a str> {
    let line = outline
        .lines()
        .find(|line| line.contains(words) && line.contains("[ref="))?;
    let (_, rest) = line.split_once("[ref=")?;
    rest.split_once(']').map(|(reference, _)| reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ref_of_the_line_is_found() {
        let outline = "h1 \"Save\"\n  button \"Save\" disabled [ref=f2e12]\n  button \"Quit\" [ref=e2]";
        assert_eq!(find(outline, "button \"Save\""), Some("f2e12"));
        assert_eq!(find(outline, "button \"Help\""), None);
    }
}
