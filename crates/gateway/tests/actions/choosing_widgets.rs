//! Choosing from widgets that are made of several parts, the way libraries make them.

use eyeline_gateway::actions::{ActionError, Choice, CommonOptions, Effect, Target, select};
use serde_json::json;

use crate::support::*;

fn labels(list: &[&str]) -> Vec<Choice> {
    list.iter().map(|label| Choice::Label((*label).into())).collect()
}

/// A tree with names like those of options stands on each of these pages, and is never theirs.
const BYSTANDER: &str = "<ul role=tree aria-label=Files onclick='window.wrong=1'><li role=treeitem>Canada<li role=treeitem>Docs</ul><div role=radiogroup aria-label=Plan onclick='window.wrong=1'><span role=radio aria-checked=false>Canada</span></div>";

async fn chosen(page: &str, target: Target, options: &[&str]) -> (Stage, Result<Effect, ActionError>) {
    let stage = Stage::with(&format!("{BYSTANDER}{page}")).await;
    let effect = select(&stage.ctx(), &target, &labels(options), &CommonOptions::default()).await;
    assert_eq!(stage.eval("window.wrong ?? 0").await, json!(0));
    (stage, effect)
}

/// A list without a size for assistive technology, and beside it the same things as they are seen: few of them, scrolled by script.
const DOUBLED: &str = "<style>.box{position:relative;width:220px;border:1px solid}.ph{position:absolute;inset:0}.box input{opacity:0;width:100%}.pop{width:220px}.held{height:96px;overflow:hidden}.item{height:24px;cursor:pointer}</style>\
    <label for=c>Country</label><div class=box id=box><div class=content><span class='placeholder ph' id=shown>Pick one</span><input id=c role=combobox readonly autocomplete=new-password aria-expanded=false aria-haspopup=listbox></div></div>\
    <script>names=['Austria','Belgium','Canada','Denmark','Estonia','France','Ghana','Haiti','India','Japan'];let pop=null;const say=o=>{c.setAttribute('aria-expanded',o);o?c.setAttribute('aria-controls','cl'):c.removeAttribute('aria-controls')};\
    const close=()=>{pop.remove();pop=null;say(false)};onkeydown=e=>{if(e.key=='Escape'&&pop)close()};\
    box.onmousedown=()=>{if(pop)return close();pop=document.createElement('div');pop.innerHTML='<div class=pop><div><div role=listbox id=cl style=\"height:0;width:0;overflow:hidden\"><div role=option aria-label=Austria>austria</div></div><div class=held><div style=\"height:'+names.length*24+'px\"><div class=win></div></div></div></div></div>';document.body.append(pop);\
    const held=pop.querySelector('.held'),win=pop.querySelector('.win');const draw=()=>{const f=Math.floor(held.scrollTop/24);win.style.paddingTop=f*24+'px';win.innerHTML=names.slice(f,f+4).map(n=>'<div class=item title=\"'+n+'\"><div class=txt>'+n+'</div></div>').join('')};held.onscroll=draw;draw();\
    win.onclick=e=>{shown.textContent=e.target.closest('.item').title;shown.className='shown';close()};say(true)}</script>";

#[tokio::test]
async fn what_is_seen_is_pressed_where_the_list_itself_has_no_size() {
    let country = || at(json!({"label": "Country"}));
    for option in ["Canada", "Japan"] {
        let (stage, effect) = chosen(DOUBLED, country(), &[option]).await;
        assert_eq!(effect.unwrap().value, Some(json!(option)));
        assert_eq!(
            stage.eval("[shown.textContent, c.value]").await,
            json!([option, ""])
        );
    }
    let (stage, refused) = chosen(DOUBLED, country(), &["Mars"]).await;
    let refused = sentence(refused);
    assert!(
        refused.contains("has no option \"Mars\"") && refused.contains("\"Austria\""),
        "{refused}"
    );
    assert_eq!(
        stage.eval("pop === null").await,
        json!(true),
        "its popup is closed again"
    );
}

#[tokio::test]
async fn a_hidden_field_is_pressed_where_its_widget_is_drawn() {
    let page = "<style>.dot{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}.drop{position:relative;display:inline-flex;width:200px;border:1px solid}</style>\
        <label for=city>City</label><div class=drop id=drop><div class=dot><input id=city readonly aria-haspopup=listbox></div><div class=dot><select tabindex=-1><option>x</select></div><span id=text>Select a city</span><div role=button aria-haspopup=listbox aria-expanded=false id=trigger>v</div></div>\
        <script>drop.onclick=()=>{if(window.panel)return;panel=document.createElement('div');panel.innerHTML='<ul role=listbox><li role=option aria-selected=false>Oslo<li role=option aria-selected=false>Rome</ul>';document.body.append(panel);panel.onclick=e=>{text.textContent=e.target.textContent;panel.remove();panel=null}}</script>";
    let (stage, effect) = chosen(page, at(json!({"label": "City"})), &["Oslo"]).await;
    assert_eq!(effect.unwrap().value, Some(json!("Oslo")));
    assert_eq!(stage.eval("text.textContent").await, json!("Oslo"));
}

