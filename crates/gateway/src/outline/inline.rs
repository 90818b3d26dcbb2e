//! Navigation and tab lists as one line each, for outlines without refs.

use super::tree::Entry;

/// Puts what a navigation or tab list holds on its own line, where that is links or tabs only.
pub(super) fn collapse(entries: Vec<Entry>) -> Vec<Entry> {
    let mut out: Vec<Entry> = Vec::with_capacity(entries.len());
    let mut at = 0;
    while at < entries.len() {
        let mut entry = entries[at].clone();
        let inside = inside_of(&entries, at);
        let holds = matches!(entry.item.role.as_str(), "navigation" | "tablist");
        at += 1;
        if holds && !inside.is_empty() && inside.iter().all(is_plain) {
            at += inside.len();
            entry.item.inline = inside.iter().map(word_of).collect();
        }
        out.push(entry);
    }
    out
}

fn inside_of(entries: &[Entry], at: usize) -> &[Entry] {
    let depth = entries[at].item.depth;
    let count = entries[at + 1..]
        .iter()
        .take_while(|entry| entry.item.depth > depth)
        .count();
    &entries[at + 1..at + 1 + count]
}

fn is_plain(entry: &Entry) -> bool {
    matches!(entry.item.role.as_str(), "link" | "tab" | "button" | "clickable") && !entry.item.name.is_empty()
}

fn word_of(entry: &Entry) -> String {
    let name: String = entry.item.name.chars().filter(|c| !c.is_control()).collect();
    match entry.item.states.is_empty() {
        true => name,
        false => format!("{name} [{}]", entry.item.states.join(", ")),
    }
}
