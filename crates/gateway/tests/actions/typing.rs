//! What fields take, and what they hold afterwards.

use eyeline_gateway::actions::{
    CommonOptions, PressOptions, TypeOptions, clear, fill_form, press_key, set_value, type_text,
};
use serde_json::json;

use crate::support::*;

fn options() -> TypeOptions {
    TypeOptions::default()
}

#[tokio::test]
async fn typing_replaces_and_reads_back() {
    let stage = Stage::with("<input aria-label=Name value=old><textarea aria-label=Note>x</textarea><input type=password aria-label=Key>\
        <script>events=[];addEventListener('input',e=>events.push(e.isTrusted))</script>").await;
    let name = at(json!({"label": "Name"}));
    let effect = type_text(&stage.ctx(), &name, "Ada Lovelace", &options())
        .await
        .unwrap();
    assert_eq!(
        (effect.did.as_str(), effect.value),
        ("filled", Some(json!("Ada Lovelace")))
    );
    let more = TypeOptions {
        append: true,
        ..options()
    };
    assert_eq!(
        type_text(&stage.ctx(), &name, "!", &more).await.unwrap().value,
        Some(json!("Ada Lovelace!"))
    );
    assert_eq!(
        clear(&stage.ctx(), &name, &CommonOptions::default())
            .await
            .unwrap()
            .value,
        Some(json!(""))
    );
    let effect = type_text(&stage.ctx(), &at(json!({"label": "Note"})), "a\nb", &options())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("a\nb")));
    let effect = type_text(&stage.ctx(), &at(json!({"label": "Key"})), "secret", &options())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("6 characters")));
    assert_eq!(stage.eval("events.every(x => x)").await, json!(true));
}

#[tokio::test]
async fn what_a_field_cannot_hold_is_refused_before_anything_changes() {
    let stage = Stage::with("<input type=number aria-label=Price value=7><input type=date aria-label=Day value=2024-01-01><input type=color aria-label=Paint>\
        <input type=range aria-label=Volume max=10 value=2><input aria-label=Fixed readonly value=f><input aria-label=Off disabled value=o><input aria-label=Short maxlength=3 value=a>\
        <input type=checkbox aria-label=Box>").await;
    for (label, text, reason) in [
        ("Price", "£35", "takes a number such as 3.5"),
        ("Day", "next week", "takes YYYY-MM-DD"),
        ("Paint", "blue", "takes #rrggbb"),
        ("Volume", "11", "from 0 to 10"),
        ("Fixed", "x", "read-only"),
        ("Off", "x", "is disabled"),
        ("Short", "abcd", "at most 3 characters"),
        ("Box", "x", "check(target) ticks it"),
    ] {
        let refused = sentence(
            type_text(
                &stage.within(3000),
                &at(json!({"label": label})),
                text,
                &options(),
            )
            .await,
        );
        assert!(refused.contains(reason), "{label}: {refused}");
    }
    assert_eq!(
        stage
            .eval("[...document.querySelectorAll('input')].map(x => x.value).join()")
            .await,
        json!("7,2024-01-01,#000000,2,f,o,a,on")
    );
    for (label, text, held) in [
        ("Price", "35", "35"),
        ("Day", "2024-3-5", "2024-03-05"),
        ("Paint", "#8A2BE2", "#8a2be2"),
        ("Volume", "9", "9"),
    ] {
        let effect = type_text(&stage.ctx(), &at(json!({"label": label})), text, &options())
            .await
            .unwrap();
        assert_eq!(effect.value, Some(json!(held)));
    }
}

#[tokio::test]
async fn masks_and_formats_get_keys_and_refusals_are_told() {
    let stage = Stage::with("<input id=p aria-label=Phone><input id=a aria-label=Amount value=90><input id=n aria-label=No>\
        <script>let d='';p.addEventListener('keydown',e=>{if(e.key==='Backspace'){e.preventDefault();d=''}else if(/^\\d$/.test(e.key)){e.preventDefault();d+=e.key}else return;p.value=d.replace(/(\\d{3})(?=\\d)/g,'$1 ')});p.addEventListener('beforeinput',e=>e.preventDefault());\
        a.addEventListener('input',()=>{const n=a.value.replace(/\\D/g,'');a.value=n.replace(/\\B(?=(\\d{3})+$)/g,',')});n.addEventListener('input',()=>n.value='no')</script>").await;
    let effect = type_text(
        &stage.ctx(),
        &at(json!({"label": "Phone"})),
        "555012345",
        &options(),
    )
    .await
    .unwrap();
    assert_eq!(effect.value, Some(json!("555 012 345")));
    let effect = type_text(
        &stage.ctx(),
        &at(json!({"label": "Amount"})),
        "1234567",
        &options(),
    )
    .await
    .unwrap();
    assert_eq!(effect.value, Some(json!("1,234,567")));
    let failed = sentence(type_text(&stage.ctx(), &at(json!({"label": "No"})), "yes", &options()).await);
    assert!(failed.contains("holds \"no\" and not \"yes\""), "{failed}");
}

