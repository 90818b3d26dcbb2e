//! `cargo xtask test`: everything that has to hold, with a last line that counts.

use crate::run::{cargo, is_at_hand, shown, shown_and_kept};
use crate::{browser, demo, scripts};
use std::process::{Command, ExitCode};

/// What was checked so far.
#[derive(Default)]
struct Count {
    passed: u64,
    failed: u64,
    /// Names of the steps that failed.
    failures: Vec<&'static str>,
}

impl Count {
    /// A step that is one check.
    fn step(&mut self, name: &'static str, passed: bool) {
        if passed {
            self.passed += 1;
        } else {
            self.failed += 1;
            self.failures.push(name);
        }
    }

    /// A step that ran tests. One that failed without a failed test did not build or broke off, and counts as one.
    fn tests(&mut self, name: &'static str, success: bool, output: &str) {
        let (passed, failed) = counted(output);
        self.passed += passed;
        self.failed += failed.max(u64::from(!success));
        if !success {
            self.failures.push(name);
        }
    }
}

/// Runs all of it, whatever fails on the way.
pub fn run() -> anyhow::Result<ExitCode> {
    let mut count = Count::default();
    let mut one = |name, command: &mut Command| -> anyhow::Result<()> {
        let status = shown(name, command)?;
        count.step(name, status.success());
        Ok(())
    };
    one("Format", &mut cargo(&["fmt", "--all", "--check"]))?;
    one(
        "Lints",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    )?;
    if is_at_hand("cargo-deny") {
        one(
            "Licences and bans",
            &mut cargo(&["deny", "check", "licenses", "bans", "sources"]),
        )?;
    }
    browser::ensure(&demo::build()?)?;
    tests(&mut count)?;
    if let Some(passed) = scripts::check()? {
        count.step("Types of the page scripts", passed);
    }
    if !count.failures.is_empty() {
        println!("\nFailed: {}", count.failures.join(", "));
    }
    println!("\n{} passed, {} failed", count.passed, count.failed);
    Ok(if count.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn tests(count: &mut Count) -> anyhow::Result<()> {
    let (name, arguments): (_, &[&str]) = if is_at_hand("cargo-nextest") {
        (
            "Tests (nextest)",
            &["nextest", "run", "--workspace", "--no-fail-fast"],
        )
    } else {
        (
            "Tests",
            &["test", "--workspace", "--all-targets", "--no-fail-fast"],
        )
    };
    let (status, output) = shown_and_kept(name, &mut cargo(arguments))?;
    count.tests(name, status.success(), &output);
    let doctests = ["test", "--workspace", "--doc", "--no-fail-fast"];
    let (status, output) = shown_and_kept("Doctests", &mut cargo(&doctests))?;
    count.tests("Doctests", status.success(), &output);
    Ok(())
}

/// Tests that passed and failed, from the closing lines of cargo test and nextest.
fn counted(output: &str) -> (u64, u64) {
    let closing =
        |line: &&str| line.starts_with("test result:") || line.trim_start().starts_with("Summary [");
    output
        .lines()
        .filter(closing)
        .fold((0, 0), |(passed, failed), line| {
            (
                passed + number_before(line, "passed"),
                failed + number_before(line, "failed") + number_before(line, "timed"),
            )
        })
}

/// The number in front of a word: 12 in "12 passed; 1 failed" for `passed`.
fn number_before(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line
        .split([' ', ';', ',', '(', ')'])
        .filter(|word| !word.is_empty())
        .collect();
    let at = words.iter().position(|&each| each == word);
    at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_both_runners_are_counted() {
        let output = "running 3 tests\ntest result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured\n\
             \n     Summary [   3.315s] 9 tests run: 7 passed (1 slow), 1 failed, 1 timed out, 1 skipped\n\
             test result: ok. 4 passed; 0 failed; 0 ignored";
        assert_eq!(counted(output), (13, 3));
    }

    #[test]
    fn a_runner_that_broke_off_is_a_failure() {
        let mut count = Count::default();
        count.tests("Tests", false, "error: could not compile");
        assert_eq!((count.passed, count.failed), (0, 1));
    }
}
