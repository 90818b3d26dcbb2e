//! What is said when a name leads nowhere, or to several.

use ai_vision::{Json, NodeError};
use eyeline_page_script::model::{Brief, Found};

use super::roles::word_of_role;
use crate::PageText;

/// What was asked for.
pub struct Named<'a> {
    /// The word for such things.
    pub noun: &'a str,
    /// The name that was asked for.
    pub name: Option<&'a str>,
    /// The path that was asked for.
    pub path: String,
}

impl Named<'_> {
    /// `button "New key"`, or `button`.
    pub fn shown(&self) -> String {
        match self.name {
            Some(name) => format!("{} {}", self.noun, PageText::new(name)),
            None => self.noun.to_owned(),
        }
    }
}

/// A name in quotes, as it can be put between brackets.
pub fn key_text(name: &str) -> String {
    Json::from(PageText::new(name).as_str()).to_string()
}

/// Nothing of that name: what comes near, what has the name in another role, what there is.
pub fn missing(named: &Named<'_>, found: &Found) -> NodeError {
    let error = match &found.over {
        Some(dialog) => NodeError::new(format!(
            "No {} in {}, which is open: what is behind it cannot be reached until it is closed.",
            named.shown(),
            quoted(dialog)
        )),
        None => NodeError::new(format!("No {} here.", named.shown())),
    };
    let near = found.near.clone().unwrap_or_default();
    let elsewhere = found.elsewhere.clone().unwrap_or_default();
    if let Some(other) = elsewhere
        .first()
        .and_then(|other| word_of_role(&other.role).map(|word| (word, other)))
    {
        let (word, other) = other;
        return error.retry(format!(
            "There is a {} of that name: {}[{}].",
            word.noun,
            word.word,
            key_text(&other.name)
        ));
    }
    if !near.close.is_empty() {
        return error.suggest(near.close);
    }
    if near.some.is_empty() {
        return match (named.name, found.seen) {
            (Some(_), 0) => error.retry(format!("There is no {} at all.", named.noun)),
            (Some(_), _) => error.retry(format!(
                "None of the {} here has a name; take one by position, such as [0].",
                found.seen
            )),
            (None, _) => error,
        };
    }
    let names: Vec<String> = near.some.iter().map(|name| key_text(name)).collect();
    let more = if found.seen as usize > names.len() {
        format!(" and {} more", found.seen as usize - names.len())
    } else {
        String::new()
    };
    error.retry(format!("There is {}{more}.", names.join(", ")))
}

/// `dialog "Delete?"`, as the page script writes it, on one line and bounded.
fn quoted(dialog: &str) -> String {
    let (role, name) = dialog.split_once(' ').unwrap_or((dialog, ""));
    let name: String = serde_json::from_str(name).unwrap_or_default();
    match name.is_empty() {
        true => format!("a {role}"),
        false => format!("{role} {}", key_text(&name)),
    }
}

/// Several of that name, and what tells them apart.
pub fn ambiguous(named: &Named<'_>, found: &Found) -> NodeError {
    let listed: Vec<String> = found
        .items
        .iter()
        .take(8)
        .enumerate()
        .map(|(at, item)| one_of(named, at, item))
        .collect();
    let more = found.count as usize - listed.len().min(found.count as usize);
    let more = if more > 0 {
        format!(", and {more} more")
    } else {
        String::new()
    };
    let what = match named.name {
        Some(name) => format!(
            "{} {}s are called {}",
            found.count,
            named.noun,
            PageText::new(name)
        ),
        None => format!("{} {}s are here", found.count, named.noun),
    };
    NodeError::new(format!("{what}: {}{more}.", listed.join(", ")))
        .retry(format!("Say which: {}[0].", named.path))
}

fn one_of(named: &Named<'_>, at: usize, item: &Brief) -> String {
    let name = if named.name.is_none() && !item.name.is_empty() {
        format!(" {}", key_text(&item.name))
    } else {
        String::new()
    };
    let place = if item.place.is_empty() {
        String::new()
    } else {
        format!(" in {}", PageText::new(&item.place).as_str())
    };
    let states = if item.states.is_empty() {
        String::new()
    } else {
        format!(" ({})", item.states.join(", "))
    };
    format!("[{at}]{name}{place}{states}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use eyeline_page_script::model::{Elsewhere, Near};

    fn named(name: Option<&str>) -> Named<'_> {
        Named {
            noun: "button",
            name,
            path: "app.button[\"Edit\"]".into(),
        }
    }

    #[test]
    fn a_near_name_is_proposed() {
        let near = Near {
            close: vec!["New key".into()],
            some: vec![],
        };
        let found = Found {
            near: Some(near),
            seen: 3,
            ..Found::default()
        };
        assert_eq!(
            missing(&named(Some("New Kye")), &found).to_string(),
            "No button \"New Kye\" here. Did you mean \"New key\"?"
        );
    }

    #[test]
    fn the_same_name_in_another_role_is_told() {
        let other = Elsewhere {
            role: "switch".into(),
            name: "Dark mode".into(),
        };
        let found = Found {
            elsewhere: Some(vec![other]),
            ..Found::default()
        };
        let error = missing(&named(Some("Dark mode")), &found).to_string();
        assert!(
            error.ends_with("There is a switch of that name: switch[\"Dark mode\"]."),
            "{error}"
        );
    }

    #[test]
    fn several_are_listed_with_what_tells_them_apart() {
        let item = |row: &str| Brief {
            name: "Edit".into(),
            place: format!("row \"{row}\""),
            ..Brief::default()
        };
        let found = Found {
            count: 2,
            items: vec![item("K-1"), item("K-2")],
            ..Found::default()
        };
        let error = ambiguous(&named(Some("Edit")), &found).to_string();
        assert_eq!(
            error,
            "2 buttons are called \"Edit\": [0] in row \"K-1\", [1] in row \"K-2\". Say which: app.button[\"Edit\"][0]."
        );
    }
}
