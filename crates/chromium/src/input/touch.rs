//! The touch screen.

use serde_json::json;

use super::{Input, Modifiers, Point};
use crate::{Deadline, Result};

impl Input {
    /// Touches a point and lets go.
    pub async fn tap(&self, at: Point, modifiers: Modifiers, deadline: Deadline) -> Result<()> {
        let modifiers = self.state().modifiers().with(modifiers).bits();
        let touch = |kind: &str, points: serde_json::Value| json!({"type": kind, "touchPoints": points, "modifiers": modifiers});
        let begin = touch("touchStart", json!([{"x": at.x, "y": at.y}]));
        let end = touch("touchEnd", json!([]));
        let (begun, ended) =
            futures::join!(self.send(TOUCH, begin, deadline), self.send(TOUCH, end, deadline));
        begun.and(ended)
    }
}

const TOUCH: &str = "Input.dispatchTouchEvent";
