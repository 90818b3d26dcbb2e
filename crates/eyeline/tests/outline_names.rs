//! Names and roles of single elements: every `data-role` and `data-name` in `fixtures/names`, asked of the page script and
//! of Chromium's accessibility tree.

mod outline_lab;
use outline_lab::{Lab, Page, ax, backend_id, fixtures, script, serve, soon};

use eyeline_chromium::World;
use serde_json::{Value, json};

/// The expectations of a page, each with the ref of its element.
const EXPECTATIONS: &str = "() => [...document.querySelectorAll('[data-role]')].map(element => ({
  ref: globalThis.__eyeline.ref(element), role: element.dataset.role, name: element.dataset.name }))";

#[tokio::test]
async fn elements_are_called_as_the_standards_and_chromium_say() {
    let server = serve(&fixtures("names"), Default::default());
    let lab = Lab::start().await;
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(fixtures("names")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if file.ends_with(".html") {
            let page = lab.open(&format!("{}/{file}", server.a)).await;
            count += check(&page, &file, &mut wrong).await;
            page.close().await;
        }
    }
    assert!(count >= 200, "only {count} expectations were found");
    assert!(
        wrong.is_empty(),
        "{} of {count} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

async fn check(page: &Page, file: &str, wrong: &mut Vec<String>) -> usize {
    let frame = page.tab.main_frame().unwrap();
    let truth = ax::tree(&frame).await;
    script(&frame, "outline", json!({})).await;
    let wanted = frame
        .evaluate(EXPECTATIONS, &[], World::Isolated, soon())
        .await
        .unwrap();
    let wanted = wanted.as_array().cloned().unwrap_or_default();
    for want in &wanted {
        let reference = want["ref"].as_u64().unwrap() as u32;
        let said = script(&frame, "describe", json!({"ref": reference})).await;
        let handle = frame
            .element(reference, soon())
            .await
            .unwrap()
            .expect("the element lives");
        let node = backend_id(&handle).await.and_then(|id| truth.get(&id).cloned());
        let pair = |role: &Value, name: &Value| format!("{} {name}", role.as_str().unwrap_or_default());
        let expected = pair(&want["role"], &want["name"]);
        let ours = pair(&said["role"], &said["name"]);
        let theirs = node
            .map(|node| pair(&json!(ax::outline_role(&node.role)), &json!(node.name)))
            .unwrap_or_default();
        if ours != expected || theirs != expected {
            wrong.push(format!(
                "{file}: expected {expected}; the outline says {ours}; Chromium says {theirs}"
            ));
        }
    }
    wanted.len()
}
