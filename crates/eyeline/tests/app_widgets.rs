//! Widgets that a page makes of its own, driven as a user drives them and read back: what was asked for holds in the end,
//! or the answer is an error.

mod support;

use serde_json::{Value, json};
use support::app::Page;

#[test]
fn an_editable_combobox_chooses_from_its_list_and_keeps_the_choice() {
    let page = Page::open("widgets.html");
    page.set(".combobox[\"Fruit\"].value", json!("Banana"));
    assert_eq!(page.read(".combobox[\"Fruit\"].value"), "Banana");
    page.js("document.getElementById('fruit').blur()");
    assert_eq!(page.js("told.fruit"), "Banana", "the page has taken the choice");
    assert_eq!(page.read(".combobox[\"Fruit\"].value"), "Banana");
    page.act(".combobox[\"Fruit\"].select", json!(["cherry"]));
    assert_eq!(page.js("told.fruit"), "Cherry");
    let refused = page.assign(".combobox[\"Fruit\"].value", json!("Turnip"));
    assert!(
        refused.is_error,
        "what the page throws away is no success: {}",
        refused.text()
    );
    assert_eq!(page.js("told.fruit"), "Cherry");
}

#[test]
fn numbers_are_committed_and_sliders_stepped() {
    let page = Page::open("widgets.html");
    page.set(".spinbutton[\"Size\"].value", json!(25));
    assert_eq!(page.js("Number(told.size)"), 25, "the page hears of the change");
    page.set(".spinbutton[\"Guests\"].value", json!(5));
    assert_eq!(page.js("told.guests"), 5);
    assert_eq!(page.read(".spinbutton[\"Guests\"].value"), 5);
    page.set(".slider[\"Volume\"].value", json!(55));
    assert_eq!(page.read(".slider[\"Volume\"].valueText"), "55 per cent");
    for (path, value) in [
        (".slider[\"Volume\"].value", json!(57)),
        (".slider[\"Volume\"].value", json!(400)),
        (".spinbutton[\"Guests\"].value", json!("many")),
    ] {
        let refused = page.assign(path, value.clone());
        assert!(refused.is_error, "{path} = {value}: {}", refused.text());
    }
}

#[test]
fn menus_trees_tabs_and_dialogs_go_by_names() {
    let page = Page::open("widgets.html");
    page.act(".button[\"More\"].choose", json!(["Rename"]));
    assert_eq!(page.js("told.chosen"), "Rename");
    page.act(".button[\"More\"].choose", json!([["Export", "PDF"]]));
    assert_eq!(page.js("told.chosen"), "PDF");
    let none = page.invoke(".button[\"More\"].choose", json!([["Export", "PDFs"]]));
    assert!(none.block(0).contains("Did you mean \"PDF\"?"), "{}", none.text());

    let opened = page.act(".tree[\"Files\"].open", json!(["src/app/main.rs"]));
    assert!(opened.text().contains("main.rs"), "{}", opened.text());
    page.act(".tree[\"Files\"][\"src\"][\"app\"][\"lib.rs\"].click", json!([]));
    assert_eq!(page.js("told.file"), "lib.rs");
    page.set(".tree[\"Files\"][\"src\"].expanded", json!(false));
    assert_eq!(
        page.read(".tree[\"Files\"].items").as_array().map(Vec::len),
        Some(2)
    );

    page.act(".tablist.select", json!(["Chart"]));
    assert_eq!(page.read(".tablist.selected"), "Chart");
    page.set(".tablist[\"Views\"].selected", json!("List"));
    assert_eq!(page.read(".tabpanel.name"), "List");

    page.act(".button[\"Remove\"].click", json!([]));
    assert_eq!(
        page.read(".dialog.buttons"),
        json!(["Keep it", "Remove it", "Close"])
    );
    page.act(".dialog.cancel", json!([]));
    assert_eq!(page.js("told.sure"), "Keep it");
    page.act(".button[\"Remove\"].click", json!([]));
    page.act(".dialog[\"Remove it?\"].accept", json!([]));
    assert_eq!(page.js("told.sure"), "Remove it");
}

#[test]
fn tables_say_how_far_they_are_there() {
    let page = Page::open("widgets.html");
    assert_eq!(
        page.read(".grid[\"Log\"].count"),
        json!({"rows": 6, "total": 500, "from": 0, "to": 5})
    );
    assert_eq!(page.read(".grid[\"Log\"].rows[4][\"Event\"]"), "event 4");
    let beyond = page.fails(".grid[\"Log\"].rows[300][\"Event\"]");
    assert!(
        beyond.contains("rows 0 to 5 of 500 are") && beyond.contains("scroll"),
        "{beyond}"
    );
    page.act(".grid[\"Log\"].scroll", json!([{"by": {"y": 7200}}]));
    assert_eq!(page.read(".grid[\"Log\"].rows[300][\"Event\"]"), "event 300");
    let told = page
        .act(".grid[\"Log\"].records", json!([2, {"from": 301}]))
        .value();
    assert_eq!(told["records"][0]["Event"], "event 301");
    assert!(
        told["howFar"]
            .as_str()
            .is_some_and(|said| said.contains("\"total\":500")),
        "{told}"
    );

    assert_eq!(
        page.read(".table[\"Prices\"].columns"),
        json!(["Item", "Price / Net", "Price / Gross"])
    );
    assert_eq!(
        page.act(".table[\"Prices\"].cell", json!(["Item 2", "Gross"]))
            .block(0),
        "2.19"
    );
    let missing = page.fails(".table[\"Prices\"].rows[\"Item 5\"]");
    assert!(missing.contains("Page 1 of 4"), "{missing}");
    page.act(".button[\"Next page\"].click", json!([]));
    assert_eq!(
        page.read(".table[\"Prices\"].find({\"Item\": \"Item 5\"}).record")["Price / Net"],
        "5.00"
    );
}

