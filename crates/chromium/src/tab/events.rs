//! What Chromium tells of a tab, taken into its state. Runs in the order of the socket and never waits.

use super::chooser::FileChooser;
use super::facts::*;
use super::state::{TabInner, TabState};
use crate::connection::{Calls, TabLife, WireEvent};
use crate::frame::tree::{FrameFacts, LoadState};
use crate::frame::world::{Context, World};
use crate::{BrowserEvent, DialogInfo, DialogKind, FrameId, Session, SessionId};
use serde_json::json;
use std::sync::Arc;

/// The most characters of a page's own signal that are passed on.
const SIGNAL_LENGTH: usize = 8000;

/// One of the tab's sessions, on which an event came.
pub(crate) struct Source<'a> {
    pub tab: &'a Arc<TabInner>,
    pub session: &'a Session,
    pub id: &'a SessionId,
    /// The frame at the root of what the session sees: the main frame, or one in a process of its own.
    pub root: Option<&'a FrameId>,
}

impl Source<'_> {
    /// Takes an event in.
    pub fn take(&self, event: &WireEvent, calls: &mut Calls) {
        match event.method.as_str() {
            "Page.frameAttached" => self.with(event, Self::frame_attached),
            "Page.frameDetached" => self.with(event, Self::frame_detached),
            "Page.frameNavigated" => self.with(event, Self::frame_navigated),
            "Page.navigatedWithinDocument" => self.with(event, Self::moved_within),
            "Page.frameStartedLoading" => self.with(event, |source, of| source.loading(of, true)),
            "Page.frameStoppedLoading" => self.with(event, |source, of| source.loading(of, false)),
            "Page.lifecycleEvent" => self.with(event, Self::lifecycle),
            "Page.javascriptDialogOpening" => {
                self.with(event, |source, dialog| source.dialog_opened(dialog, calls))
            }
            "Page.javascriptDialogClosed" => self.with(event, |source, closed| source.dialog_closed(closed)),
            "Page.windowOpen" => self.with(event, |source, opening: WindowOpen| {
                source.tab.emit(BrowserEvent::WindowOpening {
                    tab: source.tab.id,
                    url: opening.url,
                });
            }),
            "Page.fileChooserOpened" => self.with(event, Self::chooser_opened),
            "Runtime.executionContextCreated" => self.with_quietly(event, Self::context_created),
            "Runtime.executionContextDestroyed" => self.with(event, |source, destroyed: ContextDestroyed| {
                let id = destroyed.execution_context_id;
                source.contexts_gone(
                    source.write(|state| state.frames.context_destroyed(source.id, id)),
                    calls,
                );
            }),
            "Runtime.executionContextsCleared" => {
                self.contexts_gone(self.write(|state| state.frames.contexts_cleared(self.id)), calls);
            }
            "Runtime.bindingCalled" => self.with(event, Self::binding_called),
            "Fetch.requestPaused" => self.with(event, |source, request| {
                crate::browser::guard::paused(source.tab, source.session, request);
            }),
            "Network.requestWillBeSent" => self.with(event, Self::request_sent),
            "Network.responseReceived" => self.with(event, Self::response_received),
            "Network.loadingFailed" => self.with(event, Self::loading_failed),
            "Input.dragIntercepted" => self.tab.input.intercepted(event.params["data"].clone()),
            "Inspector.targetReloadedAfterCrash" => self.revived(),
            method => self.passed_through(method, event),
        }
        if let Some(told) = self.tab.logs.observe(self.tab.id, event) {
            self.tab.emit(told);
        }
    }

    fn with<T: serde::de::DeserializeOwned>(&self, event: &WireEvent, take: impl FnOnce(&Self, T)) {
        if let Some(params) = event.read() {
            take(self, params);
        }
    }

    /// For events that are of use in one of their shapes only.
    fn with_quietly<T: serde::de::DeserializeOwned>(&self, event: &WireEvent, take: impl FnOnce(&Self, T)) {
        if let Ok(params) = T::deserialize(&event.params) {
            take(self, params);
        }
    }

    pub(super) fn write<R>(&self, change: impl FnOnce(&mut TabState) -> R) -> R {
        self.tab.state.write(change)
    }

    fn is_page(&self) -> bool {
        self.tab.session.id() == Some(self.id)
    }

    fn frame_attached(
        &self,
        FrameAttached {
            frame_id,
            parent_frame_id,
        }: FrameAttached,
    ) {
        self.write(|state| {
            state
                .frames
                .attach(self.session, &frame_id, Some(&parent_frame_id));
        });
    }

    fn frame_detached(&self, FrameDetached { frame_id, reason }: FrameDetached) {
        self.write(|state| match reason.as_str() {
            "swap" => state.frames.swapped_out(&frame_id, Some(self.id)),
            _ => state.frames.remove(&frame_id),
        });
    }

    fn frame_navigated(&self, FrameNavigated { frame, kind }: FrameNavigated) {
        let restored = kind == "BackForwardCacheRestore";
        let is_page_root = frame.parent_id.is_none() && self.is_page();
        let number = self.write(|state| {
            if is_page_root {
                state.frames.expect_main(&frame.id);
            }
            state.frames.navigated(self.session, &frame, restored);
            if is_page_root {
                state.committed(&frame);
            }
            let node = state.frames.get_mut(&frame.id)?;
            if restored {
                node.reach(LoadState::Load);
            }
            Some((node.number, node.url.clone()))
        });
        if is_page_root {
            self.revived();
        }
        if restored {
            // No event tells of the frames in it.
            ask_for_frames(self.tab, self.session, self.id, LoadState::Load);
        }
        if let Some((number, url)) = number {
            self.tab.emit(BrowserEvent::Navigated {
                tab: self.tab.id,
                frame: frame.id,
                number,
                url,
                same_document: false,
            });
        }
    }

    fn moved_within(&self, MovedWithin { frame_id, url }: MovedWithin) {
        let number = self.write(|state| {
            if state.frames.is_main(&frame_id) {
                state.moves += 1;
            }
            let node = state.frames.get_mut(&frame_id)?;
            node.url.clone_from(&url);
            Some(node.number)
        });
        if let Some(number) = number {
            self.tab.emit(BrowserEvent::Navigated {
                tab: self.tab.id,
                frame: frame_id,
                number,
                url,
                same_document: true,
            });
        }
    }

    fn loading(&self, OfFrame { frame_id }: OfFrame, loading: bool) {
        let is_main = self.write(|state| {
            let is_main = state.frames.is_main(&frame_id);
            if is_main {
                state.loading = loading;
            }
            is_main
        });
        if is_main && loading {
            self.tab.emit(BrowserEvent::Loading { tab: self.tab.id });
        }
    }

    fn lifecycle(
        &self,
        Lifecycle {
            frame_id,
            loader_id,
            name,
        }: Lifecycle,
    ) {
        let reached = match name.as_str() {
            "DOMContentLoaded" => LoadState::DomContentLoaded,
            "load" => LoadState::Load,
            _ => return,
        };
        let loaded = self.write(|state| {
            let is_main = state.frames.is_main(&frame_id);
            let node = state
                .frames
                .get_mut(&frame_id)
                .filter(|node| node.loader.as_ref() == Some(&loader_id))?;
            let is_first = node.reached < reached;
            node.reach(reached);
            (is_main && is_first && reached == LoadState::Load).then(|| node.url.clone())
        });
        if let Some(url) = loaded {
            self.tab.emit(BrowserEvent::Loaded {
                tab: self.tab.id,
                url,
            });
        }
    }

    fn context_created(&self, ContextCreated { context }: ContextCreated) {
        let world = match (context.aux_data.is_default, context.name.as_str()) {
            (true, _) => World::Main,
            (false, eyeline_page_script::WORLD) => World::Isolated,
            _ => return,
        };
        let of_frame = Context {
            id: context.id,
            unique: context.unique_id,
        };
        self.write(|state| {
            state
                .frames
                .context_created(self.id, context.aux_data.frame_id, world, of_frame)
        });
    }

    fn contexts_gone(&self, contexts: Vec<String>, calls: &Calls) {
        if calls.any_runs_in(&contexts) {
            self.session.contexts_gone(contexts);
        }
    }

    fn binding_called(
        &self,
        BindingCalled {
            name,
            mut payload,
            execution_context_id,
        }: BindingCalled,
    ) {
        let frame = self.tab.state.read(|state| {
            state
                .frames
                .frame_of_context(self.id, execution_context_id)
                .cloned()
        });
        let Some(frame) = frame else { return };
        let tab = self.tab.id;
        match name.as_str() {
            eyeline_page_script::EMIT_BINDING => self.tab.emit(BrowserEvent::Emitted { tab, frame, payload }),
            crate::browser::HOST_SIGNAL => {
                if let Some((end, _)) = payload.char_indices().nth(SIGNAL_LENGTH) {
                    payload.truncate(end);
                }
                self.tab.emit(BrowserEvent::HostSignal { tab, frame, payload });
            }
            _ => {}
        }
    }

    fn dialog_opened(&self, opening: DialogOpening, calls: &mut Calls) {
        let dialog = DialogInfo {
            kind: opening.kind,
            message: opening.message,
            default_text: opening
                .default_prompt
                .filter(|_| opening.kind == DialogKind::Prompt),
            url: opening.url,
        };
        self.tab.gate.open_dialog(dialog.clone());
        self.write(|state| state.dialog_session = Some(self.session.ungated()));
        self.tab.emit(BrowserEvent::DialogOpened {
            tab: self.tab.id,
            dialog,
        });
        calls.gate_changed(&self.tab.gate);
    }

    fn dialog_closed(&self, DialogClosed { result }: DialogClosed) {
        self.tab.dialog_closed(None, result);
    }

    fn chooser_opened(
        &self,
        ChooserOpened {
            frame_id,
            mode,
            backend_node_id,
        }: ChooserOpened,
    ) {
        let multiple = mode == "selectMultiple";
        let session = self.session.clone();
        self.write(|state| {
            state.chooser = Some(FileChooser {
                frame: frame_id.clone(),
                multiple,
                backend_node_id,
                session,
            });
        });
        self.tab.emit(BrowserEvent::FileChooser {
            tab: self.tab.id,
            frame: frame_id,
            multiple,
        });
    }

    fn passed_through(&self, method: &str, event: &WireEvent) {
        let (Some(method), Some(root)) = (method.strip_prefix("WebMCP."), self.root) else {
            return;
        };
        self.tab.emit(BrowserEvent::WebMcp {
            tab: self.tab.id,
            frame: root.clone(),
            method: method.to_owned(),
            params: event.params.clone(),
        });
    }

    fn revived(&self) {
        if self.is_page() && self.tab.gate.life() == TabLife::Crashed {
            self.tab.gate.set_life(TabLife::Alive);
            self.tab.state.touch();
            self.tab.emit(BrowserEvent::Revived { tab: self.tab.id });
        }
    }
}

/// Asks for the frames that are there already. They are taken in before any event that comes after; `reached` is how far they have loaded
/// at least.
pub(crate) fn ask_for_frames(tab: &Arc<TabInner>, session: &Session, id: &SessionId, reached: LoadState) {
    let of_tab = session.of_tab(id.clone(), tab.gate.clone());
    let tab = tab.clone();
    session
        .ungated()
        .post_then("Page.getFrameTree", json!({}), move |outcome| {
            let answer = outcome
                .ok()
                .and_then(|answer| answer.into_type::<TreeAnswer>().ok());
            if let Some(answer) = answer {
                tab.state
                    .write(|state| state.frames.adopt(&of_tab, &answer.frame_tree, reached));
            }
        });
}

impl TabState {
    /// The main frame shows another document.
    fn committed(&mut self, frame: &FrameFacts) {
        self.commits += 1;
        self.unreachable.clone_from(&frame.unreachable_url);
        self.chooser = None;
        if let Some(loader) = &frame.loader_id {
            self.document_mut(loader).committed = true;
        }
    }
}
