//! The shape: what a remote model has, without its values.

use serde::{Deserialize, Deserializer, Serialize};

use super::limits;
use crate::value::Json;

/// The version of the contract that this engine speaks. Changes within it are additive.
pub const SCHEMA_VERSION: u64 = 1;

/// What a remote model looks like.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Shape {
    /// The version of the contract it was written for.
    pub schema_version: Json,
    /// The root node.
    pub root: NodeShape,
}

impl Shape {
    /// Reads a shape. Unknown fields are ignored; what has the wrong type counts as absent. What is too deep, too
    /// many or too long is dropped, so that a hostile shape costs little.
    pub fn from_json(mut json: Json) -> Result<Self, String> {
        if !json.get("root").is_some_and(Json::is_object) {
            return Err("A remote shape needs a \"root\" object.".to_owned());
        }
        limits::limit(&mut json);
        serde_json::from_value(json).map_err(|error| format!("The remote shape cannot be read: {error}."))
    }
}

/// A node of a shape.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeShape {
    /// Kind of the node.
    #[serde(deserialize_with = "text")]
    pub kind: String,
    /// One line: what it is.
    #[serde(deserialize_with = "text")]
    pub summary: String,
    /// Where to start.
    #[serde(deserialize_with = "some_text", skip_serializing_if = "Option::is_none")]
    pub overview: Option<String>,
    /// Help, resolved by the remote party.
    #[serde(deserialize_with = "some_text", skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Members, as they came: checked before they are used.
    #[serde(deserialize_with = "list")]
    pub members: Vec<Json>,
    /// Controls on screen, as they came.
    #[serde(deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Json>,
    /// Whether `[key]` means anything.
    #[serde(deserialize_with = "flag", skip_serializing_if = "std::ops::Not::not")]
    pub indexable: bool,
    /// Whether it lists live children.
    #[serde(deserialize_with = "flag", skip_serializing_if = "std::ops::Not::not")]
    pub has_children: bool,
    /// What its items look like.
    #[serde(deserialize_with = "node", skip_serializing_if = "Option::is_none")]
    pub item: Option<Box<NodeShape>>,
}

/// A member of a shape, once its name and kind are known to be good.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MemberShape {
    /// Its name.
    #[serde(deserialize_with = "text")]
    pub name: String,
    /// `property` or `method`.
    #[serde(deserialize_with = "text")]
    pub kind: String,
    /// One line: what it is or does.
    #[serde(deserialize_with = "text")]
    pub summary: String,
    /// How it is called.
    #[serde(deserialize_with = "some_text", skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// What to beware of.
    #[serde(deserialize_with = "some_text", skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
    /// Whether it can be assigned.
    #[serde(deserialize_with = "flag", skip_serializing_if = "std::ops::Not::not")]
    pub writable: bool,
    /// Whether `[key]` means anything on it.
    #[serde(deserialize_with = "flag", skip_serializing_if = "std::ops::Not::not")]
    pub indexable: bool,
    /// How long it may take.
    #[serde(deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<f64>,
    /// The node it leads to.
    #[serde(deserialize_with = "node", skip_serializing_if = "Option::is_none")]
    pub node: Option<Box<NodeShape>>,
    /// What its items look like.
    #[serde(deserialize_with = "node", skip_serializing_if = "Option::is_none")]
    pub item: Option<Box<NodeShape>>,
}

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(some_text(deserializer)?.unwrap_or_default())
}

fn some_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Json::deserialize(deserializer)?.as_str().map(str::to_owned))
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Json::deserialize(deserializer)?.as_bool().unwrap_or_default())
}

fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Ok(Json::deserialize(deserializer)?.as_f64())
}

fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Json>, D::Error> {
    Ok(match Json::deserialize(deserializer)? {
        Json::Array(items) => items,
        _ => Vec::new(),
    })
}

fn node<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<NodeShape>>, D::Error> {
    let json = Json::deserialize(deserializer)?;
    Ok(if json.is_object() {
        serde_json::from_value(json).ok().map(Box::new)
    } else {
        None
    })
}
