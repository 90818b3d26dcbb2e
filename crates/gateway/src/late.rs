//! What earlier actions of a session changed since: told with its next answer, whatever that call is.

use eyeline_chromium::{Tab, TabId};
use futures::future::join_all;

use crate::actions::late_changes;
use crate::context::{CallContext, page_path};

/// The late changes of all tabs in which the session has acted lately.
pub async fn collect(context: &CallContext) -> Option<String> {
    let browser = context.running_browser()?;
    let armed: Vec<Tab> = context
        .session()
        .watches()
        .into_iter()
        .filter(|(_, watch)| watch.is_armed())
        .filter_map(|(id, _)| browser.tab(id).ok())
        .collect();
    let told = join_all(armed.iter().map(|tab| of_tab(context, tab))).await;
    let told: Vec<(TabId, String)> = told.into_iter().flatten().collect();
    match &told[..] {
        [] => None,
        [(tab, text)] if context.session().page() == Some(*tab) => Some(text.clone()),
        several => {
            let texts: Vec<String> = several
                .iter()
                .map(|(tab, text)| format!("in {}:\n{text}", page_path(*tab)))
                .collect();
            Some(texts.join("\n"))
        }
    }
}

async fn of_tab(context: &CallContext, tab: &Tab) -> Option<(TabId, String)> {
    let ctx = context.action_context(tab).await.ok()?;
    late_changes(&ctx).await.map(|text| (tab.id(), text))
}
