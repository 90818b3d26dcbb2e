//! Appending a child's segment to its parent's path.

/// The path of a child: `.editor` and `[0]` are appended as they are, a bare `editor` gets its dot.
///
/// ```
/// use ai_vision::join_child_path;
/// assert_eq!(join_child_path("", ".editor"), "editor");
/// assert_eq!(join_child_path("pages", "[0]"), "pages[0]");
/// assert_eq!(join_child_path("pages", "editor"), "pages.editor");
/// ```
pub fn join_child_path(parent: &str, segment: &str) -> String {
    if parent.is_empty() {
        return segment.strip_prefix('.').unwrap_or(segment).to_owned();
    }
    if segment.starts_with(['.', '[']) {
        format!("{parent}{segment}")
    } else {
        format!("{parent}.{segment}")
    }
}
