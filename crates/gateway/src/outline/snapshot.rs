//! `snapshot`: the outline as text.

use std::borrow::Cow;
use std::sync::Arc;

use eyeline_chromium::{Deadline, Result, Tab};
use eyeline_page_script::read::{OutlineOptions, TextMode};

use super::budget::{Kept, LeftOut, fit, units};
use super::cursor::Cursor;
use super::diff::{differences, lines_of};
use super::header::header_of;
use super::line::{indented, line_of, quoted};
use super::memory::ReadMemory;
use super::options::{SnapshotOptions, Source};
use super::tree::{Entry, PageTree};
use super::{ax, frames};

/// Units kept free for the last line.
const LAST_LINE: usize = 230;

/// Counted repeats that are few enough to need no way to get them.
const FEW: usize = 12;

/// Items that are looked at when everything is asked for.
const ALL: u32 = 200_000;

/// A page as text, and the tree it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// The lines.
    pub text: String,
    /// What was read.
    pub tree: PageTree,
    /// Whether something was left out.
    pub truncated: bool,
}

/// Reads a tab and writes its outline.
pub async fn snapshot(
    tab: &Tab,
    options: &SnapshotOptions,
    memory: &mut ReadMemory,
    deadline: Deadline,
) -> Result<Snapshot> {
    let cursor = options.cursor.as_deref().map(Cursor::parse).transpose()?;
    if let Some(words) = &options.find {
        return found(tab, options, words, cursor, memory, deadline).await;
    }
    if let Some(cursor) = cursor {
        return continued(tab, options, cursor, memory, deadline).await;
    }
    let tree = read(tab, options, &options.for_frames(), memory, deadline).await?;
    let lines: Arc<[String]> = lines_of(&tree).into();
    let before = memory.remember(shape_of(options), lines.clone());
    if options.diff
        && let Some(before) = before
    {
        return Ok(difference(tree, &before, options));
    }
    Ok(outline(tree, &lines, options))
}

async fn read(
    tab: &Tab,
    options: &SnapshotOptions,
    frame_options: &OutlineOptions,
    memory: &mut ReadMemory,
    deadline: Deadline,
) -> Result<PageTree> {
    match options.source {
        Source::Page => frames::read_tree(tab, options.root.as_ref(), frame_options, memory, deadline).await,
        Source::Ax => ax::read_tree(tab, options.root.as_ref(), frame_options, deadline).await,
    }
}

/// Reads with other options are not compared with each other.
fn shape_of(options: &SnapshotOptions) -> String {
    let SnapshotOptions {
        root,
        interactive,
        text,
        values,
        viewport,
        infer,
        depth,
        source,
        boxes,
        ..
    } = options;
    format!("{root:?} {interactive} {text:?} {values} {viewport} {infer:?} {depth:?} {source:?} {boxes}")
}

/// The whole outline within its budget. `lines_in` are those of the tree's entries.
fn outline(tree: PageTree, lines_in: &[String], options: &SnapshotOptions) -> Snapshot {
    let mut lines = if options.header {
        header_of(&tree, options)
    } else {
        Vec::new()
    };
    let (entries, texts): (Cow<'_, [Entry]>, Cow<'_, [String]>) = if options.refs {
        (Cow::Borrowed(&tree.entries), Cow::Borrowed(lines_in))
    } else {
        let entries = super::inline::collapse(tree.entries.clone());
        let texts = entries.iter().map(line_of).collect();
        (Cow::Owned(entries), Cow::Owned(texts))
    };
    if entries.is_empty() {
        lines.push("Nothing is listed on this page.".to_owned());
    }
    let used: usize = lines.iter().map(|line| units(line) + 1).sum();
    let room = options.budget().saturating_sub(used);
    let kept = Kept::new(&entries, &texts);
    let whole = kept.total;
    let room = if whole > room {
        room.saturating_sub(LAST_LINE)
    } else {
        room
    };
    let (body, mut left) = fit(kept, room);
    lines.extend(body);
    if tree.dropped > 0 {
        left.far += tree.dropped as usize;
        left.first = left.first.or(Some(entries.len()));
    }
    let truncated = left.any();
    if whole > room || tree.dropped > 0 || left.controls > 0 || left.similar > FEW {
        lines.push(last_line(&left, &entries));
    }
    let text = within(lines, options.budget());
    Snapshot {
        text,
        tree,
        truncated,
    }
}

