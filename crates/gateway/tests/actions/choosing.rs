//! Selects, list boxes, boxes to tick, files.

use eyeline_gateway::actions::{Choice, CommonOptions, FilesOptions, select, set_checked, set_input_files};
use serde_json::json;

use crate::support::*;

fn labels(list: &[&str]) -> Vec<Choice> {
    list.iter().map(|label| Choice::Label((*label).into())).collect()
}

#[tokio::test]
async fn native_selects_choose_by_label_value_and_several() {
    let stage = Stage::with("<select id=s aria-label=Slot><optgroup label=Day><option value=m>Morning<option disabled>Noon</optgroup><optgroup label=Late disabled><option>Night</optgroup><option>Evening</select>\
        <select id=m multiple aria-label=Top><option>Olives<option>Ham<option>Onion</select><script>heard=[];s.onchange=()=>heard.push(s.value)</script>").await;
    let slot = at(json!({"role": "combobox", "name": "Slot"}));
    let common = CommonOptions::default();
    assert_eq!(
        select(&stage.ctx(), &slot, &labels(&["Evening"]), &common)
            .await
            .unwrap()
            .value,
        Some(json!("Evening"))
    );
    assert_eq!(
        select(&stage.ctx(), &slot, &[Choice::Value("m".into())], &common)
            .await
            .unwrap()
            .value,
        Some(json!("Morning"))
    );
    for (label, reason) in [
        ("Noon", "is disabled"),
        ("Night", "is disabled"),
        ("Midnight", "has no option"),
    ] {
        let refused = sentence(select(&stage.within(2500), &slot, &labels(&[label]), &common).await);
        assert!(
            refused.contains(reason) && refused.contains("Morning"),
            "{refused}"
        );
    }
    assert_eq!(stage.eval("heard").await, json!(["Evening", "m"]));
    let top = at(json!("#m"));
    select(&stage.ctx(), &top, &labels(&["Olives", "Onion"]), &common)
        .await
        .unwrap();
    assert_eq!(
        stage.eval("[...m.selectedOptions].map(o => o.text)").await,
        json!(["Olives", "Onion"])
    );
}

