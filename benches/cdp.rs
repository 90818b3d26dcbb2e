//! The yardstick: CDP over a bare web socket, with nothing between but frames and one JSON object out.
//!
//! Answers are looked at only as far as their id, so that a raw call costs what the browser costs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// A connection to one tab of a browser.
pub struct Raw {
    stream: BufReader<TcpStream>,
    next: u64,
    session: String,
}

impl Raw {
    /// Connects to the browser at `ws://host:port/path` and attaches to the tab whose URL ends so.
    pub fn attach(endpoint: &str, url_end: &str) -> Result<Raw, String> {
        let rest = endpoint
            .strip_prefix("ws://")
            .ok_or_else(|| format!("{endpoint:?} is no ws:// address"))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let mut stream = TcpStream::connect(host).map_err(|e| format!("{host}: {e}"))?;
        stream.set_nodelay(true).map_err(|e| e.to_string())?;
        let hello = format!(
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        stream.write_all(hello.as_bytes()).map_err(|e| e.to_string())?;
        let mut stream = BufReader::with_capacity(1 << 20, stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            stream.read_line(&mut line).map_err(|e| e.to_string())?;
        }
        let mut raw = Raw {
            stream,
            next: 0,
            session: String::new(),
        };
        let targets = raw.call("Target.getTargets", json!({}))?;
        let targets: Value = serde_json::from_slice(&targets).map_err(|e| e.to_string())?;
        let list = targets["result"]["targetInfos"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let fits =
            |t: &&Value| t["type"] == "page" && t["url"].as_str().is_some_and(|url| url.ends_with(url_end));
        let target = list
            .iter()
            .find(fits)
            .ok_or_else(|| format!("no tab whose URL ends with {url_end:?}"))?;
        let attached = raw.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        )?;
        let attached: Value = serde_json::from_slice(&attached).map_err(|e| e.to_string())?;
        raw.session = attached["result"]["sessionId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        Ok(raw)
    }

    /// Calls, and reads messages until the answer is there; its bytes as they came.
    pub fn call(&mut self, method: &str, params: Value) -> Result<Vec<u8>, String> {
        self.next += 1;
        let mut message = json!({"id": self.next, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.send(message.to_string().as_bytes())
            .map_err(|e| e.to_string())?;
        let start = format!("{{\"id\":{},", self.next);
        loop {
            let answer = self.receive().map_err(|e| e.to_string())?;
            if answer.starts_with(start.as_bytes()) {
                return Ok(answer);
            }
        }
    }

    /// One text frame, masked with zeros.
    fn send(&mut self, payload: &[u8]) -> std::io::Result<()> {
        let mut frame = vec![0x81];
        match payload.len() {
            short @ 0..126 => frame.push(0x80 | short as u8),
            medium @ 126..65536 => {
                frame.push(0x80 | 126);
                frame.extend((medium as u16).to_be_bytes());
            }
            long => {
                frame.push(0x80 | 127);
                frame.extend((long as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        self.stream.get_mut().write_all(&frame)
    }

    /// One message, over as many frames as it takes.
    fn receive(&mut self) -> std::io::Result<Vec<u8>> {
        let mut message = Vec::new();
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let length = match head[1] & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.bytes()?)),
                127 => u64::from_be_bytes(self.bytes()?),
                short => u64::from(short),
            };
            let before = message.len();
            message.resize(before + length as usize, 0);
            self.stream.read_exact(&mut message[before..])?;
            let control = head[0] & 0x08 != 0;
            if control {
                message.truncate(before);
            } else if head[0] & 0x80 != 0 {
                return Ok(message);
            }
        }
    }

    fn bytes<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
