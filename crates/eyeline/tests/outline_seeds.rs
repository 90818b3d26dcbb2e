//! The outlines that the form was specified by, line by line, from the pages in `fixtures/outline`.

mod outline_lab;
use outline_lab::{Lab, fixtures, serve};

use serde_json::{Value, json};

/// Page, expected outline, options.
fn seeds() -> Vec<(&'static str, &'static str, Value)> {
    let plain = json!({"header": false, "text": "none", "infer": false});
    vec![
        (
            "api-keys.html",
            "api-keys.outline",
            json!({"viewport": true, "text": "none"}),
        ),
        ("field.html", "field.outline", plain.clone()),
        (
            "settings.html",
            "settings.norefs.outline",
            json!({"header": false, "refs": false}),
        ),
        ("shop.html", "shop.outline", plain),
        (
            "shop.html",
            "shop.infer.outline",
            json!({"header": false, "text": "none", "infer": true}),
        ),
    ]
}

#[tokio::test]
async fn the_documented_outlines_are_reproduced_line_by_line() {
    let folder = fixtures("outline");
    let server = serve(&folder, Default::default());
    let lab = Lab::start().await;
    for (file, expected, options) in seeds() {
        let mut page = lab.open(&format!("{}/{file}", server.a)).await;
        page.eval("() => { if (location.pathname === '/api-keys.html') history.replaceState(null, '', '/api-keys') }").await;
        let text = page.text(options).await;
        let expected = std::fs::read_to_string(folder.join(expected)).unwrap();
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            expected.lines().collect::<Vec<_>>(),
            "{file}"
        );
        page.close().await;
    }
}
