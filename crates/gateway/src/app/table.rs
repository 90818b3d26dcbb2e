//! Tables by rows and columns.

use std::sync::{Arc, LazyLock};

use ai_vision::{Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait, find_suggestions};
use eyeline_page_script::model::{Brief, Facts, RowFacts, Rows, TableModel, TableRows};
use serde::Deserialize;
use serde_json::json;

use super::acting::{self, options};
use super::control::Control;
use super::naming::key_text;
use super::reading::extent;
use crate::actions::ClickOptions;

/// How many records one answer holds when it is not said.
const RECORDS: u32 = 50;

/// `rows` of a table.
pub struct RowsNode {
    table: Arc<TableHandle>,
}

/// Where a table is.
struct TableHandle {
    scope: super::reach::Scope,
    reference: u32,
    path: String,
    shown: String,
}

impl RowsNode {
    /// The rows of a table.
    pub fn of(table: &Control) -> Self {
        RowsNode { table: Arc::new(TableHandle::of(table)) }
    }

    /// A row by number, or by the text of a cell.
    pub async fn item(&self, key: &Key) -> Result<Value, NodeError> {
        let row = self.table.row(key).await?;
        Ok(Value::node(self.table.row_control(row, format!("{}.rows[{key}]", self.table.path))))
    }
}

impl TableHandle {
    fn of(table: &Control) -> Self {
        let scope = table_scope(table);
        TableHandle { scope, reference: table.reference(), path: table.path().to_owned(), shown: table.shown() }
    }

    async fn ask(&self, query: TableRows) -> Result<Rows, NodeError> {
        let query = TableRows { reference: self.reference, ..query };
        self.scope.reach.ask(&self.scope.frame, "tableRows", &query).await
    }

    async fn row(&self, key: &Key) -> Result<RowFacts, NodeError> {
        let query = match key {
            Key::Int(index) => TableRows { index: Some(*index), limit: 8, ..TableRows::default() },
            Key::Text(text) => TableRows { text: Some(text.clone()), limit: 8, ..TableRows::default() },
        };
        let rows = self.ask(query).await?;
        match (rows.found.as_slice(), key) {
            ([row], _) => Ok(row.clone()),
            ([], Key::Int(index)) => Err(self.not_rendered(&rows.table, *index)),
            ([], Key::Text(text)) => Err(self.no_row(&rows, text)),
            (several, _) => Err(self.several(several, rows.count)),
        }
    }

    /// Says how far the page has rendered the table.
    fn not_rendered(&self, table: &TableModel, index: i64) -> NodeError {
        let error = NodeError::new(match (table.rows, table.absolute) {
            (0, _) => format!("{} has no rows on the page now.", self.shown),
            (_, true) => format!("Row {index} of {} is not on the page: rows {} to {} of {} are.", self.shown, table.first, table.last, table.total),
            (1, _) => format!("{} has one row on the page: rows[0].", self.shown),
            (rows, _) => format!("{} has {rows} rows on the page, rows[0] to rows[{}]; {index} is none of them.", self.shown, rows - 1),
        });
        match (&table.paging, table.total > table.rows) {
            (Some(paging), _) => error.retry(format!("The page says: {}.", crate::PageText::new(paging))),
            (None, true) => error.retry(format!("There are {} in all; scroll or page the table to get others.", table.total)),
            (None, false) => error,
        }
    }

    fn no_row(&self, rows: &Rows, text: &str) -> NodeError {
        let error = NodeError::new(format!("No row of {} has a cell {}.", self.shown, key_text(text)));
        let near = find_suggestions(text, rows.near.iter().map(String::as_str));
        if !near.is_empty() {
            return error.suggest(near);
        }
        let some: Vec<String> = rows.near.iter().take(8).map(|name| key_text(name)).collect();
        let how_far = extent(&rows.table);
        match some.is_empty() {
            true => error.retry(format!("It holds {how_far}.")),
            false => error.retry(format!("Its rows begin with {}; it holds {how_far}.", some.join(", "))),
        }
    }

