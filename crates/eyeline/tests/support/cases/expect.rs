//! Expectations, checked against outline, page, events and tabs, again until they hold or their time is over.

use std::time::Duration;

use serde_json::{Map, Value};

use super::matching;
use super::run::Run;
use super::session::until;
use super::spec::{Expect, Node};
use crate::support::outline::{Outline, fold};

/// Checks what is expected after this step (-1: after the first load).
pub fn check_all(run: &mut Run<'_>, after: i64) {
    let case = run.case;
    for expect in case.expect.iter().filter(|expect| expect.after == after) {
        let limit = Duration::from_millis(expect.within.unwrap_or(1500));
        let still = case.dialog_follows(after);
        let result = until(limit, || {
            let problems = check(run, expect, still);
            if problems.is_empty() {
                Ok(())
            } else {
                Err(problems.join("\n"))
            }
        });
        if let Err(problems) = result {
            run.problems.extend(
                problems
                    .lines()
                    .map(|problem| format!("after {after}: {problem}")),
            );
        }
    }
}

fn check(run: &Run<'_>, expect: &Expect, dialog_open: bool) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(event) = &expect.event {
        problems.extend(check_event(run, event).err());
    }
    if dialog_open {
        return problems;
    }
    let lists = [&expect.outline_has, &expect.outline_lacks]
        .iter()
        .any(|list| !list.is_empty());
    if lists || !expect.text_has.is_empty() || !expect.text_lacks.is_empty() {
        match run.session.outline(&run.tab, Duration::from_secs(4)) {
            Ok(mut outline) => {
                read_values(run, &mut outline, expect);
                check_outline(&outline, expect, &mut problems);
            }
            Err(why) => problems.push(format!("snapshot: {why}")),
        }
    }
    if let Some(code) = &expect.eval {
        match run.session.evaluate(&run.tab, code, expect.frame.as_deref()) {
            Ok(value) if same(&value, &expect.equals) => {}
            Ok(value) => problems.push(format!("eval {code} = {value}, want {}", expect.equals)),
            Err(why) => problems.push(format!("eval {code}: {why}")),
        }
    }
    if let Some(wanted) = expect.tabs {
        match run.tabs() {
            Ok(tabs) if tabs.len() == wanted => {}
            Ok(tabs) => problems.push(format!("tabs {tabs:?}, want {wanted}")),
            Err(why) => problems.push(format!("tabs: {why}")),
        }
    }
    problems
}

/// What a user typed stands in no outline; it is read at the control's own path, where a case asks for it.
fn read_values(run: &Run<'_>, outline: &mut Outline, expect: &Expect) {
    let asked = expect
        .outline_has
        .iter()
        .chain(&expect.outline_lacks)
        .filter(|node| node.states.contains_key("value"));
    for node in asked {
        let mut any_value = node.clone();
        any_value.states.remove("value");
        for index in matching::find(outline, &any_value) {
            let line = &mut outline.lines[index];
            if let (None, Some(reference)) = (&line.value, &line.reference) {
                line.value = run.session.control_value(&run.tab, reference);
            }
        }
    }
}

fn check_outline(outline: &Outline, expect: &Expect, problems: &mut Vec<String>) {
    for node in &expect.outline_has {
        let found = matching::find(outline, node).len();
        if node.count.map_or(found == 0, |count| found != count) {
            problems.push(format!(
                "outline_has {}: {found} matches; near: {}",
                describe(node),
                near(outline, node)
            ));
        }
    }
    for node in &expect.outline_lacks {
        if !matching::find(outline, node).is_empty() {
            problems.push(format!("outline_lacks {}: it is there", describe(node)));
        }
    }
    let text = outline.all_text();
    let raw = fold(&outline.text);
    let has = |piece: &str| text.contains(&fold(piece)) || raw.contains(&fold(piece));
    let missing = expect.text_has.iter().filter(|piece| !has(piece));
    problems.extend(missing.map(|piece| format!("text_has {piece:?}: missing")));
    let present = expect.text_lacks.iter().filter(|piece| has(piece));
    problems.extend(present.map(|piece| format!("text_lacks {piece:?}: present")));
}