#[tokio::test]
async fn editors_and_keys() {
    let stage = Stage::with("<div id=e contenteditable role=textbox aria-label=Post><p>old text</p></div><textarea id=t aria-label=Cap></textarea>\
        <canvas id=c tabindex=0 width=50 height=20></canvas><script>got='';c.onkeydown=e=>got+=e.key</script>").await;
    let post = at(json!({"role": "textbox", "name": "Post"}));
    let effect = type_text(&stage.ctx(), &post, "Hello harbour", &options())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("Hello harbour")));
    let effect = type_text(&stage.ctx(), &post, "one\ntwo", &options())
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!("one\ntwo")));
    let slowly = TypeOptions {
        slowly: true,
        ..options()
    };
    let text = "🦊 Quito\n🇵🇪 👩‍👩‍👧 done!";
    let effect = type_text(&stage.ctx(), &at(json!("#t")), text, &slowly)
        .await
        .unwrap();
    assert_eq!(effect.value, Some(json!(text)));
    stage.eval("c.focus()").await;
    let at_caret = TypeOptions {
        slowly: true,
        append: true,
        ..options()
    };
    type_text(&stage.ctx(), &at(json!("focused")), "ls -L", &at_caret)
        .await
        .unwrap();
    assert_eq!(stage.eval("got.replaceAll('Shift','')").await, json!("ls -L"));
    stage.eval("t.focus()").await;
    press_key(&stage.ctx(), "ControlOrMeta+A", &PressOptions::default())
        .await
        .unwrap();
    press_key(&stage.ctx(), "Delete", &PressOptions::default())
        .await
        .unwrap();
    assert_eq!(stage.eval("t.value").await, json!(""));
    let options = PressOptions {
        target: Some(at(json!("#t"))),
        ..PressOptions::default()
    };
    press_key(&stage.ctx(), "Shift+a", &options).await.unwrap();
    assert_eq!(stage.eval("t.value").await, json!("A"));
    assert!(
        sentence(press_key(&stage.ctx(), "Entr", &PressOptions::default()).await)
            .contains("Did you mean \"Enter\"?")
    );
}

#[tokio::test]
async fn a_form_is_checked_whole_before_its_first_field_is_touched() {
    let stage = Stage::with("<form><label>Full name <input id=n></label><label>Born <input type=date id=d></label><label><input type=checkbox id=c> Remember me</label>\
        <label>Plan <select id=s><option>Free<option>Pro</select></label><fieldset><legend>Size</legend><label><input type=radio name=z value=s>Small</label><label><input type=radio name=z value=l>Large</label></fieldset></form>").await;
    let fields = |born: &str| {
        vec![
            ("Full name".to_owned(), json!("Ada")),
            ("Born".to_owned(), json!(born)),
            ("Remember me".to_owned(), json!(true)),
            ("Plan".to_owned(), json!("Pro")),
        ]
    };
    let refused = sentence(fill_form(&stage.within(3000), &fields("soon"), &Default::default()).await);
    assert!(
        refused.starts_with("Nothing was filled in.") && refused.contains("YYYY-MM-DD"),
        "{refused}"
    );
    assert_eq!(stage.eval("n.value").await, json!(""));
    let effect = fill_form(&stage.ctx(), &fields("1815-12-10"), &Default::default())
        .await
        .unwrap();
    assert_eq!(
        effect.value,
        Some(json!({"Full name": "Ada", "Born": "1815-12-10", "Remember me": true, "Plan": "Pro"}))
    );
    assert_eq!(
        stage.eval("[n.value,d.value,c.checked,s.value].join()").await,
        json!("Ada,1815-12-10,true,Pro")
    );
    set_value(
        &stage.ctx(),
        &at(json!("fieldset")),
        &json!("Large"),
        &Default::default(),
    )
    .await
    .unwrap();
    assert_eq!(
        stage.eval("document.querySelector('[value=l]').checked").await,
        json!(true)
    );
}

#[tokio::test]
async fn text_is_composed_where_that_is_asked_for() {
    let stage = Stage::with(
        "<label>Name <input id=n value=old></label><script>heard=[];for(const t of ['compositionstart','compositionend'])n.addEventListener(t,e=>heard.push(t))</script>",
    )
    .await;
    let options = TypeOptions {
        ime: true,
        ..TypeOptions::default()
    };
    let name = at(json!({"label": "Name"}));
    let effect = type_text(&stage.ctx(), &name, "日本", &options).await.unwrap();
    assert_eq!(effect.value, Some(json!("日本")));
    assert_eq!(
        stage.eval("[n.value, heard.includes('compositionstart')]").await,
        json!(["日本", true])
    );
}
