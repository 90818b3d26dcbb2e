//! The mouse: moves, presses, the wheel, drags.

use futures::future::try_join_all;
use serde_json::json;

use super::{Input, Modifiers};
use crate::{Deadline, Json, Result};

/// A point of the tab's viewport, in CSS pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A button of the mouse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MouseButton {
    /// The main one.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The one for context menus.
    Right,
}

impl MouseButton {
    fn name(self) -> &'static str {
        match self {
            MouseButton::Left => "left",
            MouseButton::Middle => "middle",
            MouseButton::Right => "right",
        }
    }

    pub(super) fn bit(self) -> u32 {
        match self {
            MouseButton::Left => 1,
            MouseButton::Right => 2,
            MouseButton::Middle => 4,
        }
    }
}

/// A press and what goes with it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PressPlan {
    /// Where.
    pub at: Point,
    /// With which button.
    pub button: MouseButton,
    /// How often: 2 for a double click. 0 counts as 1.
    pub count: u32,
    /// Keys held besides those that are held already.
    pub modifiers: Modifiers,
}

impl Input {
    /// Moves the mouse.
    pub async fn move_to(&self, at: Point, modifiers: Modifiers, deadline: Deadline) -> Result<()> {
        self.send(MOUSE, self.moved(at, modifiers), deadline).await
    }

    /// Moves the mouse, presses and lets go. The events are sent together, in order, so that little time lies between a last look
    /// at the page and the press.
    pub async fn press(&self, plan: PressPlan, deadline: Deadline) -> Result<()> {
        let mut events = vec![self.moved(plan.at, plan.modifiers)];
        for click in 1..=plan.count.max(1) {
            events.push(self.event("mousePressed", plan, click));
            events.push(self.event("mouseReleased", plan, click));
        }
        try_join_all(events.into_iter().map(|event| self.send(MOUSE, event, deadline))).await?;
        Ok(())
    }

    /// Presses a button and holds it.
    pub async fn button_down(&self, plan: PressPlan, deadline: Deadline) -> Result<()> {
        self.move_to(plan.at, plan.modifiers, deadline).await?;
        self.send(MOUSE, self.event("mousePressed", plan, 1), deadline)
            .await
    }

    /// Lets a button go.
    pub async fn button_up(&self, plan: PressPlan, deadline: Deadline) -> Result<()> {
        self.send(MOUSE, self.event("mouseReleased", plan, 1), deadline)
            .await
    }

    /// Turns the wheel at a point.
    pub async fn wheel(&self, at: Point, by: Point, modifiers: Modifiers, deadline: Deadline) -> Result<()> {
        self.move_to(at, modifiers, deadline).await?;
        let mut event = self.base("mouseWheel", at, modifiers);
        event["deltaX"] = by.x.into();
        event["deltaY"] = by.y.into();
        self.send(MOUSE, event, deadline).await
    }

    pub(super) fn moved(&self, at: Point, modifiers: Modifiers) -> Json {
        self.state().moved(at);
        let mut event = self.base("mouseMoved", at, modifiers);
        let held = self.state().buttons();
        let button = [MouseButton::Left, MouseButton::Right, MouseButton::Middle]
            .into_iter()
            .find(|b| held & b.bit() != 0);
        event["button"] = button.map_or("none", MouseButton::name).into();
        event
    }

    pub(super) fn event(&self, kind: &str, plan: PressPlan, click: u32) -> Json {
        self.state().button(plan.button, kind == "mousePressed");
        let mut event = self.base(kind, plan.at, plan.modifiers);
        event["button"] = plan.button.name().into();
        event["clickCount"] = click.into();
        event
    }

    fn base(&self, kind: &str, at: Point, modifiers: Modifiers) -> Json {
        json!({
            "type": kind,
            "x": at.x,
            "y": at.y,
            "buttons": self.state().buttons(),
            "modifiers": self.state().modifiers().with(modifiers).bits(),
        })
    }
}

pub(super) const MOUSE: &str = "Input.dispatchMouseEvent";
