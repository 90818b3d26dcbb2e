//! `batch`: several calls in order, each with the rules of a single one, and one answer.

use std::sync::Arc;
use std::time::Duration;

use ai_vision::{CallResult, Json, NodeError, Value};
use serde_json::{Map, json};

use crate::call::CallRequest;
use crate::context::{CallContext, Level};
use crate::gateway::{clock_for, room_for, run_step, split_image};

/// The most steps of one batch.
const MOST: usize = 50;

/// Units that the answer takes besides its results.
const OWN: usize = 400;
/// A result as short as this is never cut.
const LEAST: usize = 600;
/// Units that a step takes besides its result.
const OVERHEAD: usize = 150;

/// Runs the steps. The answer lists what each came to; `changes` names the step.
pub async fn run(context: &Arc<CallContext>, args: &[Json]) -> Result<Value, NodeError> {
    let steps = parse(args.first())?;
    let stop_on_error = args
        .get(1)
        .and_then(|options| options.get("stopOnError"))
        .and_then(Json::as_bool)
        .unwrap_or(true);
    let mut results: Vec<Json> = Vec::with_capacity(steps.len());
    let mut stopped = None;
    for (at, step) in steps.iter().enumerate() {
        let result = run_one(context, at, step.clone()).await;
        let failed = result.is_error();
        results.push(describe(context, &result));
        if failed && stop_on_error && at + 1 < steps.len() {
            stopped = Some(at);
            break;
        }
    }
    fit(&mut results, context.room().saturating_sub(OWN));
    let mut answer = json!({ "results": results });
    if let Some(at) = stopped {
        answer["stopped"] = format!(
            "after step {at}, which failed; {} steps were not run",
            steps.len() - at - 1
        )
        .into();
    }
    Ok(answer.into())
}

async fn run_one(context: &Arc<CallContext>, at: usize, step: CallRequest) -> CallResult {
    let clock = clock_for(context.gateway(), context.session(), &step);
    let left = context.deadline().remaining();
    if !context.clock().allow_more(clock.deadline().remaining()) && left < clock.deadline().remaining() {
        clock.set(left.max(Duration::from_millis(1)), Level::Call);
    }
    let room = room_for(context.session(), &step);
    let own = CallContext::new(context.gateway().clone(), context.session().clone(), clock, room);
    let result = run_step(&own, step).await;
    for change in own.take_changes() {
        context.changes(format!("step {at}: {change}"));
    }
    result
}

fn parse(steps: Option<&Json>) -> Result<Vec<CallRequest>, NodeError> {
    let steps = steps
        .and_then(Json::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    if steps.len() > MOST {
        return Err(NodeError::new(format!(
            "A batch takes at most {MOST} steps; got {}.",
            steps.len()
        )));
    }
    steps
        .iter()
        .enumerate()
        .map(|(at, step)| parse_step(at, step))
        .collect()
}

/// Reads a step before any is run, so that a batch that is written wrongly does nothing.
fn parse_step(at: usize, step: &Json) -> Result<CallRequest, NodeError> {
    let example = "Such as {\"path\": \"page.editor.click\", \"args\": [\"#save\"]}.";
    let request = CallRequest::parse(step.clone())
        .map_err(|error| NodeError::new(format!("Step {at} is no call: {error}.")))?;
    if request.args.is_some() && request.value.is_some() {
        return Err(NodeError::new(format!(
            "Step {at} has both args and value; give one. {example}"
        )));
    }
    if request.path.trim_start().starts_with("batch") {
        return Err(NodeError::new(format!(
            "Step {at} is a batch in a batch; write its steps here instead."
        )));
    }
    Ok(request)
}

/// What a step came to. Its image becomes an image of the answer, by its number.
fn describe(context: &CallContext, result: &CallResult) -> Json {
    let mut step = Map::new();
    step.insert("path".into(), result.path.clone().into());
    match (&result.error, &result.result) {
        (Some(error), _) => step.insert("error".into(), error.clone().into()),
        (None, Some(value)) => step.insert("result".into(), without_image(context, value)),
        (None, None) => step.insert("result".into(), Json::Null),
    };
    if let Some(warning) = &result.warning {
        step.insert("warning".into(), warning.clone().into());
    }
    if result.cut.truncated {
        step.insert("truncated".into(), true.into());
    }
    Json::Object(step)
}

fn without_image(context: &CallContext, value: &Json) -> Json {
    match split_image(value) {
        Some((image, mut besides)) => {
            besides.insert("image".into(), context.attach(image).into());
            Json::Object(besides)
        }
        None => value.clone(),
    }
}

/// Cuts the longest results until all fit, so that the short ones stay whole.
fn fit(results: &mut [Json], room: usize) {
    let length = |result: &Json| ai_vision::utf16_len(&result.to_string());
    let mut lengths: Vec<usize> = results.iter().map(length).collect();
    loop {
        let excess = lengths.iter().sum::<usize>().saturating_sub(room);
        let longest = lengths
            .iter()
            .enumerate()
            .max_by_key(|(_, length)| **length)
            .map(|(at, length)| (at, *length));
        let Some((at, whole)) = longest.filter(|(_, whole)| excess > 0 && *whole > LEAST) else {
            return;
        };
        let second = lengths
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, length)| *length)
            .max()
            .unwrap_or(0);
        let target = (whole.saturating_sub(excess))
            .max(second.min(whole - 1) / 2)
            .max(LEAST / 2);
        cut(&mut results[at], target);
        let now = length(&results[at]);
        if now >= whole {
            return;
        }
        lengths[at] = now;
    }
}

/// Cuts a step's result to so many units; structure becomes the beginning of its JSON text.
fn cut(step: &mut Json, units: usize) {
    let text = match step.get("result") {
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => return,
    };
    // Quotes and line breaks take two units in JSON: what is kept is measured as it will be written.
    let mut keep = units.saturating_sub(OVERHEAD);
    while ai_vision::utf16_len(&Json::from(ai_vision::utf16_prefix(&text, keep)).to_string()) > units
        && keep > 0
    {
        keep = keep * 9 / 10;
    }
    step["result"] = format!("{}…", ai_vision::utf16_prefix(&text, keep)).into();
    step["truncated"] = true.into();
    step["note"] = format!(
        "cut to {keep} of {} characters; call it alone for the rest",
        ai_vision::utf16_len(&text)
    )
    .into();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_is_written_wrongly_is_named() {
        let error = parse(Some(&json!([{"path": "a"}, {"pth": "b"}])))
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("Step 1 is no call") && error.contains("A call looks like"),
            "{error}"
        );
        let error = parse(Some(&json!([{"path": "batch", "args": []}])))
            .unwrap_err()
            .to_string();
        assert!(error.contains("batch in a batch"), "{error}");
    }

    #[test]
    fn long_results_are_cut_and_short_ones_stay_whole() {
        let long = |letter: &str| json!({"path": "page.editor.snapshot", "result": letter.repeat(15_000)});
        let short = json!({"path": "page.title", "result": "Home"});
        let mut results = [short.clone(), long("a"), long("\n"), short.clone()];
        fit(&mut results, 10_000);
        assert_eq!((&results[0], &results[3]), (&short, &short));
        assert!(
            results[1]["note"]
                .as_str()
                .unwrap()
                .contains("of 15000 characters"),
            "{}",
            results[1]["note"]
        );
        let whole: usize = results.iter().map(|result| result.to_string().len()).sum();
        assert!(whole <= 10_100, "{whole}");
        let mut few = [short.clone()];
        fit(&mut few, 10_000);
        assert_eq!(few, [short]);
    }
}
