//! Steps at a node: members, listed children, items, calls and assignments.

use super::access::Below;
use super::failure::Failure;
use super::walk::{NOT_ASSIGNABLE, Step, Walk, extended};
use crate::descriptor::Child;
use crate::error::NodeError;
use crate::guard::AccessKind;
use crate::hint::{Spot, Style, describe_method};
use crate::member::Member;
use crate::path::{Key, Segment, first_step};
use crate::rules::{JsonType, no_arguments_warning};
use crate::suggest::find_suggestions;
use crate::value::{Json, Value};

/// What a name means at a node.
enum Named<'a> {
    Member(&'a Member),
    Child(Child),
}

/// `[key]`
pub(super) async fn index(walk: &Walk<'_>, spot: &Spot, key: &Key) -> Result<Value, Failure> {
    let below = Below {
        spot,
        step: Segment::Index(key.clone()),
        member: None,
        kind: AccessKind::Read,
    };
    let work = async {
        spot.node
            .index(key)
            .await
            .unwrap_or_else(|| Err(NodeError::no_item()))
    };
    match walk.guarded(below, Box::pin(work)).await {
        Ok(value) => Ok(value),
        Err(error) if error.is_no_item() => Err(Failure::at(spot, Style::Regular, no_item(key, &spot.path))),
        Err(error) => Err(Failure::at(spot, Style::Regular, error.to_string())),
    }
}

/// The sentence for an item that is not there.
pub(super) fn no_item(key: &Key, path: &str) -> String {
    let path = if path.is_empty() { "(root)" } else { path };
    format!("No item {key} in \"{path}\".")
}

/// `.name`: read, described, assigned, or called with the request's arguments.
pub(super) async fn named(
    walk: &mut Walk<'_>,
    spot: &Spot,
    name: &str,
    rest: &[Segment],
) -> Result<Step, Failure> {
    let descriptor = spot.node.descriptor();
    let found = find(spot, descriptor.find(name), name).await?;
    let last = rest.is_empty();
    if let Some(value) = walk.request.value.as_ref().filter(|_| last) {
        return assign(walk, spot, &found, name, value).await.map(Step::Answer);
    }
    match found {
        Named::Child(child) => read_child(walk, spot, &child, name).await.map(Step::To),
        Named::Member(member) if member.is_method() => method(walk, spot, member, rest).await,
        Named::Member(member) => {
            if let Some(args) = walk.request.args.as_ref().filter(|_| last) {
                walk.warning = Some(no_arguments_warning(name, args, None));
            }
            read(walk, spot, member).await.map(Step::To)
        }
    }
}

/// `.name(…)`
pub(super) async fn called(
    walk: &Walk<'_>,
    spot: &Spot,
    name: &str,
    args: &[Json],
    last: bool,
) -> Result<Value, Failure> {
    let descriptor = spot.node.descriptor();
    let value = match find(spot, descriptor.find(name), name).await? {
        Named::Child(child) => read_child(walk, spot, &child, name).await?,
        Named::Member(member) if member.is_method() => match stands_at(spot, member).await? {
            None => return call(walk, spot, member, args, last).await,
            Some(value) => value,
        },
        Named::Member(_) if !spot.node.holds_functions() => return Err(not_a_method(spot, name)),
        Named::Member(member) => read(walk, spot, member).await?,
    };
    let Value::Method(method) = value else {
        return Err(not_a_method(spot, name));
    };
    refuse_assignment(walk, last)?;
    let member = descriptor.find(name);
    check(spot, member, args)?;
    let below = Below {
        spot,
        step: Segment::Member(name.to_owned()),
        member,
        kind: AccessKind::Call(args),
    };
    let work = method.call(args.to_vec());
    walk.guarded(below, work)
        .await
        .map_err(|error| Failure::at(spot, Style::Regular, error.to_string()))
}

/// Looks a name up: a declared member, or a child that is listed now.
async fn find<'a>(spot: &Spot, member: Option<&'a Member>, name: &str) -> Result<Named<'a>, Failure> {
    if let Some(member) = member {
        return Ok(Named::Member(member));
    }
    let children = spot.node.children().await;
    let children = children.map_err(|error| Failure::at(spot, Style::Regular, error.to_string()))?;
    let listed = children
        .into_iter()
        .find(|child| first_step(&child.segment).is_some_and(|(step, _)| step == name));
    listed.map(Named::Child).ok_or_else(|| unknown(spot, name))
}

fn unknown(spot: &Spot, name: &str) -> Failure {
    let descriptor = spot.node.descriptor();
    let near = find_suggestions(name, descriptor.members.iter().map(|member| member.name.as_ref()));
    let style = if near.is_empty() {
        Style::Compact
    } else {
        Style::OnDemand
    };
    let error = NodeError::new(format!("\"{name}\" is not a member of {}.", descriptor.kind)).suggest(near);
    Failure::at(spot, style, error.to_string())
}

fn not_a_method(spot: &Spot, name: &str) -> Failure {
    let error = format!("\"{name}\" is a property, not a method — drop the \"()\".");
    Failure::at(spot, Style::Compact, error)
}

fn refuse_assignment(walk: &Walk<'_>, last: bool) -> Result<(), Failure> {
    match walk.request.value {
        Some(_) if last => Err(Failure::of_request(NOT_ASSIGNABLE)),
        _ => Ok(()),
    }
}

