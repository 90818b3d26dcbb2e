//! What must not leave a page, and where pages must not go.

mod support;

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::app::Page;
use support::mcp::{Client, Start};
use support::server::Server;

/// A sign-in dialog that is described by all it holds. The framework of its second field keeps the attribute up to date.
const SIGN_IN: &str = "<!doctype html><title>Sign in</title>
<div role=dialog aria-label='Sign in' aria-describedby=all><div id=all>
 <label>User <input id=u></label> <label>Kept <input id=k></label> <label>Pass <input id=p type=password></label>
 <label>Card <input id=c autocomplete=cc-number></label> <textarea aria-label=note></textarea>
 <div id=ce contenteditable aria-label=body></div> <div id=box role=textbox aria-label=box contenteditable></div>
 <label for=sure>Sure of <input id=n value=three> things?</label><input type=checkbox id=sure>
 <button id=b>Go <input id=i size=4 aria-label=inner></button></div>
 <table><tr><th>Cell<td><div contenteditable id=tc>old</div></table></div>
<script>k.addEventListener('input', () => k.setAttribute('value', k.value))</script>";

#[test]
fn what_was_typed_stands_nowhere_but_at_its_field() {
    let (page, _folder) = Page::of_html(SIGN_IN);
    page.ok("page.editor.snapshot", json!([]));
    let mut told = String::new();
    let fields = ["u", "k", "p", "c", "ce", "box", "i", "tc"];
    for field in fields {
        let answer = page.ok(
            "page.editor.type",
            json!([format!("#{field}"), format!("typed-{field}")]),
        );
        told += &answer.text().replacen(answer.block(0), "", 1);
        // A secret is read back by its length only.
        let secret = matches!(field, "p" | "c");
        assert_eq!(
            answer.block(0).contains("7 characters"),
            secret,
            "{}",
            answer.block(0)
        );
    }
    page.ok("page.editor.type", json!([{"label": "note"}, "typed-note"]));
    page.ok("page.editor.type", json!(["#n", "typed-n"]));
    for (path, args) in [
        ("page.editor.snapshot", json!([{"text": "full"}])),
        ("page.editor.snapshot", json!([{"find": "dialog"}])),
        ("page.editor.read", json!([])),
        ("page.editor.read", json!([{"format": "html"}])),
        (
            "page.editor.extract",
            json!([{"all": "body", "pass": "#p@value", "card": "#c@value"}]),
        ),
    ] {
        told += &page.ok(path, args).text();
    }
    for path in [
        ".dialog[\"Sign in\"].text",
        ".dialog[\"Sign in\"].description",
        ".checkbox[0].name",
        ".table[0].rows",
        ".button[0].name",
        "",
    ] {
        told += &page.look(path).text();
    }
    let leaked: Vec<&str> = told.lines().filter(|line| line.contains("typed-")).collect();
    assert!(leaked.is_empty(), "{leaked:#?}");
    assert_eq!(page.read(".textbox[\"User\"].value"), "typed-u");
    assert_eq!(page.read(".textbox[\"body\"].value"), "typed-ce");
}

#[test]
fn what_the_page_put_into_a_field_is_part_of_a_name() {
    let (page, _folder) = Page::of_html(SIGN_IN);
    assert_eq!(page.read(".checkbox[0].name"), "Sure of three things?");
}

const SECRETS: &str = "<!doctype html><title>Secret123 of bob@example.org</title><h1>Secret123</h1>
<button onclick=\"this.textContent = 'done'; console.error('Secret123 bob@example.org')\">Secret123 go</button>
<button onclick=\"setTimeout(() => { throw new Error('Secret123 bob@example.org') })\">Throw</button>
<button onclick=\"alert('Secret123 bob@example.org')\">Ask</button>
<button id=mail>bob@example.org</button>
<label>In <input value='Secret123'></label> <select aria-label=S><option>Other<option>Secret123 bob@example.org</select>
<p>Secret123 \"quoted\" bob@example.org</p><table><tr><th>Secret123<tr><td>bob@example.org</table>
<a href='/Secret123.html'>away</a> <a href='#Secret123'>Secret123 here</a> <img src='/Secret123.png'>";

