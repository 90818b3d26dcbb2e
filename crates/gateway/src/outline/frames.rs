//! Reading all frames of a tab into one tree.

use std::collections::HashMap;
use std::time::Duration;

use eyeline_chromium::{Deadline, Error, Frame, PageError, Result, Tab};
use eyeline_page_script::read::{FrameOutline, Infer, OutlineOptions};
use futures::future::{BoxFuture, join_all};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Mutex;

use super::memory::ReadMemory;
use super::options::ReadFrom;
use super::tree::PageTree;
use super::{internals, listeners, shadow};

/// The longest that one child frame may keep the others waiting.
const FRAME_PATIENCE: Duration = Duration::from_secs(3);

/// How often a read is made again when the document was replaced under it.
const TRIES: usize = 3;

/// Reads a tab over all its frames, or what stands below `root`.
pub async fn read_tree(
    tab: &Tab,
    root: Option<&ReadFrom>,
    options: &OutlineOptions,
    memory: &mut ReadMemory,
    deadline: Deadline,
) -> Result<PageTree> {
    let start = start_of(tab, root, deadline).await?;
    let (frame, mut first) = (start.frame, options.clone());
    (first.root, first.root_selector) = (start.element, start.selector);
    first.watch = options.watch && frame.number() == Some(0);
    let reader = Reader {
        options,
        owners: Mutex::new(std::mem::take(&mut memory.owners)),
        deadline,
    };
    let tree = reader.read(&frame, &first, deadline).await;
    let tree = match tree {
        Ok(tree) => Ok(reader.fill(frame, tree).await),
        Err(error) => Err(error),
    };
    memory.owners = reader.owners.into_inner();
    memory
        .owners
        .retain(|id, _| tab.frames().iter().any(|frame| frame.id().to_string() == *id));
    tree
}

/// Where a read starts: in this frame, at this element, or at the first match below it.
pub(crate) struct Start {
    /// The frame.
    pub frame: Frame,
    /// An element of it.
    pub element: Option<u32>,
    /// What is sought in it.
    pub selector: Option<String>,
}

impl Start {
    /// The DOM node of the element; none for the whole frame.
    pub async fn top(&self, deadline: Deadline) -> Result<Option<i64>> {
        if self.element.is_none() && self.selector.is_none() {
            return Ok(None);
        }
        let locate = Locate {
            root: self.element,
            root_selector: self.selector.as_deref(),
        };
        let found: Located = self.frame.call("locate", &locate, deadline).await?;
        let Some(element) = self.frame.element(found.reference, deadline).await? else {
            return Ok(None);
        };
        let params = json!({"objectId": element.object_id(), "depth": 0});
        let described: Described = element
            .session()
            .request("DOM.describeNode", params, deadline)
            .await?;
        Ok(Some(described.node.backend_node_id))
    }
}

