//! `pages`, `page` and `pages[i]`: the tabs.

mod find;
mod list;
mod members;
mod open;
mod page;

pub use list::PagesNode;
pub use open::checked_label;
pub use page::PageNode;
