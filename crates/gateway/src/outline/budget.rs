//! Fitting an outline into its budget: what goes first, and what is said about it.

use std::borrow::Cow;

use eyeline_page_script::read::Item;

use super::line::{indent, line_of};
use super::tree::Entry;

/// Similar lines in a row that are kept when the rest is counted.
const SHOWN: usize = 3;

/// What was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LeftOut {
    pub texts: usize,
    pub similar: usize,
    pub far: usize,
    pub controls: usize,
    /// Position, among the entries given, of the first one that is not shown.
    pub first: Option<usize>,
}

impl LeftOut {
    pub fn any(&self) -> bool {
        self.texts + self.similar + self.far + self.controls > 0
    }

    fn noticed(&mut self, index: usize) {
        self.first = Some(self.first.map_or(index, |first| first.min(index)));
    }

    /// `12 texts, 63 similar items and 40 lines far from the viewport`.
    pub fn words(&self) -> String {
        let mut parts = Vec::new();
        let mut add = |count: usize, one: &str, many: &str| {
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        };
        add(self.texts, "text", "texts");
        add(self.similar, "similar item", "similar items");
        add(self.controls, "control further down", "controls further down");
        add(
            self.far,
            "line far from the viewport",
            "lines far from the viewport",
        );
        match parts.len() {
            0 => String::new(),
            1 => parts.remove(0),
            _ => {
                let last = parts.pop().unwrap_or_default();
                format!("{} and {last}", parts.join(", "))
            }
        }
    }
}

/// The lines that fit into `room` units, and what did not.
pub(super) fn fit(mut kept: Kept<'_>, room: usize) -> (Vec<String>, LeftOut) {
    let mut left = LeftOut::default();
    for Line { entry, index, .. } in &kept.lines {
        if entry.item.role == "more" {
            let count = entry.item.count.unwrap_or(0) as usize;
            match entry.item.name.as_str() {
                "controls" => left.controls += count,
                "text" => left.texts += 1,
                _ => left.similar += count,
            }
            left.noticed(*index);
        }
    }
    if kept.total > room {
        kept.drop_texts(room, &mut left);
    }
    if kept.total > room {
        kept.count_similar(room, &mut left);
    }
    if kept.total > room {
        kept.drop_far(room, &mut left);
    }
    (kept.into_lines(), left)
}

/// The units of a text, as limits count them.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.encode_utf16().count()
    }
}

/// A line of an outline.
struct Line<'a> {
    entry: Cow<'a, Entry>,
    /// Without its indentation.
    text: Cow<'a, str>,
    /// With it, and the end of the line.
    units: usize,
    /// Position among the entries given.
    index: usize,
}

impl<'a> Line<'a> {
    fn new(entry: Cow<'a, Entry>, text: Cow<'a, str>, index: usize) -> Self {
        let units = indent(&entry) + units(&text) + 1;
        Self {
            entry,
            text,
            units,
            index,
        }
    }
}

/// The lines that are still there.
pub(super) struct Kept<'a> {
    lines: Vec<Line<'a>>,
    /// Their units.
    pub total: usize,
}

impl<'a> Kept<'a> {
    /// All entries, each with its line.
    pub fn new(entries: &'a [Entry], lines: &'a [String]) -> Self {
        let lines: Vec<Line<'a>> = entries
            .iter()
            .zip(lines)
            .enumerate()
            .map(|(index, (entry, text))| Line::new(Cow::Borrowed(entry), Cow::Borrowed(text), index))
            .collect();
        let total = lines.iter().map(|line| line.units).sum();
        Self { lines, total }
    }

    /// Texts go, those far from the viewport and at the end first.
    fn drop_texts(&mut self, room: usize, left: &mut LeftOut) {
        let dropped = self.drop_where(room, |entry| entry.item.role == "text");
        left.texts += dropped.len();
        dropped.iter().for_each(|index| left.noticed(*index));
    }

    /// Whatever says least about the page goes, what is far first, structure last.
    fn drop_far(&mut self, room: usize, left: &mut LeftOut) {
        let mut dropped = self.drop_where(room, |entry| !entry.is_structure());
        if self.total > room {
            dropped.extend(self.drop_where(room, |entry| {
                !matches!(entry.item.role.as_str(), "dialog" | "main")
            }));
        }
        left.far += dropped.len();
        dropped.iter().for_each(|index| left.noticed(*index));
    }

