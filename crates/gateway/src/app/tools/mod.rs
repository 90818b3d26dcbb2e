//! WebMCP tools of a page: `app.tools.<name>(input)`.
//!
//! | module | answers |
//! |---|---|
//! | [`tool`] | what a tool is, whoever registered it |
//! | [`known`] | which tools the browser has told of |
//! | [`news`] | all tools that there are, and word of new ones |
//! | [`offered`] | which tools pages offer without the browser's knowing |
//! | [`polyfill`], [`form`] | those of a script, and those that forms declare |
//! | [`schema`] | whether an input fits a tool's JSON Schema, and an input that would |
//! | [`invoke`] | calling a tool, and calling it off |
//! | [`node`] | `tools` and its entries as nodes |

mod form;
mod invoke;
mod known;
mod news;
mod node;
mod offered;
mod polyfill;
mod schema;
mod tool;

/// How the kind of every page's tools begins.
pub const TOOLS_KIND: &str = "Tools of ";

pub use news::ToolNews;
pub use node::{has_native, tools_of};
pub use polyfill::is_word_of_tools;
