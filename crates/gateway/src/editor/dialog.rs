//! `dialog`: what the page asks before it goes on. There only while one is open.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use ai_vision::{ArgRule, Descriptor, Json, Member, Node, NodeError, Value, async_trait};
use eyeline_chromium::{DialogInfo, LoadState, World};
use serde_json::json;

use super::surface::Surface;
use crate::PageText;
use crate::actions::late_changes;

static DIALOG: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Dialog", "An open dialog; the page stands still until it is answered.")
        .members([
            Member::property("type", "alert, confirm, prompt or beforeunload."),
            Member::property("message", "What it says, in the page's words."),
            Member::property("default", "What a prompt proposes."),
            Member::method("accept", "accept(text?)", "OK; text answers a prompt.")
                .arg(ArgRule::string("text").optional())
                .acts(),
            Member::method("dismiss", "dismiss()", "Cancel.").acts(),
        ])
        .shared()
});

/// The open dialog, or an error that says there is none.
pub fn node(surface: &Surface) -> Result<Value, NodeError> {
    match surface.tab.dialog() {
        Some(dialog) => Ok(Value::node(DialogNode { surface: surface.clone(), dialog })),
        None => Err(NodeError::new("No dialog is open in this tab.")),
    }
}

/// A dialog in short.
pub fn brief(dialog: &DialogInfo) -> Json {
    let mut brief = json!({ "type": dialog.kind.to_string(), "message": PageText::new(&dialog.message).as_str() });
    if let Some(default) = dialog.default_text.as_deref().filter(|text| !text.is_empty()) {
        brief["default"] = PageText::new(default).as_str().into();
    }
    brief
}

struct DialogNode {
    surface: Surface,
    dialog: DialogInfo,
}

#[async_trait]
impl Node for DialogNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        DIALOG.clone()
    }

    fn identity(&self) -> Option<String> {
        Some(format!("{}.dialog", self.surface.path()))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(brief(&self.dialog)))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(brief(&self.dialog).get(member).cloned().unwrap_or(Json::Null).into())
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let surface = &self.surface;
        let deadline = surface.deadline();
        let (did, done) = match member {
            "accept" => {
                let text = args.first().and_then(Json::as_str);
                ("accepted", surface.tab.accept_dialog(text, deadline).await)
            }
            _ => ("dismissed", surface.tab.dismiss_dialog(deadline).await),
        };
        let answered = done.map_err(|error| surface.trouble(&error))?;
        let mut answer = brief(&answered);
        answer["did"] = did.into();
        aftermath(surface).await;
        if let Some(next) = surface.tab.dialog() {
            answer["next"] = brief(&next);
        }
        Ok(answer.into())
    }
}

/// How often the page is asked what came of the answer, two frames apart each time.
const ROUNDS: usize = 6;

/// The page goes on: what comes of it in the next frames is told as changes, what comes later as late changes.
async fn aftermath(surface: &Surface) {
    let Ok(ctx) = surface.context.action_context(&surface.tab).await else { return };
    let frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))";
    for _ in 0..ROUNDS {
        let soon = surface.deadline().capped(Duration::from_millis(300));
        if let Ok(frame) = surface.tab.main_frame() {
            // A page that navigates or asks again does not answer; both are seen below.
            let _ = frame.evaluate(frames, &[], World::Isolated, soon).await;
        }
        if surface.tab.dialog().is_some() {
            return;
        }
        if surface.tab.loading() {
            let loaded = surface.tab.wait_load(LoadState::Load, surface.deadline().capped(Duration::from_secs(10))).await;
            let note = if loaded.is_ok() { "" } else { " (still loading)" };
            return surface.context.changes(format!("url: {}{note}", PageText::limited(&surface.tab.url(), 300).as_str()));
        }
        if let Some(changes) = late_changes(&ctx).await {
            return surface.context.changes(changes);
        }
    }
}
