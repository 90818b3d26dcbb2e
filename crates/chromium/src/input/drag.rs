//! Dragging: with plain moves, and natively where the page begins a drag of its own.

use std::time::Duration;

use serde_json::json;

use super::mouse::{MOUSE, Point, PressPlan};
use super::{Input, Modifiers};
use crate::{Deadline, Json, Result};

/// How long a page may take to begin a native drag after the first moves.
const BEGIN: Duration = Duration::from_millis(80);

/// A drag that is under way.
#[derive(Debug)]
pub struct Drag {
    input: Input,
    plan: PressPlan,
    /// The data of a native drag: files, texts, links. `None` for a widget that follows the pointer.
    data: Option<Json>,
    /// A native drag has entered the page.
    entered: bool,
}

impl Input {
    /// Takes hold at a point and moves a little, so that a drag begins.
    pub async fn begin_drag(&self, plan: PressPlan, deadline: Deadline) -> Result<Drag> {
        self.send(INTERCEPT, json!({"enabled": true}), deadline).await?;
        let mut drag = Drag {
            input: self.clone(),
            plan,
            data: None,
            entered: false,
        };
        let begun = drag.take_hold(deadline).await;
        if begun.is_err() {
            let _ = drag.let_go(plan.at, deadline).await;
        }
        begun.map(|()| drag)
    }
}

impl Drag {
    async fn take_hold(&mut self, deadline: Deadline) -> Result<()> {
        self.input.button_down(self.plan, deadline).await?;
        for step in [3.0, 6.0, 9.0] {
            let at = Point {
                x: self.plan.at.x + step,
                y: self.plan.at.y + step,
            };
            self.input.move_to(at, self.plan.modifiers, deadline).await?;
        }
        self.data = self.input.state().take_drag(BEGIN).await;
        Ok(())
    }

    /// Whether the page began a native drag.
    pub fn is_native(&self) -> bool {
        self.data.is_some()
    }

    /// Where it is.
    pub fn position(&self) -> Point {
        self.input.position()
    }

    /// Moves to a point.
    pub async fn over(&mut self, at: Point, deadline: Deadline) -> Result<()> {
        if self.data.is_none() {
            self.input.move_to(at, self.plan.modifiers, deadline).await?;
            // A widget may begin a native drag late, once the pointer has gone far enough.
            self.data = self.input.state().take_drag(Duration::ZERO).await;
            return Ok(());
        }
        if !self.entered {
            self.entered = true;
            self.drag_event("dragEnter", at, deadline).await?;
        }
        self.drag_event("dragOver", at, deadline).await
    }

    /// Lets go where it is.
    pub async fn drop_here(mut self, deadline: Deadline) -> Result<()> {
        let at = self.input.position();
        self.let_go(at, deadline).await
    }

    async fn drag_event(&self, kind: &str, at: Point, deadline: Deadline) -> Result<()> {
        self.input.state().moved(at);
        let modifiers: Modifiers = self.input.state().modifiers().with(self.plan.modifiers);
        let event =
            json!({"type": kind, "x": at.x, "y": at.y, "data": self.data, "modifiers": modifiers.bits()});
        self.input.send("Input.dispatchDragEvent", event, deadline).await
    }

    async fn let_go(&mut self, at: Point, deadline: Deadline) -> Result<()> {
        let plan = PressPlan { at, ..self.plan };
        let ended = match self.data {
            Some(_) => self.drag_event("drop", at, deadline).await,
            None => {
                self.input
                    .send(MOUSE, self.input.event("mouseReleased", plan, 1), deadline)
                    .await
            }
        };
        self.input.state().buttons_up();
        let released = self
            .input
            .send(INTERCEPT, json!({"enabled": false}), deadline)
            .await;
        ended.and(released)
    }
}

const INTERCEPT: &str = "Input.setInterceptDrags";