    fn several(&self, rows: &[RowFacts], count: u32) -> NodeError {
        let listed: Vec<String> = rows.iter().map(|row| format!("rows[{}] {}", row.index, key_text(&row.name))).collect();
        NodeError::new(format!("{count} rows of {} fit: {}.", self.shown, listed.join(", ")))
            .retry("Take one by its number, or say more of it.")
    }

    fn row_control(&self, row: RowFacts, path: String) -> Control {
        let facts = Facts { reference: row.reference, role: "row".into(), name: row.name.clone(), selected: Some(row.selected), ..Facts::default() };
        let brief = Brief { reference: row.reference, role: facts.role.clone(), name: facts.name.clone(), ..Brief::default() };
        Control::new(&self.scope, &self.scope.frame, brief, None, path)
    }

    /// One cell, by the facts of its row.
    fn cell_control(&self, row: &RowFacts, column: usize, path: String) -> Result<Control, NodeError> {
        let reference = row.cells.get(column).copied().filter(|reference| *reference > 0).ok_or_else(|| {
            NodeError::new(format!("Row {} of {} has no cell in column {}.", row.index, self.shown, key_text(&row.columns[column])))
        })?;
        let brief = Brief { reference, role: "cell".into(), ..Brief::default() };
        Ok(Control::new(&self.scope, &self.scope.frame, brief, None, path))
    }
}

fn table_scope(table: &Control) -> super::reach::Scope {
    table.scope().inside(table.frame(), table.reference(), table.path().to_owned())
}

/// The number of a column by its name or number.
fn column_of(columns: &[String], key: &Key) -> Result<usize, NodeError> {
    if let Key::Int(_) = key {
        return key.position(columns.len()).ok_or_else(|| NodeError::new(format!("There are {} columns; [{key}] is none of them.", columns.len())));
    }
    let name = key.text().unwrap_or_default();
    let lower = crate::PageText::limited(name, 200).as_str().to_lowercase();
    let same = columns.iter().position(|column| column.to_lowercase() == lower);
    let tails: Vec<usize> = (0..columns.len()).filter(|at| columns[*at].to_lowercase().ends_with(&format!(" / {lower}"))).collect();
    if let Some(at) = same.or(if tails.len() == 1 { tails.first().copied() } else { None }) {
        return Ok(at);
    }
    Err(no_column(columns, name))
}

fn no_column(columns: &[String], name: &str) -> NodeError {
    let error = NodeError::new(format!("No column {} here.", key_text(name)));
    let near = find_suggestions(name, columns.iter().map(String::as_str));
    match near.is_empty() {
        false => error.suggest(near),
        true => {
            let listed: Vec<String> = columns.iter().map(|column| key_text(column)).collect();
            error.retry(format!("The columns are {}.", listed.join(", ")))
        }
    }
}

