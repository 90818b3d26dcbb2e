//! One running program, and what the runner asks of it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::mcp::{Answer, Client, NoAnswer, Start};
use crate::support::outline::Outline;

/// A program with its workspace folder.
pub struct Session {
    client: Client,
    /// The workspace.
    pub folder: tempfile::TempDir,
}

/// A call that did not do what was asked: the program's reason, or that it did not answer.
#[derive(Debug)]
pub enum Failure {
    /// The program said no, and why.
    Refused(String),
    /// It did not answer in time, or is gone.
    Silent(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Refused(why) | Failure::Silent(why) => f.write_str(why),
        }
    }
}

impl Session {
    /// Starts a program of its own.
    pub fn start() -> Result<Session, NoAnswer> {
        let folder = tempfile::tempdir().map_err(|e| NoAnswer::Gone(e.to_string()))?;
        let client = Client::start(&Start {
            folder: Some(folder.path().to_owned()),
            ..Start::default()
        })?;
        let session = Session { client, folder };
        // Cases look for addresses as they stand in the page.
        let keep = json!({"path": "settings.privacy", "value": {"keepEmails": true}});
        session
            .request(keep, Duration::from_secs(10))
            .map_err(|e| NoAnswer::Gone(e.to_string()))?;
        Ok(session)
    }

    /// Calls `path(args…)` and waits at most `limit`.
    pub fn call(&self, path: &str, args: Value, limit: Duration) -> Result<Answer, Failure> {
        self.request(json!({"path": path, "args": args, "maxLength": 2_000_000}), limit)
    }

    /// Reads `path`.
    pub fn read(&self, path: &str, limit: Duration) -> Result<Answer, Failure> {
        self.request(json!({"path": path, "maxLength": 2_000_000}), limit)
    }

    fn request(&self, mut arguments: Value, limit: Duration) -> Result<Answer, Failure> {
        arguments["hints"] = json!("never");
        arguments["timeoutMs"] = json!(limit.as_millis() as u64);
        let grace = limit + Duration::from_secs(3);
        match self.client.call_within(arguments, grace) {
            Ok(answer) if answer.is_error => Err(Failure::Refused(answer.text())),
            Ok(answer) => Ok(answer),
            Err(error) => Err(Failure::Silent(error.to_string())),
        }
    }

    /// The ids of all open tabs, in order.
    pub fn tabs(&self) -> Result<Vec<String>, Failure> {
        let answer = self.read("pages", Duration::from_secs(4))?;
        Ok(ids(&answer.value()))
    }

    /// The outline of a tab, everything in it.
    pub fn outline(&self, tab: &str, limit: Duration) -> Result<Outline, Failure> {
        self.read_outline(
            tab,
            json!({"text": "full", "values": true, "maxChars": 1_900_000}),
            limit,
        )
    }

    /// The same, with a ref at every line and not only where something can be operated.
    pub fn outline_with_refs(&self, tab: &str, limit: Duration) -> Result<Outline, Failure> {
        self.read_outline(
            tab,
            json!({"text": "full", "values": true, "boxes": true, "maxChars": 1_900_000}),
            limit,
        )
    }

    fn read_outline(&self, tab: &str, options: Value, limit: Duration) -> Result<Outline, Failure> {
        let options = json!([options]);
        let answer = self.call(&format!("pages[\"{tab}\"].editor.snapshot"), options, limit)?;
        let text = match answer.value() {
            Value::String(text) => text,
            other => other["text"]
                .as_str()
                .map_or_else(|| other.to_string(), str::to_owned),
        };
        Ok(Outline::parse(&text))
    }

    /// What the control of this ref holds, as text.
    pub fn control_value(&self, tab: &str, reference: &str) -> Option<String> {
        let answer = self
            .read(
                &format!("pages[\"{tab}\"].editor.app[\"{reference}\"].value"),
                Duration::from_secs(4),
            )
            .ok()?;
        match answer.value() {
            Value::String(text) => Some(text),
            Value::Null => None,
            other => Some(other.to_string()),
        }
    }

