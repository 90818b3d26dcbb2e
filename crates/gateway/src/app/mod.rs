//! Any page as typed objects: `pages[i].editor.app`.
//!
//! | module | answers |
//! |---|---|
//! | [`screen`], [`glance`] | a page as objects, and what a hint lists of it |
//! | [`roles`] | the words by which things are reached: `button`, `main`, `dialog` |
//! | [`collection`] | the elements of a role, by name and position |
//! | [`naming`] | what is said when a name leads nowhere, or to several |
//! | [`kinds`], [`members`] | which kinds of control there are, and what each has |
//! | [`control`] | one element as a node of its kind |
//! | [`reading`] | what a control says |
//! | [`acting`] | what a control does |
//! | [`composite`], [`trees`], [`forms`], [`table`], [`rows`], [`cells`], [`selecting`] | controls made of items, of fields, of rows |
//! | [`overlay`] | pointing at things on screen |
//! | [`pictures`] | a part of a page as its outline, or as an image |
//! | [`search`] | controls by the words of their names |
//! | [`published`] | pages that publish a model of their own |
//! | [`tools`] | WebMCP tools |
//! | [`reach`], [`ahead`] | how all of these reach the page, in as few questions as can be |
//! | [`state`] | what outlives a call |
//! | [`teller`] | what pages have to tell, as events |

mod acting;
mod ahead;
mod cells;
mod collection;
mod composite;
mod control;
mod forms;
mod glance;
mod kinds;
mod members;
mod naming;
mod overlay;
mod pictures;
mod published;
mod reach;
mod reading;
mod roles;
mod rows;
mod screen;
mod search;
mod selecting;
mod state;
mod table;
mod teller;
mod tools;
mod trees;

use std::sync::Arc;

use ai_vision::{Node, NodeError};
use eyeline_chromium::Tab;

use crate::context::CallContext;
use published::Published;
use reach::{Reach, Scope};
use screen::{Beside, Screen};

pub use overlay::{clear_highlights, highlight};
pub use search::search;
pub use state::AppState;
pub use teller::AppEvent;

/// `pages[i].editor.app`.
pub async fn app_node(ctx: &Arc<CallContext>, tab: &Tab) -> Result<Arc<dyn Node>, NodeError> {
    app_of(&Scope::page(&Reach::new(ctx, tab))?).await
}

/// What stands at `app` of a page, or of the page in a frame: the model it publishes, else what is on it.
async fn app_of(scope: &Scope) -> Result<Arc<dyn Node>, NodeError> {
    let state = scope.reach.ctx.gateway().app_state();
    let discovery = state.discover(scope).await?;
    let beside = Beside {
        native: tools::has_native(scope),
        offered: discovery.tools || (scope.frame.is_main() && state.tools().offered(scope.reach.tab.id())),
    };
    Ok(match &discovery.model {
        Some(model) => Arc::new(Published::new(scope, model, beside)),
        None => Arc::new(Screen::of(scope, beside)),
    })
}