fn check(spot: &Spot, member: Option<&Member>, args: &[Json]) -> Result<(), Failure> {
    let checked = member.map_or(Ok(()), |member| member.check(args));
    checked.map_err(|error| Failure::at(spot, Style::OnDemand, error))
}

/// A declared method that is named: called when arguments came, else described.
async fn method(walk: &Walk<'_>, spot: &Spot, member: &Member, rest: &[Segment]) -> Result<Step, Failure> {
    let standing = stands_at(spot, member).await?;
    let args = walk.request.args.as_ref().filter(|_| rest.is_empty());
    match (standing, args) {
        (None, Some(args)) => call(walk, spot, member, args, true).await.map(Step::To),
        (Some(Value::Method(_)), Some(args)) => {
            called(walk, spot, &member.name, args, true).await.map(Step::To)
        }
        (Some(Value::Method(method)), None) if asks_about(rest) && method.describes_itself().is_some() => {
            Ok(Step::To(Value::Method(method)))
        }
        (None | Some(Value::Method(_)), None) => {
            let path = extended(&spot.path, &Segment::Member(member.name.to_string()));
            Ok(Step::Answer(describe_method(member, &path)))
        }
        (Some(value), _) => Ok(Step::To(value)),
    }
}

fn asks_about(rest: &[Segment]) -> bool {
    matches!(rest.first(), Some(Segment::Help | Segment::Describe))
}

/// What stands at a declared method, when it is not simply called by the node.
async fn stands_at(spot: &Spot, member: &Member) -> Result<Option<Value>, Failure> {
    let value = spot.node.method(&member.name).await;
    value.map_err(|error| Failure::at(spot, Style::Regular, error.to_string()))
}

/// Calls a declared method, once its arguments are right and the guard agrees.
async fn call(
    walk: &Walk<'_>,
    spot: &Spot,
    member: &Member,
    args: &[Json],
    last: bool,
) -> Result<Value, Failure> {
    refuse_assignment(walk, last)?;
    check(spot, Some(member), args)?;
    let step = Segment::Member(member.name.to_string());
    let below = Below {
        spot,
        step,
        member: Some(member),
        kind: AccessKind::Call(args),
    };
    let work = spot.node.call(&member.name, args.to_vec());
    walk.guarded(below, work)
        .await
        .map_err(|error| Failure::at(spot, Style::Regular, error.to_string()))
}

async fn read(walk: &Walk<'_>, spot: &Spot, member: &Member) -> Result<Value, Failure> {
    let step = Segment::Member(member.name.to_string());
    let below = Below {
        spot,
        step,
        member: Some(member),
        kind: AccessKind::Read,
    };
    let work = spot.node.get(&member.name);
    walk.guarded(below, work)
        .await
        .map_err(|error| Failure::at(spot, Style::Regular, error.to_string()))
}

async fn read_child(walk: &Walk<'_>, spot: &Spot, child: &Child, name: &str) -> Result<Value, Failure> {
    let below = Below {
        spot,
        step: Segment::Member(name.to_owned()),
        member: None,
        kind: AccessKind::Read,
    };
    let work = spot.node.child(child, name);
    walk.guarded(below, work)
        .await
        .map_err(|error| Failure::at(spot, Style::Regular, error.to_string()))
}

/// Assigns a writable property and answers with what came of it.
async fn assign(
    walk: &Walk<'_>,
    spot: &Spot,
    found: &Named<'_>,
    name: &str,
    value: &Json,
) -> Result<Json, Failure> {
    let member = match found {
        Named::Member(member) if member.writable && !member.is_method() => member,
        _ => {
            let error = format!("\"{name}\" is not writable on {}.", spot.node.descriptor().kind);
            return Err(Failure::at(spot, Style::Compact, error));
        }
    };
    let step = Segment::Member(name.to_owned());
    let below = Below {
        spot,
        step,
        member: Some(member),
        kind: AccessKind::Write(value),
    };
    let refused = std::sync::atomic::AtomicBool::new(true);
    let work = async {
        refused.store(false, std::sync::atomic::Ordering::Relaxed);
        spot.node
            .assign(name, stored(spot, name, value).await)
            .await
            .map(Value::Json)
    };
    match walk.guarded(below, Box::pin(work)).await {
        Ok(Value::Json(done)) => Ok(done),
        Ok(_) => Ok(serde_json::json!({"ok": true})),
        Err(error) if refused.into_inner() || error.is_whole() => {
            Err(Failure::at(spot, Style::Regular, error.to_string()))
        }
        Err(error) => Err(Failure::at(
            spot,
            Style::Regular,
            failed_assignment(name, value, &error),
        )),
    }
}

/// Structured data assigned to a property that holds text is stored as JSON text.
async fn stored(spot: &Spot, name: &str, value: &Json) -> Json {
    let structured = value.is_object() || value.is_array();
    if structured && spot.node.holds_text(name).await {
        return serde_json::to_string_pretty(value).map_or_else(|_| value.clone(), Json::from);
    }
    value.clone()
}

fn failed_assignment(name: &str, value: &Json, error: &NodeError) -> String {
    let kind = match JsonType::of(value) {
        JsonType::Null => JsonType::Object,
        other => other,
    };
    let error = error.to_string();
    let error = error.strip_suffix('.').unwrap_or(&error);
    format!(
        "Assigning {kind} to \"{name}\" failed: {error}. If the property holds text, pass \"value\" as a string \
         (JSON.stringify structured data first)."
    )
}
