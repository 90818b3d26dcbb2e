//! Rules from a signature: `click(target, {button?, count?}?)` already says how a call may look.

use super::check::{Subject, check_value};
use super::rule::{ArgRule, JsonType};
use crate::suggest::find_near_names;
use crate::value::Json;

/// What a signature says about arguments: their order, which may be left out, and the keys of options objects.
///
/// Understood are `name`, `name?`, `name = default`, `...rest`, `{key, key?}` and, for objects with keys of the
/// caller's own, `{name: value, …}`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Signature {
    args: Vec<ArgRule>,
    rest: bool,
}

impl Signature {
    /// Reads a signature. What it does not understand it takes as an argument of any type.
    pub fn parse(text: &str) -> Self {
        let inner = text.split_once('(').map_or("", |(_, rest)| {
            rest.rsplit_once(')').map_or(rest, |(inner, _)| inner)
        });
        let mut signature = Self::default();
        for part in split_top(inner) {
            if part.starts_with("...") || part.starts_with('…') {
                signature.rest = true;
            } else {
                signature.args.push(argument(part));
            }
        }
        signature
    }

    /// The rules, in the order of the arguments.
    pub fn args(&self) -> &[ArgRule] {
        &self.args
    }

    /// Sharpens the argument of that name; whether it may be left out stays as the signature says.
    /// An argument the signature does not name is appended.
    pub fn set_arg(&mut self, rule: ArgRule) {
        match self.args.iter_mut().find(|known| known.name == rule.name) {
            Some(known) => *known = refined(known, rule),
            None => self.args.push(rule),
        }
    }

    /// Sharpens the option of that name in the (last) options object. One that is not there is added.
    pub fn set_option(&mut self, rule: ArgRule) {
        let options = match self.args.iter_mut().rev().find(|arg| arg.keys.is_some()) {
            Some(options) => options,
            None => {
                self.args.push(ArgRule::object("options").optional().keys([]));
                match self.args.last_mut() {
                    Some(options) => options,
                    None => return,
                }
            }
        };
        let keys = options.keys.get_or_insert_default();
        match keys.iter_mut().find(|known| known.name == rule.name) {
            Some(known) => *known = refined(known, rule),
            None => keys.push(rule.optional()),
        }
    }

    /// Checks a call. `usage` is a call that works.
    pub fn check(&self, call: &str, usage: &str, args: &[Json]) -> Result<(), String> {
        if !self.rest && args.len() > self.args.len() {
            return Err(self.too_many(call, usage, args));
        }
        for (position, rule) in self.args.iter().enumerate() {
            let subject = Subject {
                noun: "argument",
                name: &rule.name,
                call,
                usage,
            };
            check_value(&subject, rule, args.get(position))?;
        }
        Ok(())
    }

    fn too_many(&self, call: &str, usage: &str, args: &[Json]) -> String {
        super::check::too_many(call, args, self.args.len(), usage)
    }

    /// Names near an option that is not known.
    pub fn near_options(&self, asked: &str) -> Vec<&str> {
        let keys = self.args.iter().filter_map(|arg| arg.keys.as_ref()).flatten();
        find_near_names(asked, keys.map(|rule| rule.name.as_ref()))
    }
}

/// The new rule, with the old one's word on whether it may be left out, and its keys where the new one has none.
fn refined(known: &ArgRule, rule: ArgRule) -> ArgRule {
    ArgRule {
        required: known.required,
        null_is_missing: known.null_is_missing || rule.null_is_missing,
        keys: rule.keys.clone().or_else(|| known.keys.clone()),
        ..rule
    }
}

fn argument(part: &str) -> ArgRule {
    if part.starts_with('{') {
        return options(part);
    }
    let (name, optional) = name_of(part);
    let rule = ArgRule::new(name);
    if optional { rule.optional() } else { rule }
}

