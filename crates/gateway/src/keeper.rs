//! Keeps one browser: started on first need or attached to, and started anew when it died.

use std::path::PathBuf;
use std::sync::{OnceLock, PoisonError, RwLock, Weak};
use std::time::Duration;

use eyeline_chromium::launch::{self, LaunchOptions};
use eyeline_chromium::{Browser, BrowserOptions, Deadline, Error, RequestGuard};
use url::Url;

use crate::config::Config;
use crate::events::Feed;
use crate::gateway::Gateway;
use crate::policy::UrlPolicy;

/// Whose task it is that there is a browser.
pub struct Keeper {
    config: Config,
    gateway: Weak<Gateway>,
    running: RwLock<Option<Browser>>,
    /// Held while a browser is started, so that one is started.
    starting: tokio::sync::Mutex<()>,
    /// Where downloads go when no folder was named; removed at the end.
    folder: OnceLock<Option<tempfile::TempDir>>,
}

impl Keeper {
    /// A keeper that has not started anything yet.
    pub fn new(config: Config, gateway: Weak<Gateway>) -> Self {
        Keeper {
            config,
            gateway,
            running: RwLock::new(None),
            starting: tokio::sync::Mutex::new(()),
            folder: OnceLock::new(),
        }
    }

    /// The browser, if it is there and alive.
    pub fn running(&self) -> Option<Browser> {
        self.last().filter(Browser::is_alive)
    }

    /// The browser. One is started, or attached to, when none is alive.
    pub async fn browser(&self, deadline: Deadline) -> Result<Browser, Error> {
        if let Some(browser) = self.running() {
            return Ok(browser);
        }
        let _one_at_a_time = deadline.run("Starting the browser", self.starting.lock()).await?;
        if let Some(browser) = self.running() {
            return Ok(browser);
        }
        let browser = deadline.run(self.beginning(), self.start()).await??;
        if let Some(gateway) = self.gateway.upgrade() {
            if self.had_one() {
                gateway.tell_of_restart();
            }
            Feed::start(&gateway, &browser);
        }
        *self.running.write().unwrap_or_else(PoisonError::into_inner) = Some(browser.clone());
        Ok(browser)
    }

    /// What is done to get a browser, as an error says that it was not done.
    fn beginning(&self) -> &'static str {
        match (self.is_attached(), &self.config.launch.executable) {
            (true, _) => "Attaching to the browser",
            (false, Some(_)) => {
                "Starting the program that --chrome names (`eyeline doctor` tries it and tells more)"
            }
            (false, None) => "Starting the browser (`eyeline doctor` tries it and tells more)",
        }
    }

    /// Ends the browser, unless it was attached to.
    pub async fn end(&self) {
        let browser = self
            .running
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(browser) = browser {
            let deadline = Deadline::after(Duration::from_secs(10));
            if let Err(error) = browser.close(deadline).await {
                tracing::warn!(%error, "the browser could not be closed in order");
            }
        }
    }

    /// Whether the browser is somebody else's.
    pub fn is_attached(&self) -> bool {
        self.config.attach.is_some()
    }

    /// Whether there has been a browser, dead or alive.
    pub fn had_one(&self) -> bool {
        self.last().is_some()
    }

    /// The browser that was started last, dead or alive.
    fn last(&self) -> Option<Browser> {
        self.running
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The folder that downloads go to when none was named.
    fn own_folder(&self) -> Option<PathBuf> {
        let make = || tempfile::Builder::new().prefix("eyeline-downloads-").tempdir();
        let folder = self.folder.get_or_init(|| {
            make()
                .map_err(|error| tracing::warn!(%error, "no folder for downloads"))
                .ok()
        });
        folder.as_ref().map(|folder| folder.path().to_owned())
    }

    async fn start(&self) -> Result<Browser, Error> {
        let options = self.browser_options();
        let deadline = Deadline::after(self.config.launch.timeout);
        match &self.config.attach {
            Some(endpoint) => {
                let url = launch::resolve_endpoint(endpoint, self.config.launch.timeout).await?;
                Browser::connect(&url, None, options, deadline).await
            }
            None => {
                let mut how = guarded(&self.config.launch, self.config.block_private);
                if self.config.downloads.is_none() {
                    how.leftovers.extend(self.own_folder());
                }
                let launched = launch::launch(&how).await?;
                Browser::connect(&launched.ws_url, Some(launched.guard), options, deadline).await
            }
        }
    }

    fn browser_options(&self) -> BrowserOptions {
        let downloads = self.config.downloads.clone().or_else(|| self.own_folder());
        let last_tab = self.last().map_or(0, |browser| browser.last_tab_number());
        BrowserOptions {
            attached: self.config.attach.is_some(),
            downloads,
            first_tab: last_tab + 1,
            guard: self.config.block_private.then(private_guard),
        }
    }
}

/// What the browser itself refuses to connect to: it also hears of redirects and of what pages load. Where a proxy
/// looks names up, that is for the proxy to refuse.
const UNREACHABLE: &str = "--host-resolver-rules=MAP 169.254.* ~NOTFOUND, MAP metadata.google.internal ~NOTFOUND, \
                           MAP metadata.goog ~NOTFOUND, MAP 100.100.100.200 ~NOTFOUND, MAP [fd00:ec2::254] ~NOTFOUND";

/// The same for loopback and private addresses, as far as a pattern of the address itself can say; names are for the guard.
fn unreachable_too() -> String {
    let fixed = "localhost *.localhost 0.*.*.* 127.*.*.* 10.*.*.* 192.168.*.* [::1]:* [::]:* [fc*]:* [fd*]:*";
    let middle = (16..=31).map(|second| format!("172.{second}.*.*"));
    let hosts = fixed.split(' ').map(str::to_owned).chain(middle);
    hosts.map(|host| format!(", MAP {host} ~NOTFOUND")).collect()
}

/// The launch, with link-local and metadata addresses out of reach, and private ones where they are shut off. Rules of the
/// user's own stand instead.
fn guarded(options: &LaunchOptions, block_private: bool) -> LaunchOptions {
    let mut options = options.clone();
    if !options
        .args
        .iter()
        .any(|argument| argument.starts_with("--host-resolver-rules"))
    {
        // A proxy may stand at a private address itself.
        let more = match block_private && options.proxy.is_none() {
            true => unreachable_too(),
            false => String::new(),
        };
        options.args.push(format!("{UNREACHABLE}{more}"));
    }
    options
}

/// Keeps pages from private addresses: links, scripts, redirects and frames go there without asking us.
fn private_guard() -> RequestGuard {
    let policy = UrlPolicy { block_private: true };
    RequestGuard::new(move |url| {
        Box::pin(async move {
            let Ok(url) = Url::parse(&url) else { return Ok(()) };
            policy
                .judge_request(&url)
                .await
                .map_err(|refused| refused.to_string())
        })
    })
}