#[test]
fn masks_hold_for_every_answer() {
    let start = Start {
        args: vec!["--redact".into(), "Secret[0-9]+".into()],
        ..Start::default()
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("page.html"), SECRETS).unwrap();
    let server = Server::start(folder.path(), HashMap::new());
    let client = Client::start(&start).unwrap();
    let open = format!("{}/page.html?Secret123", server.a);
    let calls = [
        ("pages.open", Some(json!([open]))),
        ("", None),
        ("pages", None),
        ("page", None),
        ("page.title", None),
        ("page.url", None),
        ("page.editor.snapshot", Some(json!([]))),
        (
            "page.editor.snapshot",
            Some(json!([{"text": "full", "values": true}])),
        ),
        ("page.editor.read", Some(json!([]))),
        ("page.editor.frames", None),
        (
            "page.editor.hover",
            Some(json!([{"role": "link", "name": "away"}])),
        ),
        ("page.editor.click", Some(json!(["#mail"]))),
        ("page.editor.click", Some(json!(["button"]))),
        ("page.editor.click", Some(json!(["button", {"nth": 0}]))),
        ("page.editor.click", Some(json!(["button", {"nth": 1}]))),
        ("page.editor.type", Some(json!([{"label": "In"}, "x"]))),
        ("page.editor.select", Some(json!([{"label": "S"}, {"index": 1}]))),
        ("page.editor.app", None),
        ("page.editor.app.fields", None),
        ("page.editor.app.combobox[\"S\"]", None),
        ("page.editor.app.table[0].records", Some(json!([]))),
        ("page.editor.networkRequests", Some(json!([]))),
        ("page.editor.consoleMessages", Some(json!([]))),
        ("page.editor.pageErrors", Some(json!([]))),
        (
            "page.editor.evaluate",
            Some(json!(["[document.title, {\"Secret123\": location.href}]"])),
        ),
        (
            "page.editor.extract",
            Some(json!([{"all": "body", "mail": "#mail"}])),
        ),
        ("helpSearch", Some(json!(["go"]))),
        (
            "page.editor.click",
            Some(json!([{"role": "button", "name": "Ask"}])),
        ),
        ("page.editor.dialog", None),
        ("page.editor.snapshot", Some(json!([]))),
        ("page.editor.dialog.accept", Some(json!([]))),
        ("page.editor.click", Some(json!(["a", {"nth": 1}]))),
        ("events.recent", Some(json!([]))),
        (
            "batch",
            Some(json!([[{"path": "page.title"}, {"path": "page.url"}]])),
        ),
    ];
    let mut leaked = Vec::new();
    for (path, args) in calls {
        let mut call = json!({"path": path});
        if let Some(args) = args {
            call["args"] = args;
        }
        let text = client.call(call.clone()).unwrap().text();
        if text.contains("Secret123") || text.contains("bob@example.org") {
            leaked.push(format!("{call} -> {text}"));
        }
    }
    assert!(leaked.is_empty(), "{leaked:#?}");
    let typed = json!({"path": "page.editor.type", "args": [{"label": "In"}, "ada@example.org"]});
    let text = client.call(typed).unwrap().text();
    assert!(
        text.contains("ada@example.org"),
        "what the agent wrote comes back: {text}"
    );
}

/// A server of this machine, and the first lines of what it was asked.
fn private_server() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let requests = Arc::<Mutex<Vec<String>>>::default();
    let heard = requests.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut line = String::new();
            if BufReader::new(stream)
                .read_line(&mut line)
                .is_ok_and(|length| length > 0)
            {
                heard.lock().unwrap().push(line);
            }
        }
    });
    (port, requests)
}

