//! Whole forms: groups, dates in parts, files, lists that take no text, and what is not taken.

use eyeline_gateway::actions::{CommonOptions, FormOptions, TypeOptions, fill_form, set_value, type_text};
use eyeline_gateway::policy::Workspace;
use serde_json::{Value as Json, json};

use crate::support::*;

fn fields(values: Json) -> Vec<(String, Json)> {
    values.as_object().unwrap().clone().into_iter().collect()
}

#[tokio::test]
async fn groups_are_filled_by_their_labels() {
    let stage = Stage::with("<form><div role=group aria-label=Kinds><label><input type=checkbox value=o checked>Online</label><label><input type=checkbox value=p>Promo</label></div>\
        <div><label>Size</label><div><label><input type=radio name=s value=s>Small</label><label><input type=radio name=s value=l>Large</label></div></div>\
        <fieldset><legend>Ship by</legend><div role=radio aria-checked=false>Air</div><div role=radio aria-checked=false>Sea</div></fieldset></form>\
        <script>for(const r of document.querySelectorAll('[role=radio]'))r.onclick=()=>{for(const o of document.querySelectorAll('[role=radio]'))o.setAttribute('aria-checked',o===r)}</script>").await;
    let asked = fields(json!({"Kinds": ["Promo"], "Size": "Large", "Ship by": "Sea"}));
    let effect = fill_form(&stage.ctx(), &asked, &FormOptions::default())
        .await
        .unwrap();
    assert_eq!(
        effect.value,
        Some(json!({"Kinds": ["Promo"], "Size": "Large", "Ship by": "Sea"}))
    );
    let held = "[[...document.querySelectorAll('input:checked')].map(x => x.value), document.querySelector('[aria-checked=true]').textContent]";
    assert_eq!(stage.eval(held).await, json!([["p", "l"], "Sea"]));
    let refused = sentence(
        fill_form(
            &stage.ctx(),
            &fields(json!({"Kinds": ["Gift"]})),
            &FormOptions::default(),
        )
        .await,
    );
    assert!(
        refused.starts_with("Nothing was filled in") && refused.contains("\"Online\""),
        "{refused}"
    );
}

/// A date in parts, each of which takes digits and moves on when it has enough of them.
const PARTS: &str = "<div role=group aria-label='Start date'><span role=spinbutton tabindex=0 aria-label='month, '></span>/<span role=spinbutton tabindex=0 aria-label='day, '></span>/<span role=spinbutton tabindex=0 aria-label='year, '></span></div>\
    <script>const parts=[...document.querySelectorAll('[role=spinbutton]')];parts.forEach((s,i)=>{let typed='';s.textContent='--';s.onfocus=()=>typed='';s.onkeydown=e=>{if(!/^\\d$/.test(e.key))return;typed+=e.key;const n=Number(typed);if(window.stuck&&i==1)return;s.textContent=n;s.setAttribute('aria-valuenow',n);if(typed.length==(i==2?4:2)&&parts[i+1])parts[i+1].focus()}})</script>";

#[tokio::test]
async fn dates_in_parts_are_typed_part_by_part() {
    let stage = Stage::with(PARTS).await;
    let asked = fields(json!({"Start date": "2027-02-20"}));
    let effect = fill_form(&stage.ctx(), &asked, &FormOptions::default())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!({"Start date": "2027-02-20"})));
    assert_eq!(
        stage.eval("parts.map(s => s.textContent)").await,
        json!(["2", "20", "2027"])
    );
    stage.eval("window.stuck = 1").await;
    let failed = sentence(
        fill_form(
            &stage.ctx(),
            &fields(json!({"Start date": "2028-03-21"})),
            &FormOptions::default(),
        )
        .await,
    );
    assert!(failed.contains("and not \"2028-03-21\""), "{failed}");
}

#[tokio::test]
async fn files_and_lists_that_take_no_text_are_fields_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "x").unwrap();
    let stage = Stage::with("<label>CV <input type=file id=f></label><label>Colour <input id=c role=combobox readonly aria-haspopup=listbox aria-expanded=false aria-controls=l></label><div id=l role=listbox hidden><div role=option>Red</div><div role=option>Green</div></div>\
        <script>c.onclick=()=>{l.hidden=false;c.setAttribute('aria-expanded',true)};l.onclick=e=>{c.value=e.target.textContent;l.hidden=true;c.setAttribute('aria-expanded',false)}</script>").await;
    let ctx = stage
        .ctx()
        .with_workspace(Workspace::new(&[folder.path().to_owned()]));
    let path = folder.path().join("a.txt").display().to_string();
    fill_form(
        &ctx,
        &fields(json!({"CV": path, "Colour": "Green"})),
        &FormOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(
        stage.eval("[f.files[0].name, c.value]").await,
        json!(["a.txt", "Green"])
    );
    let refused = sentence(
        fill_form(
            &ctx,
            &fields(json!({"CV": "/etc/hostname"})),
            &FormOptions::default(),
        )
        .await,
    );
    assert!(refused.contains("outside the workspace"), "{refused}");
}

#[tokio::test]
async fn what_masks_and_rows_of_single_fields_make_of_a_text_is_what_was_typed() {
    let stage = Stage::with("<input id=p aria-label=Phone><input id=m aria-label=Budget><input id=n aria-label=Letters><div id=o><input maxlength=1 aria-label='Digit 1'><input maxlength=1><input maxlength=1></div>\
        <script>p.oninput=()=>{const d=p.value.replace(/^\\+49/,'').replace(/\\D/g,'');p.value=d?'+49 ('+d.slice(0,3)+') '+d.slice(3):''};m.onblur=()=>{if(m.value)m.value='$'+Number(m.value).toLocaleString('en-US',{minimumFractionDigits:2})};n.oninput=()=>{n.value=n.value.replace(/\\d/g,'')};\
        [...o.children].forEach((f,i,all)=>f.oninput=()=>{if(f.value&&all[i+1])all[i+1].focus()})</script>").await;
    let asked = fields(json!({"Phone": "1701234567", "Letters": "a1", "Budget": "1234.5"}));
    let failed = sentence(fill_form(&stage.ctx(), &asked, &FormOptions::default()).await);
    assert!(
        failed.contains("holds \"a\" and not \"a1\"") && failed.contains("2 of 3 fields were filled in"),
        "{failed}"
    );
    assert_eq!(
        stage.eval("[p.value, m.value]").await,
        json!(["+49 (170) 1234567", "$1,234.50"])
    );
    let first = at(json!({"label": "Digit 1"}));
    let effect = type_text(&stage.ctx(), &first, "123", &TypeOptions::default())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("123")));
    assert_eq!(
        stage.eval("[...o.children].map(f => f.value).join('')").await,
        json!("123")
    );
    let refused = sentence(type_text(&stage.ctx(), &first, "12345", &TypeOptions::default()).await);
    assert!(refused.contains("at most 1"), "{refused}");
}

#[tokio::test]
async fn a_field_that_is_read_only_is_refused_soon() {
    let stage = Stage::with("<input aria-label=Day readonly value=1>").await;
    let began = std::time::Instant::now();
    let day = at(json!({"label": "Day"}));
    let refused = sentence(
        set_value(
            &stage.within(20_000),
            &day,
            &json!("2"),
            &CommonOptions::default(),
        )
        .await,
    );
    assert!(refused.contains("is read-only"), "{refused}");
    assert!(began.elapsed().as_secs() < 8, "{:?}", began.elapsed());
}
