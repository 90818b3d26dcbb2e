//! What an action is aimed at.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::options::FARTHEST;

/// A reference to an element, as outlines print it: `e12` in the main frame, `f3e12` in frame 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RefId {
    /// The frame's number in its tab; 0 is the main frame.
    pub frame: u32,
    /// The element's number in that frame.
    pub number: u32,
}

impl FromStr for RefId {
    type Err = BadTarget;

    fn from_str(text: &str) -> Result<Self, BadTarget> {
        let bare = text.trim().trim_start_matches('[').trim_end_matches(']');
        let bare = bare.strip_prefix("ref=").unwrap_or(bare);
        parse_ref(bare).ok_or_else(|| {
            BadTarget(format!(
                "{} is not a ref; a ref is written e12, or f3e12 for an element of frame 3",
                quoted(text)
            ))
        })
    }
}

fn parse_ref(text: &str) -> Option<RefId> {
    let (frame, rest) = match text.strip_prefix('f') {
        Some(rest) => {
            let (frame, rest) = rest.split_once('e')?;
            (frame.parse().ok()?, rest)
        }
        None => (0, text.strip_prefix('e')?),
    };
    Some(RefId {
        frame,
        number: rest.parse().ok()?,
    })
}

impl fmt::Display for RefId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.frame {
            0 => write!(out, "e{}", self.number),
            frame => write!(out, "f{frame}e{}", self.number),
        }
    }
}

impl Serialize for RefId {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

/// What an action is aimed at: parsed once, and sure to make sense from then on.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A CSS selector; `>>>` between its parts steps into a frame (or an open shadow root).
    Selector {
        /// The parts between `>>>`, none of them empty.
        parts: Vec<String>,
        /// Which of several matches.
        nth: Option<usize>,
    },
    /// An element that an outline named.
    Ref(RefId),
    /// An element by role and accessible name.
    Role {
        /// The role, in the outline's words.
        role: String,
        /// Its accessible name; any when absent.
        name: Option<String>,
        /// Which of several matches.
        nth: Option<usize>,
        /// Whether case and the whole name must agree. A name that fits only loosely is taken when it is the only one.
        exact: bool,
        /// Only inside this element.
        within: Option<RefId>,
    },
    /// A field by its label.
    Label {
        /// The label's text.
        label: String,
        /// Which of several matches.
        nth: Option<usize>,
    },
    /// The element that has the focus.
    Focused,
    /// A point of the viewport, in CSS pixels.
    Point {
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
    },
}

/// Why something is no target, as a sentence that shows one that is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadTarget(pub String);

const FORMS: &str = "a CSS selector, {\"ref\":\"e12\"}, {\"role\":\"button\",\"name\":\"Save\"}, {\"label\":\"E-mail\"}, {\"text\":\"words\"}, \
                     \"focused\" or {\"x\":10,\"y\":20}";

impl Target {
    /// The target that an agent wrote.
    pub fn parse(value: &Json) -> Result<Target, BadTarget> {
        match value {
            Json::String(text) => Target::parse_text(text),
            Json::Object(fields) => Target::parse_fields(fields),
            other => Err(BadTarget(format!("a target is {FORMS}; got {}", shown(other)))),
        }
    }

    /// The same target, taking the `nth` of several matches (from 0).
    pub fn with_nth(mut self, which: usize) -> Result<Target, BadTarget> {
        match &mut self {
            Target::Selector { nth, .. } | Target::Role { nth, .. } | Target::Label { nth, .. } => {
                *nth = Some(which)
            }
            Target::Ref(_) | Target::Focused | Target::Point { .. } => {
                return Err(BadTarget(format!("{self} names one element, so it takes no nth")));
            }
        }
        Ok(self)
    }

