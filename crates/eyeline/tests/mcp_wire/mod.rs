//! The protocol by hand, where a test looks at single messages; and the processes behind a running program.
#![allow(dead_code, reason = "each test binary uses its own part")]

use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything here may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A program that serves MCP, and every message it writes.
pub struct Wire {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Json>,
    last_id: u64,
}

impl Wire {
    /// Starts `eyeline mcp` without a word.
    pub fn start(arguments: &[&str]) -> Wire {
        let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
            .arg("mcp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line}"));
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Wire {
            child,
            input,
            messages,
            last_id: 0,
        }
    }

    /// Starts it and shakes hands as clients up to 2025-11-25 do.
    pub fn greet(arguments: &[&str]) -> (Wire, Json) {
        let mut wire = Wire::start(arguments);
        let id = wire.send(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "0"}}),
        );
        let hello = wire.answer(id);
        wire.notify("notifications/initialized", json!({}));
        (wire, hello["result"].clone())
    }

    /// Sends a request; the answer is its id.
    pub fn send(&mut self, method: &str, params: Json) -> u64 {
        self.last_id += 1;
        self.write(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}));
        self.last_id
    }

    /// Sends a call of the tool.
    pub fn send_call(&mut self, arguments: Json) -> u64 {
        self.send("tools/call", json!({"name": "call", "arguments": arguments}))
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Json) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn write(&mut self, message: &Json) {
        self.write_line(&message.to_string());
    }

    /// Sends a line as it is.
    pub fn write_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}")
            .and_then(|()| input.flush())
            .expect("the program listens");
    }

    /// The next message of any kind.
    pub fn next(&self) -> Json {
        self.messages.recv_timeout(PATIENCE).expect("a message")
    }

    /// The answer with this id; what comes before it is dropped.
    pub fn answer(&self, id: u64) -> Json {
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls the tool; the answer is its text, and whether it is an error.
    pub fn call(&mut self, arguments: Json) -> (String, bool) {
        let id = self.send_call(arguments);
        let result = self.answer(id)["result"].take();
        let blocks = result["content"].as_array().cloned().unwrap_or_default();
        let text: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
        (text.join("\n"), result["isError"] == true)
    }

    /// Sends a call and returns once the program tells that it runs.
    pub fn send_and_see_running(&mut self, arguments: Json) -> u64 {
        let token = "running";
        let params = json!({"name": "call", "arguments": arguments, "_meta": {"progressToken": token}});
        let id = self.send("tools/call", params);
        loop {
            let message = self.next();
            assert_ne!(message["id"], id, "answered already: {message}");
            if message["params"]["progressToken"] == token {
                return id;
            }
        }
    }

    /// Calls the tool, which must not answer with an error.
    pub fn good(&mut self, arguments: Json) -> String {
        let asked = arguments.to_string();
        let (text, is_error) = self.call(arguments);
        assert!(!is_error, "{asked}: {text}");
        text
    }

    /// The program's process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Closes its input and waits until it ends.
    pub fn end(mut self) -> ExitStatus {
        self.input.take();
        self.wait()
    }

    /// Waits until it ends.
    pub fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "the program does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// The browser it started.
    pub fn browser(&self) -> BrowserProcess {
        BrowserProcess::of(self.pid()).expect("a browser runs")
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.input.take();
        let until = Instant::now() + Duration::from_secs(10);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser as the system's table of processes shows it.
#[derive(Debug, Clone)]
pub struct BrowserProcess {
    /// Process id and process group.
    pub pid: u32,
    /// Its profile.
    pub profile: PathBuf,
}

impl BrowserProcess {
    /// The browser that the process with this id started.
    pub fn of(parent: u32) -> Option<BrowserProcess> {
        let parent = parent.to_string();
        processes().iter().find_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let profile = line.split("--user-data-dir=").nth(1)?.split_whitespace().next()?;
            (fields[1] == parent && fields[0] == fields[2]).then(|| BrowserProcess {
                pid: fields[0].parse().expect("a number"),
                profile: profile.into(),
            })
        })
    }

    /// Everything of it that still runs.
    pub fn survivors(&self) -> Vec<String> {
        let (group, profile) = (self.pid.to_string(), self.profile.to_string_lossy().into_owned());
        let alive = |line: &String| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            (fields[2] == group || line.contains(&profile)) && !fields[3].starts_with('Z')
        };
        processes().into_iter().filter(alive).collect()
    }

    /// Resident memory of all its processes, in KiB; what they share is counted more than once.
    pub fn memory(&self) -> u64 {
        let group = self.pid.to_string();
        let output = Command::new("ps")
            .args(["-eo", "pgid=,rss="])
            .output()
            .expect("ps");
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| line.trim().split_once(char::is_whitespace))
            .filter(|(of, _)| *of == group)
            .filter_map(|(_, size)| size.trim().parse::<u64>().ok())
            .sum()
    }

    /// The folder that is to disappear with it.
    pub fn folder(&self) -> &Path {
        self.profile.parent().expect("the profile is inside the folder")
    }

    /// Waits until nothing of it is left.
    pub fn gone_within(&self, limit: Duration) {
        let until = Instant::now() + limit;
        loop {
            let left = self.survivors();
            if left.is_empty() && !self.folder().exists() {
                return;
            }
            assert!(
                Instant::now() < until,
                "left after {limit:?}: {left:#?}, folder: {}",
                self.folder().exists()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Lines of pid, parent, group, state and command line.
fn processes() -> Vec<String> {
    let output = Command::new("ps")
        .args(["-eo", "pid=,ppid=,pgid=,stat=,args=", "-ww"])
        .output()
        .expect("ps");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Sends a signal by name.
pub fn signal(pid: u32, name: &str) {
    let status = Command::new("kill")
        .args(["-s", name, &pid.to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
}
