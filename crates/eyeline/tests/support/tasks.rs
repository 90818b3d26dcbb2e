//! Scripts of calls (`fixtures/tasks/*.jsonl`), run through the real binary.
//!
//! A script is one JSON object a line. The first says which site of `fixtures/sites` is open and what is to be done,
//! and may set bounds: `{"page": "shop", "about": "…", "maxCalls": 5, "maxChars": 3000}`. Then the calls, as an agent
//! would send them: `{"call": {"path": …, "args": […]}, "expect": "text that the answer holds"}` (`expect` may be a
//! list; `"fails": true` where the answer has to be an error). Last, what the page must have come to:
//! `{"check": "JavaScript", "equals": …}`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::mcp::{Client, Start};
use super::paths;
use super::server::Server;

/// The first line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    pub page: String,
    pub about: String,
    pub max_calls: Option<usize>,
    pub max_chars: Option<usize>,
}

/// A line in the middle.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub call: Value,
    #[serde(default)]
    pub expect: Expected,
    #[serde(default)]
    pub fails: bool,
}

/// Pieces of text that an answer has to hold.
#[derive(Debug, Default, Deserialize)]
#[serde(untagged)]
pub enum Expected {
    #[default]
    Nothing,
    One(String),
    All(Vec<String>),
}

/// The last line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub check: String,
    pub equals: Value,
}

/// A script.
#[derive(Debug)]
pub struct Script {
    pub name: String,
    pub head: Head,
    pub lines: Vec<Line>,
    pub check: Check,
}

/// What running a script cost.
#[derive(Debug)]
pub struct Cost {
    pub calls: usize,
    pub chars: usize,
}

/// All scripts, by name.
pub fn scripts() -> Vec<PathBuf> {
    let folder = paths::fixtures("tasks");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    found.sort();
    found
}

impl Script {
    /// Reads a script, and refuses one that does not read like a task.
    pub fn read(path: &Path) -> Result<Script, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let [first, middle @ .., last] = rows.as_slice() else {
            return Err("a script has at least three lines".into());
        };
        let wrong = |row: &str, e: serde_json::Error| format!("{e} in {row}");
        Ok(Script {
            name: path
                .file_stem()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default(),
            head: serde_json::from_str(first).map_err(|e| wrong(first, e))?,
            lines: middle
                .iter()
                .map(|row| serde_json::from_str(row).map_err(|e| wrong(row, e)))
                .collect::<Result<_, _>>()?,
            check: serde_json::from_str(last).map_err(|e| wrong(last, e))?,
        })
    }

    /// Runs it in a program of its own, as an agent meets the page for the first time.
    pub fn run(&self) -> Result<Cost, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let client = Client::start(&Start {
            folder: Some(folder.path().to_owned()),
            ..Start::default()
        })
        .map_err(|e| e.to_string())?;
        let server = Server::start(
            &paths::fixtures("sites").join(&self.head.page),
            Default::default(),
        );
        let opened = call(
            &client,
            json!({"path": "pages.open", "args": [format!("{}/page.html", server.a)]}),
        )?;
        let tab = opened.value()["id"].as_str().unwrap_or("t1").to_owned();
        let mut cost = Cost { calls: 0, chars: 0 };
        for line in &self.lines {
            let answer = client
                .call(line.call.clone())
                .map_err(|e| format!("{}: {e}", line.call))?;
            cost.calls += 1;
            cost.chars += answer.chars();
            let text = answer.text();
            if std::env::var_os("EYELINE_TASKS_SHOW").is_some() {
                super::report(&format!("> {}\n{text}\n", line.call));
            }
            if answer.is_error != line.fails {
                return Err(format!("{}: {text}", line.call));
            }
            if let Some(missing) = line
                .expect
                .list()
                .iter()
                .find(|piece| !text.contains(piece.as_str()))
            {
                return Err(format!("{}: {missing:?} is not in the answer: {text}", line.call));
            }
        }
        self.bounds(&cost)?;
        self.verify(&client, &tab)?;
        Ok(cost)
    }

    fn bounds(&self, cost: &Cost) -> Result<(), String> {
        match (self.head.max_calls, self.head.max_chars) {
            (Some(calls), _) if cost.calls > calls => Err(format!("{} calls, at most {calls}", cost.calls)),
            (_, Some(chars)) if cost.chars > chars => {
                Err(format!("{} characters of answers, at most {chars}", cost.chars))
            }
            _ => Ok(()),
        }
    }

    /// The page has to come to what the script says; it may still be at work when the last call has answered.
    fn verify(&self, client: &Client, tab: &str) -> Result<(), String> {
        let path = format!("pages[\"{tab}\"].editor.evaluate");
        let end = Instant::now() + Duration::from_secs(4);
        loop {
            let got = call(
                client,
                json!({"path": path, "args": [self.check.check], "hints": "never"}),
            )?
            .value();
            if got == self.check.equals
                || self
                    .check
                    .equals
                    .as_str()
                    .is_some_and(|text| serde_json::to_string(&got).is_ok_and(|printed| printed == text))
            {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(format!(
                    "{} is {got}, want {}",
                    self.check.check, self.check.equals
                ));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn call(client: &Client, arguments: Value) -> Result<super::mcp::Answer, String> {
    let answer = client
        .call(arguments.clone())
        .map_err(|e| format!("{arguments}: {e}"))?;
    if answer.is_error {
        Err(format!("{arguments}: {}", answer.text()))
    } else {
        Ok(answer)
    }
}

impl Expected {
    fn list(&self) -> &[String] {
        match self {
            Expected::Nothing => &[],
            Expected::One(piece) => std::slice::from_ref(piece),
            Expected::All(pieces) => pieces,
        }
    }
}
