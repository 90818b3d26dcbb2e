//! Where an outline starts and what it is drawn from: selectors into frames and shadow roots, the accessibility tree, the inside of
//! custom elements; and word of a page that changes by itself.

mod outline_lab;
use outline_lab::{Lab, serve, soon};

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use eyeline_chromium::BrowserEvent;
use eyeline_page_script::read::PageChange;
use serde_json::json;

const OUTER: &str = r#"<!doctype html><title>Outer</title><header><a href="/docs">Docs</a></header><main><h1>Keys</h1><p>Write to ada@example.org</p>
<table aria-label="Keys"><thead><tr><th>Id<th>Do</thead><tbody><tr><td>K-1<td><button>Edit</button><tr><td>K-2<td><button>Edit</button></table>
<label>Day <input type=date value=2026-01-02></label><select aria-label=Country><option>Norway<option>Chad</select>
<input aria-label=Name value="typed-one"><div contenteditable aria-label=Note role=textbox>typed-two</div><div contenteditable>typed-three</div>
<my-card><button slot=a>Slotted</button></my-card><iframe title=In src=inner.html></iframe></main>
<script>customElements.define('my-card', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = '<section aria-label=Card><slot name=a></slot><button>Own</button></section>' } })</script>"#;

const INNER: &str = "<!doctype html><h2>Inner</h2><form aria-label=Pay><button>Press</button></form>";

fn site() -> (tempfile::TempDir, outline_lab::server::Server) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("page.html"), OUTER).unwrap();
    std::fs::write(dir.path().join("inner.html"), INNER).unwrap();
    let server = serve(dir.path(), HashMap::new());
    (dir, server)
}

#[tokio::test]
async fn the_accessibility_tree_gives_the_same_kind_of_outline() {
    let (_dir, server) = site();
    let lab = Lab::start().await;
    let mut page = lab.open(&format!("{}/page.html", server.a)).await;
    let text = page
        .text(json!({"source": "ax", "header": false, "values": true}))
        .await;
    for wanted in [
        "link \"Docs\" → /docs [ref=e",
        "h1 \"Keys\"",
        "text \"Write to [email]\"",
        "table \"Keys\": columns Id | Do; 2 rows",
        "button \"Edit\" in row \"K-2\" [ref=e",
        "textbox \"Day\" [date YYYY-MM-DD] [ref=e",
        "combobox \"Country\" = \"Norway\" [2 options] [ref=e",
        "region \"Card\"",
        "frame \"In\" → /inner.html",
        "button \"Press\" [ref=f1e",
    ] {
        assert!(text.contains(wanted), "{wanted} is missing in\n{text}");
    }
    for private in ["typed-", "option \"Chad\"", "spinbutton"] {
        assert!(!text.contains(private), "{private} stands in\n{text}");
    }
    let walked = page.read(json!({})).await;
    let drawn = page.read(json!({"source": "ax"})).await;
    let edit = |tree: &eyeline_gateway::outline::PageTree| {
        let found = tree
            .entries
            .iter()
            .find(|entry| entry.item.row.as_deref() == Some("K-2"));
        found.and_then(|entry| entry.item.reference)
    };
    assert!(edit(&walked.tree).is_some());
    assert_eq!(
        edit(&walked.tree),
        edit(&drawn.tree),
        "both give an element the same ref"
    );

    let found = page.text(json!({"source": "ax", "find": "edit k-2"})).await;
    assert!(
        found.contains("button \"Edit\" in row \"K-2\"") && !found.contains("Docs"),
        "{found}"
    );
    let table = page
        .text(json!({"source": "ax", "root": "main table", "header": false, "text": "none"}))
        .await;
    assert!(
        table.starts_with("table \"Keys\"") && table.lines().count() == 3,
        "{table}"
    );
    let shallow = page
        .text(json!({"source": "ax", "depth": 0, "header": false}))
        .await;
    assert!(shallow.contains("main") && !shallow.contains("h1"), "{shallow}");
}

