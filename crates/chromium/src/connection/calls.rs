//! What is in flight.

use super::Gate;
use super::wire::Answer;
use crate::{Error, Json, SessionId};
use chromiumoxide::types::CallId;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

/// How a command ended.
pub(crate) type Outcome = Result<Answer, Error>;

/// Where the outcome goes.
pub(crate) enum Reply {
    /// To a waiting future.
    Future(oneshot::Sender<Outcome>),
    /// To a function that runs in the order of the socket, before any later event is looked at.
    Function(Box<dyn FnOnce(Outcome) + Send>),
    /// Nowhere.
    Nobody,
}

impl Reply {
    fn send(self, outcome: Outcome) {
        match self {
            Reply::Future(sender) => {
                let _ = sender.send(outcome);
            }
            Reply::Function(function) => function(outcome),
            Reply::Nobody => {}
        }
    }
}

/// A command on its way.
pub(crate) struct Call {
    pub ticket: u64,
    pub method: String,
    pub params: Json,
    pub session: Option<SessionId>,
    pub gate: Option<Arc<Gate>>,
    pub reply: Reply,
}

/// What the driver is told.
pub(crate) enum Order {
    Call(Call),
    /// Nobody waits for this one any more.
    Forget(u64),
    /// The browser's handle is gone.
    Stop,
}

/// Sends commands to the driver.
#[derive(Clone)]
pub(crate) struct CallSender {
    orders: mpsc::UnboundedSender<Order>,
    tickets: Arc<AtomicU64>,
}

impl CallSender {
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Order>) {
        let (orders, receiver) = mpsc::unbounded_channel();
        (
            Self {
                orders,
                tickets: Arc::default(),
            },
            receiver,
        )
    }

    /// Queues a command. Should the driver be gone, the reply is dropped, which a waiting future sees.
    pub fn send(
        &self,
        method: &str,
        params: Json,
        session: Option<SessionId>,
        gate: Option<Arc<Gate>>,
        reply: Reply,
    ) -> u64 {
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
        let call = Call {
            ticket,
            method: method.to_owned(),
            params,
            session,
            gate,
            reply,
        };
        let _ = self.orders.send(Order::Call(call));
        ticket
    }

    pub fn forget(&self, ticket: u64) {
        let _ = self.orders.send(Order::Forget(ticket));
    }

    pub fn stop(&self) {
        let _ = self.orders.send(Order::Stop);
    }
}

struct Pending {
    ticket: u64,
    method: String,
    session: Option<SessionId>,
    gate: Option<Arc<Gate>>,
    reply: Reply,
}

/// The commands that were sent and not yet answered.
#[derive(Default)]
pub(crate) struct Calls {
    pending: HashMap<CallId, Pending>,
    ids: HashMap<u64, CallId>,
}

impl Calls {
    /// Notes a command as sent under this id.
    pub fn sent(&mut self, id: CallId, call: Call) {
        let Call {
            ticket,
            method,
            session,
            gate,
            reply,
            ..
        } = call;
        self.ids.insert(ticket, id);
        self.pending.insert(
            id,
            Pending {
                ticket,
                method,
                session,
                gate,
                reply,
            },
        );
    }

    /// Answers a command that was never sent.
    pub fn refuse(call: Call, error: Error) {
        call.reply.send(Err(error));
    }

    /// An answer came.
    pub fn answer(&mut self, id: CallId, outcome: Result<Answer, (i64, String)>) {
        let Some(call) = self.take(id) else { return };
        let Pending { method, reply, .. } = call;
        reply.send(outcome.map_err(|(code, message)| Error::Protocol {
            method,
            code,
            message,
        }));
    }

    pub fn forget(&mut self, ticket: u64) {
        if let Some(id) = self.ids.remove(&ticket) {
            self.pending.remove(&id);
        }
    }

    fn take(&mut self, id: CallId) -> Option<Pending> {
        let call = self.pending.remove(&id)?;
        self.ids.remove(&call.ticket);
        Some(call)
    }

    fn fail_where(&mut self, of_these: impl Fn(&Pending) -> Option<Error>) {
        let doomed: Vec<_> = self
            .pending
            .iter()
            .filter_map(|(id, call)| Some((*id, of_these(call)?)))
            .collect();
        for (id, error) in doomed {
            if let Some(call) = self.take(id) {
                call.reply.send(Err(error));
            }
        }
    }

    /// Fails what was sent on a session that has ended.
    pub fn session_ended(&mut self, session: &SessionId) {
        self.fail_where(|call| (call.session.as_ref() == Some(session)).then_some(Error::SessionGone));
    }

    /// Fails what a gate, having changed, no longer lets through.
    pub fn gate_changed(&mut self, gate: &Arc<Gate>) {
        self.fail_where(|call| match &call.gate {
            Some(of_call) if Arc::ptr_eq(of_call, gate) => gate.refuses(&call.method),
            _ => None,
        });
    }

    /// Fails everything.
    pub fn connection_lost(&mut self, reason: &str) {
        self.fail_where(|_| {
            Some(Error::BrowserGone {
                reason: reason.to_owned(),
            })
        });
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.pending.len()
    }
}
