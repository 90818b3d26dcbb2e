//! What a call may reach: which addresses may be opened, and which files may be read and written.

mod files;
mod urls;

pub use files::{FileError, Workspace};
pub use urls::{Refused, UrlPolicy};
