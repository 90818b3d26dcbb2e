//! Fields that are filled by keys, so that pages hear of it by events they can trust.

use eyeline_gateway::actions::{CommonOptions, TypeOptions, clear, fill_form, set_value, type_text};
use serde_json::json;

use crate::support::*;

const DATES: &str = "<label>Date <input id=date type=date value=2025-01-31></label><label>Time <input id=time type=time></label>\
    <label>When <input id=when type=datetime-local></label><label>Month <input id=month type=month></label><label>Week <input id=week type=week></label>\
    <label>Exact <input id=exact type=time step=1 value=10:20:30></label><label>Leap <input id=leap type=date min=2024-01-01 max=2024-12-31></label>\
    <label>Volume <input id=volume type=range></label><label>Far <input id=far type=range max=100000 value=5></label>\
    <script>const heard=[];for(const type of ['input','change'])addEventListener(type,e=>heard.push([e.isTrusted,e.target.id,e.target.value]),true);\
    const values=id=>heard.filter(x=>x[1]===id).map(x=>x[2])</script>";

#[tokio::test]
async fn native_dates_times_and_ranges_are_filled_by_keys() {
    let stage = Stage::with(DATES).await;
    for (label, value) in [
        ("Date", "2027-02-28"),
        ("Time", "14:05"),
        ("When", "2027-12-01T00:07"),
        ("Month", "2027-11"),
        ("Week", "2026-W53"),
        ("Exact", "23:59:58"),
        ("Leap", "2024-02-29"),
        ("Volume", "73"),
        ("Far", "50005"),
    ] {
        let field = at(json!({"label": label}));
        let effect = type_text(&stage.ctx(), &field, value, &TypeOptions::default())
            .await
            .unwrap();
        assert_eq!(effect.value, Some(json!(value)), "{label}");
        let id = label.to_lowercase();
        assert_eq!(
            stage
                .eval(&format!("document.getElementById('{id}').value"))
                .await,
            json!(value)
        );
    }
    assert_eq!(
        stage.eval("heard.length > 0 && heard.every(x => x[0])").await,
        json!(true)
    );
    // No date of a year that nobody asked for was ever there.
    let years = stage
        .eval("values('date').concat(values('when')).filter(v => v && !v.startsWith('2027'))")
        .await;
    assert_eq!(years, json!([]));
}

#[tokio::test]
async fn native_dates_are_emptied_and_filled_with_whole_forms() {
    let stage = Stage::with(DATES).await;
    let effect = clear(&stage.ctx(), &at(json!("#date")), &CommonOptions::default())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("")));
    assert_eq!(
        stage.eval("date.value + heard.map(x => x[0])").await,
        json!("true,true")
    );
    let fields = [
        ("Date".to_owned(), json!("2028-02-29")),
        ("Time".to_owned(), json!("23:00")),
        ("Volume".to_owned(), json!(12)),
    ];
    fill_form(&stage.ctx(), &fields, &Default::default())
        .await
        .unwrap();
    assert_eq!(
        stage
            .eval("[date.value, time.value, volume.value, heard.every(x => x[0])]")
            .await,
        json!(["2028-02-29", "23:00", "12", true])
    );
}

#[tokio::test]
async fn pages_that_listen_to_keys_hear_of_numbers_and_texts() {
    let stage = Stage::with("<input id=year type=number aria-label=Year value=2026><input id=search aria-label=Search><p id=p>-</p>\
        <script>const heard=[];year.onkeydown=e=>heard.push(e.key);search.onkeyup=()=>p.textContent=search.value</script>").await;
    set_value(
        &stage.ctx(),
        &at(json!({"label": "Year"})),
        &json!(2027),
        &CommonOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(stage.eval("heard.join('') + year.value").await, json!("20272027"));
    let search = at(json!({"label": "Search"}));
    let effect = type_text(&stage.ctx(), &search, "lamp", &TypeOptions::default())
        .await
        .unwrap();
    assert!(
        effect.changes.lines.join(" ").contains("lamp"),
        "{:?}",
        effect.changes
    );
    assert_eq!(stage.eval("p.textContent").await, json!("lamp"));
}

/// An editor of code: what is typed gets its closing brace by itself; what is pasted stays as it is, where pasting is allowed.
fn code_editor(paste: bool) -> String {
    format!(
        "<div class=monaco-editor style='width:300px;height:100px'><div id=e contenteditable role=textbox aria-label=Code style='white-space:pre'></div></div>\
        <script>const put=text=>{{e.textContent=text;getSelection().selectAllChildren(e);getSelection().collapseToEnd()}};\
        e.onbeforeinput=event=>{{if(event.inputType!=='insertText')return;event.preventDefault();const all=getSelection().toString().length>0;put((all?'':e.textContent)+event.data.replace(/\\{{/g,'{{}}'))}};\
        e.onpaste=event=>{{if({paste}){{event.preventDefault();put(event.clipboardData.getData('text/plain'))}}}}</script>"
    )
}

#[tokio::test]
async fn code_is_held_as_it_was_asked_or_that_is_an_error() {
    let stage = Stage::with(&code_editor(true)).await;
    let code = at(json!({"label": "Code"}));
    let typed = |ctx| async move {
        let code = at(json!({"label": "Code"}));
        type_text(&ctx, &code, "if (x) {", &TypeOptions::default()).await
    };
    assert_eq!(typed(stage.ctx()).await.unwrap().value, Some(json!("if (x) {")));
    let effect = type_text(&stage.ctx(), &code, "a\n  b", &TypeOptions::default())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("a\n  b")));
    let stage = Stage::with(&code_editor(false)).await;
    let told = sentence(typed(stage.ctx()).await);
    assert!(
        told.contains("holds \"if (x) {}\" and not \"if (x) {\""),
        "{told}"
    );
}

#[tokio::test]
async fn an_editor_without_a_size_is_pressed_where_it_is_drawn() {
    let stage = Stage::with("<div style='width:300px;height:80px;border:1px solid'><div id=e tabindex=0 role=textbox aria-label=Code contenteditable style='width:0;height:0;overflow:hidden'></div></div>\
        <script>document.querySelector('div').onclick=()=>e.focus()</script>").await;
    let code = at(json!({"label": "Code"}));
    eyeline_gateway::actions::click(&stage.within(3000), &code, &Default::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("document.activeElement.id").await, json!("e"));
}
