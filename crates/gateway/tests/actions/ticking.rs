//! Switches whose input is hidden, and those that say two things.

use eyeline_gateway::actions::{ClickOptions, CommonOptions, click, set_checked};
use serde_json::json;

use crate::support::*;

/// The input is hidden, the press is taken by what is drawn, and prevented: a press on the label would leave the input as it was.
const SWITCH: &str = "<label for=i>Instant</label> <div id=root><input id=i type=checkbox role=switch aria-checked=false style='position:absolute;width:0;height:0;opacity:0;margin:0'>\
    <span style='display:inline-block;width:40px;height:20px;background:#ccc;cursor:pointer'></span></div>\
    <script>let on=false;root.onclick=e=>{e.preventDefault();on=!on;i.setAttribute('aria-checked',on);Promise.resolve().then(()=>i.checked=on)}</script>";

#[tokio::test]
async fn what_is_drawn_for_a_hidden_switch_is_pressed() {
    let stage = Stage::with(SWITCH).await;
    let switch = at(json!({"role": "switch", "name": "Instant"}));
    let common = CommonOptions::default();
    let effect = set_checked(&stage.ctx(), &switch, true, &common).await.unwrap();
    assert_eq!(effect.value, Some(json!(true)));
    assert_eq!(stage.eval("[on, i.checked]").await, json!([true, true]));
    let effect = click(&stage.ctx(), &switch, &ClickOptions::default())
        .await
        .unwrap();
    assert!(
        effect.changes.lines.join(" ").contains("[off]"),
        "{}",
        effect.changes.lines.join(" ")
    );
    assert_eq!(stage.eval("[on, i.checked]").await, json!([false, false]));
}

#[tokio::test]
async fn of_two_states_the_one_that_changes_counts() {
    // Pressed by its label, such a switch is on, and its input says that it is not.
    let stage = Stage::with(SWITCH).await;
    let label = at(json!("label"));
    let press = || async {
        click(&stage.ctx(), &label, &ClickOptions::default())
            .await
            .unwrap()
    };
    press().await;
    assert_eq!(stage.eval("[on, i.checked]").await, json!([true, false]));
    let switch = at(json!({"role": "switch", "name": "Instant"}));
    let common = CommonOptions::default();
    set_checked(&stage.ctx(), &switch, false, &common).await.unwrap();
    assert_eq!(stage.eval("on").await, json!(false));
    press().await;
    set_checked(&stage.ctx(), &switch, true, &common).await.unwrap();
    assert_eq!(stage.eval("on").await, json!(true));
    // One that can only be pressed by its label is taken at its word, too.
    stage
        .eval("document.querySelector('span').remove(); on = false; i.checked = false; i.setAttribute('aria-checked', false)")
        .await;
    let effect = set_checked(&stage.ctx(), &switch, true, &common).await.unwrap();
    assert_eq!(
        (effect.value, stage.eval("on").await),
        (Some(json!(true)), json!(true))
    );
}
