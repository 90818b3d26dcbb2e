//! The lines of standard input and output: each line that comes in is answered, also one that is no message.
//!
//! The protocol's library passes over lines that it cannot read, and answers some wrong requests without their id; the client
//! would wait for ever. So lines are looked at first: what no message can be made of is answered here, as
//! [JSON-RPC 2.0](https://www.jsonrpc.org/specification#error_object) has it, and the rest goes on.

use eyeline_gateway::whole_surrogates;
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The longest line, in bytes.
const LONGEST: usize = 16 * 1024 * 1024;
/// Bytes on their way between a stream and the server.
const ON_THE_WAY: usize = 64 * 1024;
/// How far into a line that cannot be read its id is looked for.
const HEAD: usize = 4 * 1024;

/// What the server reads from and writes to, and the task that writes out; it is over once all is written.
pub struct Lines {
    /// Lines that are messages.
    pub input: DuplexStream,
    /// Where the server writes.
    pub output: DuplexStream,
    /// The task that writes to the client.
    pub writing: JoinHandle<std::io::Result<()>>,
}

/// Stands between a client and the server.
pub fn between<R, W>(client_in: R, client_out: W) -> Lines
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (input, to_server) = duplex(ON_THE_WAY);
    let (from_server, output) = duplex(ON_THE_WAY);
    let (answers, own_answers) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        if let Err(error) = take_in(BufReader::new(client_in), to_server, &answers).await {
            tracing::debug!(%error, "the client's lines have ended");
        }
    });
    let writing = tokio::spawn(write_out(BufReader::new(from_server), own_answers, client_out));
    Lines {
        input,
        output,
        writing,
    }
}

async fn take_in(
    mut client: BufReader<impl AsyncRead + Unpin>,
    mut server: DuplexStream,
    answers: &mpsc::UnboundedSender<String>,
) -> std::io::Result<()> {
    while let Some(line) = next_line(&mut client).await? {
        match judge(&line) {
            Ok(message) => {
                server.write_all(message.as_bytes()).await?;
                server.write_all(b"\n").await?;
            }
            Err(answer) => {
                tracing::debug!(%answer, "a line that is no message");
                let _ = answers.send(answer.to_string());
            }
        }
    }
    server.shutdown().await
}

/// A line as it came, or the beginning of one that is too long.
struct Line {
    bytes: Vec<u8>,
    too_long: bool,
}

async fn next_line(client: &mut BufReader<impl AsyncRead + Unpin>) -> std::io::Result<Option<Line>> {
    let mut line = Line {
        bytes: Vec::new(),
        too_long: false,
    };
    loop {
        let chunk = client.fill_buf().await?;
        if chunk.is_empty() {
            return Ok((!line.bytes.is_empty()).then_some(line));
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        if line.too_long || line.bytes.len() + taken > LONGEST {
            line.too_long = true;
            line.bytes.truncate(HEAD);
        } else {
            line.bytes.extend_from_slice(&chunk[..taken]);
        }
        client.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

/// The message of a line, or the answer to what is none.
fn judge(line: &Line) -> Result<Cow<'_, str>, Json> {
    let text = match String::from_utf8_lossy(&line.bytes) {
        Cow::Borrowed(text) => whole_surrogates(text),
        Cow::Owned(text) => Cow::Owned(whole_surrogates(&text).into_owned()),
    };
    if line.too_long {
        let why = format!("a message is at most {LONGEST} bytes");
        return Err(refusal(id_in(&text), -32600, &why));
    }
    if text.trim().is_empty() {
        return Ok(text);
    }
    match serde_json::from_str::<Json>(&text) {
        Ok(message) => check(&message).map(|()| text),
        Err(error) => Err(refusal(
            id_in(&text),
            -32700,
            &format!("the line is no JSON: {error}"),
        )),
    }
}

/// What the library would not answer, or not by its id.
fn check(message: &Json) -> Result<(), Json> {
    let Some(fields) = message.as_object() else {
        return Err(refusal(
            Json::Null,
            -32600,
            "a message is one object a line; lists of them are no longer part of the protocol",
        ));
    };
    let id = fields.get("id").cloned().unwrap_or(Json::Null);
    let wrong = |code: i32, why: &str| Err(refusal(id.clone(), code, why));
    if !matches!(id, Json::Null | Json::String(_)) && !id.is_i64() && !id.is_u64() {
        return Err(refusal(Json::Null, -32600, "an id is a text or a whole number"));
    }
    if fields.get("jsonrpc").is_none_or(|version| version != "2.0") {
        return wrong(-32600, "a message says \"jsonrpc\": \"2.0\"");
    }
    if fields.contains_key("result") || fields.contains_key("error") {
        return Ok(());
    }
    let Some(method) = fields.get("method").and_then(Json::as_str) else {
        return wrong(-32600, "a request names its method");
    };
    let params = fields.get("params").filter(|params| !params.is_null());
    if params.is_some_and(|params| !params.is_object()) {
        return wrong(-32602, "params are an object");
    }
    if method == "tools/call" {
        let named = params
            .and_then(|params| params.get("name"))
            .is_some_and(Json::is_string);
        let arguments = params.and_then(|params| params.get("arguments"));
        let fit = arguments.is_none_or(|arguments| arguments.is_object() || arguments.is_null());
        if !named || !fit {
            return wrong(
                -32602,
                "tools/call takes a name and arguments, such as {\"name\": \"call\", \"arguments\": {\"path\": \"pages\"}}",
            );
        }
    }
    Ok(())
}

fn refusal(id: Json, code: i32, why: &str) -> Json {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}})
}

