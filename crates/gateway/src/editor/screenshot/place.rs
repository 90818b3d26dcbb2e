//! Where an element is in the tab's viewport, whatever frame it is in.

use ai_vision::NodeError;
use eyeline_chromium::capture::Rect;
use eyeline_chromium::{Frame, Handle};
use serde_json::{Value as Json, from_value};

use crate::actions::{Target, locate};
use crate::editor::input::refused;
use crate::editor::surface::Surface;

/// Brings an element into view, and gives its box in its frame.
const SHOW: &str = "function () {
  Element.prototype.scrollIntoView.call(this, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = Element.prototype.getBoundingClientRect.call(this);
  return [box.x, box.y, box.width, box.height];
}";

/// Where the content of a frame's element begins.
const CORNER: &str = "function () {
  const box = Element.prototype.getBoundingClientRect.call(this);
  return [box.x + this.clientLeft, box.y + this.clientTop];
}";

/// The target's box in CSS pixels of the tab's viewport.
pub async fn bounds(surface: &Surface, target: &Target) -> Result<Rect, NodeError> {
    let ctx = surface.context.action_context(&surface.tab).await?;
    let (frame, reference, _) = locate(&ctx, target)
        .await
        .map_err(|error| refused(surface, &error))?;
    let handle = handle(surface, &frame, reference).await?;
    let [x, y, width, height]: [f64; 4] = ask(surface, &handle, SHOW).await?;
    let (left, top) = corner(surface, frame).await?;
    Ok(Rect {
        x: x + left,
        y: y + top,
        width: width.max(1.0),
        height: height.max(1.0),
    })
}

/// The upper left corner of a frame's viewport, in that of the tab.
async fn corner(surface: &Surface, mut frame: Frame) -> Result<(f64, f64), NodeError> {
    let mut at = (0.0, 0.0);
    while let Some(parent) = frame.parent() {
        let owner = frame
            .owner_ref(surface.deadline())
            .await
            .map_err(|error| surface.trouble(&error))?;
        let Some(owner) = owner else { break };
        let handle = handle(surface, &parent, owner).await?;
        let [x, y]: [f64; 2] = ask(surface, &handle, CORNER).await?;
        at = (at.0 + x, at.1 + y);
        frame = parent;
    }
    Ok(at)
}

async fn handle(surface: &Surface, frame: &Frame, reference: u32) -> Result<Handle, NodeError> {
    let found = frame
        .element(reference, surface.deadline())
        .await
        .map_err(|error| surface.trouble(&error))?;
    found.ok_or_else(|| NodeError::new("The element is not in the page any more."))
}

async fn ask<const N: usize>(
    surface: &Surface,
    handle: &Handle,
    function: &str,
) -> Result<[f64; N], NodeError> {
    let answer: Json = handle
        .call(function, &[], surface.deadline())
        .await
        .map_err(|error| surface.trouble(&error))?;
    let numbers: Vec<f64> = from_value(answer).map_err(|error| NodeError::new(error.to_string()))?;
    numbers
        .try_into()
        .map_err(|_| NodeError::new("The page did not say where the element is."))
}
