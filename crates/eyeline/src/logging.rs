//! Logs go to standard error; standard output belongs to the protocol.

use anyhow::Context;
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// What is logged where nobody asks: what a person should act on. Libraries below are quieter, because their warnings
/// speak of things a person cannot change (a protocol event that is newer than they are).
const DEFAULT: &str = "warn,chromiumoxide=error,rmcp=error";

/// Starts logging with a filter such as `debug` or `warn,eyeline_gateway=trace`.
pub fn start(filter: Option<&str>) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter.unwrap_or(DEFAULT)).context(
        "--log takes error, warn, info, debug, trace, or a list such as warn,eyeline_gateway=debug",
    )?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    Ok(())
}
