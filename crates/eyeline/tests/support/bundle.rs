//! Builds the editor pages of `fixtures/editors` from npm packages, below `target/`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::paths;

/// The folder with the built pages, or why there is none: npm is not at hand, or could not fetch.
pub fn editors() -> Result<PathBuf, String> {
    let source = paths::fixtures("editors");
    let work = paths::scratch("editors");
    let lock = copy_sources(&source, &work)?;
    let installed = work.join("node_modules/installed.lock");
    if std::fs::read_to_string(&installed).ok().as_deref() != Some(lock.as_str()) {
        run(
            &work,
            "npm",
            &[
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
            ],
        )?;
        std::fs::write(&installed, &lock).map_err(|e| e.to_string())?;
    }
    run(&work, "node", &["bundle.mjs"])?;
    Ok(work.join("dist"))
}

/// Copies what is committed, and answers with the lock file's text.
fn copy_sources(source: &Path, work: &Path) -> Result<String, String> {
    let entries = std::fs::read_dir(source).map_err(|e| format!("{}: {e}", source.display()))?;
    for entry in entries.flatten().filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), work.join(entry.file_name())).map_err(|e| e.to_string())?;
    }
    std::fs::read_to_string(work.join("package-lock.json")).map_err(|e| e.to_string())
}

fn run(folder: &Path, program: &str, args: &[&str]) -> Result<(), String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .output()
        .map_err(|e| format!("{program}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "{program} {}: {}",
        args.join(" "),
        String::from_utf8_lossy(&output.stderr).trim()
    ))
}
