//! What a child's segment says about its first step.

/// The name that a child's segment begins with, and whether it is called: `.pane("left")` gives `pane`, true.
/// None for an index.
pub(crate) fn first_step(segment: &str) -> Option<(&str, bool)> {
    let text = segment.strip_prefix('.').unwrap_or(segment);
    let name = super::parse::name_prefix(text);
    (!name.is_empty()).then(|| (name, text[name.len()..].starts_with('(')))
}

#[cfg(test)]
mod tests {
    use super::first_step;

    #[test]
    fn first_steps() {
        assert_eq!(first_step(".pane(\"left\")"), Some(("pane", true)));
        assert_eq!(first_step("editor"), Some(("editor", false)));
        assert_eq!(first_step(".box.inner"), Some(("box", false)));
        assert_eq!(first_step("[0]"), None);
    }
}
