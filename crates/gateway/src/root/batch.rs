//! `batch`: several calls in order, each with the rules of a single one, and one answer.

use std::sync::Arc;
use std::time::Duration;

use ai_vision::{CallResult, Json, NodeError, Value};
use serde_json::{Map, json};

use crate::call::CallRequest;
use crate::context::{CallContext, Level};
use crate::gateway::{clock_for, run_step};

/// The most steps of one batch.
const MOST: usize = 50;

/// Runs the steps. The answer lists what each came to; `changes` names the step.
pub async fn run(context: &Arc<CallContext>, args: &[Json]) -> Result<Value, NodeError> {
    let steps = parse(args.first())?;
    let stop_on_error = args.get(1).and_then(|options| options.get("stopOnError")).and_then(Json::as_bool).unwrap_or(true);
    let mut results: Vec<Json> = Vec::with_capacity(steps.len());
    let mut stopped = None;
    for (at, step) in steps.iter().enumerate() {
        let result = run_one(context, at, step.clone()).await;
        let failed = result.is_error();
        results.push(describe(&result));
        if failed && stop_on_error && at + 1 < steps.len() {
            stopped = Some(at);
            break;
        }
    }
    let mut answer = json!({ "results": results });
    if let Some(at) = stopped {
        answer["stopped"] = format!("after step {at}, which failed; {} steps were not run", steps.len() - at - 1).into();
    }
    Ok(answer.into())
}

async fn run_one(context: &Arc<CallContext>, at: usize, step: CallRequest) -> CallResult {
    let clock = clock_for(context.gateway(), context.session(), &step);
    let left = context.deadline().remaining();
    if !context.clock().allow_more(clock.deadline().remaining()) && left < clock.deadline().remaining() {
        clock.set(left.max(Duration::from_millis(1)), Level::Call);
    }
    let own = CallContext::new(context.gateway().clone(), context.session().clone(), clock);
    let result = run_step(&own, step).await;
    for change in own.take_changes() {
        context.changes(format!("step {at}: {change}"));
    }
    result
}

fn parse(steps: Option<&Json>) -> Result<Vec<CallRequest>, NodeError> {
    let steps = steps.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    if steps.len() > MOST {
        return Err(NodeError::new(format!("A batch takes at most {MOST} steps; got {}.", steps.len())));
    }
    steps.iter().enumerate().map(|(at, step)| parse_step(at, step)).collect()
}

/// Reads a step before any is run, so that a batch that is written wrongly does nothing.
fn parse_step(at: usize, step: &Json) -> Result<CallRequest, NodeError> {
    let example = "Such as {\"path\": \"page.editor.click\", \"args\": [\"#save\"]}.";
    let request: CallRequest = serde_json::from_value(step.clone())
        .map_err(|error| NodeError::new(format!("Step {at} is no call: {error}. {example}")))?;
    if request.args.is_some() && request.value.is_some() {
        return Err(NodeError::new(format!("Step {at} has both args and value; give one. {example}")));
    }
    if request.path.trim_start().starts_with("batch") {
        return Err(NodeError::new(format!("Step {at} is a batch in a batch; write its steps here instead.")));
    }
    Ok(request)
}

fn describe(result: &CallResult) -> Json {
    let mut step = Map::new();
    step.insert("path".into(), result.path.clone().into());
    match &result.error {
        Some(error) => step.insert("error".into(), error.clone().into()),
        None => step.insert("result".into(), result.result.clone().unwrap_or(Json::Null)),
    };
    if let Some(warning) = &result.warning {
        step.insert("warning".into(), warning.clone().into());
    }
    if result.cut.truncated {
        step.insert("truncated".into(), true.into());
    }
    Json::Object(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_is_written_wrongly_is_named() {
        let error = parse(Some(&json!([{"path": "a"}, {"pth": "b"}]))).unwrap_err().to_string();
        assert!(error.starts_with("Step 1 is no call") && error.contains("Such as"), "{error}");
        let error = parse(Some(&json!([{"path": "batch", "args": []}]))).unwrap_err().to_string();
        assert!(error.contains("batch in a batch"), "{error}");
    }
}