fn last_line(left: &LeftOut, entries: &[Entry]) -> String {
    let cursor = Cursor::before(entries, left.first.unwrap_or(entries.len())).text();
    format!(
        "… left out: {}. snapshot({{cursor: \"{cursor}\"}}) goes on from the first of them, snapshot({{find: \"words\"}}) searches all of the page.",
        left.words()
    )
}

/// Joins lines; the budget holds whatever happened before.
fn within(mut lines: Vec<String>, budget: usize) -> String {
    let mut total: usize = lines
        .iter()
        .map(|line| units(line) + 1)
        .sum::<usize>()
        .saturating_sub(1);
    while total > budget && lines.len() > 2 {
        let gone = lines.remove(lines.len() - 2);
        total -= units(&gone) + 1;
    }
    lines.join("\n")
}

/// Goes on where an earlier answer stopped, with nothing counted.
async fn continued(
    tab: &Tab,
    options: &SnapshotOptions,
    cursor: Cursor,
    memory: &mut ReadMemory,
    deadline: Deadline,
) -> Result<Snapshot> {
    let all = OutlineOptions {
        count: false,
        limit: ALL,
        budget: u32::MAX,
        ..options.for_frames()
    };
    let tree = read(tab, options, &all, memory, deadline).await?;
    let start = cursor.find(&tree.entries)?;
    let mut lines = context_of(&tree.entries, start);
    let room = options
        .budget()
        .saturating_sub(LAST_LINE + lines.iter().map(|line| units(line) + 1).sum::<usize>());
    let (mut used, mut next) = (0, start);
    for entry in &tree.entries[start..] {
        let line = indented(entry);
        used += units(&line) + 1;
        if used > room && next > start {
            break;
        }
        lines.push(line);
        next += 1;
    }
    let rest = tree.entries.len() - next;
    if rest > 0 {
        let cursor = Cursor::before(&tree.entries, next).text();
        lines.push(format!(
            "… {rest} more lines. snapshot({{cursor: \"{cursor}\"}}) goes on there."
        ));
    } else if start == tree.entries.len() {
        lines.push("Nothing more is on this page.".to_owned());
    }
    Ok(Snapshot {
        text: within(lines, options.budget()),
        tree,
        truncated: rest > 0,
    })
}

/// The lines that the entry at `start` stands in.
fn context_of(entries: &[Entry], start: usize) -> Vec<String> {
    let Some(first) = entries.get(start) else {
        return Vec::new();
    };
    let mut above = Vec::new();
    let mut depth = first.item.depth;
    for entry in entries[..start].iter().rev() {
        if entry.item.depth < depth {
            depth = entry.item.depth;
            above.push(indented(entry));
        }
    }
    above.reverse();
    above
}

/// Only the lines that match, with what they stand in.
async fn found(
    tab: &Tab,
    options: &SnapshotOptions,
    words: &str,
    cursor: Option<Cursor>,
    memory: &mut ReadMemory,
    deadline: Deadline,
) -> Result<Snapshot> {
    let text = if options.text == TextMode::None {
        TextMode::None
    } else {
        TextMode::Full
    };
    let search = OutlineOptions {
        find: Some(words.to_owned()),
        text,
        complete: false,
        limit: ALL,
        ..options.for_frames()
    };
    let mut tree = read(tab, options, &search, memory, deadline).await?;
    let hits = tree.entries.iter().filter(|entry| entry.item.hit).count();
    let skipped = if let Some(Cursor::Hits(skip)) = cursor {
        skip
    } else {
        0
    };
    tree.entries = only_hits(std::mem::take(&mut tree.entries), skipped);
    let mut lines = vec![match hits {
        0 => format!(
            "No line matches {}; {} elements were searched.",
            quoted(words),
            tree.visited
        ),
        1 => format!("1 line matches {}.", quoted(words)),
        _ => format!("{hits} lines match {}.", quoted(words)),
    }];
    let room = options.budget().saturating_sub(LAST_LINE);
    let (mut used, mut told) = (0, skipped);
    for entry in &tree.entries {
        let line = indented(entry);
        used += units(&line) + 1;
        if used > room {
            break;
        }
        told += usize::from(entry.item.hit);
        lines.push(line);
    }
    if told < hits {
        lines.push(format!(
            "… {} more. snapshot({{find: {}, cursor: \"hit{told}\"}}) goes on there.",
            hits - told,
            quoted(words)
        ));
    }
    Ok(Snapshot {
        text: within(lines, options.budget()),
        tree,
        truncated: told < hits,
    })
}

