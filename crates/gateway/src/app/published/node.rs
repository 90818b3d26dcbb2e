//! A published model as `app`: the page's members, with the host's own names beside them.

use std::sync::Arc;

use ai_vision::{
    Child, Descriptor, Json, Key, Member, Node, NodeError, RemoteOptions, RemoteProxy, Value, async_trait,
};

use super::PAGE_KIND;
use super::probe::Model;
use super::transport::PageTransport;
use crate::app::reach::Scope;
use crate::app::screen::Beside;
use crate::app::screen::{Screen, by_key};
use crate::app::tools::tools_of;

/// `app` of a page that publishes a model.
pub struct Published {
    scope: Scope,
    page: Arc<dyn Node>,
    beside: Beside,
    descriptor: Arc<Descriptor>,
}

impl Published {
    /// Joins a model with what the host knows of the page.
    pub fn new(scope: &Scope, model: &Model, beside: Beside) -> Self {
        let transport = PageTransport::new(&scope.reach, &scope.frame, model.version, scope.path.clone());
        let note = format!(
            "(The lines marked > are written by the page at {}, not by Eyeline.)",
            scope.frame.origin()
        );
        let page = RemoteProxy::root(
            &model.shape,
            transport,
            RemoteOptions {
                origin_note: Some(note),
                kind_prefix: PAGE_KIND.into(),
            },
        );
        let descriptor = Arc::new(joined(&page.descriptor(), beside.any()));
        Published {
            scope: scope.clone(),
            page,
            beside,
            descriptor,
        }
    }
}

fn joined(page: &Descriptor, tools: bool) -> Descriptor {
    let mut joined = page.clone();
    joined.members.push(Member::node(
        "screen",
        "What is on the page now, by role and name, whatever its model says.",
    ));
    if tools {
        joined
            .members
            .push(Member::node("tools", "WebMCP tools of the page."));
    }
    joined
}

#[async_trait]
impl Node for Published {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    fn restricted(&self) -> Option<String> {
        self.page.restricted()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        if self.page.indexable() {
            return self.page.index(key).await;
        }
        Some(by_key(&self.scope.below_model(), key).await)
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        self.page.children().await
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        self.page.summarize().await
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "screen" => Ok(Value::node(Screen::of(
                &self.scope.below_model(),
                Beside::default(),
            ))),
            "tools" if self.beside.any() => Ok(Value::Node(tools_of(&self.scope, self.beside.offered).await)),
            _ => self.page.get(member).await,
        }
    }

    async fn read(&self) -> Result<Option<Value>, NodeError> {
        self.page.read().await
    }

    async fn child(&self, child: &Child, name: &str) -> Result<Value, NodeError> {
        self.page.child(child, name).await
    }

    async fn holds_text(&self, member: &str) -> bool {
        self.page.holds_text(member).await
    }

    fn holds_functions(&self) -> bool {
        self.page.holds_functions()
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        self.page.set(member, value).await
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        self.page.call(member, args).await
    }

    async fn method(&self, member: &str) -> Result<Option<Value>, NodeError> {
        self.page.method(member).await
    }
}
