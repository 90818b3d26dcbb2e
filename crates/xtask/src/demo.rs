//! `cargo xtask demo`.

use crate::browser;
use crate::run::{cargo, shown, target};
use anyhow::ensure;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Builds the program; answers with its path.
pub fn build() -> anyhow::Result<PathBuf> {
    let arguments = ["build", "--package", "eyeline", "--bin", "eyeline"];
    let status = shown(
        "Building eyeline (minutes the first time)",
        &mut cargo(&arguments),
    )?;
    ensure!(status.success(), "eyeline does not build; see above");
    Ok(target()
        .join("debug")
        .join(format!("eyeline{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds, makes sure of a browser, and hands over to `eyeline demo`.
pub fn run(arguments: &[String]) -> anyhow::Result<ExitCode> {
    let eyeline = build()?;
    browser::ensure(&eyeline)?;
    let status = shown("eyeline demo", Command::new(&eyeline).arg("demo").args(arguments))?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
