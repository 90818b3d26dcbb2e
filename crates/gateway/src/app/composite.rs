//! Controls made of items: lists, trees, tabs and menus by key, and choosing down a path of names.

use std::sync::{Arc, LazyLock};

use ai_vision::{Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait, find_near_names};
use eyeline_page_script::model::{Brief, Facts, ItemFacts, Lookup};
use serde_json::json;

use super::acting::{self, options};
use super::control::Control;
use super::kinds::Kind;
use super::naming::key_text;
use super::reach::Scope;
use super::{rows, table, trees};
use crate::PageText;
use crate::actions::{Choice, ClickOptions, HoverOptions};

/// `items` of a composite: by position or name, and as data.
pub struct ItemsNode {
    owner: Control,
    facts: Facts,
}

impl ItemsNode {
    /// The items that a control has now.
    pub async fn of(control: &Control) -> Result<Self, NodeError> {
        let facts = control.fresh_facts().await?;
        let path = format!("{}.items", control.path());
        Ok(ItemsNode {
            owner: Control::known(control.scope(), control.frame(), facts.clone(), path),
            facts,
        })
    }
}

static ITEMS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Items", "Items in order, by position or name.")
        .member(Member::property("count", "How many there are."))
        .shared()
});

#[async_trait]
impl Node for ItemsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        ITEMS.clone()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let items = items_of(self.owner.kind(), &self.facts);
        let found = pick(&self.owner, &items, key, None);
        Some(
            found
                .map(|found| Value::node(child(&self.owner, found, format!("{}[{key}]", self.owner.path())))),
        )
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        super::reading::children(&self.owner).await
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let mut told: Vec<Json> = self.facts.items.iter().map(|item| json!(item)).collect();
        let more = (self.facts.item_count.unwrap_or(0) as usize).saturating_sub(told.len());
        if more > 0 {
            told.push(json!(format!("… {more} more")));
        }
        Ok(Some(Json::Array(told)))
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(Value::Json(json!(self.facts.item_count)))
    }
}

/// Whether a key means something to a control of this kind.
pub fn takes_keys(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::List
            | Kind::Tree
            | Kind::Treeitem
            | Kind::Tabs
            | Kind::Menu
            | Kind::RadioGroup
            | Kind::Listbox
            | Kind::Row
            | Kind::Table
            | Kind::Grid
    )
}

/// What stands at a key.
pub async fn item(control: &Control, key: &Key) -> Result<Value, NodeError> {
    match control.kind() {
        Kind::Row => table::cell_of_row(control, key).await,
        Kind::Table | Kind::Grid => rows::RowsNode::of(control).item(key).await,
        kind => {
            let facts = control.fresh_facts().await?;
            let items = items_of(kind, &facts);
            let found = pick(
                control,
                &items,
                key,
                if kind == Kind::Tree { Some(1) } else { None },
            )?;
            Ok(Value::node(child(
                control,
                found,
                format!("{}[{key}]", control.path()),
            )))
        }
    }
}

fn items_of(kind: Kind, facts: &Facts) -> Vec<ItemFacts> {
    match kind {
        Kind::Listbox | Kind::RadioGroup => facts.choices.clone().unwrap_or_default(),
        _ => facts.items.clone(),
    }
}

fn item_role(kind: Kind) -> &'static str {
    match kind {
        Kind::Tree | Kind::Treeitem => "treeitem",
        Kind::Tabs => "tab",
        Kind::Menu | Kind::Menuitem | Kind::Button => "menuitem",
        Kind::RadioGroup => "radio",
        Kind::Listbox => "option",
        _ => "listitem",
    }
}

pub(super) fn child(control: &Control, item: &ItemFacts, path: String) -> Control {
    let brief = Brief {
        reference: item.reference,
        role: item_role(control.kind()).to_owned(),
        name: item.name.clone(),
        ..Brief::default()
    };
    let scope = Scope {
        frame: control.frame().clone(),
        within: None,
        path: path.clone(),
        ..control.scope().clone()
    };
    Control::new(&scope, control.frame(), brief, None, path)
}

/// The item of a key: by position, by whole name, ignoring case, or by the only name that contains it.
pub(super) fn pick<'a>(
    control: &Control,
    items: &'a [ItemFacts],
    key: &Key,
    level: Option<u32>,
) -> Result<&'a ItemFacts, NodeError> {
    let on_level = |item: &&ItemFacts| level.is_none_or(|level| item.level.unwrap_or(1) == level);
    let shown: Vec<&ItemFacts> = items.iter().filter(on_level).collect();
    match key {
        Key::Int(_) => key
            .position(shown.len())
            .and_then(|at| shown.get(at).copied())
            .ok_or_else(|| {
                NodeError::new(format!(
                    "{} has {} items; [{key}] is none of them.",
                    control.shown(),
                    shown.len()
                ))
            }),
        Key::Text(name) => named(control, &shown, items, name),
    }
}

fn named<'a>(
    control: &Control,
    first: &[&'a ItemFacts],
    all: &'a [ItemFacts],
    name: &str,
) -> Result<&'a ItemFacts, NodeError> {
    let wanted = PageText::limited(name, 1000).as_str().to_owned();
    let lower = wanted.to_lowercase();
    let tests: [&dyn Fn(&str) -> bool; 4] = [
        &|name| name == wanted,
        &|name| name.to_lowercase() == lower,
        &|name| wanted.ends_with('…') && name.starts_with(wanted.trim_end_matches('…').trim_end()),
        &|name| !lower.is_empty() && name.to_lowercase().contains(&lower),
    ];
    for test in tests {
        for group in [first.to_vec(), all.iter().collect()] {
            let found: Vec<&ItemFacts> = group.into_iter().filter(|item| test(&item.name)).collect();
            match found.as_slice() {
                [] => {}
                [only] => return Ok(only),
                several => {
                    let names: Vec<String> =
                        several.iter().take(6).map(|item| key_text(&item.name)).collect();
                    return Err(NodeError::new(format!(
                        "{} items of {} answer to {}: {}.",
                        several.len(),
                        control.shown(),
                        key_text(name),
                        names.join(", ")
                    ))
                    .retry("Take one by its whole name or by position."));
                }
            }
        }
    }
    Err(no_item(control, all, name))
}

