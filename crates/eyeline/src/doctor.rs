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
use tokio::net::{TcpListener, TcpStream};

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
    let found = browser(config).await && temporary_folder() && proxy(config).await && drive(config).await?;
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

/// Whether somebody listens where the proxy should be: pages of this machine, which are tried here, do not go through it.
async fn proxy(config: &Config) -> bool {
    let Some(written) = &config.launch.proxy else {
        return true;
    };
    let Some(place) = proxy_place(written) else {
        return good("proxy", format!("{written} (not tried)"));
    };
    let connecting = tokio::time::timeout(Duration::from_secs(5), TcpStream::connect(&place));
    match connecting.await {
        Ok(Ok(_)) => good("proxy", place),
        Ok(Err(error)) => bad("proxy", format!("{place} does not answer ({error})")),
        Err(_) => bad("proxy", format!("{place} does not answer within 5 s")),
    }
}

/// Host and port of a proxy; none where several are written, or none at all.
fn proxy_place(written: &str) -> Option<String> {
    let (scheme, rest) = written.split_once("://").unwrap_or(("http", written));
    let place = rest.trim_end_matches('/');
    if place.is_empty() || place.contains(['=', ';', ',', '/']) {
        return None;
    }
    let has_port = place
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let usual = match scheme {
        "https" => 443,
        "http" => 80,
        _ => 1080,
    };
    Some(if has_port {
        place.to_owned()
    } else {
        format!("{place}:{usual}")
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_tried_where_it_listens() {
        let place = |written: &str| proxy_place(written);
        assert_eq!(place("http://proxy:3128/").as_deref(), Some("proxy:3128"));
        assert_eq!(place("socks5://10.0.0.1").as_deref(), Some("10.0.0.1:1080"));
        assert_eq!(place("proxy").as_deref(), Some("proxy:80"));
        assert_eq!(place("http=a:1;https=b:2"), None);
        assert_eq!(place("direct://"), None);
    }

    #[tokio::test]
    async fn a_proxy_that_nobody_runs_is_no_good() {
        let free = TcpListener::bind("127.0.0.1:0")
            .await
            .unwrap()
            .local_addr()
            .unwrap();
        let mut config = Config::default();
        config.launch.proxy = Some(format!("http://{free}"));
        assert!(!proxy(&config).await);
    }
}
