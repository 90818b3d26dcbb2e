//! From what a person writes after `--attach` to a DevTools socket.

use super::LaunchError;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::Url;

const ADVICE: &str = "Start the browser with --remote-debugging-port=9222 (and a --user-data-dir of its own) and give \
    its port, http:// address, ws:// address or profile folder.";

/// Longest answer taken from a DevTools port; the real one has some hundred bytes.
const ANSWER_LIMIT: u64 = 64 * 1024;

/// Turns `9222`, `host:9222`, `http://…`, `ws://…` or the folder of a running profile into a DevTools socket address.
pub async fn resolve_endpoint(endpoint: &str, timeout: Duration) -> Result<String, LaunchError> {
    let error = |reason: String| LaunchError::Endpoint {
        endpoint: endpoint.to_owned(),
        reason,
        advice: ADVICE,
    };
    let written = endpoint.trim();
    if Path::new(written).is_dir()
        && let Some(socket) = active_port(Path::new(written))
    {
        return Ok(socket);
    }
    let digits = written.trim_start_matches(':');
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && digits.parse::<u16>().is_err() {
        return Err(error("a port is a number up to 65535".to_owned()));
    }
    let given = match Path::new(written).is_dir() {
        true => fixed_port(Path::new(written))
            .ok_or_else(|| error("no browser that can be driven runs with this profile".to_owned()))?
            .to_string(),
        false => written.to_owned(),
    };
    let url = parse(&given).ok_or_else(|| error("this is no port, address or profile folder".to_owned()))?;
    if matches!(url.scheme(), "ws" | "wss") && url.path().len() > 1 {
        return Ok(url.into());
    }
    let asked = tokio::time::timeout(timeout, ask(&url)).await;
    let answer = asked
        .map_err(|_| error(format!("no answer within {}", crate::error::in_words(timeout))))?
        .map_err(error)?;
    socket_of(&answer, &url).ok_or_else(|| error("what answers there is no browser".to_owned()))
}

/// The socket that the browser of a profile wrote down: a line with the port, a line with the path.
pub(super) fn active_port(profile: &Path) -> Option<String> {
    let text = std::fs::read_to_string(profile.join("DevToolsActivePort")).ok()?;
    let (port, path) = text.split_once('\n')?;
    let port: u16 = port.trim().parse().ok()?;
    let path = path.trim();
    path.starts_with("/devtools/")
        .then(|| format!("ws://127.0.0.1:{port}{path}"))
}

/// The port that the browser of a profile was started with. It writes down only a port that it chose itself; of one that was
/// given to it, its own command line tells.
fn fixed_port(profile: &Path) -> Option<u16> {
    let owner = std::fs::read_link(profile.join("SingletonLock")).ok()?;
    let (_, process) = owner.to_str()?.rsplit_once('-')?;
    let process: u32 = process.parse().ok()?;
    let line = std::fs::read_to_string(format!("/proc/{process}/cmdline")).ok()?;
    // Browsers that rename themselves part their arguments by spaces.
    let port = line
        .split(['\0', ' '])
        .find_map(|argument| argument.strip_prefix("--remote-debugging-port="))?;
    port.parse().ok().filter(|port| *port != 0)
}

/// `9222` is a port of this machine; without a scheme it is http.
fn parse(written: &str) -> Option<Url> {
    if let Ok(port) = written.trim_start_matches(':').parse::<u16>() {
        return Url::parse(&format!("http://127.0.0.1:{port}/")).ok();
    }
    let with_scheme = if written.contains("://") {
        written.to_owned()
    } else {
        format!("http://{written}")
    };
    let url = Url::parse(&with_scheme).ok()?;
    (matches!(url.scheme(), "http" | "ws" | "wss") && url.host().is_some()).then_some(url)
}

