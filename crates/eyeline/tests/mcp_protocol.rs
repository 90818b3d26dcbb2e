//! The protocol as clients of both generations speak it.

mod mcp_wire;

use mcp_wire::Wire;
use serde_json::{Value as Json, json};
use std::time::Duration;

fn characters(value: &Json) -> usize {
    match value {
        Json::String(text) => text.chars().count(),
        other => other.to_string().chars().count(),
    }
}

#[test]
fn one_tool_is_listed_within_its_budget() {
    let (mut wire, hello) = Wire::greet(&[]);
    assert_eq!(hello["serverInfo"]["name"], "eyeline");
    assert!(
        characters(&hello["instructions"]) <= 600,
        "{}",
        hello["instructions"]
    );
    let id = wire.send("tools/list", json!({}));
    let answer = wire.answer(id);
    let tools = answer["result"]["tools"].as_array().expect("a list");
    assert_eq!(tools.len(), 1);
    let tool = &tools[0];
    assert_eq!(tool["name"], "call");
    let size =
        characters(&tool["name"]) + characters(&tool["description"]) + characters(&tool["inputSchema"]);
    assert!(size <= 2_500, "{size} characters");
    assert!(wire.end().success());
}

/// What every request of the generation without `initialize` carries.
fn meta() -> Json {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[test]
fn the_generation_without_a_handshake_is_served_too() {
    let mut wire = Wire::start(&[]);
    let id = wire.send("server/discover", json!({"_meta": meta()}));
    let hello = wire.answer(id);
    assert!(
        hello["result"]["supportedVersions"]
            .to_string()
            .contains("2026-07-28"),
        "{hello}"
    );
    let id = wire.send("tools/list", json!({"_meta": meta()}));
    assert_eq!(wire.answer(id)["result"]["tools"][0]["name"], "call");
    let call = json!({"_meta": meta(), "name": "call", "arguments": {}});
    let id = wire.send("tools/call", call);
    let answer = wire.answer(id);
    assert!(
        answer["result"]["content"][0]["text"]
            .as_str()
            .is_some_and(|text| text.contains("pages")),
        "{answer}"
    );
    assert!(wire.end().success());
}

#[test]
fn wrong_arguments_are_answered_with_a_call_that_works() {
    let (mut wire, _) = Wire::greet(&[]);
    let (text, is_error) = wire.call(json!({"paht": "pages"}));
    assert!(
        is_error && text.starts_with("error: ") && text.contains("paht") && text.contains("pages.open"),
        "{text}"
    );
    let (text, is_error) = wire.call(json!({"path": "pagse"}));
    assert!(
        is_error && text.contains("Did you mean") && text.contains("\"pages\""),
        "{text}"
    );
    let id = wire.send("tools/call", json!({"name": "click", "arguments": {}}));
    let answer = wire.answer(id);
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("\"call\"")),
        "{answer}"
    );
}

#[test]
fn progress_is_told_before_the_answer() {
    let (mut wire, _) = Wire::greet(&[]);
    wire.good(json!({"path": "pages.open", "args": ["about:blank"]}));
    let arguments = json!({"path": "page.editor.evaluate", "args": ["new Promise(done => setTimeout(done, 2500, 'late'))"]});
    let params = json!({"name": "call", "arguments": arguments, "_meta": {"progressToken": "p1"}});
    let id = wire.send("tools/call", params);
    let mut told = 0;
    loop {
        let message = wire.next();
        if message["method"] == "notifications/progress" {
            assert_eq!(message["params"]["progressToken"], "p1");
            told += 1;
        }
        if message["id"] == id {
            break;
        }
    }
    assert!(told >= 1, "no progress in two and a half seconds");
}

#[test]
fn a_cancelled_call_ends_and_the_next_one_works() {
    let (mut wire, _) = Wire::greet(&[]);
    wire.good(json!({"path": "pages.open", "args": ["about:blank"]}));
    let wait = json!({"path": "page.editor.waitFor", "args": [{"selector": "#never", "timeoutMs": 50_000}], "timeoutMs": 50_000});
    let id = wire.send_and_see_running(wait);
    wire.notify(
        "notifications/cancelled",
        json!({"requestId": id, "reason": "enough"}),
    );
    let begun = std::time::Instant::now();
    let text = wire.good(json!({"path": "page.editor.evaluate", "args": ["1 + 1"]}));
    assert!(text.starts_with('2'), "{text}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(wire.end().success());
}

#[test]
fn requests_that_are_piped_in_are_answered_before_the_end() {
    let (mut wire, _) = Wire::greet(&[]);
    let id = wire.send_call(json!({}));
    let answer = wire.answer(id);
    assert!(
        answer["result"]["content"][0]["text"]
            .as_str()
            .is_some_and(|text| text.contains("pages"))
    );
    assert!(wire.end().success());
}

#[test]
fn each_line_is_answered_also_one_that_is_no_message() {
    let (mut wire, _) = Wire::greet(&[]);
    let deep = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":71,\"method\":\"ping\",\"params\":{}",
        "[".repeat(400)
    );
    for (line, id) in [
        ("nonsense", json!(null)),
        (deep.as_str(), json!(71)),
        (
            r#"{"jsonrpc":"2.0","id":72,"method":"tools/call","params":[]}"#,
            json!(72),
        ),
        (r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, json!("x")),
    ] {
        wire.write_line(line);
        let answer = wire.next();
        assert_eq!(answer["id"], id, "{line}: {answer}");
        assert!(answer["error"]["code"].is_i64(), "{line}: {answer}");
    }
    let cut = r#"{"jsonrpc":"2.0","id":73,"method":"tools/call","params":{"name":"call","arguments":{"path":"a\ud83d"}}}"#;
    wire.write_line(cut);
    let answer = wire.answer(73);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(wire.end().success());
}
