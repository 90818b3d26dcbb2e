//! Any page as typed objects: `pages[i].editor.app`.

mod state;

use std::sync::Arc;

use ai_vision::{Node, NodeError, Json, Value};
use eyeline_chromium::Tab;

use crate::actions::Target;
use crate::context::CallContext;

pub use state::{AppEvent, AppState, Sink};

/// `pages[i].editor.app`.
pub async fn app_node(_ctx: &Arc<CallContext>, _tab: &Tab) -> Result<Arc<dyn Node>, NodeError> {
    Err(NodeError::new("not yet"))
}

/// Draws a ring and a callout over what a target names. Answers with what was drawn.
pub async fn highlight(
    _ctx: &Arc<CallContext>,
    _tab: &Tab,
    _target: &Target,
    _message: &str,
    _buttons: &[String],
) -> Result<Json, NodeError> {
    Err(NodeError::new("not yet"))
}

/// Takes away everything that was drawn in a tab. Answers with how many it was.
pub async fn clear_highlights(_ctx: &Arc<CallContext>, _tab: &Tab) -> Result<Json, NodeError> {
    Err(NodeError::new("not yet"))
}

/// Controls of a page, published members and tools that a query names, best first.
pub async fn search(_ctx: &Arc<CallContext>, _tab: &Tab, _query: &str, _limit: usize) -> Vec<ai_vision::Hit> {
    Vec::new()
}
#[allow(unused)]
type Unused = Value;
