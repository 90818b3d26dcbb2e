//! Where a table is, and its rows by number and by the text of a cell.

use std::sync::{Arc, LazyLock};

use ai_vision::{Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait, find_near_names};
use eyeline_page_script::model::{Brief, RowFacts, Rows, TableModel, TableRows};
use serde_json::json;

use super::control::Control;
use super::naming::key_text;
use super::reach::Patience;
use super::reading::{extent, to_go_on};

/// `rows` of a table.
pub struct RowsNode {
    table: Arc<TableHandle>,
}

/// Where a table is.
pub(super) struct TableHandle {
    pub scope: super::reach::Scope,
    pub reference: u32,
    pub path: String,
    pub shown: String,
}

impl RowsNode {
    /// The rows of a table.
    pub fn of(table: &Control) -> Self {
        RowsNode {
            table: Arc::new(TableHandle::of(table)),
        }
    }

    /// A row by number, or by the text of a cell.
    pub async fn item(&self, key: &Key) -> Result<Value, NodeError> {
        let row = self.table.row(key).await?;
        Ok(Value::node(
            self.table
                .row_control(row, format!("{}.rows[{key}]", self.table.path)),
        ))
    }
}

impl TableHandle {
    pub(super) fn of(table: &Control) -> Self {
        let scope = table_scope(table);
        TableHandle {
            scope,
            reference: table.reference(),
            path: table.path().to_owned(),
            shown: table.shown(),
        }
    }

    pub(super) async fn ask(&self, query: TableRows) -> Result<Rows, NodeError> {
        let query = TableRows {
            reference: self.reference,
            ..query
        };
        self.scope.reach.ask(&self.scope.frame, "tableRows", &query).await
    }

    /// Rows that are waited for while the page is about to show something.
    pub(super) async fn ask_patiently(&self, query: TableRows) -> Result<Rows, NodeError> {
        let mut patience = Patience::new(&self.scope);
        let mut rows = self.ask(query.clone()).await?;
        while rows.found.is_empty() && rows.unknown.is_empty() && patience.more().await {
            rows = self.ask(query.clone()).await?;
        }
        Ok(rows)
    }

    pub(super) async fn row(&self, key: &Key) -> Result<RowFacts, NodeError> {
        let query = match key {
            Key::Int(index) => TableRows {
                index: Some(*index),
                limit: 8,
                ..TableRows::default()
            },
            Key::Text(text) => TableRows {
                text: Some(text.clone()),
                limit: 8,
                ..TableRows::default()
            },
        };
        let rows = self.ask_patiently(query).await?;
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
            (_, true) => format!(
                "Row {index} of {} is not on the page: rows {} to {} of {} are.",
                self.shown, table.first, table.last, table.total
            ),
            (1, _) => format!("{} has one row on the page: rows[0].", self.shown),
            (rows, _) => format!(
                "{} has {rows} rows on the page, rows[0] to rows[{}]; {index} is none of them.",
                self.shown,
                rows - 1
            ),
        });
        match to_go_on(table) {
            Some(way) => error.retry(way),
            None => error,
        }
    }

    fn no_row(&self, rows: &Rows, text: &str) -> NodeError {
        let error = NodeError::new(format!("No row of {} has a cell {}.", self.shown, key_text(text)));
        let near = find_near_names(text, rows.near.iter().map(String::as_str));
        let how_far = extent(&rows.table);
        if !near.is_empty() {
            let error = error.suggest(near);
            return match to_go_on(&rows.table) {
                Some(way) => error.retry(format!("What is on the page now is {how_far}. {way}")),
                None => error,
            };
        }
        let way = to_go_on(&rows.table).map_or_else(String::new, |way| format!(" {way}"));
        let some: Vec<String> = rows.near.iter().take(8).map(|name| key_text(name)).collect();
        match some.is_empty() {
            true => error.retry(format!("What is on the page now is {how_far}.{way}")),
            false => error.retry(format!(
                "Its rows begin with {}; what is on the page now is {how_far}.{way}",
                some.join(", ")
            )),
        }
    }

    pub(super) fn several(&self, rows: &[RowFacts], count: u32) -> NodeError {
        let listed: Vec<String> = rows
            .iter()
            .map(|row| format!("rows[{}] {}", row.index, key_text(&row.name)))
            .collect();
        NodeError::new(format!(
            "{count} rows of {} fit: {}.",
            self.shown,
            listed.join(", ")
        ))
        .retry("Take one by its number, or say more of it.")
    }

    pub(super) fn row_control(&self, row: RowFacts, path: String) -> Control {
        let brief = Brief {
            reference: row.reference,
            role: "row".into(),
            name: row.name.clone(),
            ..Brief::default()
        };
        Control::new(&self.scope, &self.scope.frame, brief, None, path).with_row(row)
    }

    /// One cell, by the facts of its row.
    pub(super) fn cell_control(
        &self,
        row: &RowFacts,
        column: usize,
        path: String,
    ) -> Result<Control, NodeError> {
        let reference = row
            .cells
            .get(column)
            .copied()
            .filter(|reference| *reference > 0)
            .ok_or_else(|| {
                NodeError::new(format!(
                    "Row {} of {} has no cell in column {}.",
                    row.index,
                    self.shown,
                    key_text(&row.columns[column])
                ))
            })?;
        let brief = Brief {
            reference,
            role: "cell".into(),
            ..Brief::default()
        };
        let facts = row.facts.get(column).cloned().flatten();
        Ok(Control::new(&self.scope, &self.scope.frame, brief, facts, path))
    }
}