#[test]
fn pages_cannot_go_to_private_servers_by_themselves() {
    let (port, requests) = private_server();
    let start = Start {
        args: vec!["--block-private".into()],
        ..Start::default()
    };
    let client = Client::start(&start).unwrap();
    let call = |path: &str, args: Value| client.call(json!({"path": path, "args": args})).unwrap();
    let here = "data:text/html,<title>evil</title><p>here</p>";
    assert!(!call("pages.open", json!([here])).is_error);
    for host in ["127.0.0.1", "localhost", "[::1]", "0x7f.1"] {
        let url = format!("http://{host}:{port}/page.html?by-itself");
        for code in [
            format!("location.href = '{url}'; 1"),
            format!("window.open('{url}'); 1"),
            format!(
                "document.body.append(Object.assign(document.createElement('iframe'), {{src: '{url}'}})); 1"
            ),
            format!("fetch('{url}', {{mode: 'no-cors'}}).then(() => 'sent', () => 'refused')"),
            format!(
                "new Promise(done => {{ const i = new Image(); i.onerror = i.onload = () => done(1); i.src = '{url}' }})"
            ),
            format!(
                "const f = document.createElement('form'); f.action = '{url}'; f.method = 'post'; document.body.append(f); f.submit(); 1"
            ),
        ] {
            let answer = call("page.editor.evaluate", json!([code]));
            assert!(
                !answer.text().contains("\"sent\"") && answer.value() != "sent",
                "{code}: {}",
                answer.text()
            );
        }
    }
    let until = Instant::now() + Duration::from_secs(10);
    let told = loop {
        let events = call("events.recent", json!([])).text();
        if events.contains("was kept from") {
            break events;
        }
        assert!(Instant::now() < until, "the refusal is told: {events}");
        call("events.wait", json!([{"timeoutMs": 300}]));
    };
    assert!(told.contains("--block-private"), "{told}");
    assert_eq!(
        requests.lock().unwrap().len(),
        0,
        "{:?}",
        requests.lock().unwrap()
    );
    let stays = call("page.editor.evaluate", json!(["document.title"]));
    assert_eq!(stays.value(), "evil", "the page stays where it was");
}

#[test]
fn a_refused_tick_is_no_tick_however_short_the_time() {
    let (page, _folder) =
        Page::of_html("<!doctype html><input type=checkbox aria-label=Stub onclick='return false'>");
    for time in [800, 1500, 2500] {
        let answer =
            page.call(json!({"path": "page.editor.check", "args": [{"label": "Stub"}], "timeoutMs": time}));
        assert!(answer.is_error, "{time}: {}", answer.text());
        let form =
            page.call(json!({"path": "page.editor.fillForm", "args": [{"Stub": true}], "timeoutMs": time}));
        assert!(form.is_error, "{time}: {}", form.text());
    }
}

#[test]
fn files_are_written_inside_the_workspace_and_what_was_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    let start = Start {
        args: vec!["--workspace".into(), folder.path().display().to_string()],
        ..Start::default()
    };
    let client = Client::start(&start).unwrap();
    let call = |path: &str, args: Value| client.call(json!({"path": path, "args": args})).unwrap();
    call("pages.open", json!(["data:text/html,<p>x"]));
    let target = outside.path().join("out.txt");
    std::os::unix::fs::symlink(&target, folder.path().join("dangling")).unwrap();
    for (path, args) in [
        ("page.editor.screenshot", json!([{"path": "dangling"}])),
        ("page.editor.pdf", json!([{"path": "dangling"}])),
        ("browser.storageState", json!([{"save": "dangling"}])),
    ] {
        let answer = call(path, args);
        assert!(answer.is_error && !target.exists(), "{path}: {}", answer.text());
    }
    let shot = || call("page.editor.screenshot", json!([{"path": "a.png"}])).text();
    assert!(!shot().contains("replaced"));
    assert!(shot().contains("\"replaced\":true"));
}
