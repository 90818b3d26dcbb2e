//! Tools that a script of the page offers without the browser's knowing (`@mcp-b/webmcp-polyfill` and its like).

use ai_vision::{Json, NodeError};
use eyeline_chromium::{Deadline, Error, Frame, World};

use super::tool::{Source, Tool};
use crate::PageText;

/// Runs in the page's main world, the only one where a polyfill can be seen.
const LIST: &str = r#"async () => {
  const context = document.modelContext || navigator.modelContext;
  if (!context || /native code/.test(Function.prototype.toString.call(context.registerTool))) return "[]";
  const tools = typeof context.getTools === "function" ? await context.getTools() : navigator.modelContextTesting ? await navigator.modelContextTesting.listTools() : [];
  const plain = Array.from(tools).slice(0, 200).map((tool) => ({
    name: String(tool.name), description: String(tool.description || tool.title || ""), annotations: tool.annotations || {},
    inputSchema: tool.inputSchema || {},
  }));
  const text = JSON.stringify(plain);
  return text.length > 500000 ? "[]" : text;
}"#;

/// Polyfills take the input as its JSON text, and answer with JSON text.
const EXECUTE: &str = r#"async (name, input) => {
  const context = document.modelContext || navigator.modelContext;
  const testing = navigator.modelContextTesting;
  let result;
  if (context && typeof context.executeTool === "function") {
    const tool = Array.from(await context.getTools()).find((one) => one.name === name);
    if (!tool) throw new Error("the tool is gone");
    result = await context.executeTool(tool, input);
  } else if (testing) {
    result = await testing.executeTool(name, input);
  } else throw new Error("the page no longer offers tools");
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return String(text === undefined ? "null" : text).slice(0, 2000000);
}"#;

/// The tools a frame's scripts offer.
pub async fn list(frame: &Frame, deadline: Deadline) -> Vec<Tool> {
    let listed = frame.evaluate(LIST, &[], World::Main, deadline).await;
    let text = listed
        .ok()
        .and_then(|text| text.as_str().map(str::to_owned))
        .unwrap_or_default();
    let raw: Vec<Json> = serde_json::from_str(&text).unwrap_or_default();
    raw.iter()
        .filter_map(|raw| Tool::read(raw, frame, Source::Polyfill))
        .collect()
}

/// Calls one.
pub async fn execute(tool: &Tool, input: &Json, deadline: Deadline) -> Result<Json, NodeError> {
    let args = [Json::from(tool.name.as_str()), Json::from(input.to_string())];
    match tool.frame.evaluate(EXECUTE, &args, World::Main, deadline).await {
        Ok(Json::String(text)) => Ok(serde_json::from_str(&text).unwrap_or(Json::String(text))),
        Ok(other) => Ok(other),
        Err(Error::Exception { message, .. }) => Err(NodeError::new(format!(
            "The tool failed: {}.",
            PageText::limited(&message, 500)
        ))),
        Err(error) => Err(NodeError::new(error.to_string())),
    }
}
