//! How to begin, in a few lines.

/// Shown with the first hint of the root, and at `overview`.
pub const OVERVIEW: &str = "\
open a page:  call pages.open with args [\"https://example.com\"]
see it:       call page.editor.snapshot with args []  (an outline with refs)
act on it:    call page.editor.click with args [{\"ref\": \"e5\"}], page.editor.type with args [{\"ref\": \"e7\"}, \"text\"]
by name:      page.editor.app.button[\"Save\"].click, page.editor.app.textbox[\"Search\"].value
read it:      call page.editor.read with args []  (the text as Markdown)";
