//! The walk of a search: breadth first, nodes that members lead to before live children.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use super::HitOrigin;
use super::rank::Matches;
use crate::descriptor::{Child, Descriptor};
use crate::error::NodeError;
use crate::hint::{element_line, member_line};
use crate::node::Node;
use crate::path::{Path, Segment, join_child_path};
use crate::value::Value;

/// So many steps from the root are taken.
const MOST_DEPTH: usize = 5;
/// So many nodes are looked at.
const MOST_NODES: usize = 300;

/// A node to look at.
struct Stop {
    node: Arc<dyn Node>,
    path: String,
    depth: usize,
    /// A child whose bare segment stands for it: its entry in the list is all that is said of its kind.
    bare: bool,
}

/// Walks the tree and offers every line.
pub(super) async fn visit(root: &Arc<dyn Node>, matches: &mut Matches) {
    let mut queue = VecDeque::from([Stop {
        node: root.clone(),
        path: String::new(),
        depth: 0,
        bare: false,
    }]);
    let mut kinds: HashSet<String> = HashSet::new();
    let mut looked_at = 0;
    while let Some(stop) = queue.pop_front() {
        if looked_at == MOST_NODES {
            return;
        }
        looked_at += 1;
        let descriptor = stop.node.descriptor();
        if !kinds.insert(descriptor.kind.to_string()) {
            continue;
        }
        offer_lines(&stop, &descriptor, matches);
        if open(&stop.node) {
            let room = (MOST_NODES - looked_at).saturating_sub(queue.len());
            follow(&stop, &descriptor, matches, &mut queue, room).await;
        }
    }
}

/// Whether what lies beneath a node may be reached.
fn open(node: &Arc<dyn Node>) -> bool {
    node.restricted().is_none_or(|reason| reason.is_empty())
}

/// Offers what a node says of itself.
fn offer_lines(stop: &Stop, descriptor: &Descriptor, matches: &mut Matches) {
    let Descriptor {
        kind,
        summary,
        members,
        elements,
        help,
        ..
    } = descriptor;
    let at = |name: &str| join_child_path(&stop.path, &format!(".{name}"));
    let plain = |path: String| (path, String::new());
    if !stop.bare {
        let path = if stop.path.is_empty() {
            "(root)"
        } else {
            &stop.path
        };
        let line = format!("{kind} - {summary}");
        matches.offer(kind, &line, HitOrigin::KindSummary, || plain(path.to_owned()));
    }
    for member in members.iter().filter(|member| !member.unlisted) {
        let call = if member.is_method() { "()" } else { "" };
        let place = || plain(at(&format!("{}{call}", member.name)));
        matches.offer(kind, &member_line(member), HitOrigin::Member, place);
    }
    for element in elements {
        let show = || {
            format!(
                " Show it to the user with {}(\"{}\").",
                at("highlight"),
                element.name
            )
        };
        matches.offer(kind, &element_line(element), HitOrigin::Element, || {
            (at("elements"), show())
        });
    }
    let lines = help
        .iter()
        .flat_map(|help| help.lines())
        .map(str::trim)
        .filter(|line| !line.is_empty());
    for line in lines {
        matches.offer(kind, line, HitOrigin::HelpText, || plain(at("$help")));
    }
}

/// Queues what lies below a node, and offers its children. Nothing is queued that has no room.
async fn follow(
    stop: &Stop,
    descriptor: &Descriptor,
    matches: &mut Matches,
    queue: &mut VecDeque<Stop>,
    mut room: usize,
) {
    let deeper = stop.depth < MOST_DEPTH;
    for member in descriptor
        .members
        .iter()
        .filter(|member| deeper && member.node && !member.unlisted)
    {
        let read = match member.is_method() {
            true => stop.node.method(&member.name).await,
            false => stop.node.get(&member.name).await.map(Some),
        };
        if let Ok(Some(Value::Node(node))) = read {
            let path = join_child_path(&stop.path, &format!(".{}", member.name));
            enqueue(
                queue,
                &mut room,
                Stop {
                    node,
                    path,
                    depth: stop.depth + 1,
                    bare: false,
                },
            );
        }
    }
    for child in stop.node.children().await.unwrap_or_default() {
        let path = join_child_path(&stop.path, &child.segment);
        let line = format!("{path} - {}: {}", child.kind, child.summary);
        matches.offer(&child.kind, &line, HitOrigin::ChildEntry, || {
            (path.clone(), String::new())
        });
        let listed_open = child.restricted.as_ref().is_none_or(String::is_empty);
        if !(deeper && listed_open && room > 0) {
            continue;
        }
        if let Ok(Some(node)) = reach(&stop.node, &child).await {
            let bare = !child.segment.starts_with(['.', '[']);
            enqueue(
                queue,
                &mut room,
                Stop {
                    node,
                    path,
                    depth: stop.depth + 1,
                    bare,
                },
            );
        }
    }
}

fn enqueue(queue: &mut VecDeque<Stop>, room: &mut usize, stop: Stop) {
    if *room > 0 {
        *room -= 1;
        queue.push_back(stop);
    }
}

/// The node that a child's segment leads to.
async fn reach(node: &Arc<dyn Node>, child: &Child) -> Result<Option<Arc<dyn Node>>, NodeError> {
    let text = child.segment.strip_prefix('.').unwrap_or(&child.segment);
    let Ok(path) = text.parse::<Path>() else {
        return Ok(None);
    };
    let mut value = Value::Node(node.clone());
    for segment in path.segments() {
        let next = match &value {
            Value::Node(at) if !open(at) => return Ok(None),
            Value::Node(at) => step(at, child, segment).await?,
            other => inside(other, segment).await?,
        };
        match next {
            Some(next) => value = next,
            None => return Ok(None),
        }
    }
    match value {
        Value::Node(reached) if !path.is_root() => Ok(Some(reached)),
        _ => Ok(None),
    }
}

async fn step(node: &Arc<dyn Node>, child: &Child, segment: &Segment) -> Result<Option<Value>, NodeError> {
    match segment {
        Segment::Index(key) => node.index(key).await.transpose(),
        Segment::Member(name) => node.child(child, name).await.map(Some),
        Segment::Call(name, args) => match node.child(child, name).await? {
            Value::Method(method) => method.call(args.clone()).await.map(Some),
            _ => Ok(None),
        },
        Segment::Help | Segment::Describe => Ok(None),
    }
}

/// A step inside a collection.
async fn inside(value: &Value, segment: &Segment) -> Result<Option<Value>, NodeError> {
    let found = match (value, segment) {
        (Value::Object(entries), Segment::Member(name)) => entries.get(name),
        (Value::List(items), Segment::Index(key)) => key.position(items.len()).and_then(|at| items.get(at)),
        _ => None,
    };
    Ok(found.cloned())
}
