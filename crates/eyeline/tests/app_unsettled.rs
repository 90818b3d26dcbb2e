//! Pages that are still on their way, or in the way: what is not there yet is waited for, what is behind a dialog is said to be,
//! and controls that go about it in their own way are worked as a user works them.

mod support;

use std::time::{Duration, Instant};

use serde_json::json;
use support::app::Page;

#[test]
fn what_is_on_its_way_is_waited_for_and_what_never_comes_is_not() {
    let page = Page::open("unsettled.html");
    page.act(".button[\"Load\"].click", json!([]));
    page.act(".link[\"Product 117\"].click", json!([]));
    page.act(".button[\"Load\"].click", json!([]));
    assert_eq!(
        page.read(".table[\"Late\"].find({\"Item\": \"Bolt\"}).name"),
        "Bolt"
    );

    let began = Instant::now();
    let missing = page.fails(".link[\"Product 118\"]");
    assert!(missing.contains("Did you mean \"Product 117\"?"), "{missing}");
    assert!(
        began.elapsed() < Duration::from_millis(2500),
        "a quiet page is not waited for: {:?}",
        began.elapsed()
    );
}

#[test]
fn only_a_dialog_that_blocks_hides_the_page_and_errors_name_it() {
    let page = Page::open("unsettled.html");
    page.act(".textbox[\"Leave\"].focus", json!([]));
    assert_eq!(page.read(".dialog.name"), "Choose a day");
    page.act(".button[\"Ask\"].click", json!([]));
    let error = page.fails(".button[\"Load\"]");
    assert!(
        error.contains("in dialog \"Sure?\", which is open: what is behind it cannot be reached"),
        "{error}"
    );
    page.act(".button[\"No\"].click", json!([]));
    assert_eq!(page.read(".button[\"Load\"].name"), "Load");
}

#[test]
fn a_field_that_takes_its_value_on_enter_gets_it_and_no_form_is_sent() {
    let page = Page::open("unsettled.html");
    let set = page.set(".textbox[\"Time\"].value", json!("10:30")).value();
    assert_eq!(
        set,
        json!({"did": "set", "target": "textbox \"Time\" [ref=e1]", "value": "10:30"})
    );
    assert_eq!(page.js("told.time"), "10:30");
    assert_eq!(page.js("told.sent"), 0);
}

#[test]
fn branches_open_by_their_own_sign_and_nothing_is_selected() {
    let page = Page::open("unsettled.html");
    let opened = page.act(".tree[\"Files\"].open", json!([["src", "app", "main.rs"]]));
    assert!(opened.text().contains("main.rs"), "{}", opened.text());
    page.set(".treeitem[\"src\"].expanded", json!(false));
    assert_eq!(page.read(".treeitem[\"caret-down src\"].expanded"), false);
    assert_eq!(page.js("told.selected"), json!([]));
}

#[test]
fn what_an_outline_prints_is_a_way_in() {
    let page = Page::open("unsettled.html");
    let outline = page.ok("page.editor.snapshot", json!([])).text();
    for line in [
        "menuitemcheckbox \"Gridlines\" [unchecked]",
        "textbox near \"Quill\"",
        "textbox near \"Lexical\"",
        "gridcell \"15\" [selected]",
        "gridcell \"3\" [disabled]",
        "separator \"Split\" [10..90]",
        "columns Price [descending] | Name",
    ] {
        assert!(outline.contains(line), "{line} is not in\n{outline}");
    }
    page.set(".menuitemcheckbox[\"Gridlines\"].checked", json!(true));
    assert_eq!(page.read(".menuitemcheckbox[\"Gridlines\"].checked"), true);
    assert_eq!(page.read(".menuitemradio[\"Wide\"].checked"), true);
    page.set(".textbox[\"near \\\"Quill\\\"\"].value", json!("in quill"));
    page.set(".textbox[\"Lexical\"].value", json!("in lexical"));
    assert_eq!(
        page.js("[quill.innerText, lexical.innerText]"),
        json!(["in quill", "in lexical"])
    );
    page.act(".gridcell[\"20\"].click", json!([]));
    assert_eq!(page.js("told.day"), 20);
    page.set(".separator[\"Split\"].value", json!(70));
    assert_eq!(page.read(".separator[\"Split\"].value"), 70);
}
