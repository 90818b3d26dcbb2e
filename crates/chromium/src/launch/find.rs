//! Where browsers are.

use super::LaunchError;
use std::env;
use std::path::{Path, PathBuf};

/// Environment variable that names the browser to run.
pub const BROWSER_VARIABLE: &str = "EYELINE_CHROME";

/// Names to look for in `PATH`, the best first. Chromium stands before its relatives because a machine that has it
/// most likely has it for this.
const IN_PATH: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "chrome-headless-shell",
    "microsoft-edge-stable",
    "microsoft-edge",
    "msedge",
];

/// Places outside `PATH`, per system.
#[cfg(target_os = "linux")]
const USUAL: &[&str] = &[
    "/usr/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
];
/// Places outside `PATH`, per system.
#[cfg(target_os = "macos")]
const USUAL: &[&str] = &[
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "~/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/opt/homebrew/bin/chromium",
];
/// Places outside `PATH`, per system.
#[cfg(windows)]
const USUAL: &[&str] = &[
    r"%LOCALAPPDATA%\Chromium\Application\chrome.exe",
    r"%PROGRAMFILES%\Chromium\Application\chrome.exe",
    r"%PROGRAMFILES%\Google\Chrome\Application\chrome.exe",
    r"%PROGRAMFILES(X86)%\Google\Chrome\Application\chrome.exe",
    r"%LOCALAPPDATA%\Google\Chrome\Application\chrome.exe",
    r"%PROGRAMFILES(X86)%\Microsoft\Edge\Application\msedge.exe",
    r"%PROGRAMFILES%\Microsoft\Edge\Application\msedge.exe",
];
/// Places outside `PATH`, per system.
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
const USUAL: &[&str] = &["/usr/local/bin/chrome", "/usr/local/bin/chromium"];

/// The browser to run: the one asked for, else `EYELINE_CHROME`, else the first found in `PATH` and the usual places.
///
/// A browser that was named and is not there is an error; nothing else is run in its place.
pub fn find_browser(asked: Option<&Path>) -> Result<PathBuf, LaunchError> {
    if let Some(path) = asked {
        return named(path, "--chrome");
    }
    if let Some(path) = env::var_os(BROWSER_VARIABLE).filter(|value| !value.is_empty()) {
        return named(Path::new(&path), BROWSER_VARIABLE);
    }
    IN_PATH
        .iter()
        .find_map(|name| in_path(name))
        .or_else(|| {
            USUAL
                .iter()
                .filter_map(|place| expand(place))
                .find(|place| is_program(place))
        })
        .ok_or_else(|| LaunchError::NotFound { hint: install_hint() })
}

/// A browser that was named: by its path, or by a name to look up in `PATH`.
fn named(path: &Path, named_by: &'static str) -> Result<PathBuf, LaunchError> {
    if is_program(path) {
        return Ok(path.to_owned());
    }
    let bare_name = path.components().count() == 1;
    path.to_str()
        .filter(|_| bare_name)
        .and_then(in_path)
        .ok_or_else(|| LaunchError::NoSuchExecutable {
            path: path.to_owned(),
            named_by,
        })
}

fn in_path(name: &str) -> Option<PathBuf> {
    let file_name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file_name))
        .find(|path| is_program(path))
}

/// Puts the home folder for a leading `~/` and a variable for a leading `%NAME%`; `None` if that is not set.
fn expand(place: &str) -> Option<PathBuf> {
    if let Some(rest) = place.strip_prefix("~/") {
        return Some(PathBuf::from(env::var_os("HOME")?).join(rest));
    }
    let Some((variable, rest)) = place.strip_prefix('%').and_then(|place| place.split_once('%')) else {
        return Some(PathBuf::from(place));
    };
    Some(PathBuf::from(env::var_os(variable)?).join(rest.trim_start_matches('\\')))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// One sentence that says how to install a browser on this system.
pub fn install_hint() -> String {
    let command = if cfg!(target_os = "macos") {
        "brew install --cask chromium"
    } else if cfg!(windows) {
        "winget install Google.Chrome"
    } else {
        match linux_family().as_str() {
            "fedora" | "rhel" | "centos" => "sudo dnf install chromium",
            "arch" => "sudo pacman -S chromium",
            "alpine" => "sudo apk add chromium",
            "suse" | "opensuse" => "sudo zypper install chromium",
            "ubuntu" => "sudo snap install chromium",
            _ => "sudo apt-get install chromium",
        }
    };
    format!("Install one with: {command}.")
}

/// The family a Linux distribution says it belongs to (`ID`, else the first of `ID_LIKE` of os-release).
fn linux_family() -> String {
    const KNOWN: &[&str] = &[
        "ubuntu", "debian", "fedora", "rhel", "centos", "arch", "alpine", "opensuse", "suse",
    ];
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let field = |name: &str| {
        release
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
            .map(|value| value.trim_matches('"').to_owned())
            .unwrap_or_default()
    };
    let ids = format!("{} {}", field("ID"), field("ID_LIKE"));
    ids.split_whitespace()
        .map(|id| id.split_once('-').map_or(id, |(family, _)| family))
        .find(|id| KNOWN.contains(id))
        .unwrap_or("debian")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_browser_that_is_missing_is_an_error_that_names_it() {
        let error = find_browser(Some(Path::new("/nowhere/chrome")))
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "There is no browser at /nowhere/chrome (named by --chrome). Correct the path, or leave it out to look \
             in the usual places."
        );
    }

    #[test]
    fn a_bare_name_is_looked_up_in_path() {
        let shell = find_browser(Some(Path::new("sh"))).unwrap();
        assert!(shell.is_absolute(), "{shell:?}");
    }

    #[test]
    fn places_are_expanded() {
        let home = PathBuf::from(env::var_os("HOME").unwrap());
        assert_eq!(expand("~/Applications/X").unwrap(), home.join("Applications/X"));
        assert_eq!(expand(r"%HOME%\X").unwrap(), home.join("X"));
        assert_eq!(expand("%NO_SUCH_VARIABLE%/x"), None);
    }
}
