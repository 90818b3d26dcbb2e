//! Where browsers are.

use super::LaunchError;
use std::path::{Path, PathBuf};

/// Environment variable that names the browser to run.
pub const BROWSER_VARIABLE: &str = "EYELINE_CHROME";

/// The browser to run: the one asked for, else `EYELINE_CHROME`, else the first found in PATH and the usual places.
pub fn find_browser(_asked: Option<&Path>) -> Result<PathBuf, LaunchError> {
    unimplemented!()
}

/// One sentence that says how to install a browser on this system.
pub fn install_hint() -> String {
    unimplemented!()
}
