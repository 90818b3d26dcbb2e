//! Stands in for actions that are not there yet.
#![allow(missing_docs, clippy::unused_async)]
use std::path::PathBuf;
use std::sync::Arc;

use eyeline_chromium::{Browser, Deadline, Tab};
use serde_json::Value as Json;

use crate::actions::*;

#[derive(Default)]
pub struct PageWatch;
pub struct ActionContext;
impl ActionContext {
    pub fn new(_: Browser, _: Tab, _: Deadline, _: Arc<PageWatch>) -> Self {
        ActionContext
    }
    pub fn with_redaction(self, _: Vec<String>) -> Self {
        self
    }
}
type Done = Result<Effect, ActionError>;
fn no<T>() -> Result<T, ActionError> {
    Err(ActionError::Browser("This action is not wired yet.".into()))
}
pub async fn click(_: &ActionContext, _: &Target, _: &ClickOptions) -> Done { no() }
pub async fn hover(_: &ActionContext, _: &Target, _: &HoverOptions) -> Done { no() }
pub async fn tap(_: &ActionContext, _: &Target, _: &HoverOptions) -> Done { no() }
pub async fn drag(_: &ActionContext, _: &Target, _: &Target, _: &DragOptions) -> Done { no() }
pub async fn scroll(_: &ActionContext, _: &ScrollOptions) -> Done { no() }
pub async fn type_text(_: &ActionContext, _: &Target, _: &str, _: &TypeOptions) -> Done { no() }
pub async fn clear(_: &ActionContext, _: &Target, _: &CommonOptions) -> Done { no() }
pub async fn select(_: &ActionContext, _: &Target, _: &[Choice], _: &CommonOptions) -> Done { no() }
pub async fn set_checked(_: &ActionContext, _: &Target, _: bool, _: &CommonOptions) -> Done { no() }
pub async fn fill_form(_: &ActionContext, _: &[(String, Json)], _: &FormOptions) -> Done { no() }
pub async fn set_input_files(_: &ActionContext, _: &Target, _: &[PathBuf], _: &FilesOptions) -> Done { no() }
pub async fn press_key(_: &ActionContext, _: &str, _: &PressOptions) -> Done { no() }
pub async fn key_down(_: &ActionContext, _: &str) -> Done { no() }
pub async fn key_up(_: &ActionContext, _: &str) -> Done { no() }
pub async fn wait_for(_: &ActionContext, _: &WaitCondition) -> Result<Json, ActionError> { no() }
pub async fn wait_for_response(_: &ActionContext, _: &str, _: &ResponseOptions) -> Result<Json, ActionError> { no() }
pub async fn bounds(_: &ActionContext, _: &Target) -> Result<eyeline_chromium::capture::Rect, ActionError> { no() }
