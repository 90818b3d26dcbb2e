//! A browser and a server for each test.

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use eyeline_chromium::launch::{LaunchOptions, launch};
use eyeline_chromium::{Browser, BrowserEvent, BrowserOptions, Deadline, LoadState, Navigated, OpenTab, Tab};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// A deadline that only a hang misses.
pub fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(30))
}

/// A server with pages of the test's own, and some that behave badly:
/// `/never` does not answer, `/redirect/n` redirects n times and then shows `/page`, `/status/n` answers with that status and a body,
/// `/empty/n` without one, `/download/name` is an attachment.
pub struct Site {
    port: u16,
    server: tokio::task::JoinHandle<()>,
}

type Pages = Arc<HashMap<String, String>>;

impl Site {
    /// `{other}` in a page stands for the other origin of the same server, `{here}` for this one.
    pub async fn start(pages: &[(&str, &str)]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let fill = |html: &str| {
            html.replace("{other}", &format!("http://localhost:{port}"))
                .replace("{here}", &format!("http://127.0.0.1:{port}"))
        };
        let mut all: HashMap<String, String> = pages
            .iter()
            .map(|(path, html)| (path.to_string(), fill(html)))
            .collect();
        all.entry("/page".to_owned())
            .or_insert_with(|| "<title>Page</title><h1>Page</h1>".to_owned());
        let app = Router::new()
            .route("/never", get(std::future::pending::<()>))
            .route("/redirect/{n}", get(redirect))
            .route(
                "/status/{n}",
                get(|Path(n): Path<u16>| async move {
                    (
                        StatusCode::from_u16(n).unwrap(),
                        Html("<title>Status</title>body"),
                    )
                }),
            )
            .route(
                "/empty/{n}",
                get(|Path(n): Path<u16>| async move { StatusCode::from_u16(n).unwrap() }),
            )
            .route("/download/{name}", get(download))
            .fallback(page)
            .with_state(Arc::new(all));
        let server = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { port, server }
    }

    /// An address on the first origin.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same on the second one.
    pub fn other(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn redirect(Path(n): Path<u32>) -> Redirect {
    if n > 1 {
        Redirect::to(&format!("/redirect/{}", n - 1))
    } else {
        Redirect::to("/page")
    }
}

async fn download(Path(name): Path<String>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    (
        [
            (header::CONTENT_DISPOSITION, disposition),
            (header::CONTENT_TYPE, "text/csv".to_owned()),
        ],
        Body::from("a,b\n1,2\n"),
    )
        .into_response()
}

async fn page(State(pages): State<Pages>, uri: Uri) -> Response {
    match pages.get(uri.path()) {
        Some(html) => Html(html.clone()).into_response(),
        None => (StatusCode::NOT_FOUND, Html("<title>Not found</title>")).into_response(),
    }
}

/// A browser of the test's own.
pub async fn browser() -> Browser {
    browser_with(BrowserOptions::default()).await
}

pub async fn browser_with(options: BrowserOptions) -> Browser {
    let launched = launch(&LaunchOptions::default()).await.unwrap();
    Browser::connect(&launched.ws_url, Some(launched.guard), options, soon())
        .await
        .unwrap()
}

pub async fn tab(browser: &Browser) -> Tab {
    browser.open_tab(OpenTab::default(), soon()).await.unwrap()
}

/// Loads a page that must load.
pub async fn load(tab: &Tab, url: &str) -> Navigated {
    tab.navigate(url, LoadState::Load, soon()).await.unwrap()
}

/// Where events come from.
pub type Events = broadcast::Receiver<Arc<BrowserEvent>>;

/// Waits for the event that the function finds.
pub async fn event<T>(events: &mut Events, find: impl Fn(&BrowserEvent) -> Option<T>) -> T {
    let found = async {
        loop {
            match events.recv().await {
                Ok(event) => {
                    if let Some(found) = find(&event) {
                        return found;
                    }
                }
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
    };
    soon().run("Waiting for an event", found).await.unwrap()
}
