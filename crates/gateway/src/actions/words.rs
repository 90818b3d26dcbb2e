//! The words for what was found, and for why something was not done.

use eyeline_chromium::{Error, Frame, PageError};
use eyeline_page_script::act::Said;
use serde::Deserialize;

use super::error::ActionError;
use super::target::{RefId, Target};
use crate::PageText;

/// `button "Save" [ref=e4]`.
pub(super) fn say(frame: &Frame, said: &Said) -> String {
    let id = RefId {
        frame: frame.ref_number(),
        number: said.reference,
    };
    format!("{} [ref={id}]", say_bare(said))
}

/// `button "Save"`.
pub(super) fn say_bare(said: &Said) -> String {
    let role = if said.role.is_empty() {
        "element"
    } else {
        &said.role
    };
    if said.name.is_empty() {
        role.to_owned()
    } else {
        format!("{role} {}", PageText::new(&said.name))
    }
}

/// The same with what it stands in.
pub(super) fn say_in_context(frame: &Frame, said: &Said) -> String {
    match &said.context {
        Some(context) => format!("{} in {}", say(frame, said), PageText::new(context).as_str()),
        None => say(frame, said),
    }
}

/// What the page script adds to its errors.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Details {
    target: Option<Said>,
    by: Option<Said>,
    holds: Vec<Said>,
    candidates: Vec<Said>,
    near: Vec<Said>,
    total: usize,
    of_role: u32,
    options: Vec<String>,
    was: Option<Said>,
}

/// Why the page script could not do what it was asked, as a sentence about the target.
pub(super) fn refusal(frame: &Frame, target: &Target, error: &PageError) -> ActionError {
    let details: Details =
        serde_json::from_value(serde_json::Value::Object(error.extra.clone())).unwrap_or_default();
    let subject = details
        .target
        .as_ref()
        .map_or_else(|| target.to_string(), |said| say(frame, said));
    let sentence = match error.kind.as_str() {
        "none" => nothing(target, &details),
        "many" => several(frame, target, &details.candidates, details.total),
        "nth" => format!("There are only {} of {target}, counted from 0", details.total),
        "bad_selector" => error.message.clone(),
        "stale" | "unknown_ref" => gone(frame, target, error, &details),
        "covered" => {
            let by = details
                .by
                .as_ref()
                .map_or_else(|| "something else".to_owned(), |by| say(frame, by));
            let holds: Vec<String> = details.holds.iter().map(|said| say(frame, said)).collect();
            let holds = match holds.is_empty() {
                true => String::new(),
                false => format!(", which holds {}", holds.join(", ")),
            };
            format!("{subject} is covered by {by}{holds}")
        }
        "hidden" => format!("{subject} is not visible: {}", error.message),
        "disabled" if error.message == "it is disabled" => format!("{subject} is disabled"),
        "disabled" => format!("{subject} is disabled: {}", error.message),
        "readonly" => format!("{subject} cannot be edited: {}", error.message),
        "moving" => format!(
            "{subject} does not hold still: {}; {{\"force\":true}} presses it where it is",
            error.message
        ),
        "no_option" | "disabled_option" => format!("{subject}: {}{}", error.message, listed(&details)),
        "outside" => format!("{subject} cannot be reached: {}", error.message),
        _ => format!("{subject}: {}", error.message),
    };
    ActionError::Refused(format!("{sentence}."))
}

fn nothing(target: &Target, details: &Details) -> String {
    let near: Vec<String> = details
        .near
        .iter()
        .filter(|said| !said.name.is_empty())
        .take(3)
        .map(say_bare)
        .collect();
    let hint = match (near.is_empty(), details.of_role) {
        (false, _) => format!(". Did you mean {}?", near.join(" or ")),
        (true, 0) => String::new(),
        (true, _) if matches!(target, Target::Label { .. }) => String::new(),
        (true, 1) => "; there is 1 of that role with another name".to_owned(),
        (true, count) => format!("; there are {count} of that role with other names"),
    };
    match target {
        Target::Selector { .. } => format!("Nothing on this page matches {target}{hint}"),
        Target::Focused => "Nothing has the focus".into(),
        Target::Point { .. } => format!("There is nothing at {target}"),
        Target::Label { .. } => format!(
            "There is no {} here{hint}",
            target.to_string().trim_start_matches("the ")
        ),
        _ => format!("There is no {target} here{hint}"),
    }
    .trim_end_matches('.')
    .to_owned()
}

pub(super) fn several(frame: &Frame, target: &Target, candidates: &[Said], total: usize) -> String {
    let list: Vec<String> = candidates
        .iter()
        .enumerate()
        .map(|(nth, said)| format!("{nth}: {}", say_in_context(frame, said)))
        .collect();
    let more = total.saturating_sub(candidates.len());
    let rest = if more > 0 {
        format!("; and {more} more")
    } else {
        String::new()
    };
    format!(
        "{target} fits {total} elements; say which by its ref or by nth: {}{rest}",
        list.join("; ")
    )
}

fn gone(frame: &Frame, target: &Target, error: &PageError, details: &Details) -> String {
    let was = details.was.as_ref().or(details.target.as_ref());
    let name = was.map(|was| format!(" ({})", say_bare(was))).unwrap_or_default();
    let near: Vec<String> = details
        .near
        .iter()
        .chain(&details.candidates)
        .take(3)
        .map(|said| say(frame, said))
        .collect();
    let hint = if near.is_empty() {
        "; snapshot() gives the refs of what is there now".to_owned()
    } else {
        format!("; nearest to it are {}", near.join(" and "))
    };
    match error.kind.as_str() {
        "unknown_ref" => format!("{target} is no ref of this page{hint}"),
        _ => format!("{target}{name} has left the page{hint}"),
    }
}

fn listed(details: &Details) -> String {
    if details.options.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = details
        .options
        .iter()
        .map(|option| PageText::new(option).to_string())
        .collect();
    let more = details.total.saturating_sub(shown.len());
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("; it has {}{rest}", shown.join(", "))
}

/// An error of the browser, as an action's. Errors of the page script are told about the target.
pub(super) fn trouble(frame: &Frame, target: &Target, error: Error) -> ActionError {
    match error {
        Error::Page(error) if error.kind != "internal" => refusal(frame, target, &error),
        Error::DialogOpen(dialog) => ActionError::Refused(dialog_first(&dialog)),
        other => ActionError::Browser(other.to_string()),
    }
}

/// What to do when a dialog stands in the way.
pub(super) fn dialog_first(dialog: &eyeline_chromium::DialogInfo) -> String {
    format!(
        "A dialog is open in this tab, and the page stands still until it is answered: {} {}. Answer it with \
         dialog.accept() or dialog.dismiss(), then try again.",
        dialog.kind,
        PageText::new(&dialog.message)
    )
}
