//! A second pair of eyes on the browser: when this process dies in a way that runs no destructor (`kill -9`, a power
//! user's OOM killer), somebody else must end the browser and remove its profile.
//!
//! That somebody is a shell in a process group of its own that does nothing but read a pipe from us. The system closes
//! our end of the pipe however we die; the shell then sees the end of its input, kills the browser's process group and
//! removes the folder. Linux could do part of it with `PR_SET_PDEATHSIG`, but that needs unsafe code, is tied to the
//! thread that spawned, knows only direct children, and removes no folder.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// The arguments are the folders to remove. Lines on stdin: `group N` (the process group to kill), `done` (all is cleaned up).
#[cfg(unix)]
const SCRIPT: &str = r#"
trap '' HUP INT TERM QUIT
group=
while IFS= read -r line; do
  case $line in
    group\ *) group=${line#group } ;;
    done) exit 0 ;;
  esac
done
[ -n "$group" ] && kill -9 "-$group" 2>/dev/null
for folder; do
  tries=0
  while [ -e "$folder" ] && [ "$tries" -lt 100 ]; do
    rm -rf -- "$folder" 2>/dev/null
    [ -e "$folder" ] && sleep 0.05
    tries=$((tries + 1))
  done
done
"#;

/// The same for PowerShell; the folders come in `EYELINE_WATCHDOG_FOLDERS`, separated by `|`, which no name may have.
#[cfg(windows)]
const SCRIPT: &str = r#"
$group = $null
while ($null -ne ($line = [Console]::In.ReadLine())) {
  if ($line -like 'group *') { $group = $line.Substring(6) }
  if ($line -eq 'done') { exit 0 }
}
if ($group) { taskkill /T /F /PID $group *> $null }
foreach ($folder in $env:EYELINE_WATCHDOG_FOLDERS.Split('|')) {
  for ($i = 0; $i -lt 50 -and (Test-Path -LiteralPath $folder); $i++) {
    Remove-Item -LiteralPath $folder -Recurse -Force -ErrorAction SilentlyContinue
    Start-Sleep -Milliseconds 100
  }
}
"#;

/// The watching shell, seen from our end of its pipe.
#[derive(Debug)]
pub(super) struct Watchdog {
    child: Child,
    pipe: Option<ChildStdin>,
}

impl Watchdog {
    /// Starts it. It must run before the browser does, so that there is no moment in which nobody watches.
    pub(super) fn start(folders: &[&Path]) -> io::Result<Self> {
        let mut child = shell(folders)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pipe = child.stdin.take();
        Ok(Self { child, pipe })
    }

    /// Tells it which process group to kill.
    pub(super) fn watch(&mut self, group: u32) -> io::Result<()> {
        let pipe = self.pipe.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(pipe, "group {group}")?;
        pipe.flush()
    }

    /// Sends it home: group and folder are gone.
    pub(super) fn dismiss(&mut self) {
        if let Some(mut pipe) = self.pipe.take() {
            // If it is gone already there is nobody to tell.
            let _ = writeln!(pipe, "done");
        }
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn shell(folders: &[&Path]) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", SCRIPT, "eyeline-watchdog"])
        .args(folders)
        .process_group(0)
        .current_dir("/");
    command
}

#[cfg(windows)]
fn shell(folders: &[&Path]) -> Command {
    use std::ffi::OsStr;
    let folders: Vec<&OsStr> = folders.iter().map(|folder| folder.as_os_str()).collect();
    let mut command = Command::new("powershell");
    command
        .args(["-NoProfile", "-NonInteractive", "-Command", SCRIPT])
        .env("EYELINE_WATCHDOG_FOLDERS", folders.join(OsStr::new("|")));
    command
}
