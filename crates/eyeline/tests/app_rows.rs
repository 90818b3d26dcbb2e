//! Rows of tables through `app`: how they are selected, what their cells say, and how far the page has drawn them.

mod support;

use serde_json::json;
use support::app::Page;

#[test]
fn a_row_is_selected_by_its_own_box_and_never_by_what_stands_in_it() {
    let page = Page::open("rows.html");
    let row = ".table[\"Orders\"].rows[\"Order 2\"]";
    assert_eq!(page.read(&format!("{row}.selected")), false);
    let done = page.set(&format!("{row}.selected"), json!(true)).value();
    assert_eq!(
        (&done["did"], &done["value"]),
        (&json!("set"), &json!(true)),
        "{done}"
    );
    assert_eq!(
        page.js("[...document.querySelectorAll('#orders input')].map((box) => box.checked)"),
        json!([false, true, false])
    );
    assert_eq!(page.read(row)["selected"], true);
    page.set(&format!("{row}.selected"), json!(false));
    assert_eq!(
        page.js("document.querySelectorAll('#orders input:checked').length"),
        0
    );

    page.set(".grid[\"Files\"].rows[\"b.txt\"].selected", json!(true));
    assert_eq!(page.read(".grid[\"Files\"].rows[\"b.txt\"].selected"), true);
    page.set(".table[\"Marked\"].rows[\"Oslo\"].selected", json!(true));
    assert_eq!(
        page.js("document.querySelector('.is-selected').textContent"),
        "Oslo"
    );
    let refused = page.assign(".table[\"Plain\"].rows[\"One\"].selected", json!(true));
    assert!(
        refused.is_error && refused.block(0).contains("is not selected: true"),
        "{}",
        refused.text()
    );
    assert_eq!(page.js("told.opened"), 0, "nothing in the rows was pressed");
}

#[test]
fn rows_that_are_drawn_anew_are_selected_and_edited() {
    let page = Page::open("rows.html");
    let row = ".grid[\"Redrawn\"].rows[\"Bob\"]";
    page.set(&format!("{row}.selected"), json!(true));
    assert_eq!(page.js("guests.map((guest) => guest.on)"), json!([false, true]));
    page.set(&format!("{row}[\"Age\"].value"), json!("48"));
    assert_eq!(page.js("guests.map((guest) => guest.age)"), json!([31, 48]));
}

#[test]
fn cells_say_what_their_fields_hold() {
    let page = Page::open("rows.html");
    let ann = page.read(".table[\"Staff\"].find({\"Name\": \"Ann\"}).record");
    assert_eq!(
        ann,
        json!({"Name": "Ann", "Dept": "IT", "Pay": "1078", "Active": "yes"})
    );
    assert_eq!(
        page.read(".table[\"Staff\"].find({\"Dept\": \"HR\", \"Active\": \"no\"}).name"),
        "Bob"
    );
    page.js("document.getElementById('pay').type = 'password'");
    assert_eq!(
        page.read(".table[\"Staff\"].find({\"Name\": \"Ann\"}).record")["Pay"],
        "",
        "a secret is no text of a cell"
    );
    page.js("document.getElementById('pay').type = 'text'");
    page.set(".textbox[\"Pay\"][0].value", json!("2222"));
    assert_eq!(page.read(".table[\"Staff\"].cell(\"Ann\", \"Pay\").value"), 2222);
}

#[test]
fn headers_that_are_drawn_apart_head_their_table() {
    let page = Page::open("rows.html");
    for table in ["Parts", "Heads"] {
        assert_eq!(
            page.read(&format!(".table[\"{table}\"].find({{\"Part\": \"Nut\"}}).record")),
            json!({"Part": "Nut", "Stock": "7"}),
            "{table}"
        );
    }
    assert_eq!(
        page.read(".grid[\"Files\"].records(1)")["records"][0]["File"],
        "a.txt",
        "a header row may begin with the box that selects all"
    );
    let outline = page.ok("page.editor.snapshot", json!([]));
    assert!(
        outline
            .text()
            .contains("table \"Parts\": columns Part | Stock; 2 rows"),
        "{}",
        outline.text()
    );
}

#[test]
fn a_row_that_is_not_drawn_is_no_row_that_is_not_there() {
    let page = Page::open("rows.html");
    for path in [
        ".table[\"Users\"].find({\"User\": \"User 300\"})",
        ".table[\"Users\"].rows[\"User 300\"]",
    ] {
        let error = page.fails(path);
        assert!(error.contains("Only rows in view are drawn"), "{path}: {error}");
    }
    let paged = page.fails(".table[\"Paged\"].find({\"Bill\": \"B-9\"})");
    assert!(paged.contains("pages 1 to 3"), "{paged}");
    assert!(
        !page
            .fails(".table[\"Plain\"].find({\"Word\": \"Two\"})")
            .contains("Only rows")
    );
}

#[test]
fn each_role_word_is_a_collection_of_its_own() {
    let page = Page::open("rows.html");
    assert_eq!(page.read(".treegrid[0].name"), "Tasks");
    assert_eq!(page.read(".grid[0].name"), "Files");
    assert_eq!(page.read(".grid[0].count"), json!({"rows": 2}));
    assert_eq!(page.read(".h1[\"Rows\"].level"), 1);
}