    /// Drops lines until the rest fits; gives the positions of those that went.
    fn drop_where(&mut self, room: usize, may_go: impl Fn(&Entry) -> bool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.lines.len())
            .filter(|at| may_go(&self.lines[*at].entry))
            .collect();
        order.sort_by_key(|at| {
            (
                std::cmp::Reverse(self.lines[*at].entry.item.away.unwrap_or(0)),
                std::cmp::Reverse(*at),
            )
        });
        let mut gone = vec![false; self.lines.len()];
        for at in order {
            if self.total <= room {
                break;
            }
            gone[at] = true;
            self.total -= self.lines[at].units;
        }
        let mut positions = Vec::new();
        let mut at = 0;
        self.lines.retain(|line| {
            let keep = !gone[at];
            if !keep {
                positions.push(line.index);
            }
            at += 1;
            keep
        });
        positions
    }

    /// Runs of lines alike are cut to a few and a count, the longest runs first.
    fn count_similar(&mut self, room: usize, left: &mut LeftOut) {
        let mut runs = self.runs();
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        let mut cuts = Vec::new();
        for run in runs {
            if self.total <= room {
                break;
            }
            let cut: usize = run.clone().skip(SHOWN).map(|at| self.lines[at].units).sum();
            self.total = self.total - cut + 40;
            cuts.push(run.start + SHOWN..run.end);
        }
        cuts.sort_by_key(|cut| std::cmp::Reverse(cut.start));
        for cut in cuts {
            let first = &self.lines[cut.start];
            let (depth, frame, index) = (first.entry.item.depth, first.entry.frame, first.index);
            let counted = cut.len();
            left.similar += counted;
            left.noticed(index);
            let item = Item {
                depth,
                role: "more".into(),
                count: u32::try_from(counted).ok(),
                ..Item::default()
            };
            let entry = Entry {
                item,
                frame,
                note: None,
            };
            let text = line_of(&entry);
            let line = Line::new(Cow::Owned(entry), Cow::Owned(text), index);
            self.lines.splice(cut, [line]);
        }
        self.total = self.lines.iter().map(|line| line.units).sum();
    }

    /// Stretches of more than [`SHOWN`] lines of one role at one depth with nothing in between.
    fn runs(&self) -> Vec<std::ops::Range<usize>> {
        let mut runs = Vec::new();
        let mut start = 0;
        for at in 1..=self.lines.len() {
            let ends =
                at == self.lines.len() || !alike(&self.lines[start].entry.item, &self.lines[at].entry.item);
            if ends {
                if at - start > SHOWN + 1 {
                    runs.push(start..at);
                }
                start = at;
            }
        }
        runs
    }

    fn into_lines(self) -> Vec<String> {
        let written = |line: &Line<'_>| format!("{:width$}{}", "", line.text, width = indent(&line.entry));
        self.lines.iter().map(written).collect()
    }
}

fn alike(one: &Item, other: &Item) -> bool {
    one.depth == other.depth
        && one.role == other.role
        && !matches!(one.role.as_str(), "heading" | "more" | "note")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32, role: &str, name: &str) -> Entry {
        let item = Item {
            depth,
            role: role.into(),
            name: name.into(),
            ..Item::default()
        };
        Entry {
            item,
            frame: 0,
            note: None,
        }
    }

    fn fitted(entries: &[Entry], room: usize) -> (Vec<String>, LeftOut) {
        let lines: Vec<String> = entries.iter().map(line_of).collect();
        fit(Kept::new(entries, &lines), room)
    }

    #[test]
    fn what_fits_stays() {
        let (lines, left) = fitted(&[entry(0, "main", ""), entry(1, "button", "Go")], 100);
        assert_eq!(lines, ["main", "  button \"Go\""]);
        assert!(!left.any());
    }

    #[test]
    fn texts_go_before_controls() {
        let entries = vec![
            entry(0, "text", &"a".repeat(60)),
            entry(0, "button", "Go"),
            entry(0, "text", &"b".repeat(60)),
        ];
        let (lines, left) = fitted(&entries, 100);
        assert_eq!((lines.len(), left.texts, left.first), (2, 1, Some(2)));
    }

    #[test]
    fn runs_are_counted_before_anything_else_goes() {
        let mut entries: Vec<Entry> = (0..40)
            .map(|n| entry(1, "link", &format!("Link number {n}")))
            .collect();
        entries.push(entry(0, "heading", "End"));
        let (lines, left) = fitted(&entries, 200);
        assert_eq!(lines[3].trim(), "… 37 more similar items");
        assert_eq!((left.similar, left.first), (37, Some(3)));
        assert_eq!(lines.last().unwrap(), "heading \"End\"");
    }

    #[test]
    fn structure_goes_last() {
        let mut entries = vec![entry(0, "navigation", "Main")];
        entries
            .extend((0..20).map(|n| entry(1, if n % 2 == 0 { "link" } else { "button" }, &"x".repeat(20))));
        let (lines, left) = fitted(&entries, 100);
        assert_eq!(lines[0], "navigation \"Main\"");
        assert!(left.far > 10);
    }
}
