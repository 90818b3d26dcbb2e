//! A page read and driven through the real program, as an agent does it.

mod mcp_wire;
mod support;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcp_wire::Wire;
use serde_json::json;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use support::paths::fixtures;
use support::server::{Rule, Server};

fn site() -> Server {
    let silent = Rule {
        never: true,
        ..Rule::default()
    };
    Server::start(
        &fixtures("demo-site"),
        HashMap::from([("silent".to_owned(), silent)]),
    )
}

fn opened(site: &Server) -> Wire {
    let (mut wire, _) = Wire::greet(&[]);
    wire.good(json!({"path": "pages.open", "args": [format!("{}/index.html", site.a)]}));
    wire
}

/// The ref on the first line with these words.
fn reference(outline: &str, words: &str) -> String {
    let line = outline
        .lines()
        .find(|line| line.contains(words) && line.contains("[ref="));
    let line = line.unwrap_or_else(|| panic!("no {words} with a ref in\n{outline}"));
    line.split("[ref=")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .expect("a ref")
        .to_owned()
}

fn snapshot(wire: &mut Wire) -> String {
    wire.good(json!({"path": "page.editor.snapshot", "args": []}))
}

#[test]
fn a_page_is_read_clicked_and_typed_into() {
    let site = site();
    let mut wire = opened(&site);
    let outline = snapshot(&mut wire);
    let button = reference(&outline, "button \"New issue\"");
    let text = wire.good(json!({"path": "page.editor.click", "args": [{"ref": button}]}));
    assert!(text.contains("dialog \"New issue\""), "{text}");
    let outline = snapshot(&mut wire);
    let title = reference(&outline, "textbox \"Title\"");
    let text = wire.good(json!({"path": "page.editor.type", "args": [{"ref": title}, "Written by a test"]}));
    assert!(text.contains("Written by a test"), "it is read back: {text}");
    let create = reference(&outline, "button \"Create issue\"");
    let text = wire.good(json!({"path": "page.editor.click", "args": [{"ref": create}]}));
    assert!(text.contains("Written by a test"), "{text}");
    let held = wire.good(json!({"path": "page.editor.evaluate", "args": ["store.issues[0].title"]}));
    assert!(held.contains("Written by a test"), "{held}");
}

#[test]
fn frames_of_another_origin_and_frames_in_them_are_read_and_clicked() {
    let site = site();
    let mut wire = opened(&site);
    // The frames load after the page.
    let until = Instant::now() + Duration::from_secs(20);
    let outline = loop {
        let outline = snapshot(&mut wire);
        if outline.contains("Yes, it helps") {
            break outline;
        }
        assert!(Instant::now() < until, "{outline}");
    };
    let check = reference(&outline, "button \"Check again\"");
    let yes = reference(&outline, "button \"Yes, it helps\"");
    assert!(
        check.starts_with('f') && yes.starts_with('f') && check[..2] != yes[..2],
        "{check} {yes}"
    );
    wire.good(json!({"path": "page.editor.click", "args": [{"ref": check}]}));
    let text = wire.good(json!({"path": "page.editor.click", "args": [{"ref": yes}]}));
    assert!(text.contains("Thank you"), "{text}");
    let outline = wire.good(json!({"path": "page.editor.snapshot", "args": [{"text": "full"}]}));
    assert!(
        outline.contains("Checked 1 times") || outline.contains("Checked"),
        "{outline}"
    );
    let seen = outline
        .lines()
        .find(|line| line.contains("Yes, it helps"))
        .unwrap_or_default();
    assert!(seen.contains("disabled"), "{outline}");
}

#[test]
fn a_screenshot_is_a_valid_png() {
    let site = site();
    let mut wire = opened(&site);
    let id = wire.send_call(json!({"path": "page.editor.screenshot", "args": []}));
    let answer = wire.answer(id);
    let blocks = answer["result"]["content"].as_array().expect("blocks");
    let image = blocks
        .iter()
        .find(|block| block["type"] == "image")
        .expect("an image block");
    assert_eq!(image["mimeType"], "image/png");
    let bytes = STANDARD
        .decode(image["data"].as_str().expect("data"))
        .expect("base64");
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&bytes[bytes.len() - 8..bytes.len() - 4], b"IEND", "it is whole");
}

#[test]
fn a_hash_returns_at_once() {
    let site = site();
    let mut wire = opened(&site);
    let begun = Instant::now();
    let text = wire
        .good(json!({"path": "page.editor.navigate", "args": [format!("{}/index.html#content", site.a)]}));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(text.contains("#content"), "{text}");
}

#[test]
fn a_refused_port_is_named() {
    let (mut wire, _) = Wire::greet(&[]);
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .expect("a port")
        .local_addr()
        .expect("an address")
        .port();
    let (text, is_error) =
        wire.call(json!({"path": "pages.open", "args": [format!("http://127.0.0.1:{port}/")]}));
    assert!(is_error && text.contains("ERR_CONNECTION_REFUSED"), "{text}");
}

#[test]
fn a_server_that_never_answers_ends_at_the_deadline() {
    let site = site();
    let mut wire = opened(&site);
    let begun = Instant::now();
    let url = format!("{}/silent", site.a);
    let (text, is_error) =
        wire.call(json!({"path": "page.editor.navigate", "args": [url], "timeoutMs": 1_500}));
    assert!(is_error, "{text}");
    let took = begun.elapsed();
    assert!(
        took >= Duration::from_millis(1_300) && took < Duration::from_secs(4),
        "{took:?}"
    );
    assert!(
        text.contains("1500") || text.contains("1.5"),
        "it names the deadline: {text}"
    );
}

#[test]
fn the_overview_leads_to_the_tree() {
    let (mut wire, _) = Wire::greet(&[]);
    let text = wire.good(json!({}));
    for word in ["pages", "helpSearch", "settings", "events"] {
        assert!(text.contains(word), "{word} in {text}");
    }
}