/// One `GET /json/version`. An HTTP client would be a large dependency for eight lines of protocol.
async fn ask(url: &Url) -> Result<String, String> {
    let host = url.host_str().unwrap_or("127.0.0.1");
    let port = url.port_or_known_default().unwrap_or(9222);
    let failed = |error: std::io::Error| format!("{host}:{port} does not answer ({error})");
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let mut stream = TcpStream::connect((bare, port)).await.map_err(failed)?;
    // Chromium answers only to a Host that is an address or localhost; others get its own words, which we pass on.
    let request = format!("GET /json/version HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = Vec::new();
    let mut limited = stream.take(ANSWER_LIMIT);
    let mut chunk = [0; 4096];
    loop {
        let read = limited.read(&mut chunk).await.map_err(failed)?;
        answer.extend_from_slice(&chunk[..read]);
        if read == 0 || body(&answer).is_some_and(|body| serde_json::from_str::<Version>(body).is_ok()) {
            break;
        }
    }
    let text = String::from_utf8_lossy(&answer);
    let status = text.split_whitespace().nth(1).unwrap_or("nothing");
    if status != "200" {
        return Err(format!("{host}:{port} answered {status} to /json/version"));
    }
    body(&answer)
        .map(str::to_owned)
        .ok_or_else(|| "the answer of the port breaks off".to_owned())
}

fn body(answer: &[u8]) -> Option<&str> {
    std::str::from_utf8(answer)
        .ok()?
        .split_once("\r\n\r\n")
        .map(|(_, body)| body)
}

#[derive(serde::Deserialize)]
struct Version {
    #[serde(rename = "webSocketDebuggerUrl")]
    socket: String,
}

/// The socket in the answer, at the host that was asked: a browser behind a forwarded port names its own.
fn socket_of(answer: &str, asked: &Url) -> Option<String> {
    let version: Version = serde_json::from_str(answer).ok()?;
    let mut socket = Url::parse(&version.socket).ok()?;
    socket.set_host(asked.host_str()).ok()?;
    socket.set_port(asked.port_or_known_default()).ok()?;
    Some(socket.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    async fn port_that_answers(answer: &'static str) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 1024]).await;
            stream.write_all(answer.as_bytes()).await.unwrap();
        });
        port
    }

    #[tokio::test]
    async fn a_port_is_asked_for_its_socket() {
        let port = port_that_answers(
            "HTTP/1.1 200 OK\r\n\r\n{\"webSocketDebuggerUrl\":\"ws://localhost/devtools/browser/a\"}",
        )
        .await;
        let socket = resolve_endpoint(&port.to_string(), Duration::from_secs(5))
            .await
            .unwrap();
        assert_eq!(socket, format!("ws://127.0.0.1:{port}/devtools/browser/a"));
    }

    #[tokio::test]
    async fn a_socket_is_taken_as_it_is() {
        let socket = "ws://127.0.0.1:1/devtools/browser/a";
        assert_eq!(resolve_endpoint(socket, Duration::ZERO).await.unwrap(), socket);
    }

    #[tokio::test]
    async fn a_profile_folder_tells_its_socket() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let error = resolve_endpoint(path, Duration::ZERO)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("no browser that can be driven"), "{error}");
        std::fs::write(
            folder.path().join("DevToolsActivePort"),
            "41\n/devtools/browser/b",
        )
        .unwrap();
        assert_eq!(
            resolve_endpoint(path, Duration::ZERO).await.unwrap(),
            "ws://127.0.0.1:41/devtools/browser/b"
        );
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_profile_whose_port_was_given_is_found_by_its_owner() {
        let port = port_that_answers(
            "HTTP/1.1 200 OK\r\n\r\n{\"webSocketDebuggerUrl\":\"ws://localhost/devtools/browser/c\"}",
        )
        .await;
        let given = format!("--remote-debugging-port={port}");
        let mut owner = std::process::Command::new("sh")
            .args(["-c", "echo runs; read line", "browser", &given])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // Its command line is there once it runs.
        std::io::Read::read_exact(&mut owner.stdout.take().unwrap(), &mut [0; 5]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let lock = folder.path().join("SingletonLock");
        std::os::unix::fs::symlink(format!("some-host-{}", owner.id()), lock).unwrap();
        let found = resolve_endpoint(folder.path().to_str().unwrap(), Duration::from_secs(5)).await;
        owner.kill().unwrap();
        owner.wait().unwrap();
        assert_eq!(
            found.unwrap(),
            format!("ws://127.0.0.1:{port}/devtools/browser/c")
        );
    }

    #[tokio::test]
    async fn what_is_no_browser_is_said() {
        let port = port_that_answers("HTTP/1.1 404 Not Found\r\n\r\n").await;
        let error = resolve_endpoint(&format!("http://127.0.0.1:{port}"), Duration::from_secs(5)).await;
        assert!(error.unwrap_err().to_string().contains("answered 404"));
        let error = resolve_endpoint("ftp://x", Duration::ZERO)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("no port, address or profile folder"), "{error}");
        let error = resolve_endpoint("99999", Duration::ZERO).await.unwrap_err();
        assert!(error.to_string().contains("up to 65535"), "{error}");
    }
}
