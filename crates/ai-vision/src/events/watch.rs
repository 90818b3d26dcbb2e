//! Being told of events as they happen.

use std::pin::Pin;

use futures_channel::mpsc;
use futures_core::Stream;

use super::log::Event;

/// How many events wait for a watcher before the newest are dropped for it.
const WAITING: usize = 1024;

/// Those who are told.
#[derive(Debug, Default)]
pub(super) struct Watchers(Vec<mpsc::Sender<Event>>);

impl Watchers {
    pub fn add(&mut self) -> EventWatch {
        let (sender, receiver) = mpsc::channel(WAITING);
        self.0.push(sender);
        EventWatch(receiver)
    }

    /// Tells everyone; a watcher that is gone is forgotten, one that is full misses the event.
    pub fn tell(&mut self, event: &Event) {
        self.0.retain_mut(|sender| match sender.try_send(event.clone()) {
            Ok(()) => true,
            Err(error) => error.is_full(),
        });
    }
}

/// Events as they are pushed. Dropping it ends the subscription.
#[derive(Debug)]
pub struct EventWatch(mpsc::Receiver<Event>);

impl EventWatch {
    /// The next event; None when the log is gone.
    pub async fn next(&mut self) -> Option<Event> {
        std::future::poll_fn(|context| Pin::new(&mut self.0).poll_next(context)).await
    }
}
