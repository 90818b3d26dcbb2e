//! How a node reaches the page: one call's context, one tab, and where in it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Deadline, Frame, Tab};
use eyeline_page_script::model::{Facts, Found, Lookup};
use futures::future::join_all;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ahead::Ahead;
use crate::actions::{ActionContext, ActionError, Effect, RefId, Target};
use crate::context::CallContext;
use crate::outline::open_roots;

/// What a frame other than the main one may take to say what it holds.
const FRAME_PATIENCE: Duration = Duration::from_secs(3);

/// One call's way into one tab.
pub struct Reach {
    /// The call.
    pub ctx: Arc<CallContext>,
    /// The tab.
    pub tab: Tab,
    /// What the call's path asks for, all at once.
    ahead: Ahead,
}

/// A part of a page: a frame, and an element in it that bounds the part.
#[derive(Clone)]
pub struct Scope {
    /// The way there.
    pub reach: Arc<Reach>,
    /// The frame.
    pub frame: Frame,
    /// The element; the whole document when absent.
    pub within: Option<u32>,
    /// The path that leads here: `pages["t1"].editor.app.main`.
    pub path: String,
    /// The path of the screen this is a part of, where a ref leads to its element.
    pub root: String,
}

/// What a lookup found, and in which frame.
pub struct FoundIn {
    /// The frame.
    pub frame: Frame,
    /// What is there.
    pub found: Found,
}

impl Reach {
    /// A way into a tab.
    pub fn new(ctx: &Arc<CallContext>, tab: &Tab) -> Arc<Self> {
        ctx.enter(tab.id());
        Arc::new(Reach {
            ctx: ctx.clone(),
            tab: tab.clone(),
            ahead: Ahead::of(&ctx.asked_path()),
        })
    }

    /// When the call must be over.
    pub fn deadline(&self) -> Deadline {
        self.ctx.deadline()
    }

    /// Calls the page script in a frame. Errors are sentences.
    pub async fn ask<Out: DeserializeOwned>(
        &self,
        frame: &Frame,
        name: &str,
        args: &impl Serialize,
    ) -> Result<Out, NodeError> {
        let args = self.private(args);
        frame
            .call(name, &args, self.deadline())
            .await
            .map_err(|error| self.ctx.trouble(self.tab.id(), &error))
    }

    /// The arguments with what the session's privacy asks for.
    pub fn private(&self, args: &impl Serialize) -> Json {
        let mut args = serde_json::to_value(args).unwrap_or_default();
        let settings = self.ctx.settings();
        if let Json::Object(fields) = &mut args {
            if !settings.privacy.redact.is_empty() {
                fields.insert("redact".into(), settings.privacy.redact.clone().into());
            }
            if settings.privacy.keep_emails {
                fields.insert("keepEmail".into(), ".".into());
            }
        }
        args
    }

    /// The main frame.
    pub fn main_frame(&self) -> Result<Frame, NodeError> {
        self.tab
            .main_frame()
            .map_err(|error| self.ctx.trouble(self.tab.id(), &error))
    }

    /// What an action needs.
    pub async fn action(&self) -> Result<ActionContext, NodeError> {
        self.ahead.forget().await;
        self.ctx.acting_context(&self.tab).await
    }

    /// An action's proof as the answer, and its changes as the answer's block.
    pub fn proof(&self, effect: Result<Effect, ActionError>) -> Result<Value, NodeError> {
        let effect = effect.map_err(|error| NodeError::new(error.to_string()))?;
        Ok(self.ctx.effect(effect))
    }

    /// The path of this tab's `app`.
    pub fn app_path(&self) -> String {
        format!("{}.editor.app", self.ctx.path_of(self.tab.id()))
    }

    /// A ref as it is written.
    pub fn ref_text(frame: &Frame, reference: u32) -> String {
        RefId {
            frame: frame.ref_number(),
            number: reference,
        }
        .to_string()
    }

