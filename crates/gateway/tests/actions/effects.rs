//! What an action answers with: dialogs, tabs, downloads, navigations, errors, what comes late.

use std::time::{Duration, Instant};

use eyeline_gateway::actions::{
    ClickOptions, CommonOptions, Settle, TypeOptions, answer_dialog, click, late_changes, type_text,
};
use serde_json::json;

use crate::support::*;

fn plain() -> ClickOptions {
    ClickOptions::default()
}

#[tokio::test]
async fn a_dialog_is_answered_with_at_once() {
    let stage =
        Stage::with("<button id=b onclick=\"document.title=confirm('Delete all?')\">Delete</button>").await;
    let began = Instant::now();
    let effect = click(&stage.ctx(), &button("Delete"), &plain()).await.unwrap();
    let dialog = effect.dialog.unwrap();
    assert!(began.elapsed() < Duration::from_secs(1));
    assert_eq!(
        (dialog.kind.as_str(), dialog.message.as_str()),
        ("confirm", "Delete all?")
    );
    assert!(dialog.answer.contains("dialog.accept()"));
    let began = Instant::now();
    let refused = sentence(click(&stage.ctx(), &button("Delete"), &plain()).await);
    assert!(
        refused.contains("\"Delete all?\"") && refused.contains("dialog.dismiss()"),
        "{refused}"
    );
    assert!(
        began.elapsed() < Duration::from_millis(100),
        "{:?}",
        began.elapsed()
    );
    stage.tab.accept_dialog(None, soon()).await.unwrap();
    assert_eq!(stage.eval("document.title").await, json!("true"));
}

#[tokio::test]
async fn tabs_downloads_and_navigations_are_told() {
    let stage = Stage::with_pages(&[
        ("page", "<a href=next target=_blank>Help</a><button onclick=\"window.open('next')\">Pop</button><a href=report.csv>Report</a>\
            <button onclick=\"const a=document.createElement('a');a.href=window.URL.createObjectURL(new Blob(['x,y']));a.download='list.csv';a.click()\">Export</button><a href='#end'>Jump</a><a href=next>Next</a><p id=end>End</p>"),
        ("next", "<h1>Two</h1>"),
    ]).await;
    let link = |name: &str| at(json!({"role": "link", "name": name}));
    let effect = click(&stage.ctx(), &link("Help"), &plain()).await.unwrap();
    assert_eq!(
        (effect.opened.len(), effect.opened[0].url.ends_with("/next")),
        (1, true),
        "{effect:?}"
    );
    assert!(effect.opened[0].path.starts_with("pages[\"t"));
    let effect = click(&stage.ctx(), &button("Pop"), &plain()).await.unwrap();
    assert_eq!(effect.opened.len(), 1);
    let effect = click(&stage.ctx(), &link("Report"), &plain()).await.unwrap();
    let download = effect.download.unwrap();
    assert_eq!(
        (download.name.as_str(), download.bytes, download.state.as_str()),
        ("report.csv", 8, "finished")
    );
    let effect = click(&stage.ctx(), &button("Export"), &plain()).await.unwrap();
    let download = effect.download.clone().unwrap_or_else(|| panic!("{effect:?}"));
    assert_eq!(
        (download.name.as_str(), download.bytes, download.state.as_str()),
        ("list.csv", 3, "finished")
    );
    let began = Instant::now();
    let effect = click(&stage.ctx(), &link("Jump"), &plain()).await.unwrap();
    assert!(effect.navigated.unwrap().ends_with("#end") && began.elapsed() < Duration::from_secs(1));
    let effect = click(&stage.ctx(), &link("Next"), &plain()).await.unwrap();
    assert!(effect.navigated.unwrap().ends_with("/next"));
    assert!(
        effect.changes.text().contains("title: \"next\""),
        "{}",
        effect.changes.text()
    );
}

#[tokio::test]
async fn failures_that_an_action_causes_are_told() {
    let stage = Stage::with("<button onclick=\"fetch('/broken');console.error('bad thing');setTimeout(()=>{throw new Error('oops')})\">Go</button>").await;
    let text = click(&stage.ctx(), &button("Go"), &plain())
        .await
        .unwrap()
        .changes
        .text();
    assert!(
        text.contains("/broken → 500") && text.contains("bad thing") && text.contains("oops"),
        "{text}"
    );
}