/// The id in a line that cannot be read as a whole: ids stand near the beginning.
fn id_in(text: &str) -> Json {
    let head = text.chars().take(HEAD).collect::<String>();
    let Some((_, after)) = head.split_once("\"id\"") else {
        return Json::Null;
    };
    let Some(value) = after.trim_start().strip_prefix(':') else {
        return Json::Null;
    };
    let mut values = serde_json::Deserializer::from_str(value).into_iter::<Json>();
    match values.next() {
        Some(Ok(id @ (Json::String(_) | Json::Number(_)))) => id,
        _ => Json::Null,
    }
}

/// Writes what the server says and what is answered here, line by line.
async fn write_out(
    server: BufReader<DuplexStream>,
    mut own: mpsc::UnboundedReceiver<String>,
    mut client: impl AsyncWrite + Unpin,
) -> std::io::Result<()> {
    let mut lines = server.lines();
    loop {
        let line = tokio::select! {
            line = lines.next_line() => line?,
            Some(answer) = own.recv() => Some(answer),
        };
        let Some(mut line) = line else { break };
        line.push('\n');
        client.write_all(line.as_bytes()).await?;
        client.flush().await?;
    }
    while let Ok(answer) = own.try_recv() {
        client.write_all(format!("{answer}\n").as_bytes()).await?;
    }
    client.flush().await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line {
            bytes: text.as_bytes().to_vec(),
            too_long: false,
        }
    }

    #[test]
    fn messages_go_on_as_they_are() {
        let good =
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call","arguments":{}}}"#;
        assert_eq!(judge(&line(good)).unwrap(), good);
        for other in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{}}"#,
            "",
        ] {
            assert_eq!(judge(&line(other)).unwrap(), other);
        }
    }

    #[test]
    fn what_is_no_message_is_answered_with_its_id() {
        let deep = format!("{{\"jsonrpc\":\"2.0\",\"id\":4,\"x\":{}", "[".repeat(300));
        let cases = [
            (
                r#"{"jsonrpc":"2.0","id":9,"method":"x","params":{"n":1e999}}"#,
                json!(9),
                -32700,
            ),
            (&deep, json!(4), -32700),
            (
                r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
                json!("a"),
                -32600,
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}"#,
                json!(7),
                -32602,
            ),
            (
                r#"{"jsonrpc":"2.0","id":8,"method":"tools/call"}"#,
                json!(8),
                -32602,
            ),
            (
                r#"[{"jsonrpc":"2.0","id":6,"method":"ping"}]"#,
                Json::Null,
                -32600,
            ),
            ("nonsense", Json::Null, -32700),
        ];
        for (text, id, code) in cases {
            let answer = judge(&line(text)).unwrap_err();
            assert_eq!(
                (&answer["id"], &answer["error"]["code"]),
                (&id, &json!(code)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_cut_emoji_is_worth_one_character_only() {
        let sent = line(r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":"x\ud83d"}}"#);
        assert!(judge(&sent).unwrap().contains(r"x\ufffd"));
    }

    #[tokio::test]
    async fn a_line_without_end_does_not_fill_the_memory() {
        let mut bytes = br#"{"jsonrpc":"2.0","id":3,"x":""#.to_vec();
        bytes.resize(LONGEST + 10, b'x');
        bytes.extend_from_slice(b"\"}\n{}\n");
        let mut client = BufReader::new(bytes.as_slice());
        let long = next_line(&mut client).await.unwrap().unwrap();
        assert!(long.too_long && long.bytes.len() <= HEAD);
        assert_eq!(judge(&long).unwrap_err()["id"], 3);
        assert_eq!(next_line(&mut client).await.unwrap().unwrap().bytes, b"{}");
        assert!(next_line(&mut client).await.unwrap().is_none());
    }
}
