//! Changed items as lines.

use eyeline_chromium::Frame;
use eyeline_page_script::act::ChangeRow;
use eyeline_page_script::read::Item;

use crate::PageText;
use crate::outline::{Entry, line_of};

/// The lines of changes in one frame: what came and changed before what went.
pub(super) fn of_rows(frame: &Frame, rows: &[ChangeRow]) -> Vec<String> {
    let number = frame.ref_number();
    let told = |row: &&ChangeRow| row.sign != "-";
    let gone = |row: &&ChangeRow| row.sign == "-";
    let mut last = None;
    rows.iter()
        .filter(told)
        .chain(rows.iter().filter(gone))
        .map(|row| {
            // What several lines stand in is said with the first of them.
            let news = row.context.as_ref().filter(|context| last != Some(*context));
            if row.indent == 0 {
                last = row.context.as_ref();
            }
            line(number, row, news.map(String::as_str))
        })
        .collect()
}

fn line(frame: u32, row: &ChangeRow, context: Option<&str>) -> String {
    let indent = "  ".repeat(row.indent.min(8));
    let context = match (context, row.sign.as_str()) {
        (Some(context), "+" | "~") if row.indent == 0 => {
            format!("  (in {})", PageText::new(context).as_str())
        }
        _ => String::new(),
    };
    let moved = row
        .from
        .as_ref()
        .map(|from| format!("  (moved from {})", PageText::new(from).as_str()))
        .unwrap_or_default();
    let below = match row.under {
        0 => String::new(),
        1 => "  (and 1 line in it)".to_owned(),
        count => format!("  (and {count} lines in it)"),
    };
    let was = row
        .was
        .as_ref()
        .map(|was| difference(was, &row.item))
        .unwrap_or_default();
    format!(
        "{} {indent}{}{was}{}{moved}{context}{below}",
        row.sign,
        item_line(frame, &row.item, row.sign != "-"),
        row.order.as_deref().map(order).unwrap_or_default(),
    )
}

/// That the lines in something are in another order now, and with which it begins.
fn order(first: &[String]) -> String {
    let first: Vec<String> = first.iter().map(|name| PageText::new(name).to_string()).collect();
    match first.is_empty() {
        true => "  (in another order now)".to_owned(),
        false => format!("  (in another order now: {}, …)", first.join(", ")),
    }
}

/// What of an item was different before.
fn difference(was: &Item, now: &Item) -> String {
    let mut before: Vec<String> = Vec::new();
    if was.name != now.name {
        before.push(PageText::new(&was.name).to_string());
    }
    let gone: Vec<&str> = was
        .states
        .iter()
        .filter(|state| !now.states.contains(state))
        .map(String::as_str)
        .filter(|s| *s != "offscreen")
        .collect();
    if !gone.is_empty() {
        before.push(format!("[{}]", gone.join(", ")));
    }
    if let Some(value) = was
        .value
        .as_ref()
        .filter(|value| now.value.as_ref() != Some(value))
    {
        before.push(format!("= {}", PageText::new(value)));
    }
    if let Some(count) = was.count.filter(|count| now.count != Some(*count)) {
        before.push(count.to_string());
    }
    if before.is_empty() {
        String::new()
    } else {
        format!("  (was {})", before.join(" "))
    }
}

/// An item as an outline would print it. What is gone has no ref that could be used.
fn item_line(frame: u32, item: &Item, with_ref: bool) -> String {
    let mut item = item.clone();
    item.states.retain(|state| state != "offscreen");
    if !with_ref {
        item.reference = None;
    }
    line_of(&Entry {
        item,
        frame,
        note: None,
    })
}