fn no_item(control: &Control, items: &[ItemFacts], name: &str) -> NodeError {
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let error = NodeError::new(format!("{} has no item {}.", control.shown(), key_text(name)));
    let near = find_near_names(name, names.iter().copied());
    if !near.is_empty() {
        return error.suggest(near);
    }
    let some: Vec<String> = names.iter().take(10).map(|name| key_text(name)).collect();
    match some.is_empty() {
        true => error.retry("It has no items now."),
        false => error.retry(format!(
            "It has {}{}.",
            some.join(", "),
            if names.len() > 10 { " and more" } else { "" }
        )),
    }
}

/// `choose`, `open`, and `select` of tabs.
pub async fn call(control: &Control, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    let names = names_of(args.first(), member)?;
    let click: ClickOptions = options(control, args, 1)?;
    match member {
        "open" => trees::open_branches(control, &names).await,
        "choose" if control.kind() == Kind::Menu => choose_in(control, &names, &click).await,
        "choose" => open_and_choose(control, &names, &click).await,
        _ => {
            let facts = control.fresh_facts().await?;
            let wanted = Key::Text(names.first().cloned().unwrap_or_default());
            let tab = pick(control, &facts.items, &wanted, None)?;
            acting::click(&child(control, tab, control.path().to_owned()), &click).await
        }
    }
}

fn names_of(given: Option<&Json>, member: &str) -> Result<Vec<String>, NodeError> {
    let names: Vec<String> = match given {
        Some(Json::String(path)) if member == "open" => {
            path.split('/').map(|name| name.trim().to_owned()).collect()
        }
        Some(Json::String(name)) => vec![name.clone()],
        Some(Json::Array(names)) => names
            .iter()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect(),
        _ => Vec::new(),
    };
    let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
    match names.is_empty() {
        true => Err(NodeError::new(format!(
            "{member} takes a name, or a list of names from the top down."
        ))),
        false => Ok(names),
    }
}

/// Chooses in a menu that is shown, down its submenus.
async fn choose_in(menu: &Control, names: &[String], click: &ClickOptions) -> Result<Value, NodeError> {
    let facts = menu.fresh_facts().await?;
    let (name, rest) = names
        .split_first()
        .ok_or_else(|| NodeError::new("choose takes a name."))?;
    let item = pick(menu, &facts.items, &Key::Text(name.clone()), None)?;
    let item = child(menu, item, menu.path().to_owned());
    match rest.is_empty() {
        true => acting::click(&item, click).await,
        false => open_and_choose(&item, rest, click).await,
    }
}

/// Opens what a button or menuitem opens, and chooses there.
async fn open_and_choose(
    opener: &Control,
    names: &[String],
    click: &ClickOptions,
) -> Result<Value, NodeError> {
    let page = Scope {
        within: None,
        ..opener.inside().await?
    };
    let before = open_menus(&page).await?;
    let open = opener.fresh_facts().await?.expanded == Some(true);
    if !open {
        acting::click(opener, &ClickOptions::default()).await?;
    }
    let mut after = open_menus(&page).await?;
    if after.len() <= before.len() && opener.kind() == Kind::Menuitem {
        let ctx = opener.reach().action().await?;
        let hovered = crate::actions::hover(&ctx, &acting::target(opener), &HoverOptions::default()).await;
        hovered.map_err(|error| NodeError::new(error.to_string()))?;
        after = open_menus(&page).await?;
    }
    let new = after
        .iter()
        .rev()
        .find(|menu| open || !before.iter().any(|old| old.reference == menu.reference));
    let Some(menu) = new else {
        return Err(NodeError::new(format!(
            "{} was pressed, but no menu opened.",
            opener.shown()
        )));
    };
    let menu = Control::new(
        &page,
        opener.frame(),
        menu.clone(),
        None,
        format!("{}.menu", page.path),
    );
    Box::pin(choose_in(&menu, names, click)).await
}

async fn open_menus(page: &Scope) -> Result<Vec<Brief>, NodeError> {
    let roles = ["menu", "listbox"].map(str::to_owned).to_vec();
    let query = Lookup {
        roles,
        limit: 40,
        count: true,
        ..Lookup::default()
    };
    Ok(page.lookup(&query).await?.found.items)
}

/// Chooses one of a group of radios by name, value or position.
pub async fn choose_radio(group: &Control, choices: &[Choice]) -> Result<Value, NodeError> {
    let facts = group.fresh_facts().await?;
    let radios = facts.choices.clone().unwrap_or_default();
    let [choice] = choices else {
        return Err(NodeError::new(format!("{} takes one choice.", group.shown())));
    };
    let key = match choice {
        Choice::Label(name) | Choice::Value(name) => Key::Text(name.clone()),
        Choice::Index(at) => Key::Int(*at as i64),
    };
    let radio = pick(group, &radios, &key, None)?;
    let radio = child(group, radio, group.path().to_owned());
    Box::pin(acting::assign(&radio, "checked", &json!(true))).await
}
