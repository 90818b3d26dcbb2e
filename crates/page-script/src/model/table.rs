//! Tables as rows and columns, and buttons by meaning.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Facts;

/// A table's columns, and how much of it is in the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct TableModel {
    /// Names of the columns, each its own.
    pub columns: Vec<String>,
    /// Data rows in the page.
    pub rows: u32,
    /// Data rows the page says there are.
    pub total: u32,
    /// Number of the first row in the page.
    pub first: i64,
    /// Number of the last one.
    pub last: i64,
    /// Whether the numbers are those of the whole table (`aria-rowindex`), not of what is rendered.
    pub absolute: bool,
    /// What the page says of its paging.
    pub paging: Option<String>,
    /// How many heights of its scroller it has, where only some rows are drawn.
    pub screens: Option<u32>,
}

/// Which rows `tableRows` is asked for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TableRows {
    /// The table.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// A row's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// The text of a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What columns hold.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub columns: Option<serde_json::Map<String, Json>>,
    /// The first row's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// At most this many; 0: 50.
    pub limit: u32,
}

/// Rows of a table.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct Rows {
    /// The table.
    #[serde(flatten)]
    pub table: TableModel,
    /// How many rows match.
    pub count: u32,
    /// Those asked for.
    pub found: Vec<RowFacts>,
    /// When none matches: what the rows are called.
    pub near: Vec<String>,
    /// Columns that were asked for and are not there.
    pub unknown: Vec<String>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct RowFacts {
    /// The row's element.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its number.
    pub index: i64,
    /// The text that names it.
    pub name: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// What the cells say, by column.
    pub record: serde_json::Map<String, Json>,
    /// The cells' elements, by column; 0 where there is none.
    pub cells: Vec<u32>,
    /// All about the cells, when it is the only row that was found.
    pub facts: Vec<Option<Facts>>,
    /// Whether it is selected.
    pub selected: bool,
}

/// How a row is selected, and whether it is.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct RowSelection {
    /// Whether it is, where the page says so.
    pub selected: Option<bool>,
    /// Its own checkbox or radio; 0 where it has none.
    pub toggle: u32,
    /// Where to press it otherwise, from its upper left corner.
    pub point: Option<RowPoint>,
    /// Class names that may mean that it is selected.
    pub marks: Vec<String>,
}

/// A point of a row.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
pub struct RowPoint {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A button, by its number and name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct NamedRef {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its name.
    pub name: String,
}

/// What a dialog's buttons mean.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Buttons {
    /// Those that do what was asked for; several when words do not settle it.
    pub choice: Vec<NamedRef>,
    /// All of them.
    pub all: Vec<NamedRef>,
}
