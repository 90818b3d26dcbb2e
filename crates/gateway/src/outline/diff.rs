//! What came, went and changed between two reads.

use std::collections::HashMap;

use super::line::line_of;
use super::tree::PageTree;

/// One line of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A line that came.
    Came(String),
    /// A line that went.
    Went(String),
    /// A line of an element that was there before and reads differently now.
    Changed(String),
}

impl Change {
    /// The line with its sign: `+`, `-` or `~`.
    pub fn text(&self) -> String {
        match self {
            Change::Came(line) => format!("+ {line}"),
            Change::Went(line) => format!("- {line}"),
            Change::Changed(line) => format!("~ {line}"),
        }
    }
}

/// What differs between two trees, in the order of the new one; what went comes last.
pub fn changed_lines(before: &PageTree, after: &PageTree) -> Vec<Change> {
    differences(&lines_of(before), &lines_of(after))
}

/// The lines of a tree without indentation.
pub(super) fn lines_of(tree: &PageTree) -> Vec<String> {
    tree.entries.iter().map(line_of).collect()
}

/// What differs between two lists of lines. Equal lines cancel each other out wherever they stand.
pub(super) fn differences(before: &[String], after: &[String]) -> Vec<Change> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for line in before {
        *left.entry(line).or_default() += 1;
    }
    let mut came: Vec<&str> = Vec::new();
    for line in after {
        match left.get_mut(line.as_str()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => came.push(line),
        }
    }
    let mut went: Vec<&str> = Vec::new();
    for line in before.iter().rev() {
        if let Some(count) = left.get_mut(line.as_str()).filter(|count| **count > 0) {
            *count -= 1;
            went.push(line);
        }
    }
    went.reverse();
    pair_up(came, went)
}

/// A line that came with the ref of one that went is a change of that element.
fn pair_up(came: Vec<&str>, went: Vec<&str>) -> Vec<Change> {
    let mut gone: HashMap<&str, usize> = HashMap::new();
    for (index, line) in went.iter().enumerate() {
        if let Some(reference) = ref_in(line) {
            gone.insert(reference, index);
        }
    }
    let mut paired = vec![false; went.len()];
    let mut changes: Vec<Change> = Vec::with_capacity(came.len() + went.len());
    for line in came {
        match ref_in(line).and_then(|reference| gone.get(reference)) {
            Some(&index) => {
                paired[index] = true;
                changes.push(Change::Changed(line.to_owned()));
            }
            None => changes.push(Change::Came(line.to_owned())),
        }
    }
    let left = went.iter().zip(&paired).filter(|(_, paired)| !**paired);
    changes.extend(left.map(|(line, _)| Change::Went((*line).to_owned())));
    changes
}

fn ref_in(line: &str) -> Option<&str> {
    let start = line.rfind("[ref=")? + 5;
    let end = line[start..].find(']')? + start;
    Some(&line[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn tells_what_came_went_and_changed() {
        let before = lines("h1 \"A\"\nbutton \"Go\" [ref=e1]\ntext \"old\"");
        let after = lines("h1 \"A\"\nbutton \"Go\" [disabled] [ref=e1]\nbutton \"New\" [ref=e2]");
        let texts: Vec<String> = differences(&before, &after).iter().map(Change::text).collect();
        assert_eq!(
            texts,
            [
                "~ button \"Go\" [disabled] [ref=e1]",
                "+ button \"New\" [ref=e2]",
                "- text \"old\""
            ]
        );
    }

    #[test]
    fn equal_reads_have_no_difference() {
        let same = lines("a\na\nb");
        assert!(differences(&same, &same).is_empty());
    }
}