#[tokio::test]
async fn drawn_list_boxes_are_opened_scrolled_and_verified() {
    let stage = Stage::with("<style>#l{height:120px;overflow:auto;width:200px;position:relative;display:none}#l.o{display:block}[role=option]{position:absolute;height:24px;left:0;right:0}</style>\
        <button id=b role=combobox aria-haspopup=listbox aria-controls=l aria-expanded=false aria-label=Desk>Select desk</button><div id=l role=listbox><div id=i role=none style='height:7200px'></div></div>\
        <script>const rows=[];for(let k=0;k<8;k++){const d=document.createElement('div');d.setAttribute('role','option');d.onclick=()=>{b.textContent=d.textContent;toggle(false)};i.append(d);rows.push(d)}\
        const draw=()=>{const f=Math.floor(l.scrollTop/24);rows.forEach((d,k)=>{d.style.top=(f+k)*24+'px';d.textContent='Desk '+(f+k)})};l.onscroll=draw;draw();\
        const toggle=o=>{l.classList.toggle('o',o);b.setAttribute('aria-expanded',o)};b.onclick=()=>toggle(!l.classList.contains('o'))</script>").await;
    let desk = at(json!({"role": "combobox", "name": "Desk"}));
    let effect = select(
        &stage.within(20_000),
        &desk,
        &labels(&["Desk 60"]),
        &CommonOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(effect.value, Some(json!("Desk 60")));
    assert_eq!(stage.eval("b.textContent").await, json!("Desk 60"));
    let refused = sentence(
        select(
            &stage.within(20_000),
            &desk,
            &labels(&["Desk X"]),
            &CommonOptions::default(),
        )
        .await,
    );
    assert!(refused.contains("has no option \"Desk X\""), "{refused}");
}

/// A combobox that a page draws, with what its options do when they are pressed.
fn drawn_combobox(pressed: &str) -> String {
    format!(
        "<button id=b role=combobox aria-haspopup=listbox aria-controls=l aria-expanded=false aria-label=Size>None</button><div id=l role=listbox hidden>\
        <div role=option>Small</div><div role=option>Medium</div><div role=option>Large</div></div>\
        <script>const show=o=>{{l.hidden=!o;b.setAttribute('aria-expanded',o)}};b.onclick=()=>show(l.hidden);\
        l.onclick=e=>{{const text=e.target.textContent;{pressed};show(false)}}</script>"
    )
}

#[tokio::test]
async fn what_a_drawn_combobox_then_holds_decides() {
    let size = at(json!({"role": "combobox", "name": "Size"}));
    let common = CommonOptions::default();
    let choose = async |pressed: &str| {
        let stage = Stage::with(&drawn_combobox(pressed)).await;
        select(&stage.ctx(), &size, &labels(&["Medium"]), &common).await
    };
    let effect = choose("b.textContent=text").await.unwrap();
    assert_eq!((effect.value, effect.note), (Some(json!("Medium")), None));
    let effect = choose("b.textContent='M'").await.unwrap();
    assert!(
        effect
            .note
            .as_ref()
            .is_some_and(|note| note.contains("it shows \"M\"")),
        "{effect:?}"
    );
    let failed = sentence(choose("b.textContent='Large'").await);
    assert!(
        failed.contains("holds \"Large") && failed.contains("not \"Medium\""),
        "{failed}"
    );
    let failed = sentence(choose("").await);
    assert!(
        failed.contains("holds \"None") && failed.contains("not \"Medium\""),
        "{failed}"
    );
}

#[tokio::test]
async fn a_closed_combobox_does_not_take_another_ones_list() {
    let stage = Stage::with(&format!(
        "<div id=other role=listbox aria-label=Colour onclick='window.wrong=1'><div role=option aria-selected=false>Medium</div></div>{}",
        drawn_combobox("b.textContent=text").replace(" aria-controls=l", "")
    ))
    .await;
    let size = at(json!({"role": "combobox", "name": "Size"}));
    let effect = select(
        &stage.ctx(),
        &size,
        &labels(&["Medium"]),
        &CommonOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(effect.value, Some(json!("Medium")));
    assert_eq!(
        stage.eval("[b.textContent, window.wrong ?? 0]").await,
        json!(["Medium", 0])
    );
}

#[tokio::test]
async fn boxes_are_ticked_wherever_they_hide() {
    let stage = Stage::with("<style>#z{width:0;height:0;position:absolute;appearance:none;margin:0}</style><label><input id=z type=checkbox><i style='display:inline-block;width:20px;height:20px;border:1px solid'></i> News</label>\
        <div id=w role=switch aria-checked=false tabindex=0 aria-label=Wifi onclick=\"this.setAttribute('aria-checked',this.getAttribute('aria-checked')!=='true')\">x</div>\
        <label style='display:block;width:420px;text-align:center'><input type=checkbox id=k style='position:absolute;opacity:0;left:20px'> I have read the <a id=a href='#terms' style='padding:0 60px'>terms</a> ok</label>\
        <input id=r type=checkbox aria-label=Stuck onclick='return false'>").await;
    let common = CommonOptions::default();
    let news = at(json!({"role": "checkbox", "name": "News"}));
    assert_eq!(
        set_checked(&stage.ctx(), &news, true, &common)
            .await
            .unwrap()
            .value,
        Some(json!(true))
    );
    assert_eq!(
        set_checked(&stage.ctx(), &news, true, &common)
            .await
            .unwrap()
            .note
            .as_deref(),
        Some("it was checked already")
    );
    set_checked(&stage.ctx(), &news, false, &common).await.unwrap();
    assert_eq!(stage.eval("z.checked").await, json!(false));
    set_checked(
        &stage.ctx(),
        &at(json!({"role": "switch", "name": "Wifi"})),
        true,
        &common,
    )
    .await
    .unwrap();
    set_checked(&stage.ctx(), &at(json!("#k")), true, &common)
        .await
        .unwrap();
    assert_eq!(
        stage
            .eval("[w.getAttribute('aria-checked'), k.checked, location.hash]")
            .await,
        json!(["true", true, ""])
    );
    let failed = sentence(set_checked(&stage.ctx(), &at(json!("#r")), true, &common).await);
    assert!(failed.contains("is not checked"), "{failed}");
}

#[tokio::test]
async fn files_go_into_inputs_choosers_and_drop_zones() {
    let stage = Stage::with("<input type=file id=f hidden multiple><button id=b onclick='f.click()'>Attach</button><button id=c>Browse</button><div id=d role=group aria-label=Zone style='height:80px'>Drop here</div>\
        <script>seen=[];const take=l=>seen.push([...l].map(x=>x.name).join('+'));f.onchange=()=>take(f.files);c.onclick=()=>{const x=document.createElement('input');x.type='file';x.onchange=()=>take(x.files);x.click()};\
        d.ondragover=e=>e.preventDefault();d.ondrop=e=>{e.preventDefault();take(e.dataTransfer.files);d.textContent='Got it'}</script>").await;
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = ["a.txt", "b.txt"]
        .iter()
        .map(|name| folder.path().join(name))
        .collect();
    for path in &paths {
        std::fs::write(path, "x").unwrap();
    }
    let options = FilesOptions::default();
    set_input_files(&stage.ctx(), &at(json!("#f")), &paths, &options)
        .await
        .unwrap();
    set_input_files(&stage.ctx(), &button("Attach"), &paths[1..], &options)
        .await
        .unwrap();
    set_input_files(&stage.ctx(), &button("Browse"), &paths[..1], &options)
        .await
        .unwrap();
    set_input_files(&stage.ctx(), &at(json!("#d")), &paths[..1], &options)
        .await
        .unwrap();
    assert_eq!(
        stage.eval("seen").await,
        json!(["a.txt+b.txt", "b.txt", "a.txt", "a.txt"])
    );
}
