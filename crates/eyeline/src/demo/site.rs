//! Serves the demo site, which is built into the program, on loopback.

use anyhow::Context;
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Path, media type and content of each file.
const FILES: &[(&str, &str, &str)] = &[
    (
        "/",
        HTML,
        include_str!("../../../../fixtures/demo-site/index.html"),
    ),
    (
        "/index.html",
        HTML,
        include_str!("../../../../fixtures/demo-site/index.html"),
    ),
    (
        "/issue.html",
        HTML,
        include_str!("../../../../fixtures/demo-site/issue.html"),
    ),
    (
        "/settings.html",
        HTML,
        include_str!("../../../../fixtures/demo-site/settings.html"),
    ),
    (
        "/status.html",
        HTML,
        include_str!("../../../../fixtures/demo-site/status.html"),
    ),
    (
        "/help.html",
        HTML,
        include_str!("../../../../fixtures/demo-site/help.html"),
    ),
    (
        "/style.css",
        "text/css",
        include_str!("../../../../fixtures/demo-site/style.css"),
    ),
    (
        "/icon.svg",
        "image/svg+xml",
        include_str!("../../../../fixtures/demo-site/icon.svg"),
    ),
    (
        "/store.js",
        SCRIPT,
        include_str!("../../../../fixtures/demo-site/store.js"),
    ),
    (
        "/issues.js",
        SCRIPT,
        include_str!("../../../../fixtures/demo-site/issues.js"),
    ),
    (
        "/issue.js",
        SCRIPT,
        include_str!("../../../../fixtures/demo-site/issue.js"),
    ),
    (
        "/settings.js",
        SCRIPT,
        include_str!("../../../../fixtures/demo-site/settings.js"),
    ),
];
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The site while it is served; dropping it stops that.
pub struct Site {
    /// Where the pages are.
    pub first: String,
    /// The same server under its other name: another origin, so its frames live in other processes.
    pub second: String,
    server: JoinHandle<()>,
}

impl Site {
    /// Serves it on a port that the system chooses.
    pub async fn serve() -> anyhow::Result<Site> {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .context("no port of loopback is free")?;
        let port = listener.local_addr()?.port();
        let server = tokio::spawn(async move {
            let router = Router::new().fallback(file);
            if let Err(error) = axum::serve(listener, router).await {
                tracing::warn!(%error, "the demo site is served no longer");
            }
        });
        let first = format!("http://127.0.0.1:{port}/");
        let second = format!("http://localhost:{port}/");
        Ok(Site {
            first,
            second,
            server,
        })
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn file(uri: Uri) -> Response {
    match FILES.iter().find(|(path, ..)| *path == uri.path()) {
        Some(&(_, kind, content)) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
