//! The command line.

use anyhow::{Context, bail};
use clap::{Args, Parser, Subcommand};
use eyeline_chromium::launch::{LaunchOptions, Sandbox};
use eyeline_gateway::Config;
use std::path::PathBuf;
use std::time::Duration;

/// A browser gateway for agents: drives a real Chromium through one MCP tool, `call`.
///
/// Add it to an MCP client as the command `eyeline mcp`. Try `eyeline doctor` first to see whether a browser is found,
/// and `eyeline demo` to watch it work.
#[derive(Debug, Parser)]
#[command(name = "eyeline", version, after_help = AFTER, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// What to log on standard error: error, warn, info, debug, trace, or per part: "warn,eyeline_chromium=debug"
    #[arg(long, global = true, env = "EYELINE_LOG", value_name = "FILTER")]
    pub log: Option<String>,
}

const AFTER: &str = "\
Examples:
  eyeline doctor                       find and try the browser
  eyeline demo                         drive a small site and print every call
  claude mcp add eyeline -- eyeline mcp
  eyeline mcp --headed                 with a window to look at
  eyeline mcp --attach 9222            drive a browser that runs with --remote-debugging-port=9222

Environment: EYELINE_CHROME names the browser, EYELINE_ATTACH a running one, EYELINE_LOG what to log.";

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve one MCP client on standard input and output
    Mcp(Box<Options>),
    /// Serve a small site on loopback, drive it over MCP and print every call with its answer
    Demo(Demo),
    /// Find the browser, start it, open a page, and say what to do where something is wrong
    Doctor(Box<Doctor>),
}

/// What the doctor takes.
#[derive(Debug, Args)]
pub struct Doctor {
    #[command(flatten)]
    pub options: Options,

    /// Only look for the browser: print its path, or what to do
    #[arg(long)]
    pub find: bool,
}

/// What the demo takes.
#[derive(Debug, Args)]
pub struct Demo {
    /// Where to save the screenshot
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,

    /// Browser to run
    #[arg(long, value_name = "PATH")]
    pub chrome: Option<PathBuf>,

    /// Show the browser's window
    #[arg(long)]
    pub headed: bool,
}

/// How the gateway works and which browser it drives.
#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    pub browser: Browser,

    /// Deadline of a call that sets none, in milliseconds
    #[arg(long, default_value_t = 30_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout_ms: u64,

    /// Folder that files may be read from and written to; may be given several times [default: the current folder]
    #[arg(long, value_name = "DIR")]
    workspace: Vec<PathBuf>,

    /// Folder for downloads [default: a temporary one, removed at the end]
    #[arg(long, value_name = "DIR")]
    downloads: Option<PathBuf>,

    /// Refuse loopback and private addresses too
    #[arg(long)]
    block_private: bool,

    /// Give every session cookies and storage of its own
    #[arg(long)]
    isolated: bool,

    /// Regular expression whose matches are never shown; may be given several times
    #[arg(long, value_name = "REGEX", value_parser = redaction)]
    redact: Vec<String>,
}

/// Which browser, and how it is started.
#[derive(Debug, Args)]
#[command(next_help_heading = "Browser")]
pub struct Browser {
    /// Browser to run: a path, or a name in PATH [default: EYELINE_CHROME, else the first Chromium, Chrome or Edge found]
    #[arg(long, value_name = "PATH", conflicts_with = "attach")]
    chrome: Option<PathBuf>,

    /// Drive a browser that already runs: its port, http:// or ws:// address, or profile folder. It is never closed
    #[arg(long, env = "EYELINE_ATTACH", value_name = "ENDPOINT")]
    attach: Option<String>,

    /// Show a window
    #[arg(long)]
    headed: bool,

    /// Turn Chromium's sandbox off; it is off for root in any case
    #[arg(long)]
    no_sandbox: bool,

    /// Profile to use and keep [default: a fresh one, removed at the end]
    #[arg(long, value_name = "DIR")]
    user_data_dir: Option<PathBuf>,

    /// One more argument for the browser, as in --chrome-arg=--lang=de; may be given several times
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    chrome_arg: Vec<String>,

    /// Proxy, as in http://host:port or socks5://host:port
    #[arg(long, value_name = "URL", value_parser = proxy)]
    proxy: Option<String>,

    /// Size of the window in CSS pixels
    #[arg(long, default_value = "1280x800", value_name = "WxH", value_parser = size)]
    window_size: (u32, u32),

    /// Load pages whose certificate is wrong
    #[arg(long)]
    ignore_https_errors: bool,
}