    fn parse_text(text: &str) -> Result<Target, BadTarget> {
        let bare = text.trim();
        if bare == "focused" {
            return Ok(Target::Focused);
        }
        if bare.starts_with("[ref=") || bare.starts_with("ref=") || (parse_ref(bare).is_some()) {
            return RefId::from_str(bare).map(Target::Ref);
        }
        let parts: Vec<String> = bare.split(">>>").map(|part| part.trim().to_owned()).collect();
        if parts.iter().any(String::is_empty) {
            let what = if bare.is_empty() {
                "an empty string".into()
            } else {
                quoted(bare)
            };
            return Err(BadTarget(format!("{what} is no selector; a target is {FORMS}")));
        }
        Ok(Target::Selector { parts, nth: None })
    }

    fn parse_fields(fields: &Map<String, Json>) -> Result<Target, BadTarget> {
        let has = |key: &str| fields.get(key).is_some_and(|value| !value.is_null());
        let (target, allowed): (Target, &[&str]) = if has("ref") {
            (Target::Ref(text(fields, "ref")?.parse()?), &["ref"])
        } else if has("role") {
            (
                Target::role_from(fields)?,
                &["role", "name", "nth", "exact", "within", "in"],
            )
        } else if has("text") {
            let target = Target::Role {
                role: "text".into(),
                name: Some(text(fields, "text")?.to_owned()),
                nth: index(fields)?,
                exact: false,
                within: None,
            };
            (target, &["text", "nth"])
        } else if has("label") {
            let label = text(fields, "label")?.to_owned();
            (
                Target::Label {
                    label,
                    nth: index(fields)?,
                },
                &["label", "nth"],
            )
        } else if has("selector") {
            let target = Target::parse_text(text(fields, "selector")?)?;
            (
                index(fields)?.map_or(Ok(target.clone()), |nth| target.with_nth(nth))?,
                &["selector", "nth"],
            )
        } else if has("x") || has("y") {
            (
                Target::Point {
                    x: number(fields, "x")?,
                    y: number(fields, "y")?,
                },
                &["x", "y"],
            )
        } else if has("name") {
            return Err(BadTarget(format!(
                "a name alone is not enough; say the role too: {{\"role\":\"button\",\"name\":{}}}",
                shown(&fields["name"])
            )));
        } else {
            return Err(BadTarget(format!(
                "a target is {FORMS}; got {}",
                shown(&Json::Object(fields.clone()))
            )));
        };
        match fields.keys().find(|key| !allowed.contains(&key.as_str())) {
            Some(key) => Err(BadTarget(format!(
                "{} is not known in such a target; it takes {}",
                quoted(key),
                allowed.join(", ")
            ))),
            None => Ok(target),
        }
    }

    fn role_from(fields: &Map<String, Json>) -> Result<Target, BadTarget> {
        let name = match fields.get("name") {
            None | Some(Json::Null) => None,
            Some(_) => Some(text(fields, "name")?.to_owned()),
        };
        let exact = match fields.get("exact") {
            None | Some(Json::Null) => false,
            Some(Json::Bool(exact)) => *exact,
            Some(other) => {
                return Err(BadTarget(format!(
                    "\"exact\" is true or false; got {}",
                    shown(other)
                )));
            }
        };
        let scope = if fields.contains_key("within") {
            "within"
        } else {
            "in"
        };
        let within = match fields.get(scope) {
            None | Some(Json::Null) => None,
            Some(Json::String(text)) => Some(text.parse()?),
            Some(Json::Object(inner)) if inner.contains_key("ref") => Some(text(inner, "ref")?.parse()?),
            Some(other) => {
                return Err(BadTarget(format!(
                    "{scope:?} takes a ref, such as \"e12\"; got {}",
                    shown(other)
                )));
            }
        };
        Ok(Target::Role {
            role: text(fields, "role")?.to_owned(),
            name,
            nth: index(fields)?,
            exact,
            within,
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Selector { parts, nth } => write!(out, "{}{}", quoted(&parts.join(" >>> ")), Nth(*nth)),
            Target::Ref(id) => write!(out, "[ref={id}]"),
            Target::Role {
                role,
                name: Some(name),
                nth,
                ..
            } => write!(out, "{role} {}{}", quoted(name), Nth(*nth)),
            Target::Role {
                role,
                name: None,
                nth,
                ..
            } => write!(out, "{role}{}", Nth(*nth)),
            Target::Label { label, nth } => write!(out, "the field labelled {}{}", quoted(label), Nth(*nth)),
            Target::Focused => out.write_str("the focused element"),
            Target::Point { x, y } => write!(out, "point {x},{y}"),
        }
    }
}

struct Nth(Option<usize>);

impl fmt::Display for Nth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |nth| write!(out, " ({nth})"))
    }
}