#[tokio::test]
async fn options_are_found_where_they_are_slotted_into_a_list_in_a_shadow_root() {
    let page = "<x-select id=x><x-option role=option>Red</x-option><x-option role=option>Green</x-option></x-select><script>\
        customElements.define('x-select',class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:'open'});r.innerHTML='<label>Colour <input role=combobox readonly aria-expanded=false aria-controls=l aria-haspopup=listbox></label><div id=l role=listbox hidden><slot></slot></div>';\
        const i=r.querySelector('input'),l=r.querySelector('#l');const show=o=>{l.hidden=!o;i.setAttribute('aria-expanded',o)};i.onclick=()=>show(l.hidden);this.addEventListener('click',e=>{const o=e.target.closest('x-option');if(o){i.value=o.textContent;show(false)}})}})</script>";
    let (stage, effect) = chosen(
        page,
        at(json!({"role": "combobox", "name": "Colour"})),
        &["Green"],
    )
    .await;
    assert_eq!(effect.unwrap().value, Some(json!("Green")));
    assert_eq!(
        stage.eval("x.shadowRoot.querySelector('input').value").await,
        json!("Green")
    );
}

#[tokio::test]
async fn a_label_of_a_hidden_select_leads_to_its_widget_and_its_search_is_typed_into() {
    let page = "<label for=who>User</label><select id=who style='position:absolute;width:1px;height:1px;overflow:hidden' aria-hidden=true tabindex=-1><option></select><span id=w><span role=combobox aria-haspopup=true aria-expanded=false tabindex=0 id=b style='display:inline-block;width:200px;border:1px solid'>Nobody</span></span>\
        <script>b.onclick=()=>{b.setAttribute('aria-expanded',true);const d=document.createElement('div');d.innerHTML='<input type=search aria-label=Search><ul role=listbox><li role=alert>Type a letter</ul>';document.body.append(d);const [q,u]=d.children;q.focus();let t;\
        q.oninput=()=>{clearTimeout(t);u.innerHTML='<li role=alert>Searching\u{2026}';t=setTimeout(()=>{u.innerHTML=['Grace Hopper','Ada'].filter(n=>n.includes(q.value)).map(n=>'<li role=option aria-selected=true>'+n).join('')},600)};\
        u.onclick=e=>{if(e.target.getAttribute('role')!=='option')return;b.textContent=e.target.textContent;b.setAttribute('aria-expanded',false);d.remove()}}</script>";
    let (stage, effect) = chosen(page, at(json!({"label": "User"})), &["Grace Hopper"]).await;
    assert_eq!(effect.unwrap().value, Some(json!("Grace Hopper")));
    assert_eq!(stage.eval("b.textContent").await, json!("Grace Hopper"));
    let user = at(json!({"label": "User"}));
    let again = select(&stage.ctx(), &user, &labels(&["Ada"]), &CommonOptions::default()).await;
    assert_eq!(again.unwrap().value, Some(json!("Ada")));
}

#[tokio::test]
async fn several_are_chosen_from_a_menu_that_stays_open_and_is_folded_after() {
    let page = "<button id=b role=combobox aria-label=Pets aria-expanded=false aria-controls=m>None</button><div id=m role=menu hidden><div role=menuitemcheckbox aria-checked=false>Cat</div><div role=menuitemcheckbox aria-checked=false>Dog</div><div role=menuitemcheckbox aria-checked=false>Emu</div></div>\
        <script>const show=o=>{m.hidden=!o;b.setAttribute('aria-expanded',o)};b.onclick=()=>show(m.hidden);onkeydown=e=>{if(e.key=='Escape')show(false)};m.onclick=e=>{const on=e.target.getAttribute('aria-checked')!=='true';e.target.setAttribute('aria-checked',on);b.textContent=[...m.querySelectorAll('[aria-checked=true]')].map(x=>x.textContent).join(', ')}</script>";
    let pets = || at(json!({"role": "combobox", "name": "Pets"}));
    let (stage, effect) = chosen(page, pets(), &["Cat", "Emu"]).await;
    assert_eq!(effect.unwrap().value, Some(json!(["Cat", "Emu"])));
    assert_eq!(
        stage.eval("[b.textContent, m.hidden]").await,
        json!(["Cat, Emu", true])
    );
    let (_, refused) = chosen(page, pets(), &["Cat", "Cow"]).await;
    let refused = sentence(refused);
    assert!(
        refused.contains("no option \"Cow\"") && refused.contains("Chosen before it: \"Cat\""),
        "{refused}"
    );
}

#[tokio::test]
async fn a_branch_is_no_choice_and_a_path_goes_through_it() {
    let page = "<input id=c role=combobox readonly aria-label=Region aria-expanded=false aria-haspopup=listbox><script>const tree={Europe:{Germany:{Munich:0},France:{Paris:0}},Asia:{Japan:0}};let pop;\
        const column=(node,path)=>{const u=document.createElement('ul');u.setAttribute('role','menu');for(const name in node){const l=document.createElement('li');l.setAttribute('role','menuitemcheckbox');l.setAttribute('aria-checked',false);l.textContent=name;\
        l.onclick=()=>{while(u.nextSibling)u.nextSibling.remove();if(node[name])return pop.append(column(node[name],[...path,name]));c.value=[...path,name].join(' / ');pop.remove();c.setAttribute('aria-expanded',false)};u.append(l)}return u};\
        c.onclick=()=>{pop=document.createElement('div');pop.append(column(tree,[]));document.body.append(pop);c.setAttribute('aria-expanded',true)}</script>";
    let region = || at(json!({"role": "combobox", "name": "Region"}));
    let (stage, effect) = chosen(page, region(), &["Europe / Germany / Munich"]).await;
    assert_eq!(effect.unwrap().value, Some(json!("Europe / Germany / Munich")));
    assert_eq!(stage.eval("c.value").await, json!("Europe / Germany / Munich"));
    let (_, failed) = chosen(page, region(), &["Europe"]).await;
    assert!(sentence(failed).contains("after its option \"Europe\" was pressed"));
}
