//! The browser's processes and the folder they work in.

use super::watchdog::Watchdog;
use super::{LaunchError, LaunchOptions};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a folder may resist removal while the last processes that write into it die.
const REMOVAL: Duration = Duration::from_secs(3);

/// How long a browser has to write a profile that is kept.
const GRACE: Duration = Duration::from_secs(3);

/// Owns a browser's process group and temporary folder. Dropping it kills the group and removes the folder; a watching
/// shell does the same when this process is killed before it could.
#[derive(Debug)]
pub struct ProcessGuard {
    child: Child,
    watchdog: Watchdog,
    scratch: Option<TempDir>,
    profile: PathBuf,
    exited: Option<ExitStatus>,
}

impl ProcessGuard {
    /// Process id of the browser, which is also its process group.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The profile it uses.
    pub fn profile(&self) -> &Path {
        &self.profile
    }

    /// How the browser ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        if self.exited.is_none() {
            // An error means that there is no such child any more; the caller sees that from the socket.
            self.exited = self.child.try_wait().ok().flatten();
        }
        self.exited
    }

    /// Ends what is left. A browser whose profile is kept has some time to write it before; it must have been asked to
    /// close. Blocks for as long as that takes.
    pub fn finish(mut self) {
        let until = Instant::now()
            + if self.keeps_profile() {
                GRACE
            } else {
                Duration::ZERO
            };
        while self.exit_status().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn keeps_profile(&self) -> bool {
        self.scratch
            .as_ref()
            .is_none_or(|scratch| !self.profile.starts_with(scratch.path()))
    }
}

impl Drop for ProcessGuard {
    fn drop(&mut self) {
        // The group is killed even if its leader has ended: helpers may have outlived it.
        kill_group(self.child.id());
        let _ = self.child.wait();
        if let Some(scratch) = self.scratch.take() {
            remove(&scratch.keep());
        }
        self.watchdog.dismiss();
    }
}

/// Starts the program; answers with its guard and its standard error.
pub(super) fn spawn(
    program: &Path,
    options: &LaunchOptions,
    arguments: impl FnOnce(&Path) -> Vec<OsString>,
) -> Result<(ProcessGuard, Option<ChildStderr>), LaunchError> {
    let scratch = scratch_folder()?;
    let profile = match &options.user_data_dir {
        Some(folder) => std::path::absolute(folder).map_err(folder_error(folder))?,
        None => scratch.path().join("profile"),
    };
    std::fs::create_dir_all(&profile).map_err(folder_error(&profile))?;
    if options.user_data_dir.is_none() {
        preset(&profile).map_err(folder_error(&profile))?;
    }
    let spawn_error = |error: io::Error| LaunchError::Spawn {
        path: program.to_owned(),
        reason: error.to_string(),
    };

    let leftovers = options.leftovers.iter().map(PathBuf::as_path);
    let doomed: Vec<&Path> = std::iter::once(scratch.path()).chain(leftovers).collect();
    let mut watchdog = Watchdog::start(&doomed).map_err(spawn_error)?;
    let mut child = gated(program, arguments(&profile), scratch.path())
        .spawn()
        .map_err(spawn_error)?;
    let stderr = child.stderr.take();
    let watched = watchdog.watch(child.id());
    let gate = child.stdin.take();
    let guard = ProcessGuard {
        child,
        watchdog,
        scratch: Some(scratch),
        profile,
        exited: None,
    };
    watched.and_then(|()| open_gate(gate)).map_err(spawn_error)?;
    Ok((guard, stderr))
}

/// A folder for everything that is to disappear. The name is short because Chromium puts a socket below it.
fn scratch_folder() -> Result<TempDir, LaunchError> {
    let place = std::env::temp_dir();
    tempfile::Builder::new()
        .prefix("eyeline-")
        .tempdir_in(&place)
        .map_err(folder_error(&place))
}

/// Settings of a fresh profile: the browser offers nobody to keep a password or to fill a form, so that it neither covers a page nor works on
/// what is typed.
const PREFERENCES: &str = r#"{
    "autofill": {"enabled": false, "profile_enabled": false, "credit_card_enabled": false},
    "credentials_enable_service": false,
    "profile": {"password_manager_enabled": false, "password_manager_leak_detection": false}
}"#;

fn preset(profile: &Path) -> io::Result<()> {
    let folder = profile.join("Default");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("Preferences"), PREFERENCES)
}

fn folder_error(path: &Path) -> impl FnOnce(io::Error) -> LaunchError {
    move |error| LaunchError::Folder {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

/// The program behind a gate: a shell that waits for a line and then becomes the program, with the same process id.
/// So the watchdog knows the process group before the browser exists, and a kill in between leaves nothing.
#[cfg(unix)]
fn gated(program: &Path, arguments: Vec<OsString>, scratch: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", r#"read -r go && exec "$@" </dev/null"#, "eyeline-gate"])
        .arg(program)
        .args(arguments)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    // Chromium leaves its socket folder in TMPDIR when it is killed, so that is inside what we remove; but only where
    // the socket's path stays short enough for the system.
    let temporary = scratch.join("tmp");
    if temporary.as_os_str().len() <= 48 && std::fs::create_dir(&temporary).is_ok() {
        command.env("TMPDIR", temporary);
    }
    command
}

#[cfg(windows)]
fn gated(program: &Path, arguments: Vec<OsString>, _scratch: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

fn open_gate(gate: Option<std::process::ChildStdin>) -> io::Result<()> {
    use std::io::Write;
    gate.map_or(Ok(()), |mut gate| gate.write_all(b"go\n"))
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(group).ok().and_then(Pid::from_raw);
    if let Some(Err(error)) = group.map(|group| kill_process_group(group, Signal::KILL))
        && error != rustix::io::Errno::SRCH
    {
        tracing::warn!(%error, "the browser's processes could not be killed");
    }
}

#[cfg(windows)]
fn kill_group(group: u32) {
    let mut command = Command::new("taskkill");
    command
        .args(["/T", "/F", "/PID", &group.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = command.status() {
        tracing::warn!(%error, "the browser's processes could not be killed");
    }
}

/// Removes a folder, again and again while dying processes still write into it.
fn remove(folder: &Path) {
    let until = Instant::now() + REMOVAL;
    while let Err(error) = std::fs::remove_dir_all(folder) {
        if error.kind() == io::ErrorKind::NotFound {
            return;
        }
        if Instant::now() > until {
            tracing::warn!(%error, folder = %folder.display(), "a temporary folder is left behind");
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}
