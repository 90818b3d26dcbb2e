//! What is in flight.

use super::Gate;
use super::wire::{Answer, WireError};
use crate::{Error, Json, SessionId};
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
    /// Its number, on the wire too.
    pub ticket: u64,
    pub method: String,
    pub params: Json,
    pub session: Option<SessionId>,
    pub gate: Option<Arc<Gate>>,
    /// The unique name of the execution context that it is to run in.
    pub context: Option<String>,
    pub reply: Reply,
}

/// What the driver is told.
pub(crate) enum Order {
    Call(Call),
    /// Nobody waits for this one any more.
    Forget(u64),
    /// Whatever still runs in these execution contexts will never be answered.
    ContextsGone(Vec<String>),
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
        let context = params
            .get("uniqueContextId")
            .and_then(Json::as_str)
            .map(str::to_owned);
        let call = Call {
            ticket,
            method: method.to_owned(),
            params,
            session,
            gate,
            context,
            reply,
        };
        let _ = self.orders.send(Order::Call(call));
        ticket
    }

    pub fn forget(&self, ticket: u64) {
        let _ = self.orders.send(Order::Forget(ticket));
    }

    pub fn contexts_gone(&self, contexts: Vec<String>) {
        let _ = self.orders.send(Order::ContextsGone(contexts));
    }

    pub fn stop(&self) {
        let _ = self.orders.send(Order::Stop);
    }
}

struct Pending {
    /// The unique name of the execution context that it runs in.
    context: Option<String>,
    method: String,
    session: Option<SessionId>,
    gate: Option<Arc<Gate>>,
    reply: Reply,
}

impl Pending {
    fn runs_in(&self, contexts: &[String]) -> bool {
        self.context
            .as_ref()
            .is_some_and(|context| contexts.contains(context))
    }
}

/// The commands that were sent and not yet answered.
#[derive(Default)]
pub(crate) struct Calls {
    pending: HashMap<u64, Pending>,
}

impl Calls {
    /// Notes a command as sent.
    pub fn sent(&mut self, call: Call) {
        let Call {
            ticket,
            context,
            method,
            session,
            gate,
            reply,
            ..
        } = call;
        self.pending.insert(
            ticket,
            Pending {
                context,
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
    pub fn answer(&mut self, ticket: u64, outcome: Result<Answer, WireError>) {
        let Some(call) = self.pending.remove(&ticket) else {
            return;
        };
        let Pending { method, reply, .. } = call;
        reply.send(outcome.map_err(|error| Error::Protocol {
            method,
            code: error.code,
            message: error.message,
        }));
    }

    pub fn forget(&mut self, ticket: u64) {
        self.pending.remove(&ticket);
    }

    fn fail_where(&mut self, of_these: impl Fn(&Pending) -> Option<Error>) {
        let doomed: Vec<_> = self
            .pending
            .iter()
            .filter_map(|(ticket, call)| Some((*ticket, of_these(call)?)))
            .collect();
        for (ticket, error) in doomed {
            if let Some(call) = self.pending.remove(&ticket) {
                call.reply.send(Err(error));
            }
        }
    }

    /// Fails what was sent on a session that has ended.
    pub fn session_ended(&mut self, session: &SessionId) {
        self.fail_where(|call| (call.session.as_ref() == Some(session)).then_some(Error::SessionGone));
    }

    /// Whether anything in flight runs in one of these execution contexts.
    pub fn any_runs_in(&self, contexts: &[String]) -> bool {
        !contexts.is_empty() && self.pending.values().any(|call| call.runs_in(contexts))
    }

    /// Fails what runs in execution contexts that are gone.
    pub fn contexts_gone(&mut self, contexts: &[String]) {
        self.fail_where(|call| call.runs_in(contexts).then_some(Error::DocumentGone));
    }

    /// Fails what was sent to a frame whose process has crashed.
    pub fn session_crashed(&mut self, session: &SessionId) {
        self.fail_where(|call| (call.session.as_ref() == Some(session)).then_some(Error::FrameCrashed));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::TabLife;

    /// Sends calls without a driver.
    struct Wire {
        sender: CallSender,
        orders: mpsc::UnboundedReceiver<Order>,
        calls: Calls,
    }

    impl Wire {
        fn new() -> Self {
            let (sender, orders) = CallSender::new();
            Self {
                sender,
                orders,
                calls: Calls::default(),
            }
        }

        fn send(&mut self, session: &str, gate: &Arc<Gate>) -> oneshot::Receiver<Outcome> {
            let (reply, outcome) = oneshot::channel();
            let session = Some(SessionId::from(session));
            self.sender.send(
                "Runtime.evaluate",
                Json::Null,
                session,
                Some(gate.clone()),
                Reply::Future(reply),
            );
            self.pump();
            outcome
        }

        fn pump(&mut self) {
            while let Ok(order) = self.orders.try_recv() {
                match order {
                    Order::Call(call) => self.calls.sent(call),
                    Order::Forget(ticket) => self.calls.forget(ticket),
                    Order::ContextsGone(contexts) => self.calls.contexts_gone(&contexts),
                    Order::Stop => {}
                }
            }
        }
    }

    #[test]
    fn an_ended_session_fails_its_own_calls_only() {
        let (mut wire, gate) = (Wire::new(), Arc::default());
        let (mut one, mut two) = (wire.send("S1", &gate), wire.send("S2", &gate));
        wire.calls.session_ended(&SessionId::from("S1"));
        assert!(matches!(one.try_recv(), Ok(Err(Error::SessionGone))));
        assert!(two.try_recv().is_err(), "still waiting");
        wire.calls.connection_lost("killed");
        assert!(matches!(two.try_recv(), Ok(Err(Error::BrowserGone { .. }))));
        assert!(wire.calls.pending.is_empty());
    }

    #[test]
    fn a_gate_fails_the_calls_of_its_own_tab_only() {
        let (mut wire, gate, other) = (Wire::new(), Arc::default(), Arc::default());
        let (mut one, mut two) = (wire.send("S1", &gate), wire.send("S2", &other));
        gate.set_life(TabLife::Crashed);
        wire.calls.gate_changed(&gate);
        assert!(matches!(one.try_recv(), Ok(Err(Error::TabCrashed))));
        assert!(two.try_recv().is_err(), "still waiting");
    }

    #[test]
    fn forgotten_calls_leave_nothing() {
        let (mut wire, gate) = (Wire::new(), Arc::default());
        let _waiting = wire.send("S1", &gate);
        wire.sender.forget(0);
        wire.pump();
        assert!(wire.calls.pending.is_empty());
        wire.calls.answer(0, Ok(Answer::default()));
    }
}