fn check_event(run: &Run<'_>, wanted: &Map<String, Value>) -> Result<(), String> {
    let events = run.session.events(run.first_event).map_err(|e| e.to_string())?;
    let hits = events.iter().filter(|event| event_matches(event, wanted)).count();
    let enough = match wanted.get("count").and_then(Value::as_u64) {
        Some(count) => hits as u64 == count,
        None => hits > 0,
    };
    if enough {
        return Ok(());
    }
    let seen: Vec<String> = events.iter().map(Value::to_string).collect();
    let mut seen = seen.join(" ");
    if let Some((cut, _)) = seen.char_indices().nth(3000) {
        seen.truncate(cut);
    }
    Err(format!(
        "event {} not seen; seen: {seen}",
        Value::Object(wanted.clone())
    ))
}

/// The kinds of events that stand for one of the case format.
const KINDS: &[(&str, &[&str])] = &[
    ("dialog", &["dialog"]),
    ("download", &["download"]),
    ("popup", &["tab"]),
    ("navigation", &["navigation"]),
    ("filechooser", &["filechooser"]),
    ("crash", &["crash"]),
];

fn event_matches(event: &Value, wanted: &Map<String, Value>) -> bool {
    wanted.iter().all(|(key, value)| match key.as_str() {
        "count" => true,
        "kind" => {
            let words = KINDS
                .iter()
                .find(|(kind, _)| value == kind)
                .map_or(&[][..], |(_, words)| words);
            event["kind"].as_str().is_some_and(|kind| words.contains(&kind))
                && (value != "popup" || field(event, "opener").is_some_and(|opener| !opener.is_null()))
        }
        "content" => {
            field(event, "file")
                .and_then(|path| std::fs::read_to_string(path.as_str()?).ok())
                .as_deref()
                == value.as_str()
        }
        "path" => {
            field(event, "url")
                .and_then(Value::as_str)
                .and_then(path_of_url)
                .as_deref()
                == value.as_str()
        }
        key => field(event, key).is_some_and(|got| got == value),
    })
}

/// A field of the event, at its top or in its details.
fn field<'a>(event: &'a Value, name: &str) -> Option<&'a Value> {
    event.get(name).or_else(|| {
        event
            .as_object()?
            .values()
            .find_map(|inner| inner.as_object()?.get(name))
    })
}

fn path_of_url(url: &str) -> Option<String> {
    let after_scheme = url.split_once("://")?.1;
    let path = after_scheme.split_once('/')?.1;
    path.split(['?', '#']).next().map(str::to_owned)
}

/// Equal as JavaScript prints them: `1` is `1.0`.
fn same(got: &Value, wanted: &Value) -> bool {
    match (got.as_f64(), wanted.as_f64()) {
        (Some(got), Some(wanted)) => got == wanted,
        _ => {
            got == wanted
                || wanted
                    .as_str()
                    .is_some_and(|text| serde_json::to_string(got).is_ok_and(|printed| printed == text))
        }
    }
}

fn describe(node: &Node) -> String {
    let role = node
        .role
        .as_ref()
        .map(|roles| roles.list().join("|"))
        .unwrap_or_default();
    let name = node
        .name
        .as_ref()
        .map(|name| format!(" {name:?}"))
        .unwrap_or_default();
    let states = if node.states.is_empty() {
        String::new()
    } else {
        format!(" {}", Value::Object(node.states.clone()))
    };
    let inside = node
        .inside
        .as_ref()
        .map(|node| format!(" in {}", describe(node)))
        .unwrap_or_default();
    let count = node.count.map(|count| format!(" x{count}")).unwrap_or_default();
    format!("{role}{name}{states}{inside}{count}")
}

/// The lines of the same role, else the first ones: what a reader of the report needs to see the difference.
fn near(outline: &Outline, node: &Node) -> String {
    let same_role = Node {
        role: node.role.clone(),
        ..Node::default()
    };
    let mut found = matching::find(outline, &same_role);
    if found.is_empty() {
        found = (0..outline.lines.len()).collect();
    }
    let show = |&i: &usize| {
        let line = &outline.lines[i];
        format!(
            "{} {:?} {:?} {:?}",
            line.role,
            line.name,
            line.states,
            line.value.as_deref().unwrap_or("")
        )
    };
    found.iter().take(6).map(show).collect::<Vec<_>>().join(" ; ")
}
