//! What a control says: its properties, its summary, and what a hint lists below it.

use ai_vision::{Child, Json, NodeError, Value};
use eyeline_page_script::model::{Facts, Field, ItemFacts, TableModel};
use serde_json::{Map, json};

use super::control::{Control, stamp};
use super::kinds::Kind;
use super::naming::key_text;
use super::pictures;

/// How many items, options and fields a summary names.
const SHORT: usize = 20;

/// One property.
pub async fn property(control: &Control, member: &str) -> Result<Value, NodeError> {
    if matches!(member, "record" | "cells" | "index") {
        return Ok(Value::Json(row_property(control, member).await?));
    }
    let facts = control.facts().await?;
    let json = match member {
        "states" => json!(facts.states),
        "text" => json!(facts.text),
        "description" => json!(facts.description),
        "box" => box_of(facts),
        "value" => value_of(facts),
        "valueText" => json!(facts.value_text),
        "min" => number(facts.min),
        "max" => number(facts.max),
        "takes" => json!(facts.takes),
        "placeholder" => json!(facts.placeholder),
        "checked" => facts.checked.clone().unwrap_or(Json::Null),
        "expanded" => json!(facts.expanded),
        "selected" => selected(control, facts),
        "pressed" => facts.pressed.clone().unwrap_or(Json::Null),
        "options" => options(facts),
        "href" => json!(facts.href),
        "src" => json!(facts.src),
        "alt" => json!(facts.alt),
        "level" => json!(facts.level),
        "columns" => json!(facts.table.as_ref().map(|table| &table.columns)),
        "count" => count(facts),
        "fields" => return fields(control).await,
        "buttons" => json!(facts.buttons),
        "url" => json!(control.inside().await?.frame.url()),
        other => return Err(NodeError::new(format!("{} has no {other}.", control.shown()))),
    };
    Ok(Value::Json(json))
}

/// What a property has come to be, where the control is still there to say it.
pub async fn after(control: &Control, member: &str) -> Option<Json> {
    let facts = control.fresh_facts().await.ok()?;
    let now = match member {
        "checked" => facts.checked.clone()?,
        "expanded" => json!(facts.expanded?),
        "pressed" => facts.pressed.clone()?,
        "selected" => selected(control, &facts),
        _ => value_of(&facts),
    };
    (!now.is_null()).then_some(now)
}

/// What a row's cells say.
async fn row_property(control: &Control, member: &str) -> Result<Json, NodeError> {
    let Some(row) = control.row().await? else {
        return Err(NodeError::new(format!("{} stands in no table.", control.shown())));
    };
    Ok(match member {
        "record" => json!(row.record),
        "cells" => json!(row.record.values().collect::<Vec<_>>()),
        _ => json!(row.index),
    })
}

fn box_of(facts: &Facts) -> Json {
    let [x, y, width, height] = facts.bounds.map(|side| side as i64);
    json!({ "x": x, "y": y, "width": width, "height": height })
}

fn number(number: Option<f64>) -> Json {
    match number {
        Some(whole) if whole.fract() == 0.0 && whole.abs() < 9e15 => json!(whole as i64),
        other => json!(other),
    }
}

fn value_of(facts: &Facts) -> Json {
    if let Some(length) = facts.secret {
        return json!(format!("({length} characters, not told)"));
    }
    facts.value.clone().unwrap_or(Json::Null)
}

fn selected(control: &Control, facts: &Facts) -> Json {
    match control.kind() {
        Kind::Tabs => json!(
            facts
                .items
                .iter()
                .find(|item| item.selected == Some(true))
                .map(|item| &item.name)
        ),
        _ => json!(facts.selected),
    }
}

/// Names of the options; those that cannot be chosen say so.
fn options(facts: &Facts) -> Json {
    let Some(choices) = &facts.choices else {
        return json!("not known until it is opened; select(\"name\") opens it and looks");
    };
    let mut names: Vec<Json> = choices.iter().map(option).collect();
    let more = facts.choice_count.unwrap_or(0) as usize;
    if more > names.len() {
        names.push(json!(format!("… {} more", more - names.len())));
    }
    Json::Array(names)
}

fn option(item: &ItemFacts) -> Json {
    match item.disabled {
        true => json!({ "name": item.name, "disabled": true }),
        false => json!(item.name),
    }
}

fn count(facts: &Facts) -> Json {
    match &facts.table {
        Some(table) => extent(table),
        None => json!(facts.item_count),
    }
}

/// How much of a table there is, and how much of it is in the page.
pub fn extent(table: &TableModel) -> Json {
    let mut out = Map::new();
    out.insert("rows".into(), table.rows.into());
    if table.total > table.rows {
        out.insert("total".into(), table.total.into());
    }
    if table.absolute && table.rows > 0 {
        out.insert("from".into(), table.first.into());
        out.insert("to".into(), table.last.into());
    }
    if let Some(paging) = &table.paging {
        out.insert("paging".into(), paging.as_str().into());
    }
    if let Some(screens) = table.screens.filter(|_| table.total <= table.rows) {
        out.insert("screens".into(), screens.into());
    }
    Json::Object(out)
}

