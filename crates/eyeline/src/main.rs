//! Eyeline: a browser gateway for agents.
//!
//! The program only wires: it reads the command line, makes a [`Gateway`](eyeline_gateway::Gateway) of it and lets an
//! MCP client talk to that. What a call does is decided in `eyeline-gateway`.

mod cli;
mod demo;
mod doctor;
mod logging;
mod mcp;
mod signals;

use clap::Parser;
use cli::{Cli, Command};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = logging::start(cli.log.as_deref()).and_then(|()| run(cli.command));
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("eyeline: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    // One thread: the work is waiting, and a task that is woken on another core starts a millisecond later.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(async {
        match command {
            Command::Mcp(options) => mcp::stdio(options.config()?).await.map(|()| ExitCode::SUCCESS),
            Command::Demo(options) => demo::run(&options).await.map(|()| ExitCode::SUCCESS),
            Command::Doctor(asked) if asked.find => doctor::find(&asked.options.config()?),
            Command::Doctor(asked) => doctor::run(&asked.options.config()?).await,
        }
    });
    // A thread may still sit in a read of standard input, which cannot be interrupted.
    runtime.shutdown_timeout(Duration::from_millis(100));
    outcome
}
