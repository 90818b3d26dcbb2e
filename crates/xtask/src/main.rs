//! Set-up, demo and tests of this workspace: `cargo xtask demo`, `cargo xtask test`.

mod browser;
mod demo;
mod run;
mod scripts;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask demo [--headed]   build, install Chromium if there is none, and watch Eyeline drive a small site
cargo xtask test              format, lints, tests, doctests and the types of the page scripts; ends with a count";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let outcome = match arguments.next().as_deref() {
        Some("demo") => demo::run(&arguments.collect::<Vec<_>>()),
        Some("test") => test::run(),
        None | Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(other) => Err(anyhow::anyhow!("there is no task {other:?}\n{HELP}")),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
