//! WebMCP tools of a page: `app.tools.<name>(input)`.
//!
//! | module | answers |
//! |---|---|
//! | [`tool`] | what a tool is, whoever registered it |
//! | [`known`] | which tools the browser has told of |
//! | [`polyfill`] | which tools a script of the page offers without the browser's knowing |
//! | [`schema`] | whether an input fits a tool's JSON Schema, and an input that would |
//! | [`invoke`] | calling a tool, and calling it off |
//! | [`node`] | `tools` and its entries as nodes |

mod invoke;
mod known;
mod node;
mod polyfill;
mod schema;
mod tool;

pub use known::KnownTools;
pub use node::{has_native, tools_of};