#[tokio::test]
async fn what_comes_late_is_told_with_the_next_answer() {
    let stage = Stage::with("<label>Find <input id=q type=search></label><ul id=l><li>old row</ul>\
        <button id=s onclick=\"setTimeout(()=>o.textContent='All saved',700)\">Save</button><p id=o role=status></p>\
        <script>let t;q.oninput=()=>{clearTimeout(t);t=setTimeout(()=>l.innerHTML='<li>new row</li>',300)}</script>").await;
    let find = at(json!({"label": "Find"}));
    type_text(&stage.ctx(), &find, "a", &TypeOptions::default())
        .await
        .unwrap();
    assert!(
        stage
            .watch
            .unsettled()
            .is_some_and(|told| told.contains("has not reacted yet"))
    );
    tokio::time::sleep(Duration::from_millis(500)).await;
    let late = late_changes(&stage.ctx()).await.unwrap();
    assert!(late.contains("new row") && late.contains("old row"), "{late}");
    assert_eq!(late_changes(&stage.ctx()).await, None);
    assert!(stage.watch.unsettled().is_none());
    let quiet = TypeOptions {
        common: CommonOptions {
            settle: Settle::Quiet,
            ..CommonOptions::default()
        },
        ..TypeOptions::default()
    };
    stage.eval("l.innerHTML='<li>old row</li>'").await;
    let effect = type_text(&stage.ctx(), &find, "b", &quiet).await.unwrap();
    assert!(
        effect.changes.text().contains("new row"),
        "{}",
        effect.changes.text()
    );
    click(&stage.ctx(), &button("Save"), &plain()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1000)).await;
    assert!(late_changes(&stage.ctx()).await.unwrap().contains("All saved"));
}

#[tokio::test]
async fn a_request_of_the_action_is_waited_for_and_a_long_one_is_told() {
    let stage = Stage::with("<button onclick=\"fetch('/slow?ms=400').then(()=>o.textContent='Loaded')\">Short</button><button onclick=\"fetch('/slow?ms=5000')\">Long</button><h2 id=o>Empty</h2>").await;
    let text = click(&stage.ctx(), &button("Short"), &plain())
        .await
        .unwrap()
        .changes
        .text();
    assert!(
        text.contains("h2 \"Loaded\"") && !text.contains("still at work"),
        "{text}"
    );
    let text = click(&stage.ctx(), &button("Long"), &plain())
        .await
        .unwrap()
        .changes
        .text();
    assert!(
        text.contains("still at work: GET") && text.contains("/slow?ms=5000"),
        "{text}"
    );
}