pub(super) fn table_scope(table: &Control) -> super::reach::Scope {
    table
        .scope()
        .inside(table.frame(), table.reference(), table.path().to_owned())
}

/// The number of a column by its name or number.
pub(super) fn column_of(columns: &[String], key: &Key) -> Result<usize, NodeError> {
    if let Key::Int(_) = key {
        return key.position(columns.len()).ok_or_else(|| {
            NodeError::new(format!(
                "There are {} columns; [{key}] is none of them.",
                columns.len()
            ))
        });
    }
    let name = key.text().unwrap_or_default();
    let lower = crate::PageText::limited(name, 200).as_str().to_lowercase();
    let same = columns.iter().position(|column| column.to_lowercase() == lower);
    let tails: Vec<usize> = (0..columns.len())
        .filter(|at| columns[*at].to_lowercase().ends_with(&format!(" / {lower}")))
        .collect();
    if let Some(at) = same.or(if tails.len() == 1 {
        tails.first().copied()
    } else {
        None
    }) {
        return Ok(at);
    }
    Err(no_column(columns, name))
}

pub(super) fn no_column(columns: &[String], name: &str) -> NodeError {
    let error = NodeError::new(format!("No column {} here.", key_text(name)));
    let near = find_near_names(name, columns.iter().map(String::as_str));
    match near.is_empty() {
        false => error.suggest(near),
        true => {
            let listed: Vec<String> = columns.iter().map(|column| key_text(column)).collect();
            error.retry(format!("The columns are {}.", listed.join(", ")))
        }
    }
}

static ROWS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "Rows",
        "Rows of a table, by number from 0 or by the text of a cell.",
    )
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
        let rows = self
            .table
            .ask(TableRows {
                limit: 10,
                ..TableRows::default()
            })
            .await?;
        let child = |row: &RowFacts| Child::new(format!("[{}]", row.index), "Row", key_text(&row.name));
        Ok(rows.found.iter().map(child).collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let rows = self
            .table
            .ask(TableRows {
                limit: 200,
                ..TableRows::default()
            })
            .await?;
        let names: Vec<Json> = rows
            .found
            .iter()
            .map(|row| json!([row.index, row.name]))
            .collect();
        Ok(Some(json!({ "count": extent(&rows.table), "rows": names })))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "count" => Ok(Value::Json(extent(
                &self
                    .table
                    .ask(TableRows {
                        limit: 1,
                        ..TableRows::default()
                    })
                    .await?
                    .table,
            ))),
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
        let error = column_of(&columns, &"Nam".into()).unwrap_err().to_string();
        assert_eq!(error, "No column \"Nam\" here. Did you mean \"Name\"?");
    }
}
