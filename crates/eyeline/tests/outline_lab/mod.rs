//! What the outline tests share: a browser driven through the library crates, and a folder served on two origins.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod ax;
#[path = "../support/server.rs"]
pub mod server;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use eyeline_chromium::{
    Browser, BrowserOptions, Deadline, Error, Frame, Handle, LoadState, OpenTab, Tab, World, launch,
};
use eyeline_gateway::outline::{ReadMemory, Snapshot, SnapshotOptions, snapshot};
use serde_json::{Value, json};
use server::{Rule, Server};

/// The time any one step has.
pub fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(30))
}

/// A folder of `fixtures/`.
pub fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures")
        .join(folder)
}

/// A browser for one test.
pub struct Lab {
    pub browser: Browser,
}

impl Lab {
    pub async fn start() -> Lab {
        let options = launch::LaunchOptions {
            window_size: (1440, 900),
            ..Default::default()
        };
        let started = launch::launch(&options).await.expect("Chromium starts");
        let browser = Browser::connect(
            &started.ws_url,
            Some(started.guard),
            BrowserOptions::default(),
            soon(),
        )
        .await
        .expect("Chromium can be connected to");
        Lab { browser }
    }

    /// A new tab on a page. Dialogs that it opens are accepted.
    pub async fn open(&self, url: &str) -> Page {
        let tab = self
            .browser
            .open_tab(OpenTab::default(), soon())
            .await
            .expect("a tab opens");
        let page = Page {
            tab,
            memory: ReadMemory::default(),
        };
        page.goto(url).await;
        page
    }

    /// A new tab with this HTML, on a real origin that `folder` is served from.
    pub async fn with_html(&self, html: &str) -> Page {
        let page = self.open("about:blank").await;
        let code = "html => { document.open(); document.write(html); document.close(); }";
        page.tab
            .main_frame()
            .unwrap()
            .evaluate(code, &[json!(html)], World::Main, soon())
            .await
            .expect("the page is written");
        page
    }
}

/// Serves a folder until dropped.
pub fn serve(folder: &Path, rules: HashMap<String, Rule>) -> Server {
    Server::start(folder, rules)
}

/// A tab and what a reader remembers of it.
pub struct Page {
    pub tab: Tab,
    pub memory: ReadMemory,
}

impl Page {
    pub async fn goto(&self, url: &str) {
        let went = self
            .tab
            .navigate(url, LoadState::Load, Deadline::after(Duration::from_secs(10)));
        tokio::pin!(went);
        loop {
            tokio::select! {
                done = &mut went => match done {
                    Ok(_) => return,
                    Err(Error::DialogOpen(_)) => { let _ = self.tab.accept_dialog(None, soon()).await; return; }
                    Err(error) if error.is_timeout() => return,
                    Err(Error::Navigation { .. }) => return,
                    Err(error) => panic!("{url}: {error}"),
                },
                () = tokio::time::sleep(Duration::from_millis(50)) => {
                    if self.tab.dialog().is_some() {
                        let _ = self.tab.accept_dialog(None, soon()).await;
                    }
                }
            }
        }
    }

    /// The outline with these options, as an agent writes them.
    pub async fn read(&mut self, options: Value) -> Snapshot {
        self.try_read(options).await.expect("the page can be read")
    }

    pub async fn try_read(&mut self, options: Value) -> Result<Snapshot, Error> {
        let options: SnapshotOptions = serde_json::from_value(options).expect("the options are known");
        snapshot(&self.tab, &options, &mut self.memory, soon()).await
    }

    pub async fn text(&mut self, options: Value) -> String {
        self.read(options).await.text
    }

    /// Runs code in the page's own world.
    pub async fn eval(&self, code: &str) -> Value {
        self.tab
            .main_frame()
            .unwrap()
            .evaluate(code, &[], World::Main, soon())
            .await
            .expect("the code runs")
    }

    pub async fn close(self) {
        let _ = self.tab.close(soon()).await;
    }
}

/// What `describeNode` says of an element.
pub async fn backend_id(handle: &Handle) -> Option<i64> {
    let params = json!({"objectId": handle.object_id(), "depth": 0});
    let answer: Value = handle
        .session()
        .execute_raw("DOM.describeNode", params, soon())
        .await
        .ok()?;
    answer["node"]["backendNodeId"].as_i64()
}

/// Calls a function of the page script and gives its answer as JSON.
pub async fn script(frame: &Frame, name: &str, args: Value) -> Value {
    frame
        .call::<Value>(name, &args, soon())
        .await
        .expect("the page script answers")
}
