//! The lines above the outline: where the reader is.

use url::Url;

use super::line::quoted;
use super::options::SnapshotOptions;
use super::tree::PageTree;
use crate::page_text::shown_url;

/// `Page:`, `Title:`, `Viewport:`, and `Scroll:` where it was asked for.
pub(super) fn header_of(tree: &PageTree, options: &SnapshotOptions) -> Vec<String> {
    let mut lines = vec![format!("Page: {}", place_of(&tree.url))];
    if !tree.title.is_empty() {
        lines.push(format!("Title: {}", quoted(&tree.title)));
    }
    if tree.viewport.width > 0.0 {
        lines.push(format!("Viewport: {}px wide", tree.viewport.width));
    }
    if options.viewport {
        lines.push(format!("Scroll: {}", scroll_words(tree)));
    }
    if let Some(modal) = &tree.modal {
        lines.push(format!(
            "Only the open {modal} can be reached; the rest of the page is not listed."
        ));
    }
    if tree.busy {
        lines.push("The page is still loading.".to_owned());
    }
    lines
}

/// The path of a web address; any other address whole.
fn place_of(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.has_host() && url.scheme().starts_with("http") => {
            shown_url(&url[url::Position::BeforePath..])
        }
        _ => shown_url(&address.chars().take(200).collect::<String>()),
    }
}

fn scroll_words(tree: &PageTree) -> String {
    let (y, max) = (tree.scroll.y, tree.scroll.max);
    if max < 4.0 {
        "all in view".to_owned()
    } else if y < 4.0 {
        "top, more below".to_owned()
    } else if y >= max - 4.0 {
        "bottom, more above".to_owned()
    } else {
        format!("{}%, more above and below", (y / max * 100.0).round())
    }
}
