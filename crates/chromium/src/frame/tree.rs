//! The state of a tab's frames, as Chromium's events tell it.

use super::world::{Context, World};
use crate::{FrameId, LoaderId, Session, SessionId};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};

/// How far a document has loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoadState {
    /// The document has replaced the one before.
    Commit,
    /// Its HTML is parsed.
    DomContentLoaded,
    /// It has fired `load`: what it refers to is there too.
    Load,
}

/// One frame.
#[derive(Debug)]
pub(crate) struct FrameNode {
    pub number: u32,
    pub parent: Option<FrameId>,
    pub children: Vec<FrameId>,
    /// The session of the process it runs in; none while it moves to another.
    pub session: Option<Session>,
    pub loader: Option<LoaderId>,
    pub url: String,
    pub name: String,
    pub origin: String,
    pub reached: LoadState,
    /// Refs up to this number have been given in this frame.
    pub floor: u32,
    /// Its process has crashed, and it shows nothing.
    pub crashed: bool,
}

/// A frame as `Page.frameNavigated` and `Page.getFrameTree` describe it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameFacts {
    pub id: FrameId,
    #[serde(default)]
    pub parent_id: Option<FrameId>,
    #[serde(default)]
    pub loader_id: Option<LoaderId>,
    #[serde(default)]
    pub name: Option<String>,
    pub url: String,
    #[serde(default)]
    pub url_fragment: Option<String>,
    #[serde(default)]
    pub security_origin: Option<String>,
    #[serde(default)]
    pub unreachable_url: Option<String>,
}

/// The answer of `Page.getFrameTree`, one level of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FrameTreeFacts {
    pub frame: FrameFacts,
    #[serde(default)]
    pub child_frames: Vec<FrameTreeFacts>,
}

#[derive(Debug)]
struct KnownContext {
    session: SessionId,
    frame: FrameId,
    world: World,
    context: Context,
}

/// How many frames are remembered that are gone.
const GONE_KEPT: usize = 64;

/// All frames of a tab.
#[derive(Debug, Default)]
pub(crate) struct FrameTree {
    nodes: HashMap<FrameId, FrameNode>,
    main: Option<FrameId>,
    last_number: u32,
    /// The frames that went last, with their numbers: what was done in them may still have to be told.
    gone: VecDeque<(FrameId, u32)>,
    /// The contexts of all sessions. Some are told of before the frame that they belong to.
    contexts: Vec<KnownContext>,
}

impl FrameNode {
    /// The document got this far. Nothing is taken back.
    pub fn reach(&mut self, state: LoadState) {
        self.reached = self.reached.max(state);
    }
}

impl FrameTree {
    pub fn get(&self, id: &FrameId) -> Option<&FrameNode> {
        self.nodes.get(id)
    }

    pub fn get_mut(&mut self, id: &FrameId) -> Option<&mut FrameNode> {
        self.nodes.get_mut(id)
    }

    pub fn main(&self) -> Option<(&FrameId, &FrameNode)> {
        let id = self.main.as_ref()?;
        Some((id, self.nodes.get(id)?))
    }

    pub fn is_main(&self, id: &FrameId) -> bool {
        self.main.as_ref() == Some(id)
    }

    /// The number of a frame, also of one that went lately.
    pub fn given_number(&self, id: &FrameId) -> Option<u32> {
        let known = self.nodes.get(id).map(|node| node.number);
        let gone = || self.gone.iter().rev().find(|(gone, _)| gone == id);
        known.or_else(|| gone().map(|(_, number)| *number))
    }

    pub fn by_number(&self, number: u32) -> Option<FrameId> {
        self.nodes
            .iter()
            .find(|(_, node)| node.number == number)
            .map(|(id, _)| id.clone())
    }

