//! The Model Context Protocol: one tool, `call`, over a [`Gateway`](eyeline_gateway::Gateway).
//!
//! - `server`: the tool and its calls, for both generations of the protocol
//! - `content`: the gateway's answers as the protocol writes them
//! - `progress`: signs of life while a call runs
//! - `lines`: each line that comes in is answered
//! - `stdio`: one client on standard input and output

mod content;
mod lines;
mod progress;
mod server;
mod stdio;

pub use stdio::stdio;
