//! A web server on the loopback interface for fixture pages: one folder, two origins.
//!
//! Origin A is `http://127.0.0.1:port`, origin B `http://localhost:other`, so that Chromium puts frames of B into a
//! process of their own. `{{ORIGIN_A}}` and `{{ORIGIN_B}}` in text files stand for the two. Plain threads and
//! blocking sockets: what a test needs to see is what goes over the wire, not how.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is special about one file's answer.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    /// How long the answer waits.
    pub delay: Duration,
    /// No answer, ever.
    pub never: bool,
    /// With `never`: the head and the first bytes come, the end does not.
    pub head: bool,
    /// Another status than 200.
    pub status: Option<u16>,
    /// Further headers.
    pub headers: Vec<(String, String)>,
}

/// A folder being served. Stops when dropped.
pub struct Server {
    /// `http://127.0.0.1:port`
    pub a: String,
    /// `http://localhost:port`
    pub b: String,
    stop: Arc<AtomicBool>,
    ports: [u16; 2],
}

struct Folder {
    root: PathBuf,
    rules: HashMap<String, Rule>,
    origins: [String; 2],
    stop: Arc<AtomicBool>,
}

impl Server {
    /// Serves `root`; `/` is its `page.html`.
    pub fn start(root: &Path, rules: HashMap<String, Rule>) -> Server {
        let listeners: Vec<TcpListener> = (0..2)
            .map(|_| TcpListener::bind(("127.0.0.1", 0)).expect("a loopback port is free"))
            .collect();
        let port = |i: usize| {
            listeners[i]
                .local_addr()
                .expect("a bound socket has an address")
                .port()
        };
        let ports = [port(0), port(1)];
        let origins = [
            format!("http://127.0.0.1:{}", ports[0]),
            format!("http://localhost:{}", ports[1]),
        ];
        let stop = Arc::new(AtomicBool::new(false));
        let folder = Arc::new(Folder {
            root: root.to_owned(),
            rules,
            origins: origins.clone(),
            stop: stop.clone(),
        });
        for listener in listeners {
            let folder = folder.clone();
            std::thread::spawn(move || accept(&listener, &folder));
        }
        let [a, b] = origins;
        Server { a, b, stop, ports }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        for port in self.ports {
            let _ = TcpStream::connect(("127.0.0.1", port)); // wakes `accept`
        }
    }
}

fn accept(listener: &TcpListener, folder: &Arc<Folder>) {
    for stream in listener.incoming() {
        if folder.stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let folder = folder.clone();
        std::thread::spawn(move || {
            let _ = answer(stream, &folder);
        });
    }
}

fn answer(mut stream: TcpStream, folder: &Folder) -> std::io::Result<()> {
    let Some(path) = read_request(&stream)? else {
        return Ok(());
    };
    let file = match path
        .split(['?', '#'])
        .next()
        .unwrap_or("")
        .trim_start_matches('/')
    {
        "" => "page.html".to_owned(),
        name => percent_decode(name),
    };
    let rule = folder.rules.get(&file).cloned().unwrap_or_default();
    if rule.never {
        if rule.head {
            stream.write_all(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n\r\n<!doctype html><p>",
            )?;
        }
        return wait_for_the_end(stream);
    }
    std::thread::sleep(rule.delay);
    match folder.body(&file) {
        None if file == "favicon.ico" => respond(&mut stream, 204, "image/x-icon", &[], b""),
        None => respond(&mut stream, 404, "text/plain", &[], b"not found"),
        Some(body) => respond(
            &mut stream,
            rule.status.unwrap_or(200),
            mime(&file),
            &rule.headers,
            &body,
        ),
    }
}

/// The path of the request; the rest of it is read and dropped.
fn read_request(stream: &TcpStream) -> std::io::Result<Option<String>> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    if reader.read_line(&mut first)? == 0 {
        return Ok(None); // a connection opened ahead of need
    }
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    std::io::copy(&mut reader.take(length), &mut std::io::sink())?;
    Ok(first.split(' ').nth(1).map(str::to_owned))
}

/// Keeps the connection until the browser gives it up.
fn wait_for_the_end(mut stream: TcpStream) -> std::io::Result<()> {
    let mut byte = [0];
    while stream.read(&mut byte)? > 0 {}
    Ok(())
}

fn respond(
    stream: &mut TcpStream,
    status: u16,
    mime: &str,
    headers: &[(String, String)],
    body: &[u8],
) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {status} {}\r\ncontent-length: {}\r\nconnection: close\r\n",
        if status < 400 { "OK" } else { "No" },
        body.len()
    );
    let mut default = |name: &str, value: &str| {
        if !headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name)) {
            head += &format!("{name}: {value}\r\n");
        }
    };
    default("content-type", mime);
    default("cache-control", "no-store");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    stream.write_all(body)
}

impl Folder {
    fn body(&self, file: &str) -> Option<Vec<u8>> {
        let inside = Path::new(file)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        let found = if inside && file != "case.json" {
            std::fs::read(self.root.join(file)).ok()
        } else {
            None
        };
        let body = match found {
            Some(body) => body,
            None if file.ends_with(".png") => return Some(one_pixel()),
            None => return None,
        };
        match std::str::from_utf8(&body) {
            Ok(text) if TEXT.contains(&extension(file)) && text.contains("{{ORIGIN_") => {
                let [a, b] = &self.origins;
                Some(
                    text.replace("{{ORIGIN_A}}", a)
                        .replace("{{ORIGIN_B}}", b)
                        .into_bytes(),
                )
            }
            _ => Some(body),
        }
    }
}

const TEXT: [&str; 7] = ["html", "js", "css", "svg", "txt", "json", "csv"];

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn mime(file: &str) -> &'static str {
    match extension(file) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "csv" => "text/csv",
        "ttf" => "font/ttf",
        _ => "application/octet-stream",
    }
}

/// The picture that stands for every picture that is not there.
fn one_pixel() -> Vec<u8> {
    use base64::Engine;
    let text =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    base64::engine::general_purpose::STANDARD
        .decode(text)
        .expect("the picture is valid base64")
}

fn percent_decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let hex = (bytes[i] == b'%').then(|| text.get(i + 1..i + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