    /// Ids in the order of the tree, each frame before those in it.
    pub fn in_order(&self) -> Vec<FrameId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut next: Vec<_> = self.main.iter().cloned().collect();
        while let Some(id) = next.pop() {
            if let Some(node) = self.nodes.get(&id) {
                next.extend(node.children.iter().rev().cloned());
                order.push(id);
            }
        }
        order
    }

    /// The frame is there, in the process of this session. It may have been there before, elsewhere.
    pub fn attach(&mut self, session: &Session, id: &FrameId, parent: Option<&FrameId>) -> &mut FrameNode {
        if !self.nodes.contains_key(id) {
            self.insert(id, parent);
        }
        let node = self
            .nodes
            .entry(id.clone())
            .or_insert_with(|| FrameNode::new(0, None));
        if node.session.as_ref().map(Session::id) != Some(session.id()) {
            node.session = Some(session.clone());
            node.crashed = false;
        }
        node
    }

    fn insert(&mut self, id: &FrameId, parent: Option<&FrameId>) {
        let mut node = FrameNode::new(self.new_number(id, parent), parent.cloned());
        // Frames of other processes may be told of before the one that they sit in.
        let sits_here = |(_, node): &(&FrameId, &FrameNode)| node.parent.as_ref() == Some(id);
        let mut inside: Vec<_> = self
            .nodes
            .iter()
            .filter(sits_here)
            .map(|(id, node)| (node.number, id.clone()))
            .collect();
        inside.sort_unstable();
        node.children = inside.into_iter().map(|(_, id)| id).collect();
        self.nodes.insert(id.clone(), node);
        let above = parent.and_then(|parent| self.nodes.get_mut(parent));
        above
            .into_iter()
            .for_each(|above| above.children.push(id.clone()));
    }

    fn new_number(&mut self, id: &FrameId, parent: Option<&FrameId>) -> u32 {
        if parent.is_none() && self.main.is_none() {
            self.main = Some(id.clone());
            return 0;
        }
        self.last_number += 1;
        self.last_number
    }

    /// The frame shows another document, new or (`restored`) from the back/forward cache.
    pub fn navigated(&mut self, session: &Session, facts: &FrameFacts, restored: bool) {
        let node = self.attach(session, &facts.id, facts.parent_id.as_ref());
        let is_first = node.loader.is_none();
        let is_new = node.loader != facts.loader_id;
        node.describe(facts);
        if !is_new {
            return;
        }
        node.reached = LoadState::Commit;
        node.crashed = false;
        if is_first {
            return;
        }
        // What was in it is gone. The frames of a restored document that run in other processes have been told of already.
        let stays = |tree: &Self, child: &FrameId| {
            let home = tree.get(child).and_then(|node| node.session.as_ref());
            restored && home.is_some_and(|home| home.id() != session.id())
        };
        let children = self
            .get(&facts.id)
            .map(|node| node.children.clone())
            .unwrap_or_default();
        for child in children {
            if !stays(self, &child) {
                self.remove(&child);
            }
        }
    }

    /// The page has this frame as its main frame. Should it have been another one (a prerendered page took over), all that was there is
    /// gone.
    pub fn expect_main(&mut self, id: &FrameId) {
        if self.main.as_ref().is_some_and(|main| main != id) {
            self.clear();
        }
    }

    /// Takes over what `Page.getFrameTree` says of frames that no event has told of yet. They have loaded this far at least.
    pub fn adopt(&mut self, session: &Session, facts: &FrameTreeFacts, reached: LoadState) {
        let frame = &facts.frame;
        let node = self.attach(session, &frame.id, frame.parent_id.as_ref());
        if node.loader.is_none() {
            node.describe(frame);
            node.reach(reached);
        }
        facts
            .child_frames
            .iter()
            .for_each(|child| self.adopt(session, child, reached));
    }

    /// The frame has left the process of its session; it will come back in another.
    pub fn swapped_out(&mut self, id: &FrameId, session: Option<&SessionId>) {
        let Some(node) = self.nodes.get_mut(id) else {
            return;
        };
        if node.session.as_ref().and_then(Session::id) == session {
            node.session = None;
            let children = std::mem::take(&mut node.children);
            children.iter().for_each(|child| self.remove(child));
        }
    }

    /// The frame is gone, with all in it.
    pub fn remove(&mut self, id: &FrameId) {
        let Some(node) = self.nodes.remove(id) else { return };
        if self.gone.len() == GONE_KEPT {
            self.gone.pop_front();
        }
        self.gone.push_back((id.clone(), node.number));
        if let Some(parent) = node.parent.as_ref().and_then(|parent| self.nodes.get_mut(parent)) {
            parent.children.retain(|child| child != id);
        }
        node.children.iter().for_each(|child| self.remove(child));
        self.contexts.retain(|known| known.frame != *id);
    }

    /// Forgets everything but the numbers that were given.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.contexts.clear();
        self.main = None;
    }

    /// The session has ended: its frames have no process for now. Answers with them.
    pub fn session_ended(&mut self, session: &SessionId) -> Vec<FrameId> {
        self.contexts_cleared(session);
        let of_session = |node: &FrameNode| node.session.as_ref().and_then(Session::id) == Some(session);
        let ids: Vec<_> = self
            .nodes
            .iter()
            .filter(|(_, node)| of_session(node))
            .map(|(id, _)| id.clone())
            .collect();
        for id in &ids {
            if let Some(node) = self.nodes.get_mut(id) {
                node.session = None;
            }
        }
        ids
    }

    /// The process of the session has crashed, with the frames in it.
    pub fn process_crashed(&mut self, session: &SessionId) {
        self.contexts_cleared(session);
        let of_session = |node: &&mut FrameNode| node.session.as_ref().and_then(Session::id) == Some(session);
        self.nodes
            .values_mut()
            .filter(of_session)
            .for_each(|node| node.crashed = true);
    }

    pub fn context_created(&mut self, session: &SessionId, frame: FrameId, world: World, context: Context) {
        self.contexts.push(KnownContext {
            session: session.clone(),
            frame,
            world,
            context,
        });
    }

    /// Answers with the unique name of what is gone, as `contexts_cleared` does.
    pub fn context_destroyed(&mut self, session: &SessionId, id: i64) -> Vec<String> {
        self.forget_contexts(|known| known.session == *session && known.context.id == id)
    }

    pub fn contexts_cleared(&mut self, session: &SessionId) -> Vec<String> {
        self.forget_contexts(|known| known.session == *session)
    }

    fn forget_contexts(&mut self, gone: impl Fn(&KnownContext) -> bool) -> Vec<String> {
        self.contexts
            .extract_if(.., |known| gone(known))
            .map(|known| known.context.unique)
            .collect()
    }

    /// The context of this world in the process that the frame runs in now.
    pub fn context(&self, frame: &FrameId, world: World) -> Option<&Context> {
        let session = self.get(frame)?.session.as_ref()?.id()?;
        let of_frame = |known: &&KnownContext| {
            known.frame == *frame && known.world == world && known.session == *session
        };
        self.contexts
            .iter()
            .filter(of_frame)
            .map(|known| &known.context)
            .next_back()
    }

    /// The frame that a context of a session belongs to.
    pub fn frame_of_context(&self, session: &SessionId, id: i64) -> Option<&FrameId> {
        let found = self
            .contexts
            .iter()
            .find(|known| known.session == *session && known.context.id == id);
        found.map(|known| &known.frame)
    }
}

