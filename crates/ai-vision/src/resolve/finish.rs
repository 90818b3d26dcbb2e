//! The answer at the end of a walk.

use super::failure::Failure;
use super::walk::{End, Place};
use crate::call::{CallRequest, CallResult, DEFAULT_MAX_LENGTH, SeenKinds};
use crate::hint::{Spot, Style, hint};
use crate::shape::{Shaped, kind_only, shape_value};
use crate::value::Value;

/// Makes the answer.
pub(super) async fn finish(end: End, request: &CallRequest, seen: &mut SeenKinds) -> CallResult {
    match end {
        End::Answer(answer) => CallResult {
            path: request.path.clone(),
            result: Some(answer),
            ..CallResult::default()
        },
        End::Undescribed { place, verb } => undescribed(place, verb, request).await,
        End::Value { place, warning } => {
            let answer = match place.spot() {
                Some(spot) => at_node(&spot, request, seen).await,
                None => answered(request, shape_value(place.value, limit(request)).await),
            };
            CallResult {
                warning: warning.filter(|_| answer.error.is_none()),
                ..answer
            }
        }
    }
}

/// A node answers with its summary and a hint.
async fn at_node(spot: &Spot, request: &CallRequest, seen: &mut SeenKinds) -> CallResult {
    let value = match spot.node.read().await {
        Ok(Some(value)) => value,
        Ok(None) => Value::Json(kind_only(spot.node.as_ref())),
        Err(error) => {
            return Failure::at(spot, Style::Regular, error.to_string())
                .into_result(request, seen)
                .await;
        }
    };
    let shaped = shape_value(value, limit(request)).await;
    let hint = hint(spot, request.hints, Style::Regular, seen).await;
    CallResult {
        hint,
        ..answered(request, shaped)
    }
}

async fn undescribed(place: Place, verb: &str, request: &CallRequest) -> CallResult {
    let name = if place.path.is_empty() {
        "(root)"
    } else {
        &place.path
    };
    let error =
        format!("\"{name}\" has no AiVision descriptor; nothing to {verb}. Its value is shown instead.");
    let shaped = shape_value(place.value, limit(request)).await;
    CallResult {
        error: Some(error),
        ..answered(request, shaped)
    }
}

fn answered(request: &CallRequest, shaped: Shaped) -> CallResult {
    CallResult {
        path: request.path.clone(),
        result: Some(shaped.result),
        cut: shaped.cut,
        ..CallResult::default()
    }
}

fn limit(request: &CallRequest) -> usize {
    request.max_length.unwrap_or(DEFAULT_MAX_LENGTH)
}
