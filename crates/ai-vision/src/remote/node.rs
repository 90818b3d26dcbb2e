//! A node of a remote model.

use std::sync::Arc;

use async_trait::async_trait;
use indexmap::IndexMap;

use super::proxy::Remote;
use super::request::{RemoteAction, RemoteRequest};
use super::sanitise;
use super::shape::{MemberShape, NodeShape};
use crate::descriptor::{Child, Descriptor};
use crate::error::NodeError;
use crate::node::{Method, Node};
use crate::path::{Key, first_step, join_child_path};
use crate::value::{Json, Value};

/// The kind of a collection that has no node shape of its own.
const COLLECTION: &str = "RemoteCollection";

/// Stands for one node of the remote model.
pub(super) struct RemoteNode {
    remote: Arc<Remote>,
    path: String,
    descriptor: Arc<Descriptor>,
    members: IndexMap<String, MemberShape>,
    indexable: bool,
    has_children: bool,
    item: Option<NodeShape>,
    /// What the member that leads here declares; holds for reading the node and its items.
    timeout_ms: Option<f64>,
}

impl RemoteNode {
    /// Checks the shape and makes the node. `item` is what its member says of its items.
    pub fn new(
        remote: Arc<Remote>,
        path: String,
        shape: &NodeShape,
        item: Option<&NodeShape>,
        timeout_ms: Option<f64>,
    ) -> Self {
        let warn = |warning: &str| remote.transport.on_warning(warning);
        let (descriptor, members) = sanitise::descriptor(shape, &remote.options, &warn);
        Self {
            path,
            descriptor: Arc::new(descriptor),
            members,
            indexable: shape.indexable,
            has_children: shape.has_children,
            item: shape.item.as_deref().or(item).cloned(),
            timeout_ms,
            remote,
        }
    }

    fn below(&self, name: &str) -> String {
        join_child_path(&self.path, &format!(".{name}"))
    }

    /// The node that a member leads to, where its shape says that it does.
    fn leads_to(&self, member: &MemberShape) -> Option<Value> {
        let MemberShape {
            node,
            item,
            indexable,
            timeout_ms,
            ..
        } = member;
        let shape = match node {
            Some(node) if *indexable => NodeShape {
                indexable: true,
                ..node.as_ref().clone()
            },
            Some(node) => node.as_ref().clone(),
            None if *indexable => NodeShape {
                kind: COLLECTION.to_owned(),
                summary: member.summary.clone(),
                indexable: true,
                ..NodeShape::default()
            },
            None => return None,
        };
        Some(
            self.remote
                .node(self.below(&member.name), &shape, item.as_deref(), *timeout_ms),
        )
    }

    /// Reads a member over the wire.
    async fn fetch(&self, name: &str) -> Result<Value, NodeError> {
        let timeout = self.members.get(name).and_then(|member| member.timeout_ms);
        let request = match name {
            "elements" if self.members.contains_key(name) => {
                RemoteRequest::new(RemoteAction::Elements, &self.path)
            }
            _ => RemoteRequest::new(RemoteAction::Get, self.below(name)),
        };
        self.remote.value(request.timeout(timeout)).await
    }
}

#[async_trait]
impl Node for RemoteNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    fn restricted(&self) -> Option<String> {
        self.remote
            .transport
            .restricted()
            .filter(|_| self.path.is_empty())
    }

    fn indexable(&self) -> bool {
        self.indexable
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        if !self.indexable {
            return None;
        }
        let path = format!("{}[{key}]", self.path);
        if let Some(item) = &self.item {
            return Some(Ok(self.remote.node(path, item, None, self.timeout_ms)));
        }
        let request = RemoteRequest::new(RemoteAction::Get, path).timeout(self.timeout_ms);
        Some(self.remote.value(request).await)
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        if !self.has_children {
            return Ok(Vec::new());
        }
        let (listed, _) = self
            .remote
            .ask(RemoteRequest::new(RemoteAction::Children, &self.path))
            .await?;
        let Json::Array(listed) = listed else {
            let path = if self.path.is_empty() {
                "(root)"
            } else {
                &self.path
            };
            let warning = format!("Remote children for \"{path}\" were not an array; ignored.");
            self.remote.transport.on_warning(&warning);
            return Ok(Vec::new());
        };
        Ok(listed
            .iter()
            .filter_map(|json| sanitise::child(&self.remote.options, json))
            .collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(self.read().await?.and_then(|value| value.as_json().cloned()))
    }

    async fn read(&self) -> Result<Option<Value>, NodeError> {
        let request = RemoteRequest::new(RemoteAction::Get, &self.path).timeout(self.timeout_ms);
        self.remote.value(request).await.map(Some)
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match self.members.get(member).and_then(|member| self.leads_to(member)) {
            Some(node) => Ok(node),
            None => self.fetch(member).await,
        }
    }

    async fn child(&self, child: &Child, name: &str) -> Result<Value, NodeError> {
        match first_step(&child.segment) {
            Some((_, true)) => Ok(Value::Method(Arc::new(RemoteMethod {
                remote: self.remote.clone(),
                path: self.below(name),
            }))),
            _ => self.get(name).await,
        }
    }

    /// Acknowledged in any case; what went wrong is told to the transport's owner.
    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        let timeout = self.members.get(member).and_then(|member| member.timeout_ms);
        let request = RemoteRequest {
            value: Some(value),
            ..RemoteRequest::new(RemoteAction::Set, self.below(member)).timeout(timeout)
        };
        if let Err(error) = self.remote.ask(request).await {
            self.remote.transport.on_error(&error);
        }
        Ok(())
    }

    async fn holds_text(&self, _member: &str) -> bool {
        false
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let timeout = self.members.get(member).and_then(|member| member.timeout_ms);
        let request = match member {
            "highlight" => {
                let mut args = args.into_iter();
                let request = RemoteRequest::new(RemoteAction::Highlight, &self.path);
                RemoteRequest {
                    name: args.next(),
                    message: args.next(),
                    ..request
                }
            }
            _ => RemoteRequest {
                args: Some(args),
                ..RemoteRequest::new(RemoteAction::Invoke, self.below(member))
            },
        };
        self.remote.value(request.timeout(timeout)).await
    }

    async fn method(&self, member: &str) -> Result<Option<Value>, NodeError> {
        if let Some(node) = self.members.get(member).and_then(|member| self.leads_to(member)) {
            return Ok(Some(node));
        }
        match member {
            "elements" => self.fetch(member).await.map(Some),
            _ => Ok(None),
        }
    }
}

/// A function that is a live child of a remote node.
struct RemoteMethod {
    remote: Arc<Remote>,
    path: String,
}

#[async_trait]
impl Method for RemoteMethod {
    async fn call(&self, args: Vec<Json>) -> Result<Value, NodeError> {
        let request = RemoteRequest {
            args: Some(args),
            ..RemoteRequest::new(RemoteAction::Invoke, &self.path)
        };
        self.remote.value(request).await
    }
}
