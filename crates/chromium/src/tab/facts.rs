//! What the events of a tab carry: only what is used here, and open to what is new.

use crate::frame::tree::{FrameFacts, FrameTreeFacts};
use crate::{DialogKind, FrameId, LoaderId};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameAttached {
    pub frame_id: FrameId,
    pub parent_frame_id: FrameId,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameDetached {
    pub frame_id: FrameId,
    #[serde(default)]
    pub reason: String,
}

#[derive(Deserialize)]
pub(super) struct FrameNavigated {
    pub frame: FrameFacts,
    #[serde(rename = "type", default)]
    pub kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MovedWithin {
    pub frame_id: FrameId,
    pub url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfFrame {
    pub frame_id: FrameId,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Lifecycle {
    pub frame_id: FrameId,
    pub loader_id: LoaderId,
    pub name: String,
}

#[derive(Deserialize)]
pub(super) struct ContextCreated {
    pub context: ContextFacts,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextFacts {
    pub id: i64,
    pub unique_id: String,
    pub name: String,
    pub aux_data: AuxData,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuxData {
    #[serde(default)]
    pub is_default: bool,
    pub frame_id: FrameId,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextDestroyed {
    pub execution_context_id: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BindingCalled {
    pub name: String,
    pub payload: String,
    pub execution_context_id: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestSent {
    pub request_id: String,
    pub loader_id: LoaderId,
    #[serde(default)]
    pub frame_id: Option<FrameId>,
    #[serde(rename = "type", default)]
    pub kind: String,
    pub request: RequestFacts,
    pub redirect_response: Option<ResponseFacts>,
}

#[derive(Deserialize)]
pub(super) struct RequestFacts {
    pub url: String,
}

#[derive(Deserialize)]
pub(super) struct ResponseFacts {
    pub url: String,
    pub status: u16,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResponseReceived {
    pub request_id: String,
    pub loader_id: LoaderId,
    #[serde(default)]
    pub frame_id: Option<FrameId>,
    #[serde(rename = "type", default)]
    pub kind: String,
    pub response: ResponseFacts,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoadingFailed {
    pub request_id: String,
    pub error_text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DialogOpening {
    pub url: String,
    pub message: String,
    #[serde(rename = "type")]
    pub kind: DialogKind,
    #[serde(default)]
    pub default_prompt: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct DialogClosed {
    #[serde(default)]
    pub result: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChooserOpened {
    pub frame_id: FrameId,
    pub mode: String,
    pub backend_node_id: Option<i64>,
}

#[derive(Deserialize)]
pub(super) struct WindowOpen {
    pub url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TreeAnswer {
    pub frame_tree: FrameTreeFacts,
}
