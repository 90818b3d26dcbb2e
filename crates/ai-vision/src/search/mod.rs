//! `helpSearch`: finding a member, a control or a paragraph by what it is for.
//!
//! The tree is walked from a root, at most five steps deep and 300 nodes wide; each kind gives its lines once.
//! `words` makes words of text, `visit` walks, `rank` orders.

mod rank;
mod visit;
mod words;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::node::Node;

/// How many hits are given when nobody says.
const DEFAULT_LIMIT: usize = 20;

/// What a hit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HitOrigin {
    /// A member of a table.
    Member,
    /// The line that says what a kind is.
    KindSummary,
    /// A control on screen.
    Element,
    /// A live child.
    ChildEntry,
    /// A line of help.
    HelpText,
}

/// A line that matched, and where to go for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The path to use.
    pub path: String,
    /// Kind of the node it belongs to.
    pub kind: String,
    /// The line.
    pub matched_line: String,
    /// What it is.
    pub origin: HitOrigin,
}

/// The lines that match a query best, 20 unless `limit` says otherwise, at least one if anything matches.
///
/// A word of the query matches a word or the beginning of a word. More words matched rank first, then more whole
/// words, then members before children before help text, then concrete places. What fails on the way is left out.
pub async fn help_search(root: &Arc<dyn Node>, query: &str, limit: Option<usize>) -> Vec<Hit> {
    let wanted = words::query_words(query);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut lines = rank::Matches::new(wanted);
    visit::visit(root, &mut lines).await;
    lines.best(limit.unwrap_or(DEFAULT_LIMIT).max(1))
}

/// Ranks hits of several searches for one query together. A hit that another has already is dropped.
pub fn merge_hits(query: &str, hits: impl IntoIterator<Item = Hit>, limit: Option<usize>) -> Vec<Hit> {
    let mut lines = rank::Matches::new(words::query_words(query));
    for hit in hits {
        let Hit {
            path,
            kind,
            matched_line,
            origin,
        } = hit;
        lines.offer(&kind, &matched_line, origin, || (path, String::new()));
    }
    lines.best(limit.unwrap_or(DEFAULT_LIMIT).max(1))
}
