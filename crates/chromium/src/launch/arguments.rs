//! The command line of the browser.

use super::{LaunchOptions, Sandbox};
use std::ffi::OsString;
use std::path::Path;

/// Switches every browser of ours gets. Each group says what it is for.
const ALWAYS: &[&str] = &[
    // The port is chosen by the system and told on stderr.
    "--remote-debugging-port=0",
    // No first-run pages, questions or accounts.
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-search-engine-choice-screen",
    "--disable-prompt-on-repost",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--use-mock-keychain",
    "--propagate-iph-for-testing",
    // Nothing goes out that a page did not ask for.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--metrics-recording-only",
    "--no-pings",
    "--disable-breakpad",
    // A tab in the background runs as fast as the one in front.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-hang-monitor",
    // Every tab that a page opens is told of. (Chromium's protection against floods of messages stays on: a page that
    // sends them would keep all other tabs waiting.)
    "--disable-popup-blocking",
    // The same colours in a screenshot wherever it runs.
    "--force-color-profile=srgb",
];

/// Features that are switched off: they talk to servers, put something before the page, or keep it waiting.
const FEATURES_OFF: &[&str] = &[
    "Translate",
    "MediaRouter",
    "OptimizationHints",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "GlobalMediaControls",
    "HttpsUpgrades",
    "CalculateNativeWinOcclusion",
    "DestroyProfileOnBrowserClose",
    // After a key, a press or text, timers would be held back until the next frame, and with them what the page does about it.
    "DeferRendererTasksAfterInput",
];

/// Puts together the whole command line after the program's name.
pub(super) fn arguments(options: &LaunchOptions, profile: &Path, is_root: bool) -> Vec<OsString> {
    let mut own: Vec<String> = ALWAYS.iter().map(|&switch| switch.to_owned()).collect();
    let (width, height) = options.window_size;
    own.push(format!("--window-size={width},{height}"));
    if options.headless {
        own.extend(
            [
                "--headless=new",
                "--hide-scrollbars",
                "--mute-audio",
                "--disable-gpu",
            ]
            .map(str::to_owned),
        );
    }
    if sandbox_off(options.sandbox, is_root) {
        own.push("--no-sandbox".to_owned());
    }
    if small_shared_memory() {
        own.push("--disable-dev-shm-usage".to_owned());
    }
    if let Some(proxy) = &options.proxy {
        own.push(format!("--proxy-server={proxy}"));
    }
    if options.ignore_https_errors {
        own.push("--ignore-certificate-errors".to_owned());
    }
    // Chromium takes the last of several equal switches, so lists that both sides give are joined.
    let on = list(
        "--enable-features=",
        options.features.iter().map(String::as_str),
        &options.args,
    );
    let off = list("--disable-features=", FEATURES_OFF.iter().copied(), &options.args);
    own.extend(on);
    own.extend(off);

    let mut profile_switch = OsString::from("--user-data-dir=");
    profile_switch.push(profile);
    let given = options.args.iter().filter(|arg| !is_list(arg));
    own.iter()
        .map(OsString::from)
        .chain([profile_switch])
        .chain(given.map(OsString::from))
        .chain([OsString::from(if options.user_data_dir.is_some() {
            "about:blank"
        } else {
            "--no-startup-window"
        })])
        .collect()
}

/// Containers often give `/dev/shm` 64 MB, in which a renderer with large images dies.
fn small_shared_memory() -> bool {
    #[cfg(target_os = "linux")]
    if let Ok(shm) = rustix::fs::statvfs("/dev/shm") {
        return shm.f_blocks.saturating_mul(shm.f_frsize) < 512 * 1024 * 1024;
    }
    cfg!(target_os = "linux")
}

pub(super) fn sandbox_off(sandbox: Sandbox, is_root: bool) -> bool {
    match sandbox {
        Sandbox::UnlessRoot => is_root,
        Sandbox::On => false,
        Sandbox::Off => true,
    }
}

fn is_list(arg: &str) -> bool {
    arg.starts_with("--enable-features=") || arg.starts_with("--disable-features=")
}

fn list<'a>(switch: &str, ours: impl Iterator<Item = &'a str>, args: &'a [String]) -> Option<String> {
    let theirs = args.iter().filter_map(|arg| arg.strip_prefix(switch));
    let all: Vec<&str> = ours.chain(theirs).filter(|names| !names.is_empty()).collect();
    (!all.is_empty()).then(|| format!("{switch}{}", all.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(options: &LaunchOptions, is_root: bool) -> String {
        let parts = arguments(options, Path::new("/p"), is_root);
        parts
            .iter()
            .map(|part| part.to_string_lossy())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn root_turns_the_sandbox_off_unless_told_otherwise() {
        let mut options = LaunchOptions::default();
        assert!(line(&options, true).contains("--no-sandbox"));
        assert!(!line(&options, false).contains("--no-sandbox"));
        options.sandbox = Sandbox::On;
        assert!(!line(&options, true).contains("--no-sandbox"));
        options.sandbox = Sandbox::Off;
        assert!(line(&options, false).contains("--no-sandbox"));
    }

    #[test]
    fn feature_lists_are_joined_into_one_switch() {
        let args = vec!["--enable-features=Foo,Bar".to_owned(), "--lang=de".to_owned()];
        let line = line(
            &LaunchOptions {
                args,
                ..LaunchOptions::default()
            },
            false,
        );
        assert_eq!(line.matches("--enable-features=").count(), 1, "{line}");
        assert!(line.contains("--enable-features=WebMCP,Foo,Bar"), "{line}");
        assert!(line.contains("--lang=de"), "{line}");
    }

    #[test]
    fn the_users_switches_come_after_ours() {
        let args = vec!["--window-size=10,10".to_owned()];
        let line = line(
            &LaunchOptions {
                args,
                ..LaunchOptions::default()
            },
            false,
        );
        assert!(
            line.find("--window-size=1280,800") < line.find("--window-size=10,10"),
            "{line}"
        );
        assert!(line.ends_with("--no-startup-window"));
    }

    #[test]
    fn headed_has_no_headless_switch() {
        let line = line(
            &LaunchOptions {
                headless: false,
                ..LaunchOptions::default()
            },
            false,
        );
        assert!(!line.contains("headless"));
    }
}
