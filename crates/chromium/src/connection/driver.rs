//! The task that owns the socket.

use super::calls::{Call, Calls, Order};
use super::socket::{Inbox, Outbox, open};
use super::wire::{Command, Incoming, WireEvent};
use crate::{Deadline, Error, Result};
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
    let opened = deadline.run("Connecting to the browser", open(ws_url)).await?;
    let (outbox, inbox) = opened.map_err(|error| refused(error.to_string()))?;
    let driver = Driver {
        outbox,
        inbox,
        orders: calls,
        calls: Calls::default(),
        sink: sink(),
    };
    tokio::spawn(driver.run());
    Ok(())
}

struct Driver<S> {
    outbox: Outbox,
    inbox: Inbox,
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
                message = self.inbox.next() => match message {
                    Ok(text) => {
                        if !self.take(&text) {
                            return "the connection was closed".to_owned();
                        }
                    }
                    Err(reason) => return reason,
                },
            }
        }
    }

    fn send(&mut self, call: Call) {
        if let Some(error) = call.gate.as_ref().and_then(|gate| gate.refuses(&call.method)) {
            return Calls::refuse(call, error);
        }
        tracing::trace!(method = %call.method, "sent");
        let command = Command {
            id: call.ticket,
            method: &call.method,
            session: call.session.as_ref(),
            params: &call.params,
        };
        match serde_json::to_string(&command) {
            Ok(text) => {
                self.outbox.send(text);
                self.calls.sent(call);
            }
            Err(error) => {
                let error = Error::Decode {
                    method: call.method.clone(),
                    reason: error.to_string(),
                };
                Calls::refuse(call, error);
            }
        }
    }

    /// Takes a message. False ends the connection.
    fn take(&mut self, text: &str) -> bool {
        match Incoming::parse(text) {
            Ok(Incoming::Answer(ticket, outcome)) => self.calls.answer(ticket, outcome),
            Ok(Incoming::Event(event)) => return self.sink.event(event, &mut self.calls),
            Err(error) => tracing::warn!(%error, "a message of the browser could not be read"),
        }
        true
    }
}
