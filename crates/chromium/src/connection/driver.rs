//! The task that owns the socket.

use super::calls::{Call, Calls, Order};
use super::wire::{Answer, UnreadAnswer, WireEvent};
use crate::{Deadline, Error, Result};
use chromiumoxide::Connection;
use chromiumoxide::error::CdpError;
use chromiumoxide::types::{Message, Response};
use futures::StreamExt;
use tokio::sync::mpsc::UnboundedReceiver;

/// Takes what the browser tells.
pub(crate) trait EventSink: Send + 'static {
    /// An event, in order. Must not wait. `calls` is there to fail what the event makes unanswerable. False ends the connection.
    fn event(&self, event: WireEvent, calls: &mut Calls) -> bool;
    /// The connection is over; nothing comes after.
    fn lost(&self, reason: &str);
}

/// Connects, and hands the events to the sink that `sink` makes.
pub(crate) async fn connect<S: EventSink>(
    ws_url: &str,
    deadline: Deadline,
    calls: UnboundedReceiver<Order>,
    sink: impl FnOnce() -> S,
) -> Result<()> {
    let refused = |reason: String| Error::Connect {
        url: ws_url.to_owned(),
        reason,
    };
    let socket = deadline
        .run(
            "Connecting to the browser",
            Connection::<WireEvent>::connect(ws_url),
        )
        .await?;
    let socket = socket.map_err(|error| refused(error.to_string()))?;
    let driver = Driver {
        socket,
        orders: calls,
        calls: Calls::default(),
        sink: sink(),
    };
    tokio::spawn(driver.run());
    Ok(())
}

struct Driver<S> {
    socket: Connection<WireEvent>,
    orders: UnboundedReceiver<Order>,
    calls: Calls,
    sink: S,
}

impl<S: EventSink> Driver<S> {
    async fn run(mut self) {
        let reason = self.drive().await;
        tracing::debug!(reason, "the connection to the browser is over");
        // First the state, so that who is woken by a failed call finds it; then the calls.
        self.sink.lost(&reason);
        self.calls.connection_lost(&reason);
        self.orders.close();
        while let Some(order) = self.orders.recv().await {
            if let Order::Call(call) = order {
                Calls::refuse(
                    call,
                    Error::BrowserGone {
                        reason: reason.clone(),
                    },
                );
            }
        }
    }

    /// Runs until the connection is over, and says why it is.
    async fn drive(&mut self) -> String {
        loop {
            tokio::select! {
                order = self.orders.recv() => match order {
                    Some(Order::Call(call)) => self.send(call),
                    Some(Order::Forget(ticket)) => self.calls.forget(ticket),
                    Some(Order::ContextsGone(contexts)) => self.calls.contexts_gone(&contexts),
                    Some(Order::Stop) | None => return "the connection was closed".to_owned(),
                },
                message = self.socket.next() => match message {
                    Some(Ok(Message::Response(response))) => self.answer(response),
                    Some(Ok(Message::Event(event))) => {
                        if !self.sink.event(event, &mut self.calls) {
                            return "the connection was closed".to_owned();
                        }
                    }
                    Some(Err(CdpError::InvalidMessage(text, error))) => self.unread(&text, &error),
                    Some(Err(error)) => return error.to_string(),
                    None => return "it closed the connection".to_owned(),
                },
            }
        }
    }

    fn send(&mut self, mut call: Call) {
        if let Some(error) = call.gate.as_ref().and_then(|gate| gate.refuses(&call.method)) {
            return Calls::refuse(call, error);
        }
        tracing::trace!(method = %call.method, "sent");
        let session = call.session.as_ref().map(|id| String::from(id.clone()).into());
        match self
            .socket
            .submit_command(call.method.clone().into(), session, call.params.take())
        {
            Ok(id) => self.calls.sent(id, call),
            Err(error) => {
                let error = Error::Decode {
                    method: call.method.clone(),
                    reason: error.to_string(),
                };
                Calls::refuse(call, error);
            }
        }
    }

    fn answer(&mut self, response: Response) {
        let outcome = match response.error {
            Some(error) => Err((error.code, error.message)),
            None => Ok(Answer::Json(response.result.unwrap_or_default())),
        };
        self.calls.answer(response.id, outcome);
    }

    /// A message that `Connection` could not read. An answer goes to its call as text, anything else is passed over.
    fn unread(&mut self, text: &str, error: &serde_json::Error) {
        match serde_json::from_str::<UnreadAnswer>(text) {
            Ok(UnreadAnswer { id, result, error }) => {
                let outcome = match (error, result) {
                    (Some(error), _) => Err((error.code, error.message)),
                    (None, Some(result)) => Ok(Answer::Text(result)),
                    (None, None) => Ok(Answer::Json(Default::default())),
                };
                self.calls.answer(chromiumoxide::types::CallId::new(id), outcome);
            }
            Err(_) => tracing::warn!(%error, "a message of the browser could not be read"),
        }
    }
}
