//! What the browser tells of its pages and frames.

use super::setup::set_up;
use super::state::{Attached, BrowserInner, BrowserState};
use crate::connection::{Calls, EventSink, Gate, TabLife, WireEvent};
use crate::logs::TabLogs;
use crate::tab::events::Source;
use crate::tab::{TabInner, TabState};
use crate::watched::Watched;
use crate::{BrowserEvent, ContextId, FrameId, SessionId, TabId, TargetId};
use serde::Deserialize;
use serde_json::json;
use std::sync::{Arc, Weak};

/// The answer of `Target.getTargets`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Targets {
    target_infos: Vec<TargetInfo>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: TargetId,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    subtype: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    url: String,
    opener_id: Option<TargetId>,
    browser_context_id: Option<ContextId>,
    parent_frame_id: Option<FrameId>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttachedToTarget {
    session_id: SessionId,
    target_info: TargetInfo,
    #[serde(default)]
    waiting_for_debugger: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DetachedFromTarget {
    session_id: SessionId,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfoChanged {
    target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfTarget {
    target_id: TargetId,
}

/// Where the connection's events go.
pub(super) struct Sink(pub Weak<BrowserInner>);

impl EventSink for Sink {
    fn event(&self, event: WireEvent, calls: &mut Calls) -> bool {
        let Some(browser) = self.0.upgrade() else {
            return false;
        };
        browser.event(&event, calls);
        true
    }

    fn lost(&self, reason: &str) {
        if let Some(browser) = self.0.upgrade() {
            browser.lost(reason);
        }
    }
}

impl BrowserInner {
    fn event(self: &Arc<Self>, event: &WireEvent, calls: &mut Calls) {
        match event.method.as_str() {
            "Target.attachedToTarget" => event
                .read()
                .into_iter()
                .for_each(|attached| self.target_attached(event, attached)),
            "Target.detachedFromTarget" => event
                .read()
                .into_iter()
                .for_each(|detached: DetachedFromTarget| self.session_ended(&detached.session_id, calls)),
            "Target.targetInfoChanged" => event
                .read()
                .into_iter()
                .for_each(|changed: TargetInfoChanged| self.described(changed.target_info)),
            "Target.targetCrashed" => event
                .read()
                .into_iter()
                .for_each(|of: OfTarget| self.target_crashed(&of.target_id, calls)),
            "Target.targetDestroyed" => event
                .read()
                .into_iter()
                .for_each(|of: OfTarget| self.target_destroyed(&of.target_id, calls)),
            "Browser.downloadWillBegin" => self.download_began(event),
            "Browser.downloadProgress" => self.download_went_on(event),
            _ => self.page_event(event, calls),
        }
    }

    fn page_event(&self, event: &WireEvent, calls: &mut Calls) {
        let Some(id) = &event.session else { return };
        let Some(attached) = self.attached(id) else { return };
        let main = || {
            attached
                .tab
                .state
                .read(|state| state.frames.main().map(|(id, _)| id.clone()))
        };
        let root = attached.frame.clone().or_else(main);
        Source {
            tab: &attached.tab,
            session: &attached.session,
            id,
            root: root.as_ref(),
        }
        .take(event, calls);
    }

    fn target_attached(
        self: &Arc<Self>,
        event: &WireEvent,
        AttachedToTarget {
            session_id,
            target_info,
            waiting_for_debugger,
        }: AttachedToTarget,
    ) {
        let parent = event.session.as_ref().and_then(|parent| self.attached(parent));
        match (target_info.kind.as_str(), parent) {
            ("page", _) if is_drivable(&target_info) => self.page_attached(session_id, target_info),
            ("iframe", Some(parent)) => self.frame_attached(session_id, target_info, &parent),
            _ => self.let_go(session_id, waiting_for_debugger),
        }
    }

    /// A target that is not for us runs on without us.
    fn let_go(&self, id: SessionId, waiting: bool) {
        if waiting {
            self.session
                .of_tab(id.clone(), Arc::default())
                .post("Runtime.runIfWaitingForDebugger", json!({}));
        }
        self.session
            .post("Target.detachFromTarget", json!({"sessionId": id}));
    }

    fn page_attached(self: &Arc<Self>, id: SessionId, info: TargetInfo) {
        let opener = info
            .opener_id
            .as_ref()
            .and_then(|opener| self.tab_by_target(opener));
        let asked_for = self.state.read(|state| state.asking > 0);
        let ours = !self.options.attached || asked_for || opener.as_ref().is_some_and(|opener| opener.ours);
        let gate = Arc::new(Gate::default());
        let session = self.session.of_tab(id.clone(), gate.clone());
        let tab = self.state.write(|state| {
            state.last_tab += 1;
            let tab = Arc::new(TabInner {
                id: TabId(state.last_tab),
                target: info.target_id.clone(),
                context: info.browser_context_id,
                opener: opener.map(|opener| opener.id),
                ours,
                session: session.clone(),
                gate,
                state: Watched::new(TabState {
                    title: info.title,
                    ..TabState::default()
                }),
                logs: TabLogs::default(),
                emulation: Default::default(),
                turn: Default::default(),
                input: crate::input::InputState::default(),
                browser: Arc::downgrade(self),
            });
            let attached = Attached {
                tab: tab.clone(),
                session: session.clone(),
                target: info.target_id,
                frame: None,
            };
            state.sessions.insert(id.clone(), attached);
            state.tabs.insert(tab.id, tab.clone());
            tab
        });
        set_up(&tab, &session, &id, None, ours);
    }

    fn frame_attached(&self, id: SessionId, info: TargetInfo, parent: &Attached) {
        let tab = parent.tab.clone();
        let session = self.session.of_tab(id.clone(), tab.gate.clone());
        let frame = FrameId::from(info.target_id.as_str());
        let of_frame = Attached {
            tab: tab.clone(),
            session: session.clone(),
            target: info.target_id,
            frame: Some(frame.clone()),
        };
        self.state
            .write(|state| state.sessions.insert(id.clone(), of_frame));
        let above = info
            .parent_frame_id
            .or_else(|| tab.state.read(|state| state.frames.get(&frame)?.parent.clone()));
        tab.state.write(|state| {
            state.frames.attach(&session, &frame, above.as_ref());
        });
        set_up(&tab, &session, &id, Some(frame), tab.ours);
    }

    fn session_ended(&self, id: &SessionId, calls: &mut Calls) {
        let Some(ended) = self.state.write(|state| state.sessions.remove(id)) else {
            return;
        };
        if ended.frame.is_none() {
            return self.tab_closed(&ended.tab, calls);
        }
        ended.tab.state.write(|state| state.frames.session_ended(id));
        calls.session_ended(id);
    }

    fn tab_closed(&self, tab: &Arc<TabInner>, calls: &mut Calls) {
        let known = self.state.write(|state| {
            state
                .sessions
                .retain(|_, attached| !Arc::ptr_eq(&attached.tab, tab));
            state.tabs.remove(&tab.id).is_some()
        });
        tab.gate.set_life(TabLife::Closed);
        tab.state.write(|state| *state = TabState::default());
        calls.gate_changed(&tab.gate);
        if known {
            self.emit(BrowserEvent::TabClosed { tab: tab.id });
        }
    }

    fn target_destroyed(&self, target: &TargetId, calls: &mut Calls) {
        if let Some(tab) = self.tab_by_target(target) {
            self.tab_closed(&tab, calls);
        }
    }

    fn target_crashed(&self, target: &TargetId, calls: &mut Calls) {
        let of_frame = |state: &BrowserState| {
            let found = state
                .sessions
                .iter()
                .find(|(_, attached)| attached.target == *target && attached.frame.is_some());
            found.map(|(id, attached)| (id.clone(), attached.clone()))
        };
        if let Some((id, attached)) = self.state.read(of_frame) {
            attached
                .tab
                .state
                .write(|state| state.frames.process_crashed(&id));
            return calls.session_crashed(&id);
        }
        let Some(tab) = self.tab_by_target(target) else {
            return;
        };
        if tab.gate.set_life(TabLife::Crashed) != TabLife::Alive {
            return;
        }
        tab.state.write(|state| {
            state.loading = false;
            state.dialog_session = None;
            state.chooser = None;
        });
        calls.gate_changed(&tab.gate);
        self.emit(BrowserEvent::Crashed { tab: tab.id });
    }

    pub(super) fn described_all(&self, targets: Targets) {
        targets
            .target_infos
            .into_iter()
            .for_each(|info| self.described(info));
    }

    fn described(&self, info: TargetInfo) {
        if let Some(tab) = self.tab_by_target(&info.target_id) {
            // A page without a title is told of with its address instead.
            let is_address = !info.title.is_empty() && info.url.ends_with(&info.title);
            tab.state
                .write(|state| state.title = if is_address { String::new() } else { info.title });
        }
    }
}

/// Pages that are rendered ahead of time, and the developer tools themselves, are no tabs.
fn is_drivable(info: &TargetInfo) -> bool {
    info.subtype.as_deref().is_none_or(str::is_empty) && !info.url.starts_with("devtools://")
}
