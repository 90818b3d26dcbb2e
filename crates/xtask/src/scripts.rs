//! The types of the page scripts, checked by TypeScript where Node is at hand.

use crate::run::{command, is_at_hand, root, shown, target};
use anyhow::ensure;

/// The compiler, and the version it is held at.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// `Ok(None)`: there is no Node. Else whether the scripts pass.
pub fn check() -> anyhow::Result<Option<bool>> {
    if !is_at_hand("node") || !is_at_hand("npm") {
        println!("==> Types of the page scripts: left out, there is no Node here");
        return Ok(None);
    }
    let tools = target().join("tools");
    let compiler = tools.join("node_modules/typescript/bin/tsc");
    if !compiler.exists() {
        std::fs::create_dir_all(&tools)?;
        let mut install = command(
            "npm",
            &["install", "--no-audit", "--no-fund", "--no-save", "--prefix"],
        );
        install.arg(&tools).arg(TYPESCRIPT);
        ensure!(
            shown("npm install typescript (into target/)", &mut install)?.success(),
            "npm cannot install {TYPESCRIPT}"
        );
    }
    let mut check = command("node", &[]);
    check
        .arg(compiler)
        .args(["--noEmit", "--project"])
        .arg(root().join("crates/page-script/js"));
    Ok(Some(
        shown("Types of the page scripts (tsc)", &mut check)?.success(),
    ))
}