/// A name, and whether it may be left out.
fn name_of(part: &str) -> (String, bool) {
    let (name, default) = part
        .split_once('=')
        .map_or((part, false), |(name, _)| (name, true));
    let name = name.split_once(':').map_or(name, |(name, _)| name).trim();
    let bare = name.trim_end_matches('?').trim();
    (
        bare.to_owned(),
        default || name.ends_with('?') || part.ends_with('?'),
    )
}

fn options(part: &str) -> ArgRule {
    let inner = part
        .trim_start_matches('{')
        .trim_end_matches('?')
        .trim_end_matches('}');
    let free = inner.contains([':', '…']) || inner.contains("...");
    let rule = ArgRule::object(if free { "values" } else { "options" });
    if free {
        return if part.ends_with('?') {
            rule.optional()
        } else {
            rule
        };
    }
    let keys: Vec<ArgRule> = split_top(inner).into_iter().map(argument).collect();
    let may_be_left_out = part.ends_with('?') || keys.iter().all(|key| !key.required);
    let rule = rule.keys(keys).types([JsonType::Object]);
    if may_be_left_out { rule.optional() } else { rule }
}

/// Splits at commas outside brackets and quotes.
fn split_top(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut quoted) = (0_i32, 0, false);
    for (at, ch) in text.char_indices() {
        match ch {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn click() -> Signature {
        Signature::parse("click(target, {button?, count?, timeoutMs?}?)")
    }

    #[test]
    fn a_signature_says_what_may_be_left_out() {
        let drag = Signature::parse("drag(from, to, steps?, speed = 2)");
        let required: Vec<(&str, bool)> = drag
            .args()
            .iter()
            .map(|arg| (arg.name.as_ref(), arg.required))
            .collect();
        assert_eq!(
            required,
            [("from", true), ("to", true), ("steps", false), ("speed", false)]
        );
        assert!(Signature::parse("refresh()").args().is_empty());
        assert!(Signature::parse("odd").args().is_empty());
    }

    #[test]
    fn options_are_checked_by_name() {
        let error = click()
            .check("click", "click(\"#save\")", &[json!("#a"), json!({"timeOut": 1})])
            .unwrap_err();
        assert_eq!(
            error,
            "unknown option \"timeOut\"; did you mean \"timeoutMs\"? click takes: button, count, timeoutMs. \
             Example: click(\"#save\")"
        );
        assert_eq!(
            click().check("click", "", &[json!("#a"), json!({"count": 2})]),
            Ok(())
        );
        assert_eq!(click().check("click", "", &[json!("#a"), json!(null)]), Ok(()));
    }

    #[test]
    fn missing_and_surplus_arguments_are_named() {
        let missing = click().check("click", "click(\"#save\")", &[]).unwrap_err();
        assert!(
            missing.starts_with("Argument \"target\" for click is required;"),
            "{missing}"
        );
        let surplus = click()
            .check("click", "click(\"#save\")", &[json!(1), json!({}), json!(3)])
            .unwrap_err();
        assert!(surplus.contains("Expected at most 2 arguments."), "{surplus}");
    }

    #[test]
    fn an_object_with_the_callers_own_keys_is_free() {
        let fill = Signature::parse("fillForm({label: value, …}, {root?})");
        assert_eq!(fill.check("fillForm", "", &[json!({"Name": "Ada"})]), Ok(()));
        assert!(
            fill.check("fillForm", "", &[json!({"Name": "Ada"}), json!({"rot": 1})])
                .is_err()
        );
        assert!(fill.check("fillForm", "", &[]).is_err());
    }

    #[test]
    fn a_required_option_makes_the_object_required() {
        let wait = Signature::parse("wait({kinds, timeoutMs?})");
        assert!(wait.check("wait", "", &[]).is_err());
        assert!(
            wait.check("wait", "", &[json!({})])
                .unwrap_err()
                .starts_with("Option \"kinds\" for wait is required")
        );
    }
}
