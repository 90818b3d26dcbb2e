//! What the integration tests share: the real binary over MCP, a loopback web server, a reader of outline text.
//!
//! - `mcp`: starts `eyeline mcp` and calls its one tool, with a time limit on every call
//! - `server`: serves a folder on two loopback origins, with delays, silence, headers and statuses on demand
//! - `outline`: outline text parsed back into lines with roles, names, states, refs and ancestors
//! - `cases`: runs the cases of `fixtures/cases`
//! - `tasks`: runs the scripts of `fixtures/tasks`
//! - `bundle`: builds the editor pages from npm packages
//! - `app`: a page driven through `page.editor.app`
//! - `printed`: the paths that an answer prints
//! - `paths`: where fixtures lie
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod app;
pub mod bundle;
pub mod cases;
pub mod mcp;
pub mod outline;
pub mod paths;
pub mod printed;
pub mod server;
pub mod tasks;

/// Prints a line that the test harness does not swallow, also when the test passes.
pub fn report(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
