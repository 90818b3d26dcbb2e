//! One call, from request to result: its own task, its one deadline.
//!
//! The call runs in a task, so that a panic is its own. Its nodes see the deadline and give up by it with a reason;
//! what does not is cut off a moment later. A call that said it goes on is not cut off but becomes an invocation.

use std::sync::Arc;
use std::time::Duration;

use ai_vision::{CallResult, Json, Node, resolve_call_guarded};
use tokio::task::{AbortHandle, JoinError, JoinHandle};

use super::answer;
use crate::call::{Answer, CallRequest};
use crate::context::{CallContext, CallGuard, Clock, Level};
use crate::events::News;
use crate::gateway::Gateway;
use crate::invocations::{Invocation, Outcome};
use crate::late;
use crate::root::RootNode;
use crate::session::Session;

/// How much longer than its deadline a call may take to say what it was waiting for.
const GRACE: Duration = Duration::from_millis(400);

/// Runs a call and writes its answer.
pub async fn run_call(gateway: &Arc<Gateway>, session: &Arc<Session>, request: CallRequest) -> Answer {
    if request.args.is_some() && request.value.is_some() {
        return Answer::error("`args` calls a method and `value` assigns; give one of them, not both.");
    }
    let clock = clock_for(gateway, session, &request);
    let context = CallContext::new(
        gateway.clone(),
        session.clone(),
        clock,
        room_for(session, &request),
    );
    session.note_written(&request);
    // A page is asked what changed late before it is asked anything else, but nobody waits for that answer: commands are done in their order.
    let (late, result) = futures::join!(late::collect(&context), run_step(&context, request));
    answer::write(&context, late, result)
}

/// Runs one call in a context of its own, and answers with the engine's result. `batch` runs its steps through here too.
pub(crate) async fn run_step(context: &Arc<CallContext>, request: CallRequest) -> CallResult {
    let path = request.path.clone();
    context.asks(&path);
    let task = tokio::spawn(resolve(context.clone(), request));
    let ends_with_us = AbortOnDrop(task.abort_handle());
    let mut task = task;
    tokio::select! {
        done = &mut task => finished(path, done),
        () = context.clock().passed(GRACE) => {
            if context.goes_on() {
                std::mem::forget(ends_with_us);
                return becomes_invocation(context, path, task);
            }
            failed(path, late_sentence(context))
        }
    }
}

/// The clock that a request asks for.
pub(crate) fn clock_for(gateway: &Gateway, session: &Session, request: &CallRequest) -> Clock {
    match request.timeout_ms {
        Some(millis) => Clock::new(Duration::from_millis(millis.max(1)), Level::Call),
        None => {
            let settings = session.settings();
            Clock::new(
                Duration::from_millis(settings.timeouts.call),
                gateway.usual_level(&settings),
            )
        }
    }
}

/// How long the value of a request may be, in UTF-16 units.
pub(crate) fn room_for(session: &Session, request: &CallRequest) -> usize {
    let asked = request
        .max_length
        .unwrap_or_else(|| session.settings().budgets.max_length);
    usize::try_from(asked).unwrap_or(usize::MAX)
}

async fn resolve(context: Arc<CallContext>, request: CallRequest) -> CallResult {
    let _turn = EndsTurn(context.clone());
    let root: Arc<dyn Node> = Arc::new(RootNode::new(&context));
    let guard = CallGuard(context.clone());
    let mut seen = context.session().seen_kinds();
    let asked = ai_vision::CallRequest {
        path: request.path,
        args: request.args,
        value: request.value,
        hints: request.hints,
        max_length: Some(context.room()),
    };
    let mut result = resolve_call_guarded(&root, &asked, &mut seen, &guard).await;
    context.session().saw_kinds(&seen);
    if let Some(error) = &mut result.error
        && context.clock().expired()
    {
        *error = format!("{error} {}", whose_deadline(&context));
    }
    result.error = result.error.map(cut_short);
    result
}

/// The longest error, in characters: what was given wrongly is repeated only so far.
const LONGEST_ERROR: usize = 2_000;

/// A long error without its middle: it begins with what is wrong, and ends with what is right.
fn cut_short(error: String) -> String {
    let length = error.chars().count();
    if length <= LONGEST_ERROR {
        return error;
    }
    let begin: String = error.chars().take(LONGEST_ERROR / 2).collect();
    let end: String = error.chars().skip(length - LONGEST_ERROR / 2).collect();
    format!(
        "{begin} … ({} characters left out) … {end}",
        length - LONGEST_ERROR
    )
}

fn finished(path: String, done: Result<CallResult, JoinError>) -> CallResult {
    match done {
        Ok(result) => result,
        Err(error) if error.is_cancelled() => failed(path, "The call was cancelled.".into()),
        Err(error) => {
            tracing::error!(%path, %error, "a call panicked");
            let fault =
                "This call failed by a fault of Eyeline's own, which was logged; nothing else is affected.";
            failed(path, fault.into())
        }
    }
}

fn failed(path: String, error: String) -> CallResult {
    CallResult {
        path,
        error: Some(error),
        ..CallResult::default()
    }
}

fn late_sentence(context: &CallContext) -> String {
    let place = context.place();
    let place = if place.is_empty() {
        "The call".to_owned()
    } else {
        place
    };
    format!("{place} did not answer in time. {}", whose_deadline(context))
}

fn whose_deadline(context: &CallContext) -> String {
    format!(
        "(deadline: {}, at {})",
        context.clock().describe(),
        match context.place() {
            place if place.is_empty() => "the root".to_owned(),
            place => place,
        }
    )
}

fn becomes_invocation(context: &Arc<CallContext>, path: String, task: JoinHandle<CallResult>) -> CallResult {
    let session = context.session();
    let invocation = session.invocations().adopt(&path, task.abort_handle());
    let sentence = format!(
        "It goes on as invocations[\"{0}\"]: its deadline passed ({1}). Read that path to see how it stands, or call its \
         wait or cancel.",
        invocation.id,
        context.clock().describe(),
    );
    tokio::spawn(follow(
        context.session().clone(),
        invocation.clone(),
        path.clone(),
        task,
    ));
    let value = serde_json::json!({ "invocation": invocation.id, "status": "running", "note": sentence });
    CallResult {
        path,
        result: Some(value),
        ..CallResult::default()
    }
}

/// Waits for an invocation's end, writes it down, and tells the session.
async fn follow(
    session: Arc<Session>,
    invocation: Arc<Invocation>,
    path: String,
    task: JoinHandle<CallResult>,
) {
    let result = finished(path, task.await);
    let outcome = match result.error {
        Some(error) => Outcome::Failed(error),
        None => Outcome::Done(result.result.unwrap_or(Json::Null)),
    };
    if invocation.finish(outcome) {
        session.events().push(News {
            kind: "invocation",
            text: format!(
                "invocations[\"{}\"] has ended: {}.",
                invocation.id,
                invocation.outcome().status()
            ),
            path: Some(format!("invocations[\"{}\"]", invocation.id)),
            ..News::default()
        });
    }
}

/// Lets the next action begin, however a call ends.
struct EndsTurn(Arc<CallContext>);

impl Drop for EndsTurn {
    fn drop(&mut self) {
        self.0.end_turn();
    }
}

/// Ends a task when whoever waited for it is gone.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