#[derive(Deserialize)]
struct Described {
    node: DescribedNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DescribedNode {
    backend_node_id: i64,
}

/// Finds where a read starts. `>>>` in a selector steps into a frame or a shadow root.
pub(crate) async fn start_of(tab: &Tab, root: Option<&ReadFrom>, deadline: Deadline) -> Result<Start> {
    match root {
        Some(ReadFrom::Ref { frame, element }) => Ok(Start {
            frame: numbered_frame(tab, *frame)?,
            element: Some(*element),
            selector: None,
        }),
        Some(ReadFrom::Selector(selector)) => by_selector(tab, selector, deadline).await,
        None => Ok(Start {
            frame: tab.main_frame()?,
            element: None,
            selector: None,
        }),
    }
}

fn numbered_frame(tab: &Tab, number: u32) -> Result<Frame> {
    if number == 0 {
        return tab.main_frame();
    }
    tab.frame(number).ok_or_else(|| {
        let message =
            format!("Frame {number} is no longer part of the page; read it again for refs that live.");
        Error::Page(PageError {
            kind: "stale".into(),
            message,
            extra: serde_json::Map::new(),
        })
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Locate<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_selector: Option<&'a str>,
}

#[derive(Deserialize)]
struct Located {
    #[serde(rename = "ref")]
    reference: u32,
}

async fn by_selector(tab: &Tab, selector: &str, deadline: Deadline) -> Result<Start> {
    let (mut frame, mut element) = (tab.main_frame()?, None);
    let mut parts = selector.split(">>>").map(str::trim).collect::<Vec<_>>();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let locate = Locate {
            root: element,
            root_selector: Some(part),
        };
        let host: Located = frame.call("locate", &locate, deadline).await?;
        match child_in(&frame, host.reference, deadline).await? {
            Some(inner) => (frame, element) = (inner, None),
            None => element = Some(host.reference),
        }
    }
    Ok(Start {
        frame,
        element,
        selector: Some(last.to_owned()),
    })
}

/// The frame that sits in an element; none where the element is no frame.
async fn child_in(frame: &Frame, element: u32, deadline: Deadline) -> Result<Option<Frame>> {
    for child in frame.children() {
        match child.owner_ref(deadline).await {
            Ok(Some(owner)) if owner == element => return Ok(Some(child)),
            Err(error) if error.is_timeout() => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}

struct Reader<'a> {
    options: &'a OutlineOptions,
    owners: Mutex<HashMap<String, u32>>,
    deadline: Deadline,
}

impl Reader<'_> {
    /// One frame alone, looked into closed shadow roots.
    async fn read(&self, frame: &Frame, options: &OutlineOptions, deadline: Deadline) -> Result<PageTree> {
        let mut options = options.clone();
        if options.infer == Infer::Full {
            // What cannot be found out leaves the guess to the looks of an element.
            options.clickable = listeners::clickable(frame, deadline).await.unwrap_or_default();
        }
        let mut outline = self.outline(frame, &options, deadline).await?;
        for _ in 0..3 {
            let opened =
                !outline.hosts.is_empty() && shadow::open_roots(frame, &outline.hosts, deadline).await?;
            let links = listeners::links_among(frame, &outline.ask, deadline).await;
            let learned = internals::learn(frame, &outline.custom, deadline).await?;
            if !opened && !learned && links.is_empty() {
                break;
            }
            options.clickable.extend(links);
            outline = self.outline(frame, &options, deadline).await?;
        }
        Ok(PageTree::of_frame(outline, frame.ref_number()))
    }

    async fn outline(
        &self,
        frame: &Frame,
        options: &OutlineOptions,
        deadline: Deadline,
    ) -> Result<FrameOutline> {
        let mut tries = 0;
        loop {
            tries += 1;
            match frame.call("outline", options, deadline).await {
                Err(error) if error.is_replaced_document() && tries < TRIES => {}
                done => return done,
            }
        }
    }

    /// Puts the content of all child frames where they stand.
    fn fill(&self, frame: Frame, mut tree: PageTree) -> BoxFuture<'_, PageTree> {
        Box::pin(async move {
            let number = frame.ref_number();
            let places: Vec<(usize, u32)> = frame_places(&tree, number);
            if places.is_empty() {
                return tree;
            }
            let children = self.children_by_owner(&frame).await;
            let reads = places.into_iter().filter_map(|(index, owner)| {
                let child = children.get(&owner)?.clone();
                Some(async move { (index, self.child(child).await) })
            });
            let mut done = join_all(reads).await;
            done.sort_by_key(|(index, _)| std::cmp::Reverse(*index));
            for (index, child) in done {
                match child {
                    Ok(child) => tree.splice(index, child),
                    Err(Error::FrameGone) => {}
                    Err(error) => tree.note(index, silence(&error)),
                }
            }
            tree
        })
    }

    async fn child(&self, frame: Frame) -> Result<PageTree> {
        let patience = FRAME_PATIENCE.min(self.deadline.remaining() / 2);
        let options = OutlineOptions {
            watch: false,
            ..self.options.clone()
        };
        let tree = self
            .read(&frame, &options, self.deadline.capped(patience))
            .await?;
        Ok(self.fill(frame, tree).await)
    }

    /// The child frames by the ref of the element they sit in.
    async fn children_by_owner(&self, frame: &Frame) -> HashMap<u32, Frame> {
        let known = self.owners.lock().await.clone();
        let owners = frame.children().into_iter().map(|child| {
            let known = known.get(&child.id().to_string()).copied();
            async move {
                let patience = self
                    .deadline
                    .capped(FRAME_PATIENCE.min(self.deadline.remaining() / 2));
                let owner = match known {
                    Some(owner) => Some(owner),
                    None => child.owner_ref(patience).await.ok().flatten(),
                };
                owner.map(|owner| (owner, child))
            }
        });
        let found: HashMap<u32, Frame> = join_all(owners).await.into_iter().flatten().collect();
        let mut memory = self.owners.lock().await;
        memory.extend(
            found
                .iter()
                .map(|(owner, child)| (child.id().to_string(), *owner)),
        );
        found
    }
}

/// Positions and refs of the frame elements that this frame lists.
fn frame_places(tree: &PageTree, number: u32) -> Vec<(usize, u32)> {
    let is_frame = |(index, entry): (usize, &super::Entry)| {
        let wanted = entry.frame == number && entry.item.role == "frame" && entry.note.is_none();
        entry
            .item
            .reference
            .filter(|_| wanted)
            .map(|reference| (index, reference))
    };
    tree.entries.iter().enumerate().filter_map(is_frame).collect()
}

/// What stands in place of a frame that could not be read.
fn silence(error: &Error) -> String {
    match error {
        Error::Timeout { after, .. } => {
            format!("this frame did not answer within {:.1} s", after.as_secs_f64())
        }
        other => format!("this frame could not be read: {other}"),
    }
}
