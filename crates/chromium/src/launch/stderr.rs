//! What the browser writes on its standard error: the address of its socket, and why it failed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tokio::sync::oneshot;

/// How much of the end is kept for an error message.
const KEPT_LINES: usize = 12;
const KEPT_LINE_LENGTH: usize = 300;

/// Follows a browser's standard error until it ends, so that the pipe never fills up.
#[derive(Debug)]
pub(super) struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl StderrTail {
    /// Begins to follow; the receiver gets the socket's address when the browser says it.
    pub(super) fn follow(stderr: impl Read + Send + 'static) -> (Self, oneshot::Receiver<String>) {
        let (address, receiver) = oneshot::channel();
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let tail = Self {
            lines: Arc::clone(&lines),
        };
        let follow = move || follow(BufReader::new(stderr), &lines, address);
        // A thread that cannot be started leaves the receiver closed; the port file is still there to be read.
        if let Err(error) = thread::Builder::new()
            .name("browser-stderr".to_owned())
            .spawn(follow)
        {
            tracing::warn!(%error, "cannot follow the browser's standard error");
        }
        (tail, receiver)
    }

    /// The end of what was written, as a clause for an error message; empty if nothing was.
    pub(super) fn said(&self) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            return String::new();
        }
        let text: Vec<&str> = lines.iter().map(String::as_str).collect();
        format!(" It said: {}", text.join(" | "))
    }
}

fn follow(mut stderr: impl BufRead, lines: &Mutex<VecDeque<String>>, address: oneshot::Sender<String>) {
    let mut address = Some(address);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stderr.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim();
        if line.is_empty() {
            continue;
        }
        tracing::trace!(target: "browser", "{line}");
        if let Some(url) = line.strip_prefix("DevTools listening on ")
            && let Some(address) = address.take()
        {
            // Nobody waits any more if the launch was given up.
            let _ = address.send(url.trim().to_owned());
            continue;
        }
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(KEPT_LINE_LENGTH).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_address_is_told_and_the_rest_is_kept() {
        let text = b"one\nDevTools listening on ws://127.0.0.1:1/devtools/browser/x\n\ntwo\n";
        let (tail, address) = StderrTail::follow(&text[..]);
        assert_eq!(address.await.unwrap(), "ws://127.0.0.1:1/devtools/browser/x");
        while tail.lines.lock().unwrap().len() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(tail.said(), " It said: one | two");
    }
}
