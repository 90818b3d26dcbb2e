//! `dialog`: what the page asks before it goes on. There only while one is open.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Descriptor, Json, Member, Node, NodeError, Value, async_trait};
use eyeline_chromium::DialogInfo;
use serde_json::json;

use super::surface::Surface;
use crate::PageText;
use crate::actions::answer_dialog;

static DIALOG: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "Dialog",
        "An open dialog; the page stands still until it is answered.",
    )
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
        Some(dialog) => Ok(Value::node(DialogNode {
            surface: surface.clone(),
            dialog,
        })),
        None => Err(NodeError::new("No dialog is open in this tab.")),
    }
}

/// A dialog in short.
pub fn brief(dialog: &DialogInfo) -> Json {
    let mut brief =
        json!({ "type": dialog.kind.to_string(), "message": PageText::new(&dialog.message).as_str() });
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
        Ok(brief(&self.dialog)
            .get(member)
            .cloned()
            .unwrap_or(Json::Null)
            .into())
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let surface = &self.surface;
        let ctx = surface.context.action_context(&surface.tab).await?;
        let text = args.first().and_then(Json::as_str);
        let effect = answer_dialog(&ctx, member == "accept", text).await;
        let effect = effect.map_err(|error| NodeError::new(error.to_string()))?;
        let mut answer = serde_json::to_value(&effect).unwrap_or_default();
        for (key, value) in brief(&self.dialog).as_object().into_iter().flatten() {
            answer[key] = value.clone();
        }
        surface.context.effect(effect);
        Ok(answer.into())
    }
}