/// A pattern, checked before anything is started with it.
fn redaction(text: &str) -> Result<String, String> {
    eyeline_gateway::redaction(text).map(|_| text.to_owned())
}

/// A proxy in a form that Chromium takes. It says nothing of one that it does not take, and loads no page.
fn proxy(text: &str) -> Result<String, String> {
    let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
    let known = matches!(scheme, "http" | "https" | "socks" | "socks4" | "socks5" | "quic");
    let plain = !rest.is_empty() && !rest.chars().any(char::is_whitespace);
    if scheme == "direct" || (known && plain) || text.contains(['=', ';', ',']) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "{text:?} is no proxy; write it as http://host:port or socks5://host:port"
    ))
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || format!("{text:?} is no size; write it as 1280x800, each side 1 to 16384");
    let (width, height) = text.split_once(['x', ',']).ok_or_else(wrong)?;
    let side = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|side| (1..=16_384).contains(side))
    };
    side(width).zip(side(height)).ok_or_else(wrong)
}

impl Options {
    /// What the gateway is made from.
    pub fn config(&self) -> anyhow::Result<Config> {
        let workspace = match self.workspace.as_slice() {
            [] => vec![
                std::env::current_dir()
                    .context("the current folder is not at hand; name one with --workspace")?,
            ],
            folders => folders.to_vec(),
        };
        if let Some(file) = workspace.iter().find(|folder| folder.is_file()) {
            bail!("the workspace {} is a file; name a folder", file.display());
        }
        if let Some(missing) = workspace.iter().find(|folder| !folder.is_dir()) {
            bail!(
                "the workspace folder {} does not exist; make it, or name another",
                missing.display()
            );
        }
        if let Some(folder) = &self.downloads {
            std::fs::create_dir_all(folder).with_context(|| {
                format!(
                    "the folder {} cannot be used for downloads; name another",
                    folder.display()
                )
            })?;
        }
        Ok(Config {
            launch: self.browser.launch(),
            attach: self
                .browser
                .attach
                .clone()
                .filter(|endpoint| !endpoint.trim().is_empty()),
            timeout: Duration::from_millis(self.timeout_ms),
            workspace,
            downloads: self.downloads.clone(),
            block_private: self.block_private,
            isolated: self.isolated,
            redact: self.redact.clone(),
        })
    }
}

impl Browser {
    fn launch(&self) -> LaunchOptions {
        LaunchOptions {
            executable: self.chrome.clone(),
            headless: !self.headed,
            sandbox: if self.no_sandbox {
                Sandbox::Off
            } else {
                Sandbox::UnlessRoot
            },
            user_data_dir: self.user_data_dir.clone(),
            args: self.chrome_arg.clone(),
            proxy: self.proxy.clone(),
            window_size: self.window_size,
            ignore_https_errors: self.ignore_https_errors,
            ..LaunchOptions::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn browser_options_reach_the_launch() {
        let line = [
            "eyeline",
            "mcp",
            "--headed",
            "--chrome-arg=--lang=de",
            "--chrome-arg",
            "--foo",
            "--window-size",
            "800x600",
        ];
        let Command::Mcp(options) = Cli::parse_from(line).command else {
            panic!("another command")
        };
        let launch = options.config().unwrap().launch;
        assert!(!launch.headless);
        assert_eq!(launch.args, ["--lang=de", "--foo"]);
        assert_eq!(launch.window_size, (800, 600));
    }

    #[test]
    fn what_could_never_work_is_refused_at_the_start() {
        let refused = |option: &str, value: &str| {
            let line = ["eyeline", "mcp", option, value];
            Cli::try_parse_from(line).unwrap_err().to_string()
        };
        assert!(refused("--proxy", "no nsense").contains("http://host:port"));
        assert!(refused("--proxy", "ftp://x").contains("http://host:port"));
        assert!(refused("--redact", "").contains("nothing"));
        let config = |option: &str, value: &str| {
            let Command::Mcp(options) = Cli::parse_from(["eyeline", "mcp", option, value]).command else {
                panic!("another command")
            };
            options.config()
        };
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_str().unwrap();
        assert!(
            config("--workspace", path)
                .unwrap_err()
                .to_string()
                .contains("is a file")
        );
        assert!(
            config("--downloads", path)
                .unwrap_err()
                .to_string()
                .contains("downloads")
        );
        assert_eq!(config("--attach", "").unwrap().attach, None);
    }

    #[test]
    fn a_wrong_size_says_how_to_write_one() {
        let error = Cli::try_parse_from(["eyeline", "mcp", "--window-size", "big"])
            .unwrap_err()
            .to_string();
        assert!(error.contains("write it as 1280x800"), "{error}");
    }
}
