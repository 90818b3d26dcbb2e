//! From options to a browser that listens.

use super::arguments::{arguments, sandbox_off};
use super::endpoint::active_port;
use super::stderr::StderrTail;
use super::{LaunchError, LaunchOptions, ProcessGuard, find_browser, process};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A browser that was started and listens.
#[derive(Debug)]
pub struct Launched {
    /// Address of its DevTools socket: `ws://127.0.0.1:…/devtools/browser/…`.
    pub ws_url: String,
    /// Keeps it alive; dropping it ends the browser.
    pub guard: ProcessGuard,
    /// The program that was run.
    pub executable: PathBuf,
}

/// Starts a browser and waits until it listens. If it does not, the error has what it said and what to do, and nothing
/// of it is left.
pub async fn launch(options: &LaunchOptions) -> Result<Launched, LaunchError> {
    let executable = find_browser(options.executable.as_deref())?;
    if let Some(folder) = &options.user_data_dir {
        // A port file of an earlier run would be taken for this one's.
        let _ = std::fs::remove_file(folder.join("DevToolsActivePort"));
    }
    let is_root = is_root();
    let (mut guard, stderr) = process::spawn(&executable, options, |profile| {
        arguments(options, profile, is_root)
    })?;
    let stderr = stderr.ok_or_else(|| LaunchError::Spawn {
        path: executable.clone(),
        reason: "its standard error is not at hand".to_owned(),
    })?;
    let (tail, told) = StderrTail::follow(stderr);
    let waited = wait_until_listening(&mut guard, told, options.timeout).await;
    match waited {
        Ok(ws_url) => Ok(Launched {
            ws_url,
            guard,
            executable,
        }),
        Err(failure) => {
            let said = tail.said();
            let advice = advice(&said, options, is_root);
            Err(failure.into_error(executable, options.timeout, advice, said))
        }
    }
}

enum Failure {
    Exited(String),
    Timeout,
}

impl Failure {
    fn into_error(self, path: PathBuf, after: Duration, advice: String, said: String) -> LaunchError {
        match self {
            Failure::Exited(status) => LaunchError::Exited {
                path,
                status,
                advice,
                said,
            },
            Failure::Timeout => LaunchError::Timeout {
                path,
                after,
                advice,
                said,
            },
        }
    }
}

/// The address comes on stderr, and in a file of the profile where a wrapper script swallows stderr.
async fn wait_until_listening(
    guard: &mut ProcessGuard,
    mut told: oneshot::Receiver<String>,
    timeout: Duration,
) -> Result<String, Failure> {
    let until = Instant::now() + timeout;
    let mut stderr_open = true;
    loop {
        let pause = tokio::time::sleep(Duration::from_millis(25));
        if stderr_open {
            tokio::select! {
                address = &mut told => match address {
                    Ok(address) => return Ok(address),
                    Err(_) => stderr_open = false,
                },
                () = pause => {}
            }
        } else {
            pause.await;
        }
        if let Some(address) = active_port(guard.profile()) {
            return Ok(address);
        }
        if let Some(status) = guard.exit_status() {
            return Err(Failure::Exited(status.to_string()));
        }
        if Instant::now() > until {
            return Err(Failure::Timeout);
        }
    }
}

/// What known words on stderr ask for; each row: part of the words, what to do.
const ADVICE: &[(&str, &str)] = &[
    (
        "No usable sandbox",
        "This system does not let Chromium build its sandbox. Allow unprivileged user namespaces, or turn the sandbox \
         off with --no-sandbox where the pages are trusted.",
    ),
    (
        "Running as root without --no-sandbox",
        "Chromium does not run sandboxed as root. Run as another user, or turn the sandbox off with --no-sandbox.",
    ),
    (
        "Missing X server",
        "There is no display for a window. Leave out --headed, or set DISPLAY (xvfb-run makes one).",
    ),
    (
        "cannot open display",
        "There is no display for a window. Leave out --headed, or set DISPLAY (xvfb-run makes one).",
    ),
    (
        "error while loading shared libraries",
        "A library is missing. Install the browser with the system's package manager, which brings its libraries.",
    ),
    (
        "Opening in existing browser session",
        "A browser already runs with this profile. Close it, choose another --user-data-dir, or --attach to it.",
    ),
    (
        "SingletonLock: File exists",
        "A browser already runs with this profile. Close it, choose another --user-data-dir, or --attach to it.",
    ),
    (
        "profile appears to be in use",
        "A browser already runs with this profile. Close it, choose another --user-data-dir, or --attach to it.",
    ),
    (
        "No space left on device",
        "The disk is full. Make room in the folder for temporary files.",
    ),
];

fn advice(said: &str, options: &LaunchOptions, is_root: bool) -> String {
    let known = ADVICE
        .iter()
        .find(|(words, _)| said.contains(words))
        .map(|&(_, advice)| advice);
    let fallback = if sandbox_off(options.sandbox, is_root) {
        "`eyeline doctor` tries a launch and tells more."
    } else {
        "`eyeline doctor` tries a launch and tells more; in a container --no-sandbox may be needed."
    };
    known.unwrap_or(fallback).to_owned()
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_get_their_advice() {
        let options = LaunchOptions::default();
        assert!(advice("… No usable sandbox! …", &options, false).contains("--no-sandbox"));
        assert!(advice("", &options, false).contains("eyeline doctor"));
        let in_use = "Failed to create /tmp/p/SingletonLock: File exists (17)";
        assert!(advice(in_use, &options, false).contains("already runs with this profile"));
    }
}
