//! Drags that pages animate.

use eyeline_gateway::actions::{DragOptions, drag};
use serde_json::json;

use crate::support::*;

#[tokio::test]
async fn a_list_that_makes_room_by_and_by_is_given_the_time_for_it() {
    // Each place is taken with an animation, and nothing that is dragged over is looked at meanwhile.
    let stage = Stage::with("<ul>1 2 3 4 5 6 7 8</ul><style>li{height:24px}</style><script>const ul=document.querySelector('ul');let held,busy=0;\
        ul.innerHTML=ul.textContent.split(' ').map(n=>`<li draggable=true>Task ${n}</li>`).join('');\
        ul.ondragstart=e=>held=e.target;ul.ondrop=e=>e.preventDefault();ul.ondragover=e=>{e.preventDefault();const li=e.target.closest('li');\
        if(!li||li===held||performance.now()<busy)return;const all=[...ul.children];const next=all.indexOf(held)>all.indexOf(li)?li:li.nextSibling;\
        ul.insertBefore(held,next);li.animate([{translate:'0 24px'},{translate:'0'}],150);busy=performance.now()+150}</script>").await;
    let item = |n: u32| at(json!({"selector": "li", "nth": n}));
    let order = "[...ul.children].map(x=>x.textContent.slice(5)).join('')";
    let effect = drag(&stage.ctx(), &item(7), &item(0), &DragOptions::default()).await;
    assert_eq!(effect.unwrap().did, "dragged");
    assert_eq!(stage.eval(order).await, json!("81234567"));
    drag(&stage.ctx(), &item(0), &item(5), &DragOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval(order).await, json!("12345867"));
}

#[tokio::test]
async fn a_drag_is_over_when_what_was_dropped_has_glided_home() {
    let stage = Stage::with("<div id=a style='position:absolute;left:20px;top:20px;width:60px;height:30px;background:teal'>Card</div>\
        <div id=b style='position:absolute;left:300px;top:200px;width:60px;height:30px;background:olive'>Shelf</div>\
        <script>window.done=false;let on=false;a.onmousedown=()=>on=true;onmousemove=e=>{if(on){a.style.pointerEvents='none';a.style.left=e.clientX-30+'px';a.style.top=e.clientY-15+'px'}};\
        onmouseup=()=>{on=false;requestAnimationFrame(()=>{a.style.transition='all .35s';a.style.left='300px';a.style.top='240px'})};\
        a.ontransitionend=()=>done=true</script>").await;
    drag(
        &stage.ctx(),
        &at(json!("#a")),
        &at(json!("#b")),
        &DragOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(stage.eval("done").await, json!(true));
}
