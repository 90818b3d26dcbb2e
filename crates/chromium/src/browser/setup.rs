//! Making a page or frame ready before its first script runs.

use crate::tab::TabInner;
use crate::tab::events::ask_for_frames;
use crate::{BrowserEvent, Deadline, FrameId, Json, LoadState, Session, SessionId};
use eyeline_page_script::{EMIT_BINDING, SOURCE, WORLD};
use futures::future::join_all;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The binding in the page's own world by which a page that publishes a model tells of changes.
pub const HOST_SIGNAL: &str = "__aiVisionHostSignal";

/// How long a page may take to be set up. A page that stands still longer is there, but cannot be driven yet.
const SETUP_TIME: Duration = Duration::from_secs(30);

/// Sends, in one go, all that a session needs, and lets the target run. The order of the socket is the order of the commands, so that
/// nothing needs to be waited for in between.
pub(super) fn set_up(
    tab: &Arc<TabInner>,
    session: &Session,
    id: &SessionId,
    frame: Option<FrameId>,
    choosers: bool,
) {
    let session = session.ungated();
    session.post("Page.enable", json!({}));
    ask_for_frames(tab, &session, id, LoadState::Commit);
    let guarded = tab
        .browser
        .upgrade()
        .is_some_and(|browser| browser.options.guard.is_some());
    let mut answers: Vec<_> = commands(choosers)
        .into_iter()
        .chain(guarded.then(super::guard::command))
        .map(|(method, params)| begin(&session, method, params))
        .collect();
    tab.emulation.set_up(&session);
    answers.push(begin(&session, "Runtime.runIfWaitingForDebugger", json!({})));
    // Not every browser has it, and nothing depends on it.
    session.post("WebMCP.enable", json!({}));
    if frame.is_none() {
        tokio::spawn(announce(tab.clone(), async move {
            join_all(answers).await;
        }));
    }
}

fn commands(choosers: bool) -> Vec<(&'static str, Json)> {
    let frames = json!([{"type": "iframe"}]);
    let auto_attach =
        json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": frames});
    let script = json!({"source": SOURCE, "worldName": WORLD, "runImmediately": true});
    let mut commands = vec![
        ("Page.setLifecycleEventsEnabled", json!({"enabled": true})),
        ("Runtime.enable", json!({})),
        (
            "Runtime.addBinding",
            json!({"name": EMIT_BINDING, "executionContextName": WORLD}),
        ),
        ("Runtime.addBinding", json!({"name": HOST_SIGNAL})),
        ("Page.addScriptToEvaluateOnNewDocument", script),
        ("Network.enable", json!({})),
        ("Log.enable", json!({})),
        ("Emulation.setFocusEmulationEnabled", json!({"enabled": true})),
        ("Target.setAutoAttach", auto_attach),
    ];
    if choosers {
        commands.push(("Page.setInterceptFileChooserDialog", json!({"enabled": true})));
    }
    commands
}

/// Sends a command now; the future is its answer.
fn begin(session: &Session, method: &'static str, params: Json) -> impl Future<Output = ()> + Send + 'static {
    let (done, answer) = tokio::sync::oneshot::channel();
    session.post_then(method, params, move |outcome| {
        if let Err(error) = outcome {
            tracing::debug!(method, %error, "setting up a target");
        }
        let _ = done.send(());
    });
    async move {
        let _ = answer.await;
    }
}

/// Says that the tab is there once it is set up.
async fn announce(tab: Arc<TabInner>, set_up: impl Future<Output = ()>) {
    if Deadline::after(SETUP_TIME)
        .run("Setting up a tab", set_up)
        .await
        .is_err()
    {
        tracing::warn!(tab = %tab.id, "the page stands still, and is not set up yet");
    }
    if tab.gate.life() != crate::TabLife::Closed {
        tab.state.write(|state| state.ready = true);
        tab.emit(BrowserEvent::TabOpened {
            tab: tab.id,
            opener: tab.opener,
        });
    }
}
