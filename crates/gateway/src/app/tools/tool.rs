//! What a tool is, whoever registered it.

use ai_vision::{Json, Member};
use eyeline_chromium::Frame;
use serde::Deserialize;

use super::schema;
use crate::PageText;
use crate::page_text::without_marks;

/// The longest schema that is looked at, in characters of its JSON.
const SCHEMA: usize = 60_000;

/// A tool of a page.
#[derive(Debug, Clone)]
pub struct Tool {
    /// Its name, as the page gave it.
    pub name: String,
    /// What it does, in the page's words.
    pub description: String,
    /// What it takes.
    pub schema: Json,
    /// What the page says of its nature.
    pub annotations: Annotations,
    /// The frame that registered it.
    pub frame: Frame,
    /// How it is called.
    pub source: Source,
}

/// What a page says of a tool's nature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Annotations {
    /// It changes nothing.
    #[serde(alias = "readOnlyHint", alias = "readOnly")]
    pub read_only: bool,
    /// What it does cannot easily be undone.
    #[serde(alias = "consequentialHint", alias = "destructiveHint")]
    pub consequential: bool,
    /// What it answers comes from others.
    #[serde(alias = "untrustedContentHint", alias = "untrustedContent")]
    pub untrusted: bool,
    /// A form that is submitted when it is called.
    pub autosubmit: bool,
    /// A form, which a user submits.
    #[serde(skip)]
    pub form: bool,
}

/// How a tool is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The browser knows it.
    Native,
    /// A script of the page offers it.
    Polyfill,
    /// A form declares itself as one, and the browser does not know of such.
    Form,
}

impl Tool {
    /// A tool as the browser or a polyfill lists it; none without a name.
    pub fn read(raw: &Json, frame: &Frame, source: Source) -> Option<Tool> {
        let text = |key: &str| raw.get(key).and_then(Json::as_str).unwrap_or_default();
        let name = text("name");
        if name.is_empty() || name.len() > 200 {
            return None;
        }
        let schema = match raw.get("inputSchema") {
            Some(Json::String(text)) if text.len() <= SCHEMA => {
                serde_json::from_str(text).unwrap_or(Json::Null)
            }
            Some(schema @ Json::Object(_)) if schema.to_string().len() <= SCHEMA => schema.clone(),
            _ => Json::Null,
        };
        let annotations = raw.get("annotations").cloned().map(serde_json::from_value);
        let annotations = Annotations {
            form: raw.get("backendNodeId").is_some(),
            ..annotations.and_then(Result::ok).unwrap_or_default()
        };
        Some(Tool {
            name: name.to_owned(),
            description: text("description").to_owned(),
            schema,
            annotations,
            frame: frame.clone(),
            source,
        })
    }

    /// What it does, in the page's words, on one line.
    pub fn described(&self, limit: usize) -> String {
        without_marks(PageText::limited(&self.description, limit).as_str())
    }

    /// What stands before its description where it stands beside our words.
    pub fn said(&self) -> String {
        let said = self.described(300);
        match self.frame.is_main() {
            true => format!("(page tool) {said}"),
            false => format!(
                "(tool of the frame at {}) {said}",
                PageText::new(&self.frame.origin()).as_str(),
            ),
        }
    }

    /// What to beware of.
    pub fn caution(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.annotations.consequential {
            parts.push("consequential: what it does may not be undone");
        }
        if self.annotations.untrusted {
            parts.push("its answer holds untrusted content");
        }
        match (self.annotations.autosubmit, self.waits_for_its_button()) {
            (true, _) => parts.push("submits a form"),
            (_, true) => parts.push("fills in a form; press its button to send it"),
            _ => {}
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Whether it fills in a form and then waits until its button is pressed.
    pub fn waits_for_its_button(&self) -> bool {
        self.annotations.form && !self.annotations.autosubmit
    }

    /// A call of it, as far as it says what it takes: `add({a, b})`.
    pub fn signature(&self, name: &str) -> String {
        format!("{name}({})", schema::signature(&self.schema))
    }

    /// As a member of `tools`, under a name that a path can say.
    pub fn member(&self, name: String) -> Member {
        let signature = self.signature(&name);
        let mut member = Member::open_method(name, Some(signature.into()), self.said());
        if let Some(caution) = self.caution() {
            member = member.caution(caution);
        }
        if self.annotations.read_only {
            member
        } else {
            member.acts()
        }
    }
}

/// A name that a path can say, made of a tool's: `search-products` is `search_products`.
pub fn member_name(name: &str) -> String {
    let mut out: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' || c == '$' {
                c
            } else {
                '_'
            }
        })
        .collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, '_');
    }
    out.truncate(60);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_names_that_paths_can_say() {
        assert_eq!(member_name("search-products"), "search_products");
        assert_eq!(member_name("cart.add item"), "cart_add_item");
        assert_eq!(member_name("2nd"), "_2nd");
        assert_eq!(member_name("$help"), "_$help");
    }

    #[test]
    fn annotations_are_read_by_either_name() {
        let read = |json: Json| serde_json::from_value::<Annotations>(json).unwrap();
        assert!(read(serde_json::json!({"readOnly": true})).read_only);
        assert!(read(serde_json::json!({"readOnlyHint": true, "autosubmit": true})).autosubmit);
        assert!(read(serde_json::json!({"untrustedContent": true, "consequential": true})).untrusted);
    }
}
