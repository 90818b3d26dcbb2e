//! A browser to drive: the one that Eyeline finds, else one that is installed now.

use crate::run::{command, shown};
use anyhow::bail;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Makes sure that there is a browser. `eyeline` is the built program; it knows where browsers are.
pub fn ensure(eyeline: &Path) -> anyhow::Result<()> {
    if let Ok(found) = find(eyeline) {
        println!("==> Browser: {}", found.display());
        return Ok(());
    }
    println!("==> There is no browser yet");
    if is_root() && crate::run::is_at_hand("apt-get") {
        let environment = [("DEBIAN_FRONTEND", "noninteractive")];
        let update = shown(
            "apt-get update",
            command("apt-get", &["update", "-q"]).envs(environment),
        )?;
        let install = ["install", "-q", "-y", "--no-install-recommends", "chromium"];
        let installed = shown(
            "apt-get install chromium",
            command("apt-get", &install).envs(environment),
        )?;
        if !installed.success() && !update.success() {
            bail!("apt-get could not update its lists or install chromium; see above");
        }
    }
    match find(eyeline) {
        Ok(found) => println!("==> Browser: {}", found.display()),
        Err(what_to_do) => bail!("{what_to_do} Then run this again."),
    }
    Ok(())
}

/// The browser's path, or what to do.
fn find(eyeline: &Path) -> Result<PathBuf, String> {
    let asked = Command::new(eyeline)
        .args(["doctor", "--find"])
        .stdin(Stdio::null())
        .output();
    let asked = asked.map_err(|error| format!("{} could not be run: {error}", eyeline.display()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if asked.status.success() {
        Ok(text(&asked.stdout).into())
    } else {
        Err(text(&asked.stderr))
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| String::from_utf8_lossy(&id.stdout).trim() == "0")
}
