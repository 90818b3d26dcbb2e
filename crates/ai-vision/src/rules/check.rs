//! The check itself, and the sentences it answers with.

use super::rule::{ArgRule, JsonType};
use crate::json_text;
use crate::suggest::{find_near_names, format_suggestions};
use crate::text::{utf16_len, utf16_prefix};
use crate::value::Json;

/// At most this many valid values are listed.
const MOST_CHOICES: usize = 12;
/// A received value longer than this is cut in a message.
const MOST_RECEIVED: usize = 300;

/// Checks the arguments of a call. Answers with one value per rule, None where nothing was given, or with a sentence.
///
/// ```
/// use ai_vision::{ArgRule, validate_arguments};
/// let rules = [ArgRule::string("path").usage("save(path)")];
/// assert_eq!(
///     validate_arguments("save", &[5.into()], &rules, None).unwrap_err(),
///     "Invalid argument \"path\" for save: received 5 (number); expected string. Example: save(path)",
/// );
/// ```
pub fn validate_arguments(
    call: &str,
    args: &[Json],
    rules: &[ArgRule],
    max_args: Option<usize>,
) -> Result<Vec<Option<Json>>, String> {
    let usage = rules
        .last()
        .and_then(|rule| rule.usage.clone())
        .unwrap_or_else(|| format!("{call}()").into());
    if let Some(most) = max_args.filter(|most| args.len() > *most) {
        return Err(too_many(call, args, most, &usage));
    }
    for (position, rule) in rules.iter().enumerate() {
        let subject = Subject {
            noun: "argument",
            name: &rule.name,
            call,
            usage: rule.usage.as_deref().unwrap_or(&usage),
        };
        check_value(&subject, rule, args.get(position))?;
    }
    Ok((0..rules.len())
        .map(|position| args.get(position).cloned())
        .collect())
}

/// The warning for a property that was given arguments.
pub fn no_arguments_warning(property: &str, args: &[Json], usage: Option<&str>) -> String {
    format!(
        "Property \"{property}\" takes no arguments; received {} (array). Read it without arguments. Example: {}",
        args_text(args),
        usage.unwrap_or(property)
    )
}

/// What a message is about.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub noun: &'static str,
    pub name: &'a str,
    pub call: &'a str,
    pub usage: &'a str,
}

impl Subject<'_> {
    fn invalid(&self, value: &Json, expected: &str) -> String {
        let Subject {
            noun,
            name,
            call,
            usage,
        } = self;
        format!(
            "Invalid {noun} \"{name}\" for {call}: received {}; expected {expected}. Example: {usage}",
            received(value)
        )
    }

    fn missing(&self, value: Option<&Json>) -> String {
        let Subject {
            noun,
            name,
            call,
            usage,
        } = self;
        let noun = if *noun == "argument" { "Argument" } else { "Option" };
        let came = value.map_or_else(|| "undefined (undefined)".to_owned(), received);
        format!("{noun} \"{name}\" for {call} is required; received {came}. Example: {usage}")
    }
}

/// Checks one value against one rule.
pub(super) fn check_value(subject: &Subject<'_>, rule: &ArgRule, value: Option<&Json>) -> Result<(), String> {
    let given = value.filter(|value| !(rule.null_is_missing && value.is_null()));
    let Some(value) = given else {
        return if rule.required {
            Err(subject.missing(value))
        } else {
            Ok(())
        };
    };
    if !rule.types.is_empty() && !rule.types.iter().any(|kind| kind.admits(value)) {
        return Err(subject.invalid(value, &with_values(&expected_types(rule), rule)));
    }
    if let (Some(keys), Json::Object(entries)) = (&rule.keys, value) {
        return check_keys(subject, keys, entries);
    }
    match (value, rule.element_type) {
        (Json::Array(items), Some(element)) => check_elements(subject, rule, element, items),
        _ => check_bounds(subject, rule, value),
    }
}

/// Checks the minimum and the choices.
fn check_bounds(subject: &Subject<'_>, rule: &ArgRule, value: &Json) -> Result<(), String> {
    if let (Some(minimum), Some(number)) = (rule.minimum, value.as_f64())
        && number < minimum
    {
        let expected = format!("a number at least {}", json_text::number(minimum));
        return Err(subject.invalid(value, &expected));
    }
    if is_choice(rule, value) {
        Ok(())
    } else {
        Err(subject.invalid(value, &not_a_choice(rule)))
    }
}

