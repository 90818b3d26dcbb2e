//! What a call may reach, and what may leave a page: which addresses may be opened, which files may be read and written,
//! and what is masked in answers.

mod files;
mod mask;
mod urls;

pub use files::{FileError, Workspace};
pub use mask::{KnownAddresses, Mask, redaction};
pub use urls::{Refused, UrlPolicy};
