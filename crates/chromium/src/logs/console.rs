//! Console messages and exceptions that nobody caught.

use super::cut;
use super::values::{self, RemoteValue};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Longest text that is kept of a message.
const TEXT: usize = 4_000;

/// One message of the console.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleMessage {
    /// Counts the messages and exceptions of the tab, from 1.
    pub seq: u64,
    /// `log`, `info`, `warning`, `error` or `debug`.
    pub level: &'static str,
    /// What was written.
    pub text: String,
    /// The script that wrote it, or the resource that the browser writes about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The line there, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Milliseconds since 1970.
    pub time: u64,
}

/// An exception that nobody caught, or a promise that was rejected to nobody.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageException {
    /// Counts the messages and exceptions of the tab, from 1.
    pub seq: u64,
    /// The error with its stack, as the page's engine writes it.
    pub message: String,
    /// The script that threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The line there, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Milliseconds since 1970.
    pub time: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConsoleCalled {
    #[serde(rename = "type")]
    kind: String,
    args: Vec<RemoteValue>,
    timestamp: f64,
    stack_trace: Option<StackTrace>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackTrace {
    #[serde(default)]
    call_frames: Vec<CallFrame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    url: String,
    line_number: u32,
}

#[derive(Deserialize)]
pub(super) struct EntryAdded {
    entry: Entry,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    level: String,
    text: String,
    timestamp: f64,
    url: Option<String>,
    line_number: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExceptionThrown {
    timestamp: f64,
    exception_details: ExceptionDetails,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExceptionDetails {
    text: String,
    line_number: u32,
    url: Option<String>,
    exception: Option<Json>,
    stack_trace: Option<StackTrace>,
}

impl ConsoleCalled {
    pub fn message(self, seq: u64) -> ConsoleMessage {
        let (url, line) = place(self.stack_trace);
        let level = level(&self.kind);
        ConsoleMessage {
            seq,
            level,
            text: values::message(&self.args, TEXT),
            url,
            line,
            time: self.timestamp as u64,
        }
    }
}

impl EntryAdded {
    pub fn message(self, seq: u64) -> ConsoleMessage {
        let Entry {
            level: kind,
            text,
            timestamp,
            url,
            line_number,
        } = self.entry;
        let url = url.filter(|url| !url.is_empty()).map(|url| cut(&url, TEXT));
        let line = line_number.map(|line| line + 1);
        ConsoleMessage {
            seq,
            level: level(&kind),
            text: cut(&text, TEXT),
            url,
            line,
            time: timestamp as u64,
        }
    }
}

impl ExceptionThrown {
    pub fn exception(self, seq: u64) -> PageException {
        let details = self.exception_details;
        let (stack_url, stack_line) = place(details.stack_trace);
        let url = details.url.filter(|url| !url.is_empty()).or(stack_url);
        let thrown = details
            .exception
            .and_then(|value| serde_json::from_value::<RemoteValue>(value).ok());
        let message = match thrown.map(|value| value.text()) {
            // "Uncaught (in promise)" says something that the error itself does not.
            Some(text) if details.text == "Uncaught" => text,
            Some(text) => format!("{} {text}", details.text),
            None => details.text,
        };
        let line = url
            .is_some()
            .then_some(stack_line.unwrap_or(details.line_number + 1));
        PageException {
            seq,
            message: cut(&message, TEXT),
            url,
            line,
            time: self.timestamp as u64,
        }
    }
}

fn place(stack: Option<StackTrace>) -> (Option<String>, Option<u32>) {
    let top = stack.and_then(|stack| stack.call_frames.into_iter().next());
    match top.filter(|frame| !frame.url.is_empty()) {
        Some(frame) => (Some(frame.url), Some(frame.line_number + 1)),
        None => (None, None),
    }
}

/// Chromium has two lists of kinds; agents get one.
fn level(kind: &str) -> &'static str {
    match kind {
        "error" | "assert" => "error",
        "warning" => "warning",
        "info" => "info",
        "debug" | "verbose" => "debug",
        _ => "log",
    }
}
