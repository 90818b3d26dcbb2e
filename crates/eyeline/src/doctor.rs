//! `eyeline doctor`: tries all that the gateway needs, one step after the other, and says what to do where one fails.

use anyhow::Context;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use eyeline_chromium::launch::{find_browser, resolve_endpoint};
use eyeline_gateway::{Answer, Block, CallRequest, Config, Gateway, SessionId};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

const PAGE: &str = "<!doctype html><title>Doctor</title><h1>It works</h1><button>Press</button>";

/// Prints where the browser is; an error says what to do.
pub fn find(config: &Config) -> anyhow::Result<ExitCode> {
    println!("{}", find_browser(config.launch.executable.as_deref())?.display());
    Ok(ExitCode::SUCCESS)
}

/// Looks, tries and tells; the code is 0 when all is well.
pub async fn run(config: &Config) -> anyhow::Result<ExitCode> {
    println!(
        "Eyeline {} on {} {}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    let found = browser(config).await && temporary_folder() && drive(config).await?;
    if found {
        println!(
            "\nAll is well. Add it to an MCP client as the command: {} mcp",
            program()
        );
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nSomething is missing; see the line marked with ✗ above.");
    Ok(ExitCode::FAILURE)
}

fn good(what: &str, detail: impl std::fmt::Display) -> bool {
    println!("✓ {what}: {detail}");
    true
}

fn bad(what: &str, detail: impl std::fmt::Display) -> bool {
    println!("✗ {what}: {detail}");
    false
}

fn program() -> String {
    std::env::current_exe().map_or_else(|_| "eyeline".to_owned(), |path| path.display().to_string())
}

async fn browser(config: &Config) -> bool {
    if let Some(endpoint) = &config.attach {
        return match resolve_endpoint(endpoint, Duration::from_secs(10)).await {
            Ok(socket) => good("browser to attach to", socket),
            Err(error) => bad("browser to attach to", error),
        };
    }
    match find_browser(config.launch.executable.as_deref()) {
        Ok(path) => good("browser", path.display()),
        Err(error) => bad("browser", error),
    }
}

fn temporary_folder() -> bool {
    let folder = std::env::temp_dir();
    let probe = folder.join(format!("eyeline-doctor-{}", std::process::id()));
    let outcome = std::fs::create_dir(&probe).and_then(|()| std::fs::remove_dir(&probe));
    match outcome {
        Ok(()) => good("folder for temporary profiles", folder.display()),
        Err(error) => bad(
            "folder for temporary profiles",
            format!(
                "{} cannot be written ({error}); set TMPDIR to one that can",
                folder.display()
            ),
        ),
    }
}

/// Starts the browser, opens a page of our own on loopback, reads it and looks at it.
async fn drive(config: &Config) -> anyhow::Result<bool> {
    let address = serve_page().await?;
    // The page is ours and private; that others are refused is no fault.
    let config = Config {
        block_private: false,
        ..config.clone()
    };
    let gateway = Gateway::new(config);
    let session = gateway.open_session().await;
    let mut well = true;
    let steps = [
        (
            "open a page",
            CallRequest::to("pages.open").with_args(vec![json!(address)]),
        ),
        ("version", CallRequest::to("browser.version")),
        (
            "read it",
            CallRequest::to("page.editor.snapshot").with_args(vec![]),
        ),
        (
            "look at it",
            CallRequest::to("page.editor.screenshot").with_args(vec![]),
        ),
        ("close it", CallRequest::to("page.close").with_args(vec![])),
    ];
    for (what, request) in steps {
        well = well && step(&gateway, &session, what, request).await;
    }
    gateway.shutdown().await;
    Ok(well)
}

async fn step(gateway: &Arc<Gateway>, session: &SessionId, what: &str, request: CallRequest) -> bool {
    let started = Instant::now();
    let answer = gateway.call(session, request).await;
    let summary = summary(&answer);
    if answer.is_error {
        return bad(what, summary);
    }
    good(what, format!("{summary} ({} ms)", started.elapsed().as_millis()))
}

/// The first line of an answer.
fn summary(answer: &Answer) -> String {
    match answer.blocks.first() {
        Some(Block::Text(text)) => text
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(300)
            .collect(),
        Some(Block::Image { data, mime_type }) => format!("{mime_type}, {} KB", data.len() * 3 / 4 / 1024),
        None => "done".to_owned(),
    }
}

async fn serve_page() -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")
        .await
        .context("no port of loopback is free")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let router = Router::new().route("/", get(|| async { Html(PAGE) }));
    // Ends with the program.
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}