#[tokio::test]
async fn a_read_can_start_in_a_frame_or_a_shadow_root() {
    let (_dir, server) = site();
    let lab = Lab::start().await;
    let mut page = lab.open(&format!("{}/page.html", server.a)).await;
    for source in ["page", "ax"] {
        let form = page
            .text(json!({"root": "iframe >>> form", "source": source, "header": false}))
            .await;
        assert!(
            form.starts_with("form \"Pay\"\n  button \"Press\" [ref=f1e"),
            "{source}: {form}"
        );
        let card = page
            .text(json!({"root": "my-card >>> section", "source": source, "header": false}))
            .await;
        assert!(
            card.starts_with("region \"Card\"") && card.contains("Slotted") && card.contains("Own"),
            "{source}: {card}"
        );
    }
    let nothing = page
        .try_read(json!({"root": "iframe >>> table"}))
        .await
        .unwrap_err();
    assert!(
        nothing.to_string().contains("nothing matches \"table\""),
        "{nothing}"
    );
}

const TOGGLE: &str = "<!doctype html><x-plain>words</x-plain><my-toggle id=t></my-toggle><script>
  customElements.define('x-plain', class extends HTMLElement {});
  customElements.define('my-toggle', class extends HTMLElement { constructor() { super(); const own = this.attachInternals();
    own.role = 'switch'; own.ariaChecked = 'false'; own.ariaLabel = 'Dark mode'; this.attachShadow({mode: 'open'}).innerHTML = '<span>o</span>';
    this.onclick = () => own.ariaChecked = 'true' } });</script>";

#[tokio::test]
async fn what_custom_elements_say_of_themselves_is_told() {
    let lab = Lab::start().await;
    let mut page = lab.with_html(TOGGLE).await;
    let before = page.text(json!({"header": false})).await;
    assert!(before.contains("switch \"Dark mode\" [off] [ref=e"), "{before}");
    assert!(before.contains("text \"words\""), "{before}");
    page.eval("() => t.click()").await;
    let after = page.text(json!({"header": false})).await;
    assert!(after.contains("switch \"Dark mode\" [on] [ref=e"), "{after}");
}

const CHANGING: &str = "<!doctype html><main><h1>Orders</h1><p role=status id=s></p><dialog id=d aria-label=Cookies><button>Yes</button></dialog>
  <div id=ticker></div></main>";

/// The next word of the watch.
async fn next(events: &mut tokio::sync::broadcast::Receiver<Arc<BrowserEvent>>) -> PageChange {
    let wait = async {
        loop {
            let event = events.recv().await.expect("the browser lives");
            if let BrowserEvent::Emitted { payload, .. } = &*event {
                return serde_json::from_str(payload).expect("the word can be read");
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait)
        .await
        .expect("the watch sends word")
}

#[tokio::test]
async fn a_page_that_was_read_sends_word_of_its_new_states() {
    let lab = Lab::start().await;
    let mut events = lab.browser.events();
    let mut page = lab.with_html(CHANGING).await;
    page.read(json!({})).await;
    page.eval("() => new Promise(done => setTimeout(done, 600))")
        .await;
    page.eval("() => { s.textContent = 'Saved for ada@example.org' }")
        .await;
    let word = next(&mut events).await;
    assert_eq!(
        (word.what.as_str(), word.alert.as_str()),
        ("alert", "Saved for [email]")
    );
    // A modal that opens without a mutation of its own making.
    page.eval("() => d.showModal()").await;
    let word = next(&mut events).await;
    assert_eq!(
        (word.what.as_str(), word.modal.as_str()),
        ("dialog", "dialog \"Cookies\"")
    );
    page.eval("() => d.close()").await;
    assert_eq!(next(&mut events).await.what, "dialog");
    page.eval("() => history.pushState(null, '', '#other')").await;
    assert_eq!(next(&mut events).await.what, "navigation");
    // While it does not hold still nothing is told; then once.
    page.eval(
        "() => new Promise(done => { let n = 0; const timer = setInterval(() => { ticker.innerHTML = `<button>Tick ${++n}</button>`; if (n === 12) { clearInterval(timer); done() } }, 60) })",
    )
    .await;
    assert_eq!(next(&mut events).await.what, "update");
    let more = tokio::time::timeout(Duration::from_millis(900), next(&mut events)).await;
    assert!(
        more.is_err(),
        "twelve quick changes were told more than once: {more:?}"
    );
    let frame = page.tab.main_frame().unwrap();
    let off: serde_json::Value = frame.call("watch", &json!({"on": false}), soon()).await.unwrap();
    assert_eq!(off["watching"], false);
}