/// The colour of a pixel of what is on screen, as the page itself decodes it.
fn pixel(page: &Page, x: f64, y: f64) -> Value {
    let shot = page.ok("page.editor.screenshot", json!([{"maxWidth": 4000}]));
    let data = shot.blocks[0]["data"].as_str().expect("an image").to_owned();
    let code = "async (data, x, y) => { const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0)); const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d'); canvas.drawImage(image, 0, 0); return [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3); }";
    page.ok("page.editor.evaluate", json!([code, {"args": [data, x, y]}]))
        .value()
}

/// Whether a callout stands at a point: the page sees that something is there, and nothing of it.
fn covered(page: &Page, x: f64, y: f64) -> bool {
    page.js(&format!(
        "document.elementFromPoint({x}, {y})?.popover === 'manual'"
    )) == true
}

fn box_of(page: &Page, path: &str) -> [f64; 4] {
    let told = page.read(&format!("{path}.box"));
    ["x", "y", "width", "height"].map(|side| told[side].as_f64().expect("a number"))
}

#[test]
fn a_highlight_is_seen_pressed_and_gone() {
    let page = Page::open("widgets.html");
    let target = ".button[\"More\"]";
    let [x, y, _, height] = box_of(&page, target);
    let (left, middle, below) = (x - 4.0, y + height / 2.0, y + height + 22.0);
    let bare = pixel(&page, left, middle);
    page.act(
        &format!("{target}.highlight"),
        json!(["Press here", {"buttons": ["Next", "Stop"]}]),
    );
    assert_eq!(
        pixel(&page, left, middle),
        json!([214, 0, 108]),
        "the ring is drawn in its own colour"
    );
    assert!(covered(&page, x + 20.0, below), "the callout is drawn");

    for (path, args) in [
        ("page.editor.snapshot", json!([{"text": "full", "infer": true}])),
        ("page.editor.read", json!([])),
        ("page.editor.app.find", json!(["next"])),
        ("page.editor.read", json!([{"format": "text"}])),
        ("page.editor.app.button.names", json!([])),
    ] {
        let said = page.ok(path, args).block(0).to_owned();
        assert!(
            !said.contains("Press here") && !said.contains("Stop"),
            "{path} lists the overlay: {said}"
        );
    }

    page.js("scrollBy(0, 60)");
    page.ok("page.editor.waitFor", json!([{"function": format!("() => document.elementFromPoint({}, {})?.popover === 'manual'", x + 20.0, below - 60.0)}]));
    page.js("scrollBy(0, -60)");

    let mut press = below;
    while covered(&page, x + 20.0, press) && press < below + 120.0 {
        page.ok("page.editor.click", json!([{"x": x + 20.0, "y": press}]));
        press += 8.0;
    }
    page.event("The user pressed \\\"Next\\\" on the highlight of button \\\"More\\\"");
    assert!(!covered(&page, x + 20.0, below), "a pressed callout goes");
    assert_eq!(pixel(&page, left, middle), bare, "and its ring with it");

    page.act(&format!("{target}.highlight"), json!(["Here"]));
    page.act(".button[\"Remove\"].highlight", json!(["And here"]));
    page.ok("page.editor.pressKey", json!(["Escape"]));
    page.event("The user closed the highlight");
    assert!(!covered(&page, x + 20.0, below), "Escape takes all away");

    page.act(&format!("{target}.highlight"), json!(["Here"]));
    page.js("history.pushState(0, '', '?elsewhere')");
    page.ok(
        "page.editor.waitFor",
        json!([{"function": "() => !document.querySelector('[popover]')"}]),
    );
    assert_eq!(
        page.ok("page.editor.clearHighlights", json!([])).value()["cleared"],
        0,
        "gone with the address"
    );
}

#[test]
fn what_is_made_of_plain_elements_can_be_found_named_and_worked() {
    let page = Page::open("plain.html");
    let hint = page
        .call(json!({"path": "page.editor.app", "hints": "always"}))
        .text();
    assert!(
        hint.contains("page.editor.app.clickable — Collection: 5"),
        "{hint}"
    );
    page.act(".clickable[\"Add date\"].click", json!([]));
    page.act(".clickable[\"Email alerts\"].click", json!([]));
    page.act(
        ".clickable[\"Sand the deck\"].drag",
        json!([{"role": "heading", "name": "Doing"}]),
    );
    assert_eq!(page.js("told"), json!(["date", "Email alerts", "Sand the deck"]));
    page.set(".grid[\"Orders\"].rows[\"O-2\"][\"State\"].value", json!("Paid"));
    page.set(".grid[\"Orders\"].rows[\"O-1\"][\"Sent\"].value", json!(true));
    assert_eq!(
        page.js("[orders[1].state, document.querySelector('[type=checkbox]').checked]"),
        json!(["Paid", true])
    );
    let fixed = page.assign(".grid[\"Orders\"].rows[\"O-2\"][\"Id\"].value", json!("O-9"));
    assert!(
        fixed.is_error && fixed.text().contains("does not become a field"),
        "{}",
        fixed.text()
    );
}
