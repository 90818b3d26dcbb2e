//! What may be asked of a launch.

use std::path::PathBuf;
use std::time::Duration;

/// Whether Chromium's own sandbox is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sandbox {
    /// On, unless this process is root: Chromium refuses to start sandboxed as root.
    #[default]
    UnlessRoot,
    /// On.
    On,
    /// Off (`--no-sandbox`).
    Off,
}

/// How a browser is started. [`LaunchOptions::default`] is headless, sandboxed, with a temporary profile.
#[derive(Debug, Clone)]
pub struct LaunchOptions {
    /// The browser to run; `None` looks for one with [`find_browser`](super::find_browser).
    pub executable: Option<PathBuf>,
    /// Without a window (`--headless=new`).
    pub headless: bool,
    /// Chromium's sandbox.
    pub sandbox: Sandbox,
    /// A profile to use and keep. `None`: a fresh one that is removed afterwards.
    pub user_data_dir: Option<PathBuf>,
    /// More arguments for the browser, as they are written on its command line.
    pub args: Vec<String>,
    /// A proxy as Chromium writes it: `http://host:port`, `socks5://host:port`.
    pub proxy: Option<String>,
    /// Width and height of the window, in CSS pixels.
    pub window_size: (u32, u32),
    /// Load pages whose certificate is wrong.
    pub ignore_https_errors: bool,
    /// Browser features to switch on, besides those that `args` names.
    pub features: Vec<String>,
    /// Folders of the caller's that are to go too should this process be killed. Else they are left to the caller.
    pub leftovers: Vec<PathBuf>,
    /// How long the browser may take until it listens.
    pub timeout: Duration,
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            executable: None,
            headless: true,
            sandbox: Sandbox::UnlessRoot,
            user_data_dir: None,
            args: Vec::new(),
            proxy: None,
            window_size: (1280, 800),
            ignore_https_errors: false,
            features: vec!["WebMCP".to_owned()],
            leftovers: Vec::new(),
            timeout: Duration::from_secs(30),
        }
    }
}
