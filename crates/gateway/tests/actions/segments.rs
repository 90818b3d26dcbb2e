//! Dates and times in segments that are no inputs.

use eyeline_gateway::actions::{CommonOptions, TypeOptions, clear, fill_form, set_value, type_text};
use serde_json::{Value as Json, json};

use crate::support::*;

/// Segments that can be edited, of which Control+A selects all, and Backspace then empties all, as in widely used pickers.
const SEGMENTS: &str = "<div role=group aria-label='Start date'>\
    <span role=spinbutton contenteditable tabindex=0 aria-label=Month aria-valuemin=1 aria-valuemax=12 aria-valuenow=11>11</span>/\
    <span role=spinbutton contenteditable tabindex=0 aria-label=Day aria-valuemin=1 aria-valuemax=31 aria-valuenow=15>15</span>/\
    <span role=spinbutton contenteditable tabindex=0 aria-label=Year aria-valuemin=1 aria-valuemax=9999 aria-valuenow=2026>2026</span></div>\
    <script>const parts=[...document.querySelectorAll('[role=spinbutton]')];let all=false,lost=false;\
    const show=(s,v)=>{s.textContent=v||'--';v?s.setAttribute('aria-valuenow',v):s.removeAttribute('aria-valuenow')};\
    const holds=()=>parts.map(s=>s.getAttribute('aria-valuenow')).join();\
    parts.forEach((s,i)=>{let typed='';s.onfocus=()=>{typed='';all=false};s.onbeforeinput=e=>e.preventDefault();s.onkeydown=e=>{\
      if(e.key==='Tab')return;e.preventDefault();\
      if(e.ctrlKey&&e.key==='a')all=true;\
      else if(e.key==='Backspace')(all?parts:[s]).forEach(p=>show(p,''));\
      else if(/^\\d$/.test(e.key)){if(lost)return s.remove();typed+=e.key;show(s,Number(typed))}}})</script>";

fn segment(name: &str) -> eyeline_gateway::actions::Target {
    at(json!({"role": "spinbutton", "name": name}))
}

#[tokio::test]
async fn one_segment_is_typed_by_its_keys_and_the_others_stay() {
    let stage = Stage::with(SEGMENTS).await;
    let common = CommonOptions::default();
    let effect = set_value(&stage.ctx(), &segment("Day"), &json!(20), &common)
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("20")));
    assert_eq!(stage.eval("holds()").await, json!("11,20,2026"));
    type_text(&stage.ctx(), &segment("Month"), "3", &TypeOptions::default())
        .await
        .unwrap();
    fill_form(&stage.ctx(), &[("Year".into(), json!(2027))], &Default::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("holds()").await, json!("3,20,2027"));
    let effect = type_text(
        &stage.ctx(),
        &at(json!({"role": "group", "name": "Start date"})),
        "2028-12-01",
        &TypeOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(effect.value, Some(json!("2028-12-01")));
    assert_eq!(stage.eval("holds()").await, json!("12,1,2028"));
    clear(&stage.ctx(), &segment("Day"), &common).await.unwrap();
    assert_eq!(stage.eval("holds()").await, json!("12,,2028"));
}

#[tokio::test]
async fn a_segment_says_what_it_does_not_take() {
    let stage = Stage::with(SEGMENTS).await;
    let typed = |value: Json| {
        let ctx = stage.within(3000);
        async move { set_value(&ctx, &segment("Month"), &value, &CommonOptions::default()).await }
    };
    assert!(sentence(typed(json!(13)).await).contains("takes numbers from 1 to 12, not 13"));
    let whole = at(json!({"role": "group", "name": "Start date"}));
    let refused = type_text(&stage.within(3000), &whole, "2027-02-31", &TypeOptions::default()).await;
    assert!(sentence(refused).contains("takes a date or time such as"));
    assert_eq!(stage.eval("holds()").await, json!("11,15,2026"));
    stage.eval("lost = true").await;
    assert!(sentence(typed(json!(12)).await).contains("has left the page"));
}
