//! Opening the branches of a tree.

use std::time::{Duration, Instant};

use ai_vision::{Key, NodeError, Value};
use eyeline_page_script::model::{ItemFacts, TreeSwitch};
use serde_json::json;

use super::acting;
use super::composite::{child, pick};
use super::control::Control;
use super::naming::key_text;
use super::reach::Reach;
use crate::actions::{self, ClickOptions, PressOptions};

/// How long a branch may take to show what is in it: many fetch that when they are opened.
const BRANCH_PATIENCE: Duration = Duration::from_secs(4);
/// How often it is looked whether it does.
const BRANCH_LOOK: Duration = Duration::from_millis(60);

/// Opens a tree down a path of names.
pub(super) async fn open_branches(tree: &Control, names: &[String]) -> Result<Value, NodeError> {
    let mut above: Option<ItemFacts> = None;
    let mut path = tree.path().to_owned();
    for (depth, name) in names.iter().enumerate() {
        let inside = shown_below(tree, above.as_ref()).await?;
        let found = pick(tree, &inside, &Key::Text(name.clone()), None)?.clone();
        path = format!("{path}[{}]", key_text(&found.name));
        let item = child(tree, &found, path.clone());
        if depth + 1 == names.len() {
            return Ok(Value::node(item.identified()));
        }
        // Some trees say only of their open branches that they are.
        let closed =
            found.expanded != Some(true) && below(&tree.fresh_facts().await?.items, Some(&found)).is_empty();
        if found.expanded == Some(false) || closed {
            acting::assign(&item, "expanded", &json!(true)).await?;
        }
        above = Some(found);
    }
    Err(NodeError::new("open takes at least one name."))
}

/// The items right below a tree's item, waited for where it has none yet.
async fn shown_below(tree: &Control, above: Option<&ItemFacts>) -> Result<Vec<ItemFacts>, NodeError> {
    let began = Instant::now();
    loop {
        let inside = below(&tree.fresh_facts().await?.items, above);
        if !inside.is_empty() || above.is_none() || began.elapsed() > BRANCH_PATIENCE {
            return Ok(inside);
        }
        tokio::time::sleep(BRANCH_LOOK).await;
    }
}

/// The items right below one of a tree's shown items; the top ones where none is given.
fn below(items: &[ItemFacts], above: Option<&ItemFacts>) -> Vec<ItemFacts> {
    let level = |item: &ItemFacts| item.level.unwrap_or(1);
    let Some(above) = above else {
        let top = items.iter().map(level).min().unwrap_or(1);
        return items.iter().filter(|item| level(item) == top).cloned().collect();
    };
    let same = |item: &&ItemFacts| item.name == above.name && item.level == above.level;
    let by_ref = items.iter().position(|item| item.reference == above.reference);
    // A tree may draw its items anew when one is opened.
    let Some(at) = by_ref.or_else(|| items.iter().position(|item| same(&item))) else {
        return Vec::new();
    };
    let parent = level(&items[at]);
    let inside = items[at + 1..].iter().take_while(|item| level(item) > parent);
    inside.filter(|item| level(item) == parent + 1).cloned().collect()
}

async fn switch_of(item: &Control) -> Result<TreeSwitch, NodeError> {
    let asked = json!({ "ref": item.reference() });
    item.reach().ask(item.frame(), "treeSwitch", &asked).await
}

/// Whether a branch has something of its own that opens and closes it.
pub(super) async fn has_switch(item: &Control) -> bool {
    switch_of(item).await.is_ok_and(|known| known.switch != 0)
}

/// Opens or closes a branch: by the keyboard where the item takes the focus, by the sign before its label, and by its label
/// only where it has neither, for in many trees that selects it.
pub(super) async fn expand_item(item: &Control, wanted: bool) -> Result<Value, NodeError> {
    let known = switch_of(item).await?;
    if known.keys {
        let options = PressOptions {
            target: Some(acting::target(item)),
            ..PressOptions::default()
        };
        let ctx = item.reach().action().await?;
        let key = if wanted { "ArrowRight" } else { "ArrowLeft" };
        let pressed = actions::press_key(&ctx, key, &options).await;
        if acting::state_of(item, "expanded").await? == Some(wanted) {
            return item.reach().proof(pressed);
        }
    }
    if known.switch == 0 {
        return acting::click(item, &ClickOptions::default()).await;
    }
    let ctx = item.reach().action().await?;
    let switch = Reach::target(item.frame(), known.switch);
    item.reach()
        .proof(actions::click(&ctx, &switch, &ClickOptions::default()).await)
}
