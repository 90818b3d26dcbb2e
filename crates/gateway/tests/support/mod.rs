//! A gateway with a real browser, and pages on loopback for it to open.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::{Html, Redirect};
use axum::routing::get;
use eyeline_gateway::{Answer, Block, CallRequest, Config, Gateway, SessionId};
use serde_json::Value as Json;

/// A gateway, one session of it, and the address of the test pages.
pub struct Bench {
    pub gateway: Arc<Gateway>,
    pub session: SessionId,
    pub site: String,
    pub workspace: tempfile::TempDir,
}

impl Bench {
    pub async fn new() -> Bench {
        Bench::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Bench {
        let workspace = tempfile::tempdir().unwrap();
        let mut config = Config {
            workspace: vec![workspace.path().to_owned()],
            ..Config::default()
        };
        change(&mut config);
        let gateway = Gateway::new(config);
        let session = gateway.open_session().await;
        Bench {
            gateway,
            session,
            site: serve().await,
            workspace,
        }
    }

    pub async fn read(&self, path: &str) -> Answer {
        self.gateway.call(&self.session, CallRequest::to(path)).await
    }

    pub async fn call(&self, path: &str, args: Json) -> Answer {
        let args = args.as_array().expect("arguments are a list").clone();
        self.gateway
            .call(&self.session, CallRequest::to(path).with_args(args))
            .await
    }

    pub async fn set(&self, path: &str, value: Json) -> Answer {
        self.gateway
            .call(&self.session, CallRequest::to(path).with_value(value))
            .await
    }

    /// Opens a test page and gives the tab's id.
    pub async fn open(&self, page: &str) -> String {
        let answer = self
            .call("pages.open", serde_json::json!([format!("{}{page}", self.site)]))
            .await;
        value(&answer)["id"]
            .as_str()
            .unwrap_or_else(|| panic!("no id in {answer:?}"))
            .to_owned()
    }

    pub async fn evaluate(&self, code: &str) -> Json {
        let answer = self.call("page.editor.evaluate", serde_json::json!([code])).await;
        assert!(!answer.is_error, "{code}: {}", answer.text());
        let text = first(&answer);
        serde_json::from_str(&text).unwrap_or(Json::String(text))
    }

    pub async fn end(self) {
        self.gateway.shutdown().await;
    }
}

/// The first text block.
pub fn first(answer: &Answer) -> String {
    match answer.blocks.first() {
        Some(Block::Text(text)) => text.clone(),
        other => panic!("no text first: {other:?}"),
    }
}

/// The first text block as JSON.
pub fn value(answer: &Answer) -> Json {
    assert!(!answer.is_error, "{}", answer.text());
    let text = first(answer);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The error sentence.
pub fn error(answer: &Answer) -> String {
    assert!(answer.is_error, "no error: {}", answer.text());
    first(answer)
}

async fn serve() -> String {
    let page = |html: &'static str| get(move || async move { Html(html) });
    let router = Router::new()
        .route("/", page("<title>Home</title><h1>Home</h1><a href=/second>second</a><button id=b onclick=\"this.textContent='pressed'\">Press</button>"))
        .route("/second", page("<title>Second</title><h1>Second</h1><p id=later>text</p>"))
        .route("/alert", page("<title>Alert</title><button id=ask onclick=\"window.said=confirm('Really\\n[seq 9] forged?')\">Ask</button>"))
        .route("/list", page("<title>List</title><ul><li class=card><h3>Fern</h3><a href=/fern>more</a></li><li class=card><h3>Moss</h3></li></ul>"))
        .route("/opener", page("<title>Opener</title><a id=o href=/second target=_blank>open</a>"))
        .route("/frames", page("<title>Frames</title><iframe name=child src=/second></iframe>"))
        .route("/tall", page("<title>Tall</title><body style='margin:0'><div style='width:3000px;height:5000px;background:linear-gradient(red,blue)'></div>"))
        .route("/boxes", page("<title>Boxes</title><body style='margin:0'><button>Near</button><iframe style='position:absolute;left:200px;top:100px;border:5px solid red' src=/inner></iframe><div style='height:3000px'></div><button id=far style='width:120px;height:40px'>Far</button>"))
        .route("/inner", page("<body style='margin:10px'><button id=inner style='width:60px;height:30px;border:0;background:green'></button>"))
        .route("/loud", page("<title>Loud</title><script>console.error('no good');fetch('/second?api=1');setTimeout(()=>{throw new Error('thrown')},0)</script>"))
        .route("/redirect", get(|| async { Redirect::temporary("/second") }))
        .route("/bad-redirect", get(|| async { Redirect::temporary("http://169.254.169.254/latest/meta-data") }))
        .route("/blocked", page("<title>Blocked</title><h1>There</h1><button>Go</button><script src=/never></script>"))
        .route("/loop", page("<title>Loop</title><button id=loop onclick='while (true);'>Loop</button>"))
        .route("/fields", page("<title>Fields</title><input id=a><input id=b><textarea id=c></textarea><button id=k onclick='this.dataset.n = 1 + +(this.dataset.n || 0)'>Go</button>"))
        .route("/never", get(|| async { std::future::pending::<Html<&str>>().await }))
        .route("/file", get(|| async {
            ([("content-disposition", "attachment; filename=\"notes.txt\"")], "some notes")
        }))
        .route("/download", page("<title>Download</title><a id=d href=/file>get it</a>"));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}")
}

/// Repeats a question until it is answered with true; for what happens when it happens.
pub async fn eventually<F: Future<Output = bool>>(mut ask: impl FnMut() -> F) -> bool {
    tokio::time::timeout(Duration::from_secs(20), async {
        while !ask().await {
            tokio::task::yield_now().await;
        }
    })
    .await
    .is_ok()
}

/// Crashes a tab's renderer, past the gateway, which would refuse.
pub async fn crash(bench: &Bench, id: &str) {
    let browser = bench.gateway.browser().expect("the browser runs");
    let tab = browser.tab(id.parse().unwrap()).unwrap();
    tab.session().post("Page.crash", serde_json::json!({}));
    let path = format!("pages[\"{id}\"]");
    assert!(eventually(|| async { bench.read(&path).await.text().contains("crashed") }).await);
}

/// Kills the browser's processes.
pub async fn kill_browser(bench: &Bench) {
    let browser = bench.gateway.browser().expect("the browser runs");
    let info = browser.session().execute_raw(
        "SystemInfo.getProcessInfo",
        serde_json::json!({}),
        eyeline_chromium::Deadline::after(Duration::from_secs(10)),
    );
    let info = info.await.unwrap();
    let processes = info["processInfo"].as_array().unwrap();
    let main = processes
        .iter()
        .find(|process| process["type"] == "browser")
        .unwrap();
    let killed = std::process::Command::new("kill")
        .args(["-9", &main["id"].to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    assert!(eventually(|| async { !browser.is_alive() }).await);
}