    /// Evaluates in the page, or in a frame of it by the frame's name.
    pub fn evaluate(&self, tab: &str, code: &str, frame: Option<&str>) -> Result<Value, Failure> {
        let mut args = json!([code]);
        if let Some(frame) = frame {
            args = json!([code, {"frame": frame}]);
        }
        let answer = self.call(
            &format!("pages[\"{tab}\"].editor.evaluate"),
            args,
            Duration::from_secs(4),
        )?;
        Ok(answer.value())
    }

    /// Events after `seq`, oldest first.
    pub fn events(&self, seq: u64) -> Result<Vec<Value>, Failure> {
        let answer = self.call("events.since", json!([seq]), Duration::from_secs(4))?;
        let value = answer.value();
        let list = value
            .as_array()
            .cloned()
            .or_else(|| value["events"].as_array().cloned());
        list.ok_or_else(|| Failure::Refused(format!("events.since answered {value}")))
    }

    /// The number of the newest event.
    pub fn last_event(&self) -> u64 {
        let newest = self
            .events(0)
            .ok()
            .and_then(|events| events.last().and_then(|e| e["seq"].as_u64()));
        newest.unwrap_or(0)
    }

    /// Closes the tabs that are not in `keep`; whether that worked.
    pub fn close_all_but(&self, keep: &[String]) -> bool {
        let Ok(tabs) = self.tabs() else { return false };
        tabs.iter().filter(|tab| !keep.contains(tab)).all(|tab| {
            self.call(
                &format!("pages[\"{tab}\"].close"),
                json!([]),
                Duration::from_secs(3),
            )
            .is_ok()
        })
    }

    /// Kills the renderers of this program's browser, as a crash would.
    pub fn crash_renderers(&self) {
        for pid in descendants(self.client.pid()) {
            let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            if command.contains("--type=renderer") {
                let _ = std::process::Command::new("kill")
                    .args(["-9", &pid.to_string()])
                    .status();
            }
        }
    }
}

/// The tab ids in what `pages` answered, whatever its shape.
fn ids(value: &Value) -> Vec<String> {
    let is_id = |text: &str| {
        text.strip_prefix('t')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    match value {
        Value::Array(items) => items.iter().flat_map(ids).collect(),
        Value::Object(fields) => match fields.get("id").and_then(Value::as_str).filter(|id| is_id(id)) {
            Some(id) => vec![id.to_owned()],
            None => fields.values().filter(|v| !v.is_string()).flat_map(ids).collect(),
        },
        Value::String(text) => {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let mut found: Vec<String> = Vec::new();
            for word in words.filter(|word| is_id(word)) {
                if !found.iter().any(|seen| seen == word) {
                    found.push(word.to_owned());
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The processes below a process.
pub fn descendants(root: u32) -> Vec<u32> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse::<u32>().ok())
        else {
            continue;
        };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat
            .rsplit_once(')')
            .and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
        parents.extend(parent.map(|parent| (pid, parent)));
    }
    let mut found = vec![root];
    let mut i = 0;
    while i < found.len() {
        let above = found[i];
        found.extend(
            parents
                .iter()
                .filter(|(_, parent)| *parent == above)
                .map(|(pid, _)| *pid),
        );
        i += 1;
    }
    found.split_off(1)
}

/// Asks again until it is true, or until `limit` is over; the last answer.
pub fn until<T>(limit: Duration, mut ask: impl FnMut() -> Result<T, String>) -> Result<T, String> {
    let end = Instant::now() + limit;
    loop {
        match ask() {
            Ok(found) => return Ok(found),
            Err(why) if Instant::now() > end => return Err(why),
            Err(_) => std::thread::sleep(Duration::from_millis(60)),
        }
    }
}
