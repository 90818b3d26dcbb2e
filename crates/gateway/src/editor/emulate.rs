//! `emulate`: another screen, place, language or network.

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::emulate::{EmulateFailure, Emulation, Viewport as EmulatedViewport};
use eyeline_chromium::{Deadline, Tab};
use serde_json::{Map, json};

use super::surface::Surface;
use crate::settings::Viewport;

/// Everything that can be emulated; `{}` ends all of it.
const ALL: &[&str] = &[
    "viewport",
    "colorScheme",
    "reducedMotion",
    "geolocation",
    "timezone",
    "locale",
    "offline",
    "network",
    "cpu",
    "userAgent",
];

/// Answers the call.
pub async fn run(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let asked = args
        .first()
        .and_then(Json::as_object)
        .cloned()
        .unwrap_or_default();
    let change = if asked.is_empty() { nothing() } else { asked };
    let emulation: Emulation = serde_json::from_value(Json::Object(change.clone())).map_err(|error| {
        NodeError::new(format!(
            "This cannot be emulated: {error}. Such as {{\"viewport\": {{\"width\": 390, \
             \"height\": 844, \"mobile\": true}}, \"colorScheme\": \"dark\"}}."
        ))
    })?;
    surface
        .tab
        .emulate(&emulation, surface.deadline())
        .await
        .map_err(|failure| match failure {
            EmulateFailure::Browser(error) => surface.trouble(&error),
            other => NodeError::new(other.to_string()),
        })?;
    let set: Map<String, Json> = change.into_iter().filter(|(_, value)| !value.is_null()).collect();
    let did = if set.is_empty() { "ended" } else { "emulated" };
    Ok(json!({ "did": did, "set": set }).into())
}

/// The change that ends everything.
fn nothing() -> Map<String, Json> {
    ALL.iter().map(|name| ((*name).to_owned(), Json::Null)).collect()
}

/// Gives a tab's page a viewport, or its window's again.
pub async fn set_viewport(
    tab: &Tab,
    size: Option<Viewport>,
    deadline: Deadline,
) -> Result<(), EmulateFailure> {
    let viewport = size.map(|size| EmulatedViewport {
        width: size.width,
        height: size.height,
        scale: 1.0,
        mobile: false,
        touch: false,
    });
    tab.emulate(
        &Emulation {
            viewport: Some(viewport),
            ..Emulation::default()
        },
        deadline,
    )
    .await
}
