//! The page as entries: one per line, over all frames.

use eyeline_page_script::read::{FrameOutline, Item, Scroll, Viewport};

use super::options::ref_text;

/// One line's worth of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What it is.
    pub item: Item,
    /// The number of the frame it is in; 0 for the main frame.
    pub frame: u32,
    /// Something of ours to say instead of an item: a frame that did not answer.
    pub note: Option<String>,
}

impl Entry {
    /// Its ref as outlines print it.
    pub fn ref_text(&self) -> Option<String> {
        self.item.reference.map(|element| ref_text(self.frame, element))
    }

    /// Whether it stays when the budget is small: it says where one is.
    pub(super) fn is_structure(&self) -> bool {
        self.note.is_some()
            || matches!(
                self.item.role.as_str(),
                "heading"
                    | "banner"
                    | "complementary"
                    | "contentinfo"
                    | "form"
                    | "main"
                    | "navigation"
                    | "region"
                    | "search"
                    | "dialog"
                    | "alertdialog"
                    | "alert"
                    | "table"
                    | "grid"
                    | "treegrid"
                    | "frame"
                    | "more"
            )
    }
}

/// A page, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PageTree {
    /// Its lines, in order; depth makes them a tree.
    pub entries: Vec<Entry>,
    /// The address of the document that was read.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The viewport.
    pub viewport: Viewport,
    /// How far it is scrolled.
    pub scroll: Scroll,
    /// The modal that hides the rest, as `dialog "Cookies"`.
    pub modal: Option<String>,
    /// Elements walked.
    pub visited: u32,
    /// Controls that were not listed because there were too many items.
    pub dropped: u32,
    /// Whether the page says that it is still at work.
    pub busy: bool,
}

impl PageTree {
    /// The tree of one frame, without its child frames.
    pub(super) fn of_frame(outline: FrameOutline, frame: u32) -> Self {
        let entries = outline.items.into_iter().map(|item| Entry {
            item,
            frame,
            note: None,
        });
        Self {
            entries: entries.collect(),
            url: outline.url,
            title: outline.title,
            viewport: outline.viewport,
            scroll: outline.scroll,
            modal: outline.scope.modal,
            visited: outline.visited,
            dropped: outline.dropped,
            busy: outline.busy,
        }
    }

    /// Puts a child frame's entries below the entry at `index`.
    pub(super) fn splice(&mut self, index: usize, child: PageTree) {
        let depth = self.entries[index].item.depth + 1;
        let below = child.entries.into_iter().map(|mut entry| {
            entry.item.depth += depth;
            entry
        });
        self.visited += child.visited;
        self.dropped += child.dropped;
        self.entries.splice(index + 1..index + 1, below);
    }

    /// Says something below the entry at `index`.
    pub(super) fn note(&mut self, index: usize, text: String) {
        let item = Item {
            depth: self.entries[index].item.depth + 1,
            role: "note".into(),
            ..Item::default()
        };
        self.entries.insert(
            index + 1,
            Entry {
                item,
                frame: self.entries[index].frame,
                note: Some(text),
            },
        );
    }
}
