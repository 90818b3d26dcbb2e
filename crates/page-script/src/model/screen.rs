//! A page at a glance.

use std::collections::BTreeMap;

use serde::Deserialize;

/// How many of each role there are, and the parts of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct ScreenMap {
    /// Elements of each role.
    pub counts: BTreeMap<String, u32>,
    /// Parts of the page, in reading order.
    pub places: Vec<Place>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Place {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its position among those of its role.
    pub at: u32,
}

/// A control that a search found.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct ControlHit {
    /// The element's number.
    #[serde(rename = "ref")]
    pub reference: u32,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its position among those of its role and name.
    pub at: u32,
    /// How many have its role and name.
    pub same: u32,
    /// Whether the name is whole.
    pub whole: bool,
    /// How well it fits.
    pub rank: f64,
    /// What it stands in.
    #[serde(rename = "where")]
    pub place: String,
}
