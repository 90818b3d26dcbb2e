//! This program as a child that serves MCP, and the little of the protocol that a client needs: one JSON message a line.

use crate::cli;
use anyhow::{Context, anyhow, bail};
use serde_json::{Value as Json, json};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// Longer than any call of the demo may take; a gateway that is silent for so long is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to the child.
pub struct Client {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    last_id: u64,
    hello: Json,
}

/// What a call answered, and how long it took.
pub struct Answer {
    /// The content blocks, as they came.
    pub blocks: Vec<Json>,
    /// Whether it is an error.
    pub is_error: bool,
    /// From the request to the answer.
    pub took: Duration,
}

impl Answer {
    /// The text of the first block.
    pub fn value(&self) -> &str {
        self.blocks
            .first()
            .and_then(|block| block["text"].as_str())
            .unwrap_or_default()
    }
}

impl Client {
    /// Starts the child and greets it.
    pub async fn start(options: &cli::Demo) -> anyhow::Result<Client> {
        let mut command =
            Command::new(std::env::current_exe().context("this program's path is not at hand")?);
        // The tour has a browser of its own, also where the calls of others go to a running one.
        command.arg("mcp").env_remove("EYELINE_ATTACH");
        if let Some(chrome) = &options.chrome {
            command.arg("--chrome").arg(chrome);
        }
        if options.headed {
            command.arg("--headed");
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().context("the gateway could not be started")?;
        let input = child.stdin.take().context("the child has no input")?;
        let output = BufReader::new(child.stdout.take().context("the child has no output")?).lines();
        let mut client = Client {
            child,
            input,
            output,
            last_id: 0,
            hello: Json::Null,
        };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "eyeline-demo", "version": env!("CARGO_PKG_VERSION")},
        });
        client.hello = client.request("initialize", hello).await?;
        client
            .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await?;
        Ok(client)
    }

    /// Who answered, in a line.
    pub fn introduction(&self) -> String {
        let text = |value: &Json| value.as_str().unwrap_or("?").to_owned();
        let server = &self.hello["serverInfo"];
        format!(
            "Connected to {} {} over MCP.",
            text(&server["name"]),
            text(&server["version"])
        )
    }

    /// Calls the one tool.
    pub async fn call(&mut self, arguments: &Json) -> anyhow::Result<Answer> {
        let started = Instant::now();
        let result = self
            .request("tools/call", json!({"name": "call", "arguments": arguments}))
            .await?;
        let blocks = result["content"].as_array().cloned().unwrap_or_default();
        let is_error = result["isError"].as_bool().unwrap_or(false);
        Ok(Answer {
            blocks,
            is_error,
            took: started.elapsed(),
        })
    }

    /// Any request of the protocol.
    pub async fn request(&mut self, method: &str, params: Json) -> anyhow::Result<Json> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await?;
        let answer = tokio::time::timeout(PATIENCE, self.answer_to(id)).await;
        answer.map_err(|_| anyhow!("no answer to {method} within {PATIENCE:?}"))?
    }

    async fn answer_to(&mut self, id: u64) -> anyhow::Result<Json> {
        loop {
            let line = self
                .output
                .next_line()
                .await?
                .context("the gateway ended in the middle of a call")?;
            let mut message: Json =
                serde_json::from_str(&line).context("the gateway wrote what is no JSON")?;
            if message["id"] != id {
                continue;
            }
            if let Some(error) = message.get("error") {
                bail!("the protocol refused the call: {error}");
            }
            return Ok(message["result"].take());
        }
    }

    async fn send(&mut self, message: &Json) -> anyhow::Result<()> {
        let line = format!("{message}\n");
        self.input
            .write_all(line.as_bytes())
            .await
            .context("the gateway is gone")?;
        self.input.flush().await.context("the gateway is gone")
    }

    /// Closes the child's input, which ends it, and waits until it has cleaned up.
    pub async fn end(mut self) -> anyhow::Result<()> {
        drop(self.input);
        let status = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        let status = status.context("the gateway did not end when its input did")??;
        if !status.success() {
            bail!("the gateway ended with {status}");
        }
        Ok(())
    }
}
