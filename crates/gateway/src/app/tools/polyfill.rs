//! Tools that a script of the page offers without the browser's knowing (`@mcp-b/webmcp-polyfill` and its like).

use ai_vision::{Json, NodeError};
use eyeline_chromium::{Deadline, Error, Frame, Handle, Session, World};
use serde::Deserialize;
use serde_json::json;

use super::tool::{Source, Tool};
use crate::PageText;

/// Runs in the page's main world, the only one where a polyfill can be seen. Where the browser itself has tools, a
/// script has none to offer. A page whose tools change says so through the signal of published models.
const LIST: &str = r#"async (listen) => {
  const context = document.modelContext || navigator.modelContext;
  if (context && /native code/.test(Function.prototype.toString.call(context.registerTool))) return { native: true };
  if (!context) return {};
  if (listen && typeof context.addEventListener === "function") {
    context.addEventListener("toolchange", () => __aiVisionHostSignal('{"type":"tools"}'));
  }
  const testing = navigator.modelContextTesting;
  const tools = typeof context.getTools === "function" ? await context.getTools() : testing ? await testing.listTools() : [];
  const plain = Array.from(tools).slice(0, 200).map((tool) => ({
    name: String(tool.name), description: String(tool.description || tool.title || ""), annotations: tool.annotations || {},
    inputSchema: tool.inputSchema || {},
  }));
  const text = JSON.stringify(plain);
  return { offers: true, text: text.length > 500000 ? "[]" : text };
}"#;

/// Begins a call and answers with what holds on to it. Polyfills take the input as its JSON text.
const BEGIN: &str = r#"(name, input) => {
  const stop = new AbortController();
  const run = async () => {
    const context = document.modelContext || navigator.modelContext;
    const testing = navigator.modelContextTesting;
    let result;
    if (context && typeof context.executeTool === "function") {
      const tool = Array.from(await context.getTools()).find((one) => one.name === name);
      if (!tool) throw new Error("the tool is gone");
      result = await context.executeTool(tool, input, { signal: stop.signal });
    } else if (testing) {
      result = await testing.executeTool(name, input, { signal: stop.signal });
    } else throw new Error("the page no longer offers tools");
    const text = typeof result === "string" ? result : JSON.stringify(result);
    return String(text === undefined ? "null" : text).slice(0, 2000000);
  };
  const done = run();
  done.catch(() => {});
  return { stop, done };
}"#;

const FINISH: &str = "function () { return this.done; }";
const STOP: &str = "function () { this.stop.abort(); }";

/// Whether a page says that a polyfill's tools have changed, as it was asked to.
pub fn is_word_of_tools(payload: &str) -> bool {
    payload == r#"{"type":"tools"}"#
}

/// What a frame's script offers.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Listed {
    /// The browser itself has tools.
    pub native: bool,
    /// A script offers tools, even if it has none now.
    pub offers: bool,
    text: String,
}

/// Asks a frame's script for its tools; with `listen`, also to tell when they change.
pub async fn list(frame: &Frame, listen: bool, deadline: Deadline) -> Listed {
    let listed = frame
        .evaluate(LIST, &[Json::from(listen)], World::Main, deadline)
        .await;
    let read = listed.ok().map(serde_json::from_value::<Listed>);
    read.and_then(Result::ok).unwrap_or_default()
}

impl Listed {
    /// The tools themselves.
    pub fn tools(&self, frame: &Frame) -> Vec<Tool> {
        let raw: Vec<Json> = serde_json::from_str(&self.text).unwrap_or_default();
        raw.iter()
            .filter_map(|raw| Tool::read(raw, frame, Source::Polyfill))
            .collect()
    }
}

/// A call that nobody waits for any more is called off.
struct CallOff {
    running: Option<Handle>,
    session: Session,
}

impl Drop for CallOff {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            let stop = json!({ "objectId": running.object_id(), "functionDeclaration": STOP });
            self.session.post("Runtime.callFunctionOn", stop);
        }
    }
}

/// Calls one.
pub async fn execute(tool: &Tool, input: &Json, deadline: Deadline) -> Result<Json, NodeError> {
    let args = [Json::from(tool.name.as_str()), Json::from(input.to_string())];
    let running = tool
        .frame
        .evaluate_handle(BEGIN, &args, World::Main, deadline)
        .await
        .map_err(failed)?;
    let Some(running) = running else {
        return Err(NodeError::new("The page did not take the call of its tool."));
    };
    let mut call = CallOff {
        session: running.session().clone(),
        running: Some(running),
    };
    let Some(running) = &call.running else {
        return Ok(Json::Null);
    };
    let done = running.call(FINISH, &[], deadline).await;
    if !matches!(done, Err(Error::Timeout { .. })) {
        call.running = None;
    }
    match done.map_err(failed)? {
        Json::String(text) => Ok(serde_json::from_str(&text).unwrap_or(Json::String(text))),
        other => Ok(other),
    }
}

fn failed(error: Error) -> NodeError {
    match error {
        Error::Exception { message, .. } => {
            NodeError::new(format!("The tool failed: {}.", PageText::limited(&message, 500)))
        }
        error => NodeError::new(error.to_string()),
    }
}