/// Drops the first hits, and what then holds none.
fn only_hits(entries: Vec<Entry>, skip: usize) -> Vec<Entry> {
    let mut seen = 0;
    let mut wanted: Vec<bool> = Vec::with_capacity(entries.len());
    for entry in &entries {
        seen += usize::from(entry.item.hit);
        wanted.push(entry.item.hit && seen > skip);
    }
    let mut depth = 0;
    for at in (0..entries.len()).rev() {
        let own = entries[at].item.depth;
        if wanted[at] {
            depth = own;
        } else if own < depth {
            wanted[at] = true;
            depth = own;
        }
    }
    let mut at = 0;
    let mut kept = entries;
    kept.retain(|_| {
        at += 1;
        wanted[at - 1]
    });
    for entry in &mut kept {
        if entry.item.role == "text" && entry.item.name.chars().count() > 200 {
            entry.item.name = entry.item.name.chars().take(199).chain(['…']).collect();
        }
    }
    kept
}

/// Only what differs from the last read.
fn difference(tree: PageTree, before: &[String], options: &SnapshotOptions) -> Snapshot {
    let changes = differences(before, &lines_of(&tree));
    let mut lines: Vec<String> = changes.iter().map(super::Change::text).collect();
    if lines.is_empty() {
        lines.push("No line has changed since your last read.".to_owned());
    }
    let room = options.budget().saturating_sub(LAST_LINE);
    let (mut used, mut kept) = (0, 0);
    for line in &lines {
        used += units(line) + 1;
        if used > room {
            break;
        }
        kept += 1;
    }
    let rest = lines.len() - kept;
    if rest > 0 {
        lines.truncate(kept);
        lines.push(format!(
            "… {rest} more lines differ. snapshot() gives the whole outline."
        ));
    }
    Snapshot {
        text: lines.join("\n"),
        tree,
        truncated: rest > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eyeline_page_script::read::Item;

    fn entry(depth: u32, name: &str, hit: bool) -> Entry {
        let item = Item {
            depth,
            role: "button".into(),
            name: name.into(),
            hit,
            ..Item::default()
        };
        Entry {
            item,
            frame: 0,
            note: None,
        }
    }

    #[test]
    fn hits_keep_what_they_stand_in() {
        let entries = vec![
            entry(0, "a", false),
            entry(1, "b", true),
            entry(0, "c", false),
            entry(1, "d", false),
            entry(2, "e", true),
        ];
        let names = |skip| {
            only_hits(entries.clone(), skip)
                .iter()
                .map(|e| e.item.name.clone())
                .collect::<String>()
        };
        assert_eq!(names(0), "abcde");
        assert_eq!(names(1), "cde");
    }

    #[test]
    fn the_budget_holds() {
        let entries = (0..2000)
            .map(|n| entry(n % 3, &format!("Button number {n}"), false))
            .collect();
        let tree = PageTree {
            entries,
            url: "http://localhost/a".into(),
            ..PageTree::default()
        };
        let lines = lines_of(&tree);
        let snapshot = outline(tree, &lines, &SnapshotOptions::default());
        assert!(units(&snapshot.text) <= 6000 && snapshot.truncated);
        assert!(snapshot.text.lines().last().unwrap().starts_with("… left out: "));
    }
}