/// Checks the elements of a list, each at its position.
fn check_elements(
    subject: &Subject<'_>,
    rule: &ArgRule,
    element: JsonType,
    items: &[Json],
) -> Result<(), String> {
    for (position, item) in items.iter().enumerate() {
        let name = format!("{}[{position}]", subject.name);
        let subject = Subject {
            name: &name,
            ..*subject
        };
        if !element.admits(item) {
            return Err(subject.invalid(item, &with_values(element.name(), rule)));
        }
        if !is_choice(rule, item) {
            return Err(subject.invalid(item, &not_a_choice(rule)));
        }
    }
    Ok(())
}

/// Checks the keys of an options object: none unknown, each by its own rule.
fn check_keys(
    subject: &Subject<'_>,
    keys: &[ArgRule],
    entries: &serde_json::Map<String, Json>,
) -> Result<(), String> {
    if let Some(unknown) = entries
        .keys()
        .find(|key| !keys.iter().any(|rule| rule.name == **key))
    {
        return Err(unknown_option(subject, keys, unknown));
    }
    for rule in keys {
        let inner = Subject {
            noun: "option",
            name: &rule.name,
            ..*subject
        };
        check_value(&inner, rule, entries.get(rule.name.as_ref()))?;
    }
    Ok(())
}

fn unknown_option(subject: &Subject<'_>, keys: &[ArgRule], unknown: &str) -> String {
    let names: Vec<&str> = keys.iter().map(|rule| rule.name.as_ref()).collect();
    let near = find_near_names(unknown, names.iter().copied());
    let guess = if near.is_empty() {
        ".".to_owned()
    } else {
        format!("; did you mean {}?", format_suggestions(&near))
    };
    let known = if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    };
    let quoted = json_text::compact(&Json::from(unknown));
    format!(
        "unknown option {quoted}{guess} {} takes: {known}. Example: {}",
        subject.call, subject.usage
    )
}

fn is_choice(rule: &ArgRule, value: &Json) -> bool {
    match rule.choices.as_deref() {
        None | Some([]) => true,
        Some(choices) => choices.iter().any(|choice| same(choice, value)),
    }
}

/// Equal as JSON values, where `2` and `2.0` are the same number.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

fn expected_types(rule: &ArgRule) -> String {
    let names: Vec<String> = rule
        .types
        .iter()
        .map(|kind| match (kind, rule.element_type) {
            (JsonType::Array, Some(element)) => format!("array of {element}s"),
            (kind, _) => kind.to_string(),
        })
        .collect();
    names.join(" or ")
}

fn not_a_choice(rule: &ArgRule) -> String {
    let label = rule.value_label.as_ref().unwrap_or(&rule.name);
    with_values(&format!("one of the current {label} values"), rule)
}

/// Appends the valid values, where a rule has choices.
fn with_values(expected: &str, rule: &ArgRule) -> String {
    match &rule.choices {
        None => expected.to_owned(),
        Some(choices) => format!("{expected}; valid values: {}", valid_values(choices, rule)),
    }
}

fn valid_values(choices: &[Json], rule: &ArgRule) -> String {
    if choices.is_empty() {
        return "(none)".to_owned();
    }
    if let Some(path) = rule
        .valid_values_path
        .as_ref()
        .filter(|_| choices.len() > MOST_CHOICES)
    {
        return format!("read {path}");
    }
    let listed: Vec<String> = choices
        .iter()
        .take(MOST_CHOICES)
        .map(json_text::compact)
        .collect();
    match choices.len().saturating_sub(MOST_CHOICES) {
        0 => listed.join(", "),
        more => format!("{} and {more} more", listed.join(", ")),
    }
}

pub(super) fn too_many(call: &str, args: &[Json], most: usize, usage: &str) -> String {
    let types: Vec<&str> = args.iter().map(|arg| JsonType::of(arg).name()).collect();
    format!(
        "Invalid call to {call}: received {} arguments {} (array; types: {}). Expected at most {most} arguments. \
         Example: {usage}",
        args.len(),
        args_text(args),
        types.join(", ")
    )
}

fn args_text(args: &[Json]) -> String {
    bounded(json_text::compact(&Json::Array(args.to_vec())))
}

fn received(value: &Json) -> String {
    format!("{} ({})", bounded(json_text::compact(value)), JsonType::of(value))
}

fn bounded(text: String) -> String {
    if utf16_len(&text) <= MOST_RECEIVED {
        text
    } else {
        format!("{}…", utf16_prefix(&text, MOST_RECEIVED))
    }
}
