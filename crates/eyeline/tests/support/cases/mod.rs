//! Runs case folders (`fixtures/cases`, or any folder of that format) through the real binary over MCP.
//!
//! - `spec`: what a `case.json` says
//! - `session`: one running program and what the runner asks of it
//! - `matching`: does this outline hold that node
//! - `step`: a step becomes calls
//! - `expect`: an expectation is checked against outline, page, events and tabs
//! - `run`: one case from its first load to its last expectation
//! - `all`: every case, in a few programs at once

pub mod all;
pub mod expect;
pub mod matching;
pub mod run;
pub mod session;
pub mod spec;
pub mod step;