    /// A ref as an action's target.
    pub fn target(frame: &Frame, reference: u32) -> Target {
        Target::Ref(RefId {
            frame: frame.ref_number(),
            number: reference,
        })
    }
}

impl Scope {
    /// The whole page.
    pub fn page(reach: &Arc<Reach>) -> Result<Self, NodeError> {
        let frame = reach.main_frame()?;
        Ok(Scope {
            reach: reach.clone(),
            frame,
            within: None,
            path: reach.app_path(),
            root: reach.app_path(),
        })
    }

    /// The same, where the page publishes a model: its controls are at `screen`.
    pub fn below_model(&self) -> Self {
        let path = format!("{}.screen", self.path);
        Scope {
            root: path.clone(),
            path,
            ..self.clone()
        }
    }

    /// The part inside an element of the same frame.
    pub fn inside(&self, frame: &Frame, reference: u32, path: String) -> Self {
        Scope {
            frame: frame.clone(),
            within: Some(reference),
            path,
            ..self.clone()
        }
    }

    /// Looks for elements here, then in the frames inside. The frame's own come first: other frames are asked only
    /// when it has none (or, for a position, not enough).
    ///
    /// What is asked for by name or position is waited for while the page is about to show something.
    pub async fn lookup(&self, query: &Lookup) -> Result<FoundIn, NodeError> {
        let found = self.lookup_now(query).await?;
        if found.found.count > 0 || (query.count && query.name.is_none() && query.index.is_none()) {
            return Ok(found);
        }
        let mut patience = Patience::new(self);
        let mut found = found;
        while found.found.count == 0 && patience.more().await {
            found = self.lookup_now(query).await?;
        }
        Ok(found)
    }

    /// The same, as it is now.
    pub async fn lookup_now(&self, query: &Lookup) -> Result<FoundIn, NodeError> {
        let query = Lookup {
            within: self.within,
            ..query.clone()
        };
        let known = self.reach.ahead.answer(&self.reach, &self.frame, &query).await;
        let mut found: Found = match known {
            Some(found) => found,
            None => self.reach.ask(&self.frame, "lookup", &query).await?,
        };
        if found.count == 0 && self.opens_roots(&found.hosts).await {
            found = self.reach.ask(&self.frame, "lookup", &query).await?;
        }
        if found.count > 0 {
            return Ok(FoundIn {
                frame: self.frame.clone(),
                found,
            });
        }
        let mut passed = i64::from(found.seen);
        for (frame, inner) in self.ask_frames(&query).await {
            if let Some(wanted) = query.index.filter(|wanted| *wanted >= 0) {
                if let Some(hit) = self.nth_in(&frame, &query, wanted - passed).await? {
                    return Ok(FoundIn { frame, found: hit });
                }
                passed += i64::from(inner.seen);
            } else if inner.count > 0 {
                return Ok(FoundIn { frame, found: inner });
            }
        }
        Ok(FoundIn {
            frame: self.frame.clone(),
            found,
        })
    }

    /// Whether there were closed shadow roots that are open to us now.
    async fn opens_roots(&self, hosts: &[u32]) -> bool {
        !hosts.is_empty()
            && open_roots(&self.frame, hosts, self.reach.deadline())
                .await
                .unwrap_or(false)
    }

    async fn nth_in(&self, frame: &Frame, query: &Lookup, at: i64) -> Result<Option<Found>, NodeError> {
        if at < 0 {
            return Ok(None);
        }
        let query = Lookup {
            within: None,
            index: Some(at),
            ..query.clone()
        };
        let found: Found = self.reach.ask(frame, "lookup", &query).await?;
        Ok((found.count > 0).then_some(found))
    }

    /// The same question to every frame inside.
    async fn ask_frames(&self, query: &Lookup) -> Vec<(Frame, Found)> {
        let query = Lookup {
            within: None,
            index: None,
            count: true,
            ..query.clone()
        };
        self.ask_inner_frames("lookup", &query).await
    }

