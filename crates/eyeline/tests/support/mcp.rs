//! A small MCP client for the real binary over stdio: one JSON message a line, answers matched by id.
//!
//! It is written by hand, so that the tests do not share the program's own protocol library.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

/// How to start the program.
#[derive(Clone, Default)]
pub struct Start {
    /// The binary; `EYELINE_BIN`, else the one that cargo built for these tests.
    pub binary: Option<PathBuf>,
    /// Further arguments after `mcp`.
    pub args: Vec<String>,
    /// The working folder, which is also the workspace.
    pub folder: Option<PathBuf>,
}

/// One running program.
pub struct Client {
    child: Mutex<Child>,
    stdin: Mutex<Option<ChildStdin>>,
    waiting: Waiting,
    next: AtomicU64,
    stderr: Arc<Words>,
}

/// The last lines of standard error, and word of each new one.
#[derive(Default)]
struct Words {
    lines: Mutex<VecDeque<String>>,
    more: Condvar,
}

type Waiting = Arc<Mutex<HashMap<u64, Sender<Value>>>>;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum NoAnswer {
    /// Nothing came within the limit.
    TimedOut(Duration),
    /// The program is gone.
    Gone(String),
    /// A JSON-RPC error.
    Refused(String),
}

impl std::fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoAnswer::TimedOut(limit) => write!(f, "no answer within {} ms", limit.as_millis()),
            NoAnswer::Gone(why) => write!(f, "the program is gone: {why}"),
            NoAnswer::Refused(why) => write!(f, "the call was refused by the protocol: {why}"),
        }
    }
}

/// What a call answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The content blocks as they came.
    pub blocks: Vec<Value>,
    /// Whether it is an error.
    pub is_error: bool,
}

impl Answer {
    /// The text of block `index`; empty where it is none.
    pub fn block(&self, index: usize) -> &str {
        self.blocks
            .get(index)
            .and_then(|block| block["text"].as_str())
            .unwrap_or("")
    }

    /// All text, block after block.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .blocks
            .iter()
            .filter_map(|block| block["text"].as_str())
            .collect();
        texts.join("\n")
    }

    /// The value: the first block, as JSON where it is JSON, else as a string.
    pub fn value(&self) -> Value {
        let text = self.block(0);
        serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
    }

    /// How many UTF-16 units of text an agent reads.
    pub fn chars(&self) -> usize {
        self.blocks
            .iter()
            .filter_map(|block| block["text"].as_str())
            .map(|t| t.encode_utf16().count())
            .sum()
    }
}

/// The limit of a call that sets none: longer than the program's own.
pub const LIMIT: Duration = Duration::from_secs(45);

