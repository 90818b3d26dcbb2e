//! Following a path through a live model, and saying what was found or why not.
//!
//! `walk` takes the steps, `member` and `plain` know how a step is taken at a node and in plain data, `finish` makes
//! the answer. A step that fails becomes a [`Failure`], which knows what to hint.

mod access;
mod failure;
mod finish;
mod member;
mod plain;
mod walk;

use std::sync::Arc;

use failure::Failure;
use walk::Walk;

use crate::call::{CallRequest, CallResult, SeenKinds};
use crate::guard::{Guard, NoGuard};
use crate::hint::{Spot, Style};
use crate::node::Node;
use crate::path::{Path, Segment, parse_loosely};

/// Resolves one call against a root. Every failure is an answer: this never panics and is never rejected.
///
/// `seen` are the kinds whose members the session has been shown; keep one set for each session.
pub async fn resolve_call(root: &Arc<dyn Node>, request: &CallRequest, seen: &mut SeenKinds) -> CallResult {
    resolve_call_guarded(root, request, seen, &NoGuard).await
}

/// Resolves one call; the guard is asked before each read, write and call.
pub async fn resolve_call_guarded(
    root: &Arc<dyn Node>,
    request: &CallRequest,
    seen: &mut SeenKinds,
    guard: &dyn Guard,
) -> CallResult {
    resolve_value_guarded(&root.clone().into(), request, seen, guard).await
}

/// Like [`resolve_call_guarded`], for a root that is any value.
pub async fn resolve_value_guarded(
    root: &crate::Value,
    request: &CallRequest,
    seen: &mut SeenKinds,
    guard: &dyn Guard,
) -> CallResult {
    let segments = match parse(root, &request.path) {
        Ok(segments) => segments,
        Err(error) => return invalid_path(root, &error, request, seen).await,
    };
    if let Some(error) = mismatch(request, &segments) {
        return CallResult {
            path: request.path.clone(),
            error: Some(error.to_owned()),
            ..CallResult::default()
        };
    }
    let walk = Walk {
        request,
        guard,
        warning: None,
    };
    match walk.run(root, &segments).await {
        Ok(end) => finish::finish(end, request, seen).await,
        Err(failure) => failure.into_result(request, seen).await,
    }
}

/// Parses the path. Two things are decided by the root: an index as the first step needs one that has items, and a
/// name that begins like a keyword needs one that declares it (which the walk finds out).
fn parse(root: &crate::Value, text: &str) -> Result<Vec<Segment>, String> {
    match text.parse::<Path>() {
        Ok(path) if starts_with_index(path.segments()) && !has_items(root) => {
            Err("Expected a member name (at offset 0)".to_owned())
        }
        Ok(path) => Ok(path.into_segments()),
        Err(error) => parse_loosely(text).ok_or_else(|| error.to_string()),
    }
}

fn starts_with_index(segments: &[Segment]) -> bool {
    matches!(segments.first(), Some(Segment::Index(_)))
}

fn has_items(root: &crate::Value) -> bool {
    match root {
        crate::Value::Node(node) => node.indexable(),
        crate::Value::Method(_) => false,
        _ => true,
    }
}

/// What is wrong with a request before anything is looked at.
fn mismatch(request: &CallRequest, segments: &[Segment]) -> Option<&'static str> {
    let (args, value) = (request.args.is_some(), request.value.is_some());
    match segments.last() {
        _ if args && value => Some(
            "\"args\" and \"value\" are mutually exclusive: call a method, or assign a property, not both.",
        ),
        None if args => Some("\"args\" needs a path ending in a method."),
        None if value => Some(walk::NOT_ASSIGNABLE),
        // A call is refused before anything runs, also what stands before it.
        Some(Segment::Call(..)) if value && calls_before_last(segments) => Some(walk::NOT_ASSIGNABLE),
        _ => None,
    }
}

fn calls_before_last(segments: &[Segment]) -> bool {
    segments
        .split_last()
        .is_some_and(|(_, before)| before.iter().any(|step| matches!(step, Segment::Call(..))))
}

async fn invalid_path(
    root: &crate::Value,
    error: &str,
    request: &CallRequest,
    seen: &mut SeenKinds,
) -> CallResult {
    let about = match root {
        crate::Value::Node(node) => Some(Spot {
            node: node.clone(),
            path: String::new(),
            after_call: false,
        }),
        _ => None,
    };
    let error = format!("Invalid path: {error}");
    Failure {
        error,
        resolved: Some(String::new()),
        about,
        style: Style::Regular,
    }
    .into_result(request, seen)
    .await
}
