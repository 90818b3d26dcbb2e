//! What the modelling half of the page script takes and returns: controls as objects.
//!
//! - [`Lookup`] → [`Found`]: the elements of a role, by name or position, in a scope (`lookup`)
//! - [`Facts`]: everything a control's node answers from (`facts`)
//! - [`TableRows`] → [`Rows`]: rows of a table, by number, text or column values (`tableRows`)
//! - [`Items`]: items of a list, tree, tab list or menu (`items`)
//! - [`Buttons`]: what a dialog's buttons mean (`dialogButton`)
//! - [`ScreenMap`]: a page at a glance (`screenMap`); [`ControlHit`]: controls by words (`findControls`)
//! - [`ToolForm`]: forms that declare themselves as tools (`toolForms`)
//! - [`Highlight`] → [`Highlighted`]: the overlay (`highlight`)

mod facts;
mod lookup;
mod overlay;
mod screen;
mod table;
mod toolforms;

pub use facts::{Facts, Field, ItemFacts, Items, Options, TreeSwitch};
pub use lookup::{Brief, Elsewhere, Found, LookedAhead, Lookup, Near};
pub use overlay::{Cleared, Highlight, Highlighted, Pressed};
pub use screen::{ControlHit, Place, ScreenMap};
pub use table::{Buttons, NamedRef, RowFacts, RowPoint, RowSelection, Rows, TableModel, TableRows};
pub use toolforms::{ToolField, ToolForm};
