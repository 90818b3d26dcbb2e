//! A page, a browser, and the means to act on it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use eyeline_chromium::launch::{LaunchOptions, launch};
use eyeline_chromium::{Browser, BrowserOptions, Deadline, LoadState, OpenTab, Tab, World};
use eyeline_gateway::actions::{ActionContext, ActionError, Effect, PageWatch, Target};
use serde_json::{Value as Json, json};

/// One tab with a page in it.
pub struct Stage {
    pub browser: Browser,
    pub tab: Tab,
    pub watch: Arc<PageWatch>,
    pub origin: String,
}

pub fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

type Pages = Arc<HashMap<&'static str, String>>;

impl Stage {
    /// A stage with this page.
    pub async fn with(html: &str) -> Stage {
        Stage::with_pages(&[("page", html)]).await
    }

    /// A stage with several pages, the first of them open. `{{OTHER}}` stands for the same server under an origin of another site.
    pub async fn with_pages(pages: &[(&'static str, &str)]) -> Stage {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let other = format!("http://localhost:{port}");
        let pages_by_name: HashMap<_, _> = pages
            .iter()
            .map(|(name, html)| (*name, html.replace("{{OTHER}}", &other)))
            .collect();
        let app = Router::new()
            .route("/slow", get(slow))
            .route(
                "/broken",
                get(async || (StatusCode::INTERNAL_SERVER_ERROR, "broken")),
            )
            .route("/report.csv", get(report))
            .route("/{name}", get(page))
            .with_state(Arc::new(pages_by_name));
        tokio::spawn(async move { axum::serve(listener, app).await });
        let launched = launch(&LaunchOptions {
            window_size: (1000, 780),
            ..LaunchOptions::default()
        })
        .await
        .unwrap();
        let downloads = tempfile::tempdir().unwrap().keep();
        let options = BrowserOptions {
            downloads: Some(downloads),
            ..BrowserOptions::default()
        };
        let browser = Browser::connect(&launched.ws_url, Some(launched.guard), options, soon())
            .await
            .unwrap();
        let tab = browser.open_tab(OpenTab::default(), soon()).await.unwrap();
        let origin = format!("http://127.0.0.1:{port}");
        let stage = Stage {
            browser,
            tab,
            watch: Arc::default(),
            origin,
        };
        stage
            .tab
            .navigate(
                &format!("{}/{}", stage.origin, pages[0].0),
                LoadState::Load,
                soon(),
            )
            .await
            .unwrap();
        stage
    }

    /// What an action is given.
    pub fn ctx(&self) -> ActionContext {
        self.within(10_000)
    }

    /// The same with so many milliseconds.
    pub fn within(&self, ms: u64) -> ActionContext {
        let deadline = Deadline::after(Duration::from_millis(ms));
        ActionContext::new(
            self.browser.clone(),
            self.tab.clone(),
            deadline,
            self.watch.clone(),
        )
    }

    /// Runs code in the page.
    pub async fn eval(&self, code: &str) -> Json {
        self.tab
            .main_frame()
            .unwrap()
            .evaluate(code, &[], World::Main, soon())
            .await
            .unwrap()
    }
}

async fn page(State(pages): State<Pages>, Path(name): Path<String>) -> Response {
    match pages.get(name.as_str()) {
        Some(html) => Html(format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>{name}</title><body>{html}"
        ))
        .into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn slow(Query(query): Query<HashMap<String, u64>>) -> impl IntoResponse {
    tokio::time::sleep(Duration::from_millis(query["ms"])).await;
    axum::Json(json!({"done": true}))
}

async fn report() -> impl IntoResponse {
    (
        [
            (header::CONTENT_TYPE, "text/csv"),
            (header::CONTENT_DISPOSITION, "attachment; filename=report.csv"),
        ],
        "a,b\n1,2\n",
    )
}

pub fn at(value: Json) -> Target {
    Target::parse(&value).unwrap()
}

/// The button of this name.
pub fn button(name: &str) -> Target {
    at(json!({"role": "button", "name": name}))
}

pub fn sentence(result: Result<Effect, ActionError>) -> String {
    result.expect_err("should have been refused").to_string()
}
