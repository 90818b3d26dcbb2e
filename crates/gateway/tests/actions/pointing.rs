//! Where presses land, what they wait for, and what they refuse.

use std::time::{Duration, Instant};

use eyeline_gateway::actions::{
    ClickOptions, DragOptions, HoverOptions, MouseButton, Position, ScrollOptions, Target, click, drag,
    hover, scroll, tap,
};
use serde_json::json;

use crate::support::*;

const LOG: &str = "<script>log=[];for(const t of ['pointerdown','mousedown','mouseup','click','dblclick','contextmenu','touchstart'])\
    addEventListener(t,e=>log.push(t+':'+(e.target.id||e.target.tagName)+(e.isTrusted?'':'!')),true)</script>";

#[tokio::test]
async fn a_click_is_trusted_and_says_what_it_changed() {
    let stage = Stage::with(&format!(
        "{LOG}<button id=b onclick=\"o.textContent='Saved'\">Save</button><h2 id=o>Draft</h2>"
    ))
    .await;
    let effect = click(&stage.ctx(), &button("Save"), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(effect.did, "clicked");
    assert!(effect.target.unwrap().starts_with("button \"Save\" [ref=e"));
    let text = effect.changes.text();
    assert!(
        text.contains("h2 \"Saved\"") && text.contains("\"Draft\""),
        "{text}"
    );
    assert_eq!(
        stage.eval("log").await,
        json!(["pointerdown:b", "mousedown:b", "mouseup:b", "click:b"])
    );
}

#[tokio::test]
async fn every_way_to_click() {
    let stage = Stage::with(&format!(
        "{LOG}<button id=b style='width:200px;height:100px'>Go</button>\
        <script>b.onmousedown=e=>place=[e.offsetX,e.offsetY,e.shiftKey,e.ctrlKey,e.button]</script>"
    ))
    .await;
    let options = ClickOptions {
        count: Some(2),
        ..ClickOptions::default()
    };
    assert_eq!(
        click(&stage.ctx(), &button("Go"), &options).await.unwrap().did,
        "double-clicked"
    );
    assert!(stage.eval("log.includes('dblclick:b')").await == true);
    let options = ClickOptions {
        button: MouseButton::Right,
        modifiers: vec!["Shift".into()],
        position: Some(eyeline_gateway::actions::Position { x: 20.0, y: 30.0 }),
        ..ClickOptions::default()
    };
    click(&stage.ctx(), &button("Go"), &options).await.unwrap();
    assert_eq!(stage.eval("place.slice(2)").await, json!([true, false, 2]));
    assert_eq!(
        stage
            .eval("Math.round(place[0]/4)+','+Math.round(place[1]/4)")
            .await,
        json!("5,7")
    );
    assert!(stage.eval("log.includes('contextmenu:b')").await == true);
    let options = ClickOptions {
        modifiers: vec!["Hyper".into()],
        ..ClickOptions::default()
    };
    assert!(
        sentence(click(&stage.ctx(), &button("Go"), &options).await).contains("\"Hyper\" is no modifier")
    );
}

#[tokio::test]
async fn a_covered_target_is_refused_with_what_covers_it_and_the_page_hears_nothing() {
    let stage = Stage::with(&format!("<button id=b>Save</button><div role=dialog aria-label=Cookies style='position:fixed;inset:0;background:#fff9'><p>We use</p></div>{LOG}")).await;
    let refused = sentence(click(&stage.within(3000), &button("Save"), &ClickOptions::default()).await);
    assert!(
        refused.contains("button \"Save\" [ref=e")
            && refused.contains("is covered by dialog \"Cookies\" [ref=e"),
        "{refused}"
    );
    assert_eq!(stage.eval("log").await, json!([]));
}

#[tokio::test]
async fn what_will_be_ready_is_waited_for() {
    let stage = Stage::with("<style>#m{position:relative}</style>\
        <button id=b disabled>Order</button><button id=c>Pay</button><button id=m>Catch</button>\
        <div id=v style='position:fixed;left:0;top:0;width:100%;height:60px'></div>\
        <script>hits=[];for(const x of [b,c,m])x.onclick=()=>hits.push(x.id);\
        setTimeout(()=>{b.disabled=false;v.remove()},1200);let x=0;const step=()=>{m.style.left=(x+=3)+'px';if(x<200)requestAnimationFrame(step)};step()</script>").await;
    let began = Instant::now();
    click(&stage.ctx(), &button("Order"), &ClickOptions::default())
        .await
        .unwrap();
    assert!(began.elapsed() > Duration::from_millis(300));
    click(&stage.ctx(), &button("Pay"), &ClickOptions::default())
        .await
        .unwrap();
    click(&stage.ctx(), &button("Catch"), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("hits").await, json!(["b", "c", "m"]));
    assert_eq!(stage.eval("parseInt(m.style.left)>=200").await, json!(true));
}

#[tokio::test]
async fn a_cover_that_comes_with_the_mouse_keeps_the_press_from_the_page() {
    let stage = Stage::with(&format!("<button id=b style='margin:80px'>Save</button>{LOG}<script>\
        b.onpointerover=()=>{{const v=document.createElement('div');v.id='veil';v.style='position:fixed;inset:0';document.body.append(v);setTimeout(()=>{{v.remove();b.onpointerover=null}},600)}}</script>")).await;
    click(&stage.ctx(), &button("Save"), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(
        stage.eval("log.filter(x=>x.startsWith('click'))").await,
        json!(["click:b"])
    );
    assert_eq!(stage.eval("log.some(x=>x.includes('veil'))").await, json!(false));
}

#[tokio::test]
async fn several_matches_are_listed_and_wrong_names_are_helped() {
    let stage = Stage::with("<table><tr><td>A-1<td><button>Edit</button><tr><td>A-2<td><button>Edit</button></table><button>New key</button>").await;
    let refused = sentence(click(&stage.ctx(), &button("Edit"), &ClickOptions::default()).await);
    assert!(
        refused.contains("fits 2 elements") && refused.contains("[ref=e"),
        "{refused}"
    );
    let refused = sentence(click(&stage.within(1500), &button("New kye"), &ClickOptions::default()).await);
    assert!(
        refused.contains("There is no button \"New kye\" here. Did you mean button \"New key\"?"),
        "{refused}"
    );
    let refused = sentence(click(&stage.within(1500), &at(json!("#nope")), &ClickOptions::default()).await);
    assert!(
        refused.contains("Nothing on this page matches \"#nope\""),
        "{refused}"
    );
    let refused = sentence(click(&stage.within(1500), &at(json!("a[")), &ClickOptions::default()).await);
    assert!(refused.contains("not a valid CSS selector"), "{refused}");
    click(
        &stage.ctx(),
        &button("Edit").with_nth(1).unwrap(),
        &ClickOptions::default(),
    )
    .await
    .unwrap();
}

#[tokio::test]
async fn selectors_pierce_shadow_roots_and_frames() {
    let stage = Stage::with_pages(&[
        ("page", "<x-a></x-a><iframe id=f src='{{OTHER}}/inner' style='margin:40px;border:9px solid'></iframe><script>customElements.define('x-a',class extends HTMLElement{constructor(){super();this.attachShadow({mode:'open'}).innerHTML='<p><button class=go>Deep</button></p>';this.shadowRoot.querySelector('button').onclick=()=>document.title='deep'}})</script>"),
        ("inner", "<button id=in onclick=\"this.textContent='hit'\">Inner</button>"),
    ]).await;
    click(&stage.ctx(), &at(json!("x-a p .go")), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("document.title").await, json!("deep"));
    let effect = click(&stage.ctx(), &at(json!("#f >>> #in")), &ClickOptions::default())
        .await
        .unwrap();
    assert!(
        effect.changes.text().contains("button \"hit\""),
        "{}",
        effect.changes.text()
    );
}

#[tokio::test]
async fn hover_drag_wheel_and_tap_do_what_a_person_does() {
    let stage = Stage::with("<style>#m{display:none}#h:hover+#m{display:block}</style><button id=h>Menu</button><div id=m role=menu><button role=menuitem>Copy</button></div>\
        <div id=a draggable=true style='width:80px;height:40px;background:#ccc'>Box</div><div id=z style='width:200px;height:80px;background:#eee' role=group aria-label=Shelf></div>\
        <div id=s style='height:100px;overflow:auto' role=list aria-label=Log><div style='height:2000px'>x</div></div><button id=t>Tap</button>\
        <script>a.ondragstart=e=>e.dataTransfer.setData('text/plain','box');z.ondragover=e=>e.preventDefault();z.ondrop=e=>{e.preventDefault();document.title=e.dataTransfer.getData('text/plain')};\
        t.addEventListener('touchstart',()=>t.dataset.t=1);t.onclick=()=>t.dataset.c=1;wheels=0;s.onwheel=e=>wheels+=e.isTrusted?1:0</script>").await;
    let effect = hover(&stage.ctx(), &button("Menu"), &HoverOptions::default())
        .await
        .unwrap();
    assert!(
        effect.changes.text().contains("menuitem \"Copy\""),
        "{}",
        effect.changes.text()
    );
    drag(
        &stage.ctx(),
        &at(json!("#a")),
        &at(json!("#z")),
        &DragOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(stage.eval("document.title").await, json!("box"));
    let options = ScrollOptions {
        target: Some(at(json!("#s"))),
        by: Some(eyeline_gateway::actions::Position { x: 0.0, y: 300.0 }),
        ..ScrollOptions::default()
    };
    let effect = scroll(&stage.ctx(), &options).await.unwrap();
    assert_eq!(
        stage.eval("[s.scrollTop, wheels > 0]").await,
        json!([300, true]),
        "{effect:?}"
    );
    tap(&stage.ctx(), &button("Tap"), &HoverOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("[t.dataset.t, t.dataset.c]").await, json!(["1", "1"]));
}

#[tokio::test]
async fn a_click_that_changes_nothing_costs_little_more_than_the_press() {
    let stage = Stage::with("<button id=b>Idle</button>").await;
    let mut times = Vec::new();
    for _ in 0..12 {
        let began = Instant::now();
        let effect = click(&stage.ctx(), &button("Idle"), &ClickOptions::default())
            .await
            .unwrap();
        times.push(began.elapsed());
        assert_eq!(effect.changes.text(), "No visible change.");
    }
    times.sort();
    // Two frames and the press; the least of them, for other tests may run beside this one.
    assert!(times[0] < Duration::from_millis(60), "{times:?}");
}

#[tokio::test]
async fn an_element_that_becomes_another_thing_under_the_mouse_is_not_pressed() {
    let stage = Stage::with(
        "<div id=rows></div><script>heard=[];let first=1;const rows=[0,1,2,3].map(()=>{const b=document.createElement('button');\
        b.onclick=()=>heard.push(b.textContent);b.style.display='block';b.style.height='60px';window.rows.append(b);return b});\
        const draw=()=>rows.forEach((b,k)=>b.textContent='Row '+(first+k));draw();\
        window.rows.addEventListener('mousemove',()=>{if(first===1){first=0;draw()}})</script>",
    )
    .await;
    let effect = click(&stage.ctx(), &button("Row 2"), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("heard").await, json!(["Row 2"]));
    assert!(effect.target.unwrap().contains("\"Row 2\""));
}

#[tokio::test]
async fn what_was_pressed_is_told_by_the_name_it_had_then() {
    let stage = Stage::with(
        "<button id=b>One</button><script>heard=[];b.onclick=()=>heard.push(b.textContent);b.onmousemove=()=>b.textContent='Two'</script>",
    )
    .await;
    let effect = click(&stage.ctx(), &at(json!("#b")), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("heard").await, json!(["Two"]));
    assert!(effect.target.clone().unwrap().contains("\"Two\""), "{effect:?}");
}

#[tokio::test]
async fn points_and_counts_that_nobody_could_press_are_refused() {
    let stage = Stage::with("<button onclick='n=(window.n||0)+1'>Go</button>").await;
    for point in [json!({"x": 5000, "y": 5}), json!({"x": -5, "y": 5})] {
        let told = sentence(click(&stage.ctx(), &at(point.clone()), &ClickOptions::default()).await);
        assert!(
            told.contains("is outside of the viewport, which is 1000 x"),
            "{told}"
        );
        let told = sentence(hover(&stage.ctx(), &at(point), &HoverOptions::default()).await);
        assert!(told.contains("is outside of the viewport"), "{told}");
    }
    assert!(Target::parse(&json!({"x": 1e12, "y": 0})).is_err());
    for count in [0, 4, 50] {
        let options = ClickOptions {
            count: Some(count),
            ..ClickOptions::default()
        };
        let told = sentence(click(&stage.ctx(), &button("Go"), &options).await);
        assert!(told.contains("count is 1, 2 or 3"), "{told}");
    }
    assert_eq!(stage.eval("window.n ?? 0").await, json!(0));
}

#[tokio::test]
async fn the_wheel_tells_of_what_it_turned() {
    // The list draws its rows anew as it scrolls, so that the one it was turned over is gone afterwards.
    let stage = Stage::with("<div id=l style='height:100px;overflow:auto'><div style='height:3000px'><p id=r>Row 0</p></div></div><div id=m style='width:80px;height:80px;background:#ccc'></div><p style='height:2000px'>\
        <script>l.onscroll=()=>{const n=document.createElement('p');n.textContent='Row '+l.scrollTop;r.replaceWith(n)};m.addEventListener('wheel',e=>e.preventDefault(),{passive:false})</script>").await;
    let by = |target: &str| ScrollOptions {
        target: Some(at(json!(target))),
        by: Some(Position { x: 0.0, y: 300.0 }),
        ..ScrollOptions::default()
    };
    let effect = scroll(&stage.ctx(), &by("#r")).await.unwrap();
    assert_eq!(effect.value.unwrap()["y"], json!(300.0));
    let effect = scroll(&stage.ctx(), &by("#m")).await.unwrap();
    assert_eq!(
        effect.note.unwrap(),
        "the page took the wheel itself; it may zoom or turn with it"
    );
    assert_eq!(stage.eval("scrollY").await, json!(0));
}