#[tokio::test]
async fn a_hanging_page_and_a_closing_tab_are_answers() {
    let stage =
        Stage::with("<button onclick='close()'>Bye</button><button onclick='for(;;);'>Freeze</button>").await;
    let began = Instant::now();
    let effect = click(&stage.within(2500), &button("Freeze"), &plain())
        .await
        .unwrap();
    assert!(
        effect.changes.text().contains("has not answered"),
        "{}",
        effect.changes.text()
    );
    assert!(began.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn what_an_action_changes_after_its_dialog_is_told_with_the_answer_to_it() {
    let stage = Stage::with(
        "<button onclick=\"if(confirm('Delete all?'))o.textContent='All gone'\">Delete</button><h2 id=o>Three rows</h2>",
    )
    .await;
    let effect = click(&stage.ctx(), &button("Delete"), &plain()).await.unwrap();
    assert!(effect.dialog.is_some());
    let told = answer_dialog(&stage.ctx(), true, None)
        .await
        .unwrap()
        .changes
        .text();
    assert!(told.contains("All gone"), "{told}");
}

#[tokio::test]
async fn a_part_of_the_page_that_says_it_is_busy_is_told() {
    let stage = Stage::with(
        "<button onclick=\"t.setAttribute('aria-busy','true')\">Load</button><button onclick=\"p.hidden=false\">Send</button>\
        <table id=t aria-label=Orders><tr><th>Number<td>1</table><div id=p role=progressbar aria-label=Sending hidden>x</div>",
    )
    .await;
    let text = click(&stage.ctx(), &button("Load"), &plain())
        .await
        .unwrap()
        .changes
        .text();
    assert!(
        text.contains("still at work") && text.contains("Orders"),
        "{text}"
    );
    let text = click(&stage.ctx(), &button("Send"), &plain())
        .await
        .unwrap()
        .changes
        .text();
    assert!(
        text.contains("still at work") && text.contains("Sending"),
        "{text}"
    );
    assert!(
        !text.contains("Orders"),
        "what was busy before is no work of this action: {text}"
    );
}

#[tokio::test]
async fn what_moves_to_another_place_is_told_with_both() {
    let board = |id: &str| {
        format!(
            "<div id={id}><section aria-label='To do'><div class=card>Fix login</div><div class=card>Write docs</div></section>\
             <section aria-label=Done></section></div>"
        )
    };
    let page = format!(
        "{}{}<button onclick=\"document.querySelector('#one section:last-child').append(document.querySelector('#one .card'))\">Move</button>",
        board("one"),
        board("two")
            .replace("Fix login", "Mend login")
            .replace("Write docs", "Read docs"),
    );
    let stage = Stage::with(&page).await;
    let effect = click(&stage.ctx(), &button("Move"), &plain()).await.unwrap();
    assert_eq!(
        effect.changes.text(),
        "~ text \"Fix login\"  (moved from region \"To do\")  (in region \"Done\")"
    );
}

#[tokio::test]
async fn what_the_browser_finds_invalid_is_told() {
    let stage = Stage::with("<form><label>Age <input required></label><button>Next</button></form>").await;
    for _ in 0..2 {
        let effect = click(&stage.ctx(), &button("Next"), &plain()).await.unwrap();
        let told = effect.changes.text();
        assert!(told.contains("invalid: textbox \"Age\" [ref="), "{told}");
        assert!(told.contains("Please fill out this field."), "{told}");
    }
}

#[tokio::test]
async fn a_button_in_a_closed_shadow_root_needs_no_read_before() {
    let page = "<chat-widget></chat-widget><script>customElements.define('chat-widget', class extends HTMLElement { \
        connectedCallback() { const root = this.attachShadow({mode: 'closed'}); root.innerHTML = '<button>Chat</button>'; \
        root.firstChild.onclick = () => { document.title = 'open'; }; } });</script>";
    let stage = Stage::with(page).await;
    click(&stage.ctx(), &button("Chat"), &plain()).await.unwrap();
    assert_eq!(stage.eval("document.title").await, json!("open"));
    let framed = format!("<iframe srcdoc='<p>Beside</p>'></iframe>{page}");
    let stage = Stage::with(&framed).await;
    click(&stage.ctx(), &button("Chat"), &plain()).await.unwrap();
    assert_eq!(stage.eval("document.title").await, json!("open"));
}

#[tokio::test]
async fn controls_are_found_by_their_tooltip_by_what_they_stand_near_and_by_their_text() {
    let stage = Stage::with(
        "<button title='Insert link' onclick=\"document.title='link'\">🔗</button>\
         <ul><li><input type=checkbox onchange=\"document.title='milk'\"> Buy milk</li></ul>\
         <p ondblclick=\"document.title='twice'\">Pay rent</p><label>City <input role=combobox></label>",
    )
    .await;
    let twice = ClickOptions {
        count: Some(2),
        ..plain()
    };
    for (target, options, title) in [
        (button("Insert link"), plain(), "link"),
        (
            at(json!({"role": "checkbox", "name": "Buy milk"})),
            plain(),
            "milk",
        ),
        (at(json!({"text": "Pay rent"})), twice, "twice"),
    ] {
        click(&stage.ctx(), &target, &options).await.unwrap();
        assert_eq!(stage.eval("document.title").await, json!(title));
    }
    let city = at(json!({"role": "textbox", "name": "City"}));
    let told = sentence(click(&stage.within(300), &city, &plain()).await);
    assert!(told.contains("Did you mean combobox \"City\"?"), "{told}");
}

#[tokio::test]
async fn a_cover_is_told_with_what_is_in_it() {
    let stage = Stage::with(
        "<button>Search</button><b style='pointer-events:none;cursor:pointer' onclick=1>7</b>\
         <div id=cover style='position:fixed;inset:0'><button style='position:fixed;bottom:0'>Accept all</button></div>",
    )
    .await;
    let told = sentence(click(&stage.within(600), &button("Search"), &plain()).await);
    assert!(
        told.contains("covered by div#cover [ref=")
            && told.contains(", which holds button \"Accept all\" [ref="),
        "{told}"
    );
    stage.eval("cover.remove()").await;
    let day = at(json!({"role": "clickable", "name": "7"}));
    let told = sentence(click(&stage.within(600), &day, &plain()).await);
    assert!(told.contains("pointer-events is none"), "{told}");
}
