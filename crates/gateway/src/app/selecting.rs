//! Selecting a row of a table, as a user does: by its own box, else by a press where nothing else stands.

use ai_vision::{NodeError, Value};
use eyeline_page_script::model::RowSelection;
use serde_json::json;

use super::acting;
use super::control::Control;
use super::reach::Reach;
use crate::actions::options::Position;
use crate::actions::{self, ClickOptions, CommonOptions};

/// Makes a row selected or not, and checks that it is.
pub async fn select_row(row: &Control, wanted: bool) -> Result<Value, NodeError> {
    let before = ask(row).await?;
    if before.selected == Some(wanted) {
        let already = format!("{} is selected: {wanted} already.", row.shown());
        row.reach().ctx.changes(already);
        return Ok(Value::NULL);
    }
    let done = match before.toggle {
        0 => press_row(row, &before, wanted).await?,
        toggle => {
            let ctx = row.reach().action().await?;
            let target = Reach::target(row.frame(), toggle);
            match actions::set_checked(&ctx, &target, wanted, &CommonOptions::default()).await {
                Ok(ticked) => row.reach().proof(Ok(ticked))?,
                // Tables that draw their rows anew replace the box that was pressed: the row knows better.
                Err(_) if ask(row).await.is_ok_and(|now| now.selected == Some(wanted)) => Value::NULL,
                Err(error) => return row.reach().proof(Err(error)),
            }
        }
    };
    let after = ask(row).await.map_err(|error| {
        NodeError::new(format!(
            "{} was pressed, and cannot be read since: {error}",
            row.shown()
        ))
    })?;
    if is_now(&before, &after, wanted) {
        return Ok(done);
    }
    let error = NodeError::new(format!(
        "{} was pressed, but is not selected: {wanted}.",
        row.shown()
    ));
    Err(match after.selected {
        Some(_) => error,
        None => {
            error.retry("The page does not say which of its rows are selected; press what selects one in it.")
        }
    })
}

/// A row that says nothing of it may still be marked by its class.
fn is_now(before: &RowSelection, after: &RowSelection, wanted: bool) -> bool {
    match after.selected {
        Some(now) => now == wanted,
        None if wanted => after.marks.iter().any(|mark| !before.marks.contains(mark)),
        None => before.marks.iter().any(|mark| !after.marks.contains(mark)),
    }
}

/// Presses a row where no control of it stands. One of several is let go with Control held.
async fn press_row(row: &Control, known: &RowSelection, wanted: bool) -> Result<Value, NodeError> {
    let Some(point) = known.point else {
        return Err(NodeError::new(format!(
            "{} has no box that selects it, and no place to press that is not a control of its own.",
            row.shown()
        )));
    };
    let options = ClickOptions {
        position: Some(Position {
            x: point.x,
            y: point.y,
        }),
        modifiers: if wanted {
            Vec::new()
        } else {
            vec!["ControlOrMeta".to_owned()]
        },
        ..ClickOptions::default()
    };
    acting::click(row, &options).await
}

async fn ask(row: &Control) -> Result<RowSelection, NodeError> {
    let asked = json!({ "ref": row.reference() });
    row.reach().ask(row.frame(), "rowSelection", &asked).await
}
