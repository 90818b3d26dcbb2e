//! Targets in frames: found, scrolled to, hit.

use eyeline_gateway::actions::{ClickOptions, TypeOptions, click, type_text};
use serde_json::json;

use crate::support::*;

#[tokio::test]
async fn a_target_is_found_in_whatever_frame_it_is() {
    let stage = Stage::with_pages(&[
        ("page", "<div style='height:1500px'>far</div><div style='transform:scale(.8)'><iframe title=Outer src='{{OTHER}}/outer' style='width:600px;height:300px;border:5px solid;padding:7px'></iframe></div><p id=o>none</p>\
            <script>onmessage=e=>o.textContent=e.data</script>"),
        ("outer", "<div style='height:700px'>x</div><iframe title=Inner src='/inner'></iframe>"),
        ("inner", "<button onclick=\"top.postMessage('pressed','*')\">Claim</button><label>Code <input></label>"),
    ]).await;
    let effect = click(&stage.ctx(), &button("Claim"), &ClickOptions::default())
        .await
        .unwrap();
    assert!(
        effect
            .target
            .as_deref()
            .is_some_and(|target| target.contains("[ref=f")),
        "{effect:?}"
    );
    assert_eq!(stage.eval("o.textContent").await, json!("pressed"));
    let effect = type_text(
        &stage.ctx(),
        &at(json!({"label": "Code"})),
        "Z-7",
        &TypeOptions::default(),
    )
    .await
    .unwrap();
    assert_eq!(effect.value, Some(json!("Z-7")));
}

#[tokio::test]
async fn a_frame_that_is_covered_outside_is_refused() {
    let stage = Stage::with_pages(&[
        ("page", "<iframe src='{{OTHER}}/inner'></iframe><div role=dialog aria-label=Veil style='position:fixed;inset:0'>wait</div>"),
        ("inner", "<button>Claim</button>"),
    ]).await;
    let refused = sentence(click(&stage.within(3000), &button("Claim"), &ClickOptions::default()).await);
    assert!(refused.contains("is covered by dialog \"Veil\""), "{refused}");
}

#[tokio::test]
async fn a_busy_frame_holds_nothing_up() {
    let stage = Stage::with_pages(&[
        (
            "page",
            "<button onclick=\"document.title='on'\">Read on</button><iframe src='{{OTHER}}/busy'></iframe>",
        ),
        ("busy", "<script>setTimeout(()=>{for(;;);},200)</script>"),
    ])
    .await;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    click(&stage.ctx(), &button("Read on"), &ClickOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("document.title").await, json!("on"));
}

#[tokio::test]
async fn a_dialog_in_a_frame_hides_the_rest_of_that_frame() {
    let stage = Stage::with_pages(&[
        ("page", "<button>Outside</button><iframe src='{{OTHER}}/inner' width=400 height=300></iframe>"),
        ("inner", "<button onclick='d.showModal()'>Remove</button><dialog id=d aria-label='Remove row?'><button onclick='d.close()'>No</button></dialog>"),
    ]).await;
    let effect = click(&stage.ctx(), &button("Remove"), &ClickOptions::default())
        .await
        .unwrap();
    let notes = effect.changes.notes.join(" ");
    assert!(
        notes.contains("opened; the rest of the frame is behind it"),
        "{notes}"
    );
}
