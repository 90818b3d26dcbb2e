//! One line for one thing.

use crate::descriptor::{Child, Element};
use crate::member::Member;

/// `insert(text, offset?) — Insert text. [writable; CAUTION: slow]`
pub(crate) fn member_line(member: &Member) -> String {
    let mut line = match (member.is_method(), &member.signature) {
        (true, Some(signature)) => signature.to_string(),
        (true, None) => format!("{}()", member.name),
        (false, _) => member.name.to_string(),
    };
    line.push_str(" — ");
    line.push_str(&member.summary);
    match (member.writable, &member.caution) {
        (true, Some(caution)) => line.push_str(&format!(" [writable; CAUTION: {caution}]")),
        (true, None) => line.push_str(" [writable]"),
        (false, Some(caution)) => line.push_str(&format!(" [CAUTION: {caution}]")),
        (false, None) => {}
    }
    line.truncate(line.trim_end().len());
    line
}

/// `pages[0] — Page: Start [restricted: private]`
pub(super) fn child_line(path: &str, child: &Child) -> String {
    let mut line = format!("{path} — {}: {}", child.kind, child.summary);
    if let Some(reason) = child.restricted.as_ref().filter(|reason| !reason.is_empty()) {
        line.push_str(&format!(" [restricted: {reason}]"));
    }
    line
}

/// `element "save" - Save it.; where: top toolbar`
pub(crate) fn element_line(element: &Element) -> String {
    let mut line = format!("element \"{}\" - {}", element.name, element.purpose);
    if let Some(place) = &element.where_ {
        line.push_str(&format!("; where: {place}"));
    }
    line
}

/// Appends lines, each indented.
pub(super) fn push_block(out: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return;
    }
    out.push_str(title);
    for line in lines {
        out.push_str("\n  ");
        out.push_str(&line);
    }
}
