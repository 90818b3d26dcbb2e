//! What a path can lead to.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::call::Cut;
use crate::node::{Method, Node};

/// Plain data: what goes over the wire. Key order is kept.
pub type Json = serde_json::Value;

/// What stands at a path: data, a described node, something to call, or a collection of these.
#[derive(Clone)]
pub enum Value {
    /// Plain data.
    Json(Json),
    /// A node that describes itself.
    Node(Arc<dyn Node>),
    /// A function.
    Method(Arc<dyn Method>),
    /// A list that may hold nodes and functions.
    List(Vec<Value>),
    /// An object that may hold nodes and functions.
    Object(IndexMap<String, Value>),
    /// Data that was already cut where it came from, and by how much.
    Cut(Json, Cut),
}

impl Value {
    /// The value that says nothing.
    pub const NULL: Value = Value::Json(Json::Null);

    /// A node as a value.
    pub fn node(node: impl Node + 'static) -> Self {
        Value::Node(Arc::new(node))
    }

    /// The data, if it is plain data.
    pub fn as_json(&self) -> Option<&Json> {
        match self {
            Value::Json(json) | Value::Cut(json, _) => Some(json),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Json(json) => write!(f, "Json({json})"),
            Value::Cut(json, cut) => write!(f, "Cut({json}, {cut:?})"),
            Value::Node(node) => write!(f, "Node({})", node.descriptor().kind),
            Value::Method(_) => f.write_str("Method"),
            Value::List(items) => f.debug_list().entries(items).finish(),
            Value::Object(entries) => f.debug_map().entries(entries).finish(),
        }
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::NULL
    }
}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        Value::Json(json)
    }
}

impl From<Arc<dyn Node>> for Value {
    fn from(node: Arc<dyn Node>) -> Self {
        Value::Node(node)
    }
}

impl From<Arc<dyn Method>> for Value {
    fn from(method: Arc<dyn Method>) -> Self {
        Value::Method(method)
    }
}

macro_rules! from_plain {
    ($($plain:ty),*) => { $(
        impl From<$plain> for Value {
            fn from(plain: $plain) -> Self {
                Value::Json(Json::from(plain))
            }
        }
    )* };
}

from_plain!(&str, String, bool, i32, i64, u32, u64, usize, f64);

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Value::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::NULL, Into::into)
    }
}