    /// Calls the page script in every frame inside, at once. One that does not answer in time has nothing to say.
    pub async fn ask_inner_frames<Out: DeserializeOwned>(
        &self,
        name: &str,
        args: &impl Serialize,
    ) -> Vec<(Frame, Out)> {
        let deadline = self.reach.deadline().capped(FRAME_PATIENCE);
        let args = self.reach.private(args);
        let asked = self.inner_frames().await.into_iter().map(|frame| {
            let args = &args;
            async move {
                let said: Result<Out, _> = frame.call(name, args, deadline).await;
                said.ok().map(|said| (frame, said))
            }
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    /// The frames whose elements stand in this part, and the frames in those.
    async fn inner_frames(&self) -> Vec<Frame> {
        let children = self.frame.children();
        if children.is_empty() {
            return children;
        }
        let direct = match self.within {
            None => children,
            Some(within) => self.frames_within(children, within).await,
        };
        let mut all = Vec::new();
        for frame in direct {
            collect_frames(frame, &mut all);
        }
        all
    }

    async fn frames_within(&self, frames: Vec<Frame>, within: u32) -> Vec<Frame> {
        let deadline = self.reach.deadline().capped(FRAME_PATIENCE);
        let inside: Vec<u32> = self
            .reach
            .ask(&self.frame, "framesWithin", &serde_json::json!({ "ref": within }))
            .await
            .unwrap_or_default();
        let mut kept = Vec::new();
        for frame in frames {
            if let Ok(Some(owner)) = frame.owner_ref(deadline).await
                && inside.contains(&owner)
            {
                kept.push(frame);
            }
        }
        kept
    }

    /// The frame that sits in a frame element.
    pub async fn frame_of(&self, frame: &Frame, reference: u32) -> Result<Frame, NodeError> {
        let deadline = self.reach.deadline();
        for child in frame.children() {
            if child.owner_ref(deadline).await.ok().flatten() == Some(reference) {
                return Ok(child);
            }
        }
        Err(NodeError::new(format!(
            "The frame [ref={}] has no page in it (yet).",
            Reach::ref_text(frame, reference)
        )))
    }

    /// All about an element. A ref whose element was replaced is followed to its heir.
    pub async fn facts(&self, frame: &Frame, reference: u32) -> Result<Facts, NodeError> {
        self.reach
            .ask(frame, "facts", &serde_json::json!({ "ref": reference }))
            .await
    }
}

/// How long what is not there is waited for.
const LOOK_PATIENCE: Duration = Duration::from_secs(5);

/// Waiting for what is not there, as long as the page is unsettled.
pub struct Patience<'a> {
    scope: &'a Scope,
    began: Instant,
}

#[derive(Deserialize)]
struct Unsettled {
    moving: bool,
}

impl<'a> Patience<'a> {
    /// Begins to wait.
    pub fn new(scope: &'a Scope) -> Self {
        Patience {
            scope,
            began: Instant::now(),
        }
    }

    /// Whether it is worth another look; answers when there may be something new to see.
    pub async fn more(&mut self) -> bool {
        let deadline = self.scope.reach.deadline().capped(LOOK_PATIENCE);
        if self.began.elapsed() >= LOOK_PATIENCE || deadline.expired() {
            return false;
        }
        let said: Result<Unsettled, _> = self
            .scope
            .frame
            .call("unsettled", &serde_json::json!({}), deadline)
            .await;
        said.is_ok_and(|said| said.moving)
    }
}

fn collect_frames(frame: Frame, all: &mut Vec<Frame>) {
    let children = frame.children();
    all.push(frame);
    for child in children {
        collect_frames(child, all);
    }
}

/// A path with a member and, where there is one, a key appended: `.button["New key"]`.
pub fn path_to(parent: &str, word: &str, key: Option<&Json>) -> String {
    match key {
        Some(key) => format!("{parent}.{word}[{key}]"),
        None => format!("{parent}.{word}"),
    }
}
