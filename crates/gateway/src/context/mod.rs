//! What one call carries with it: whose it is, how long it may take, and what it has to tell.

mod act;
mod call_context;
mod clock;
mod guard;
mod reach;

pub use call_context::{CallContext, page_path};
pub use clock::{Clock, Level};
pub use guard::CallGuard;