/// `row["Label"]`.
pub async fn cell_of_row(row: &Control, key: &Key) -> Result<Value, NodeError> {
    let facts = row.facts().await?;
    let Some(own) = &facts.row else {
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
    let limit = args.first().and_then(Json::as_f64).map_or(RECORDS, |limit| limit.clamp(1.0, 5_000.0) as u32);
    let rows = handle.ask(TableRows { from: wanted.from, columns: wanted.columns, limit, ..TableRows::default() }).await?;
    if let Some(unknown) = rows.unknown.first() {
        return Err(no_column(&rows.table.columns, unknown));
    }
    let told: Vec<Json> = rows.found.iter().map(|row| Json::Object(row.record.clone())).collect();
    if told.len() < rows.count as usize || rows.table.total > rows.table.rows || rows.table.paging.is_some() {
        let how_far = format!("{} of {} fitting rows shown; the table holds {}", told.len(), rows.count, extent(&rows.table));
        return Ok(Value::Json(json!({ "records": told, "howFar": how_far })));
    }
    Ok(Value::Json(Json::Array(told)))
}

async fn find(handle: &TableHandle, wanted: &Json) -> Result<Value, NodeError> {
    let rows = match wanted {
        Json::Object(columns) => handle.ask(TableRows { columns: Some(columns.clone()), limit: 8, ..TableRows::default() }).await?,
        Json::String(text) => handle.ask(TableRows { text: Some(text.clone()), limit: 8, ..TableRows::default() }).await?,
        _ => return Err(NodeError::new("find takes what columns hold, {\"Label\": \"prod-3\"}, or the text of a cell.")),
    };
    if let Some(unknown) = rows.unknown.first() {
        return Err(no_column(&rows.table.columns, unknown));
    }
    match rows.found.as_slice() {
        [row] => {
            let path = format!("{}.rows[{}]", handle.path, row.index);
            Ok(Value::node(handle.row_control(row.clone(), path).identified()))
        }
        [] => Err(NodeError::new(format!("No row of {} has {wanted}.", handle.shown))
            .retry(format!("It holds {}.", extent(&rows.table)))),
        several => Err(handle.several(several, rows.count)),
    }
}

async fn cell(handle: &TableHandle, args: &[Json]) -> Result<Value, NodeError> {
    let row_key = key_of(args.first())?;
    let column_key = key_of(args.get(1))?;
    let row = handle.row(&row_key).await?;
    let column = column_of(&row.columns, &column_key)?;
    let path = format!("{}.rows[{}][{}]", handle.path, row.index, key_text(&row.columns[column]));
    Ok(Value::node(handle.cell_control(&row, column, path)?.identified()))
}

fn key_of(given: Option<&Json>) -> Result<Key, NodeError> {
    match given {
        Some(Json::String(text)) => Ok(Key::Text(text.clone())),
        Some(Json::Number(number)) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => {
            Ok(Key::Int(number.as_f64().unwrap_or_default() as i64))
        }
        other => Err(NodeError::new(format!("a row or column is a whole number or a text; got {}.", other.unwrap_or(&Json::Null)))),
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
        return Err(NodeError::new(format!("Column {} has no header to press.", key_text(&columns[column]))));
    };
    let brief = Brief { reference, role: "columnheader".into(), name: columns[column].clone(), ..Brief::default() };
    let header = Control::new(&table_scope(table), table.frame(), brief, None, table.path().to_owned());
    acting::click(&header, &ClickOptions::default()).await
}

static ROWS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Rows", "Rows of a table, by number from 0 or by the text of a cell.")
        .member(Member::property("count", "{rows (in the page), total, paging?}."))
        .shared()
});

#[async_trait]
impl Node for RowsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        ROWS.clone()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        Some(self.item(key).await)
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let rows = self.table.ask(TableRows { limit: 10, ..TableRows::default() }).await?;
        let child = |row: &RowFacts| Child::new(format!("[{}]", row.index), "Row", key_text(&row.name));
        Ok(rows.found.iter().map(child).collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let rows = self.table.ask(TableRows { limit: 200, ..TableRows::default() }).await?;
        let names: Vec<Json> = rows.found.iter().map(|row| json!([row.index, row.name])).collect();
        Ok(Some(json!({ "count": extent(&rows.table), "rows": names })))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "count" => Ok(Value::Json(extent(&self.table.ask(TableRows { limit: 1, ..TableRows::default() }).await?.table))),
            _ => Ok(Value::NULL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_by_name_number_or_the_last_part_under_a_spanning_header() {
        let columns = ["Name", "Price / Net", "Price / Gross"].map(str::to_owned);
        assert_eq!(column_of(&columns, &"name".into()).unwrap(), 0);
        assert_eq!(column_of(&columns, &"Gross".into()).unwrap(), 2);
        assert_eq!(column_of(&columns, &Key::Int(-1)).unwrap(), 2);
        let error = column_of(&columns, &"Nmae".into()).unwrap_err().to_string();
        assert_eq!(error, "No column \"Nmae\" here. Did you mean \"Name\"?");
    }
}