/// How to get at the rows that are not on the page now, where there are such.
pub fn to_go_on(table: &TableModel) -> Option<String> {
    match (&table.paging, table.screens) {
        (Some(paging), _) => Some(format!(
            "It is shown in pages ({}): go to another one and ask again.",
            crate::PageText::new(paging).as_str()
        )),
        (None, Some(screens)) => Some(format!(
            "Only rows in view are drawn, and its scroller holds about {screens} screens: scroll({{\"by\": {{\"y\": 500}}}}) on a row \
             or filter it, and ask again."
        )),
        (None, None) if table.total > table.rows => Some(format!(
            "There are {} in all; scroll or page the table to get others.",
            table.total
        )),
        _ => None,
    }
}

/// The fields of a form, dialog or any other part of a page.
async fn fields(control: &Control) -> Result<Value, NodeError> {
    let fields = super::forms::all_fields(&control.inside().await?).await?;
    Ok(Value::Json(fields.iter().map(field_json).collect()))
}

fn field_json(field: &Field) -> Json {
    serde_json::to_value(field).unwrap_or(Json::Null)
}

/// What reading the node itself gives: for a part of a page its outline, else what a control holds.
pub async fn summary(control: &Control) -> Result<Json, NodeError> {
    match control.kind() {
        Kind::Region | Kind::Form | Kind::Dialog | Kind::Frame | Kind::Menu | Kind::Tree | Kind::Listitem => {
            let scope = control.inside().await?;
            return pictures::outline(&scope).await.map(Json::String);
        }
        Kind::Cell => return Ok(value_of(control.facts().await?)),
        _ => {}
    }
    let facts = control.facts().await?;
    let mut out = stamp(control);
    let mut put = |key: &str, value: Json| {
        if !value.is_null() && value != json!([]) {
            out.insert(key.into(), value);
        }
    };
    put("states", json!(facts.states));
    if let Some(description) = &facts.description {
        put("description", json!(description));
    }
    if facts.value.is_some() || facts.secret.is_some() {
        put("value", value_of(facts));
    }
    for (key, value) in [("checked", &facts.checked), ("pressed", &facts.pressed)] {
        put(key, value.clone().unwrap_or(Json::Null));
    }
    put("expanded", json!(facts.expanded));
    put("selected", selected(control, facts));
    put("takes", json!(facts.takes));
    put("href", json!(facts.href));
    put("level", json!(facts.level));
    put(
        "options",
        json!(
            facts
                .choices
                .as_ref()
                .map(|choices| choices.iter().take(SHORT).map(option).collect::<Vec<_>>())
        ),
    );
    put("items", json!(facts.items.iter().take(SHORT).collect::<Vec<_>>()));
    if let Some(row) = &facts.row {
        put("index", json!(row.index));
        put("record", json!(row.record));
    }
    if let Some(table) = &facts.table {
        put("columns", json!(table.columns));
        put("count", extent(table));
    }
    Ok(Json::Object(out))
}

/// What stands below, as far as it can be reached by a key.
pub async fn children(control: &Control) -> Result<Vec<Child>, NodeError> {
    match control.kind() {
        Kind::Tabs | Kind::Tree | Kind::List | Kind::Menu => {
            let facts = control.facts().await?;
            let kind = match control.kind() {
                Kind::Tabs => "Tab",
                Kind::Tree => "Treeitem",
                Kind::Menu => "Menuitem",
                _ => "Listitem",
            };
            let top = facts.items.iter().filter(|item| item.level.unwrap_or(1) == 1);
            Ok(top
                .take(SHORT)
                .enumerate()
                .map(|(at, item)| item_child(kind, at, item, &facts.items))
                .collect())
        }
        _ => Ok(Vec::new()),
    }
}

fn item_child(kind: &'static str, at: usize, item: &ItemFacts, all: &[ItemFacts]) -> Child {
    let alone = all.iter().filter(|other| other.name == item.name).count() == 1;
    let short = item.name.encode_utf16().count() <= 60;
    let segment = match alone && short && !item.name.is_empty() {
        true => format!("[{}]", key_text(&item.name)),
        false => format!("[{at}]"),
    };
    let mut states = Vec::new();
    if item.selected == Some(true) {
        states.push("selected");
    }
    if item.expanded == Some(true) {
        states.push("expanded");
    }
    let states = if states.is_empty() {
        String::new()
    } else {
        format!(" [{}]", states.join(", "))
    };
    Child::new(segment, kind, format!("{}{states}", key_text(&item.name)))
}
