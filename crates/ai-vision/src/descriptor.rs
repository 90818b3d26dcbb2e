//! How a node describes itself: kind, summary, and the tables of what it has.

use std::sync::Arc;

use crate::member::Member;
use crate::text::Text;
use crate::value::Json;

/// What a node says of itself. Made once per kind, shared by all nodes of that kind.
///
/// ```
/// use ai_vision::{Descriptor, Member};
/// let descriptor = Descriptor::new("Editor", "A text editor.")
///     .member(Member::property("text", "The whole text.").writable())
///     .member(Member::method("insert", "insert(text, offset?)", "Insert text."))
///     .help("Set text to replace everything.");
/// assert_eq!(descriptor.members.len(), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Descriptor {
    /// The name of this kind of node, `GridEditor`.
    pub kind: Text,
    /// One line: what it is.
    pub summary: Text,
    /// What can be read, written and called.
    pub members: Vec<Member>,
    /// Shown with the root's hint: where to start.
    pub overview: Option<Text>,
    /// What `$help` says.
    pub help: Option<Text>,
    /// Controls on screen that belong to this node.
    pub elements: Vec<Element>,
}

impl Descriptor {
    /// A descriptor without members.
    pub fn new(kind: impl Into<Text>, summary: impl Into<Text>) -> Self {
        Self {
            kind: kind.into(),
            summary: summary.into(),
            ..Self::default()
        }
    }

    /// Adds a member.
    #[must_use]
    pub fn member(mut self, member: Member) -> Self {
        self.members.push(member);
        self
    }

    /// Adds members.
    #[must_use]
    pub fn members(mut self, members: impl IntoIterator<Item = Member>) -> Self {
        self.members.extend(members);
        self
    }

    /// Sets the overview.
    #[must_use]
    pub fn overview(mut self, overview: impl Into<Text>) -> Self {
        self.overview = Some(overview.into());
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a control on screen.
    #[must_use]
    pub fn element(mut self, element: Element) -> Self {
        self.elements.push(element);
        self
    }

    /// The member of that name.
    pub fn find(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }

    /// Shares it, as [`crate::Node::descriptor`] wants it.
    pub fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }
}

/// A control on screen, declared so that an agent can find it and point at it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// Its name, unique within the node.
    pub name: Text,
    /// What it is for.
    pub purpose: Text,
    /// Where on screen it is.
    pub where_: Option<Text>,
    /// How to find it, if not by its name.
    pub selector: Option<Text>,
    /// What to do to make it visible, in the host's own terms.
    pub reveal: Option<Json>,
}

impl Element {
    /// A control with its purpose.
    pub fn new(name: impl Into<Text>, purpose: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            purpose: purpose.into(),
            ..Self::default()
        }
    }
}

/// A live child: something below a node that is there now, and how to reach it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Child {
    /// What to append to the node's path: `.editor`, `[0]`, `["p1"]`, `.pane("left")`.
    pub segment: String,
    /// Kind of the child.
    pub kind: Text,
    /// One line: which one it is.
    pub summary: String,
    /// Why nothing beneath it can be reached.
    pub restricted: Option<String>,
}

impl Child {
    /// A child at `segment`.
    pub fn new(segment: impl Into<String>, kind: impl Into<Text>, summary: impl Into<String>) -> Self {
        Self {
            segment: segment.into(),
            kind: kind.into(),
            summary: summary.into(),
            restricted: None,
        }
    }

    /// Marks it as restricted.
    #[must_use]
    pub fn restricted(mut self, reason: impl Into<String>) -> Self {
        self.restricted = Some(reason.into());
        self
    }
}