fn text<'a>(fields: &'a Map<String, Json>, key: &str) -> Result<&'a str, BadTarget> {
    match fields.get(key) {
        Some(Json::String(text)) => Ok(text),
        other => Err(BadTarget(format!(
            "{key:?} takes a string; got {}",
            shown(other.unwrap_or(&Json::Null))
        ))),
    }
}

fn number(fields: &Map<String, Json>, key: &str) -> Result<f64, BadTarget> {
    fields
        .get(key)
        .and_then(Json::as_f64)
        .filter(|number| number.abs() <= FARTHEST)
        .ok_or_else(|| {
            BadTarget(format!(
                "a point takes numbers of pixels for both x and y, {FARTHEST} at most; {key} is {}",
                fields.get(key).map_or("missing".into(), shown)
            ))
        })
}

fn index(fields: &Map<String, Json>) -> Result<Option<usize>, BadTarget> {
    match fields.get("nth") {
        None | Some(Json::Null) => Ok(None),
        Some(value) => match value.as_u64() {
            Some(nth) => Ok(Some(nth as usize)),
            None => Err(BadTarget(format!("\"nth\" counts from 0; got {}", shown(value)))),
        },
    }
}

fn shown(value: &Json) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

pub(crate) fn quoted(text: &str) -> String {
    Json::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bad(value: Json) -> String {
        Target::parse(&value).expect_err("should be refused").to_string()
    }

    #[test]
    fn every_documented_form_is_read() {
        let selector = |parts: &[&str]| Target::Selector {
            parts: parts.iter().map(|p| (*p).into()).collect(),
            nth: None,
        };
        assert_eq!(Target::parse(&json!("#save")), Ok(selector(&["#save"])));
        assert_eq!(
            Target::parse(&json!("iframe.pay >>> #card")),
            Ok(selector(&["iframe.pay", "#card"]))
        );
        assert_eq!(
            Target::parse(&json!({"ref": "f3e12"})),
            Ok(Target::Ref(RefId { frame: 3, number: 12 }))
        );
        assert_eq!(
            Target::parse(&json!("[ref=e7]")),
            Ok(Target::Ref(RefId { frame: 0, number: 7 }))
        );
        assert_eq!(Target::parse(&json!("focused")), Ok(Target::Focused));
        assert_eq!(
            Target::parse(&json!({"x": 1, "y": 2.5})),
            Ok(Target::Point { x: 1.0, y: 2.5 })
        );
        let role =
            Target::parse(&json!({"role": "button", "name": "Save", "nth": 1, "exact": true})).unwrap();
        assert_eq!(role.to_string(), "button \"Save\" (1)");
    }

    #[test]
    fn a_bad_target_is_told_what_a_good_one_looks_like() {
        assert!(bad(json!(7)).contains("{\"ref\":\"e12\"}"));
        assert!(bad(json!("")).contains("an empty string is no selector"));
        assert!(bad(json!("a >>> ")).contains("is no selector"));
        assert!(bad(json!({"ref": "12"})).contains("f3e12"));
        assert!(bad(json!({"name": "Save"})).contains("say the role too"));
        assert!(bad(json!({"role": "button", "text": "Save"})).contains("\"text\" is not known"));
        assert!(bad(json!({"x": 1})).contains("y is missing"));
        assert!(bad(json!({"role": "button", "nth": -1})).contains("counts from 0"));
    }

    #[test]
    fn refs_print_as_they_are_written() {
        for text in ["e1", "f2e30"] {
            assert_eq!(text.parse::<RefId>().unwrap().to_string(), text);
        }
        assert!("fe1".parse::<RefId>().is_err());
    }
}