impl Client {
    /// Starts the program and shakes hands.
    pub fn start(options: &Start) -> Result<Client, NoAnswer> {
        let gone = |error: std::io::Error| NoAnswer::Gone(error.to_string());
        let mut child = command(options).spawn().map_err(gone)?;
        let waiting = Waiting::default();
        let stderr = Arc::new(Words::default());
        deliver(child.stdout.take().expect("stdout is a pipe"), waiting.clone());
        keep_tail(child.stderr.take().expect("stderr is a pipe"), stderr.clone());
        let stdin = Mutex::new(child.stdin.take());
        let client = Client {
            child: Mutex::new(child),
            stdin,
            waiting,
            next: AtomicU64::new(1),
            stderr,
        };
        client.request(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "eyeline-tests", "version": "0"},
            }),
            LIMIT,
        )?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(client)
    }

    /// Calls the tool: `{"path": …, "args": […]}`.
    pub fn call(&self, arguments: Value) -> Result<Answer, NoAnswer> {
        self.call_within(arguments, LIMIT)
    }

    /// Calls the tool, with a limit of the caller's.
    pub fn call_within(&self, arguments: Value, limit: Duration) -> Result<Answer, NoAnswer> {
        let result = self.request(
            "tools/call",
            json!({"name": "call", "arguments": arguments}),
            limit,
        )?;
        let blocks = result["content"].as_array().cloned().unwrap_or_default();
        Ok(Answer {
            blocks,
            is_error: result["isError"].as_bool().unwrap_or(false),
        })
    }

    /// Any request of the protocol.
    pub fn request(&self, method: &str, params: Value, limit: Duration) -> Result<Value, NoAnswer> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = channel();
        lock(&self.waiting).insert(id, sender);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        match receiver.recv_timeout(limit) {
            Ok(message) if message.get("error").is_some() => {
                Err(NoAnswer::Refused(message["error"].to_string()))
            }
            Ok(message) => Ok(message["result"].clone()),
            Err(RecvTimeoutError::Timeout) => {
                lock(&self.waiting).remove(&id);
                Err(NoAnswer::TimedOut(limit))
            }
            Err(RecvTimeoutError::Disconnected) => Err(NoAnswer::Gone(self.last_words())),
        }
    }

    /// The program's process id.
    pub fn pid(&self) -> u32 {
        lock(&self.child).id()
    }

    /// The last lines the program wrote to stderr.
    pub fn last_words(&self) -> String {
        let lines = lock(&self.stderr.lines);
        lines.iter().cloned().collect::<Vec<_>>().join(" | ")
    }

    /// What the program wrote to stderr until a line that holds `part`, which is waited for; those lines are forgotten.
    pub fn words_until(&self, part: &str) -> Vec<String> {
        let found = |lines: &VecDeque<String>| lines.iter().position(|line| line.contains(part));
        let lines = lock(&self.stderr.lines);
        let limit = Duration::from_secs(20);
        let waited = self
            .stderr
            .more
            .wait_timeout_while(lines, limit, |lines| found(lines).is_none());
        let (mut lines, _) = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
        let at = found(&lines).unwrap_or_else(|| panic!("{part:?} was not logged: {lines:?}"));
        lines.drain(..=at).collect()
    }

    fn send(&self, message: &Value) -> Result<(), NoAnswer> {
        let mut stdin = lock(&self.stdin);
        let pipe = stdin.as_mut().ok_or_else(|| NoAnswer::Gone("closed".into()))?;
        let line = format!("{message}\n");
        pipe.write_all(line.as_bytes())
            .and_then(|()| pipe.flush())
            .map_err(|e| NoAnswer::Gone(e.to_string()))
    }
}

impl Drop for Client {
    /// Closes stdin, which ends the program, and waits until it and its browser are gone; a program that stays is killed.
    fn drop(&mut self) {
        lock(&self.stdin).take();
        let mut child = lock(&self.child);
        for _ in 0..100 {
            if matches!(child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn command(options: &Start) -> Command {
    let from_environment = std::env::var_os("EYELINE_BIN").map(PathBuf::from);
    let binary = options
        .binary
        .clone()
        .or(from_environment)
        .unwrap_or_else(|| env!("CARGO_BIN_EXE_eyeline").into());
    let mut command = Command::new(binary);
    command.arg("mcp").args(&options.args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = &options.folder {
        command.current_dir(folder);
    }
    command
}

/// Hands each answer to the call that waits for it. When stdout ends, the waiting calls learn that the program is gone.
fn deliver(stdout: impl Read + Send + 'static, waiting: Waiting) {
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            let Ok(message) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            let sender = message["id"].as_u64().and_then(|id| lock(&waiting).remove(&id));
            if let Some(sender) = sender {
                let _ = sender.send(message);
            }
        }
        lock(&waiting).clear();
    });
}

fn keep_tail(stderr: impl Read + Send + 'static, tail: Arc<Words>) {
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let mut lines = lock(&tail.lines);
            if lines.len() == 20 {
                lines.pop_front();
            }
            lines.push_back(line);
            tail.more.notify_all();
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
