//! Calling the page script.

use super::remote::{Evaluated, RemoteObject};
use super::world::{Context, World};
use super::{Frame, Handle};
use crate::{Deadline, Error, Json, Result, Session};
use eyeline_page_script::{Envelope, SOURCE};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Calls the page script; answers with nothing where it is not there.
const CALL: &str = "function(name, args, floor) { const script = globalThis.__eyeline; return script ? script.call(name, args, floor) : null; }";
/// The element of a ref. `undefined` where the script is not there, `null` where it has no such element.
const ELEMENT: &str =
    "function(ref) { const script = globalThis.__eyeline; return script ? script.element(ref) : undefined; }";

/// What a function call takes and gives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallShape {
    pub by_value: bool,
    pub await_promise: bool,
    pub user_gesture: bool,
}

impl Frame {
    /// Calls a function of the page script with one argument object, in the isolated world.
    ///
    /// Waits for the frame's document while it is between two. A call that had begun when its document or process was replaced is not made
    /// again, but is [`Error::DocumentGone`] or [`Error::SessionGone`].
    pub async fn call<Out: DeserializeOwned>(
        &self,
        name: &str,
        args: &impl Serialize,
        deadline: Deadline,
    ) -> Result<Out> {
        let args = serde_json::to_string(args).map_err(|error| unreadable(name, error))?;
        let shape = CallShape {
            by_value: true,
            await_promise: true,
            user_gesture: false,
        };
        let arguments = |frame: &Frame| json!([{"value": name}, {"value": args}, {"value": frame.floor()}]);
        loop {
            let (object, session, context) = self
                .call_function(World::Isolated, CALL, &arguments(self), shape, deadline)
                .await?;
            let Some(Json::String(envelope)) = object.value else {
                self.install(&session, &context, deadline).await?;
                continue;
            };
            let envelope = Envelope::<Out>::parse(&envelope).map_err(|error| unreadable(name, error))?;
            self.raise_floor(envelope.top);
            return envelope.result.map_err(Error::Page);
        }
    }

    /// The element that this ref stands for, for commands that take an object. `None` when it has left the page.
    pub async fn element(&self, reference: u32, deadline: Deadline) -> Result<Option<Handle>> {
        let shape = CallShape {
            by_value: false,
            await_promise: false,
            user_gesture: false,
        };
        let arguments = json!([{"value": reference}]);
        loop {
            let (object, session, context) = self
                .call_function(World::Isolated, ELEMENT, &arguments, shape, deadline)
                .await?;
            match object.object_id {
                Some(id) => return Ok(Some(Handle::new(session, id))),
                None if object.kind == "undefined" => self.install(&session, &context, deadline).await?,
                None => return Ok(None),
            }
        }
    }

    /// Calls a function given as text in a world of the frame. `arguments` is an array of Chromium's `CallArgument`s.
    pub(crate) async fn call_function(
        &self,
        world: World,
        function: &str,
        arguments: &Json,
        shape: CallShape,
        deadline: Deadline,
    ) -> Result<(RemoteObject, Session, Context)> {
        let mut stale = None;
        loop {
            let (session, context) = self.context(world, stale.as_ref(), deadline).await?;
            let params = json!({
                "functionDeclaration": function,
                "uniqueContextId": context.unique,
                "arguments": arguments,
                "returnByValue": shape.by_value,
                "awaitPromise": shape.await_promise,
                "userGesture": shape.user_gesture,
            });
            match session
                .request::<Evaluated>("Runtime.callFunctionOn", params, deadline)
                .await
            {
                Ok(evaluated) => return Ok((evaluated.into_result()?, session, context)),
                Err(error) if never_ran(&error) => stale = Some(context),
                Err(error) => return Err(self.explain(error)),
            }
        }
    }

    /// Puts the page script into a context that has been made without it.
    async fn install(&self, session: &Session, context: &Context, deadline: Deadline) -> Result<()> {
        let params = json!({"expression": SOURCE, "uniqueContextId": context.unique});
        match session
            .request::<Evaluated>("Runtime.evaluate", params, deadline)
            .await
        {
            Ok(evaluated) => evaluated.into_result().map(|_| ()),
            Err(error) if never_ran(&error) => Ok(()),
            Err(error) => Err(self.explain(error)),
        }
    }

    /// A call that was cut off says what happened to its frame.
    pub(crate) fn explain(&self, error: Error) -> Error {
        if let Some(why) = self.tab.gate.closed_to_pages() {
            return why;
        }
        match error {
            error if cut_off(&error) && !self.is_attached() => Error::FrameGone,
            Error::Protocol { ref message, .. } if is_destroyed(message) => Error::DocumentGone,
            Error::Timeout { after, .. } => Error::Timeout {
                what: "What was asked of the page".to_owned(),
                after,
            },
            other => other,
        }
    }

    /// The highest ref number given in this frame so far.
    pub(crate) fn floor(&self) -> u32 {
        self.look(|node| node.floor).unwrap_or(0)
    }

    pub(crate) fn raise_floor(&self, top: u32) {
        if top > self.floor() {
            self.tab.state.write(|state| {
                if let Some(node) = state.frames.get_mut(&self.id) {
                    node.floor = node.floor.max(top);
                }
            });
        }
    }
}

/// Chromium refused because the context or session was gone before the call came: it can safely be made in the next one.
pub(crate) fn never_ran(error: &Error) -> bool {
    match error {
        Error::Protocol { code: -32001, .. } => true,
        Error::Protocol { message, .. } => {
            message.starts_with("uniqueContextId not found") || message.starts_with("Cannot find context")
        }
        _ => false,
    }
}

fn cut_off(error: &Error) -> bool {
    match error {
        Error::SessionGone | Error::DocumentGone => true,
        Error::Protocol { message, .. } => is_destroyed(message),
        _ => false,
    }
}

fn is_destroyed(message: &str) -> bool {
    [
        "Execution context was destroyed",
        "Inspected target navigated or closed",
        "Promise was collected",
        "Frame with the given",
    ]
    .iter()
    .any(|start| message.starts_with(start))
}

fn unreadable(name: &str, error: serde_json::Error) -> Error {
    Error::Decode {
        method: format!("the page script's {name:?}"),
        reason: error.to_string(),
    }
}