impl FrameNode {
    fn new(number: u32, parent: Option<FrameId>) -> Self {
        Self {
            number,
            parent,
            children: Vec::new(),
            session: None,
            loader: None,
            url: String::new(),
            name: String::new(),
            origin: String::new(),
            reached: LoadState::Commit,
            floor: 0,
            crashed: false,
        }
    }

    fn describe(&mut self, facts: &FrameFacts) {
        self.loader = facts.loader_id.clone();
        self.url = format!(
            "{}{}",
            facts.url,
            facts.url_fragment.as_deref().unwrap_or_default()
        );
        self.name = facts.name.clone().unwrap_or_default();
        self.origin = facts.security_origin.clone().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::CallSender;

    fn session(id: &str) -> Session {
        Session::browser(CallSender::new().0).of_tab(id.into(), Default::default())
    }

    fn facts(id: &str, parent: Option<&str>, loader: &str) -> FrameFacts {
        FrameFacts {
            id: id.into(),
            parent_id: parent.map(FrameId::from),
            loader_id: Some(loader.into()),
            name: None,
            url: format!("http://{id}/"),
            url_fragment: Some("#part".to_owned()),
            security_origin: None,
            unreachable_url: None,
        }
    }

    fn order(tree: &FrameTree) -> Vec<String> {
        tree.in_order().iter().map(FrameId::to_string).collect()
    }

    #[test]
    fn a_frame_that_is_told_of_before_its_parent_is_in_the_tree() {
        let (page, far) = (session("page"), session("far"));
        let mut tree = FrameTree::default();
        tree.attach(&far, &"far".into(), Some(&"top".into()));
        tree.navigated(&page, &facts("top", None, "L1"), false);
        assert_eq!(order(&tree), ["top", "far"]);
        assert!(tree.is_main(&"top".into()));
        assert_eq!(
            tree.main().map(|(_, node)| node.url.as_str()),
            Some("http://top/#part")
        );
    }

    #[test]
    fn a_new_document_has_none_of_the_frames_before() {
        let page = session("page");
        let mut tree = FrameTree::default();
        tree.navigated(&page, &facts("top", None, "L1"), false);
        tree.attach(&page, &"a".into(), Some(&"top".into()));
        tree.attach(&page, &"b".into(), Some(&"a".into()));
        tree.attach(&page, &"c".into(), Some(&"top".into()));
        assert_eq!(order(&tree), ["top", "a", "b", "c"]);
        assert_eq!(tree.by_number(2), Some("b".into()));
        tree.navigated(&page, &facts("top", None, "L2"), false);
        assert_eq!(order(&tree), ["top"]);
        tree.attach(&page, &"d".into(), Some(&"top".into()));
        assert_eq!(
            tree.get(&"d".into()).map(|node| node.number),
            Some(4),
            "numbers are not given twice"
        );
    }

    #[test]
    fn a_frame_that_moves_to_another_process_stays_itself() {
        let (page, far) = (session("page"), session("far"));
        let mut tree = FrameTree::default();
        tree.navigated(&page, &facts("top", None, "L1"), false);
        tree.attach(&page, &"a".into(), Some(&"top".into())).floor = 7;
        let context = |id: i64| Context {
            id,
            unique: format!("u{id}"),
        };
        tree.context_created(&"page".into(), "a".into(), World::Isolated, context(1));
        tree.attach(&far, &"a".into(), Some(&"top".into()));
        tree.swapped_out(&"a".into(), Some(&"page".into()));
        assert_eq!(
            tree.context(&"a".into(), World::Isolated),
            None,
            "the old process is not asked any more"
        );
        tree.context_created(&"far".into(), "a".into(), World::Isolated, context(1));
        assert_eq!(tree.context(&"a".into(), World::Isolated), Some(&context(1)));
        assert_eq!(
            tree.get(&"a".into()).map(|node| (node.number, node.floor)),
            Some((1, 7))
        );
        tree.session_ended(&"far".into());
        assert_eq!(tree.context(&"a".into(), World::Isolated), None);
        assert_eq!(order(&tree), ["top", "a"]);
    }
}
