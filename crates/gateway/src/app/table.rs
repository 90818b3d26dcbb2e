//! What a table answers: records, finding, cells and sorting.

use ai_vision::{Json, Key, NodeError, Value};
use eyeline_page_script::model::{Brief, TableModel, TableRows};
use serde::Deserialize;
use serde_json::json;

use super::acting::{self, options};
use super::control::Control;
use super::naming::key_text;
use super::reading::{extent, to_go_on};
use super::rows::{TableHandle, column_of, no_column, table_scope};
use crate::actions::ClickOptions;

/// How many records one answer holds when it is not said.
const RECORDS: u32 = 50;

/// `row["Label"]`.
pub async fn cell_of_row(row: &Control, key: &Key) -> Result<Value, NodeError> {
    let Some(own) = row.row().await? else {
        return Err(NodeError::new(format!("{} stands in no table.", row.shown())));
    };
    let column = column_of(&own.columns, key)?;
    let handle = TableHandle::of(row);
    let cell = handle.cell_control(own, column, format!("{}[{key}]", row.path()))?;
    Ok(Value::node(cell))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RecordOptions {
    from: Option<u32>,
    #[serde(rename = "where")]
    columns: Option<serde_json::Map<String, Json>>,
}

/// `records`, `find`, `cell` and `sort`.
pub async fn call(table: &Control, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    let handle = TableHandle::of(table);
    match member {
        "records" => records(table, &handle, args).await,
        "find" => find(&handle, args.first().unwrap_or(&Json::Null)).await,
        "cell" => cell(&handle, args).await,
        _ => sort(table, args).await,
    }
}

async fn records(table: &Control, handle: &TableHandle, args: &[Json]) -> Result<Value, NodeError> {
    let wanted: RecordOptions = options(table, args, 1)?;
    let limit = args
        .first()
        .and_then(Json::as_f64)
        .map_or(RECORDS, |limit| limit.clamp(1.0, 5_000.0) as u32);
    let rows = handle
        .ask(TableRows {
            from: wanted.from,
            columns: wanted.columns,
            limit,
            ..TableRows::default()
        })
        .await?;
    if let Some(unknown) = rows.unknown.first() {
        return Err(no_column(&rows.table.columns, unknown));
    }
    let told: Vec<Json> = rows
        .found
        .iter()
        .map(|row| Json::Object(row.record.clone()))
        .collect();
    if told.len() < rows.count as usize || to_go_on(&rows.table).is_some() {
        let how_far = format!(
            "{} of {} fitting rows shown; the table holds {}",
            told.len(),
            rows.count,
            extent(&rows.table)
        );
        return Ok(Value::Json(json!({ "records": told, "howFar": how_far })));
    }
    Ok(Value::Json(Json::Array(told)))
}

async fn find(handle: &TableHandle, wanted: &Json) -> Result<Value, NodeError> {
    let query = TableRows {
        limit: 8,
        ..TableRows::default()
    };
    let query = match wanted {
        Json::Object(columns) => TableRows {
            columns: Some(columns.clone()),
            ..query
        },
        Json::String(text) => TableRows {
            text: Some(text.clone()),
            ..query
        },
        _ => {
            return Err(NodeError::new(
                "find takes what columns hold, {\"Label\": \"prod-3\"}, or the text of a cell.",
            ));
        }
    };
    let rows = handle.ask_patiently(query).await?;
    if let Some(unknown) = rows.unknown.first() {
        return Err(no_column(&rows.table.columns, unknown));
    }
    match rows.found.as_slice() {
        [row] => {
            let path = format!("{}.rows[{}]", handle.path, row.index);
            Ok(Value::node(handle.row_control(row.clone(), path).identified()))
        }
        [] => Err(none_fits(handle, wanted, &rows.table)),
        several => Err(handle.several(several, rows.count)),
    }
}

fn none_fits(handle: &TableHandle, wanted: &Json, table: &TableModel) -> NodeError {
    let how_far = extent(table);
    let way = to_go_on(table).map_or_else(String::new, |way| format!(" {way}"));
    NodeError::new(format!("No row of {} has {wanted}.", handle.shown))
        .retry(format!("What is on the page now is {how_far}.{way}"))
}

async fn cell(handle: &TableHandle, args: &[Json]) -> Result<Value, NodeError> {
    let row_key = key_of(args.first())?;
    let column_key = key_of(args.get(1))?;
    let row = handle.row(&row_key).await?;
    let column = column_of(&row.columns, &column_key)?;
    let path = format!(
        "{}.rows[{}][{}]",
        handle.path,
        row.index,
        key_text(&row.columns[column])
    );
    Ok(Value::node(handle.cell_control(&row, column, path)?.identified()))
}

fn key_of(given: Option<&Json>) -> Result<Key, NodeError> {
    match given {
        Some(Json::String(text)) => Ok(Key::Text(text.clone())),
        Some(Json::Number(number)) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => {
            Ok(Key::Int(number.as_f64().unwrap_or_default() as i64))
        }
        other => Err(NodeError::new(format!(
            "a row or column is a whole number or a text; got {}.",
            other.unwrap_or(&Json::Null)
        ))),
    }
}

/// Presses a column's header, or the button in it.
async fn sort(table: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let facts = table.fresh_facts().await?;
    let columns = facts.table.map(|table| table.columns).unwrap_or_default();
    let column = column_of(&columns, &key_of(args.first())?)?;
    let asked = json!({ "ref": table.reference(), "column": column });
    let header: Option<u32> = table.reach().ask(table.frame(), "columnHeader", &asked).await?;
    let Some(reference) = header else {
        return Err(NodeError::new(format!(
            "Column {} has no header to press.",
            key_text(&columns[column])
        )));
    };
    let brief = Brief {
        reference,
        role: "columnheader".into(),
        name: columns[column].clone(),
        ..Brief::default()
    };
    let header = Control::new(
        &table_scope(table),
        table.frame(),
        brief,
        None,
        table.path().to_owned(),
    );
    acting::click(&header, &ClickOptions::default()).await
}
