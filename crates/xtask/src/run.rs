//! Running other programs.

use anyhow::Context;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;

/// A command in the root of the workspace.
pub fn command(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that runs this.
pub fn cargo(arguments: &[&str]) -> Command {
    command(
        std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        arguments,
    )
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Says what is done, does it with its output shown, and says how long it took.
pub fn shown(what: &str, command: &mut Command) -> anyhow::Result<ExitStatus> {
    println!("==> {what}");
    let started = Instant::now();
    let status = command.status().with_context(|| could_not_run(command))?;
    println!(
        "    {} after {:.0} s",
        if status.success() { "done" } else { "failed" },
        started.elapsed().as_secs_f64()
    );
    Ok(status)
}

/// The same, with the output kept as well.
pub fn shown_and_kept(what: &str, command: &mut Command) -> anyhow::Result<(ExitStatus, String)> {
    println!("==> {what}");
    let started = Instant::now();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| could_not_run(command))?;
    let errors = child
        .stderr
        .take()
        .map(|stderr| thread::spawn(move || pass_on(stderr)));
    let mut kept = child.stdout.take().map(pass_on).unwrap_or_default();
    if let Some(errors) = errors {
        kept.push_str(&errors.join().unwrap_or_default());
    }
    let status = child.wait()?;
    println!(
        "    {} after {:.0} s",
        if status.success() { "done" } else { "failed" },
        started.elapsed().as_secs_f64()
    );
    Ok((status, kept))
}

fn pass_on(output: impl Read) -> String {
    let mut kept = String::new();
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        kept.push_str(&line);
        kept.push('\n');
    }
    kept
}

fn could_not_run(command: &Command) -> String {
    format!("{} could not be run", command.get_program().display())
}

/// Whether a program is in `PATH` and answers to `--version`.
pub fn is_at_hand(program: &str) -> bool {
    let mut command = command(program, &["--version"]);
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
