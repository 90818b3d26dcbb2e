//! From a target to an element that is ready, and to the point of the tab's viewport where it is.

use eyeline_chromium::input::Point;
use eyeline_chromium::{Deadline, Error, Frame};
use eyeline_page_script::act::{EditPlan, ListedOption, Need, Place, Prepare, Ready};
use serde_json::json;

use super::context::ActionContext;
use super::error::ActionError;
use super::frames::frame_of;
use super::target::Target;
use super::words::{refusal, say, trouble};
use crate::outline::open_roots;

/// What is asked of a target.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    pub need: Need,
    pub position: Option<Place>,
    pub force: bool,
    pub arm: bool,
    pub edit: Option<EditPlan>,
    /// An option of a list, looked up by its label whatever element bears it.
    pub option: Option<ListedOption>,
}

impl Ask {
    pub fn of(need: Need) -> Self {
        Ask {
            need,
            position: None,
            force: false,
            arm: false,
            edit: None,
            option: None,
        }
    }
}

/// A target that is ready.
#[derive(Debug, Clone)]
pub(super) struct Aim {
    /// The frame it is in.
    pub frame: Frame,
    /// What it is, and where in its frame.
    pub ready: Ready,
    /// Where in the tab's viewport; the origin where no point was asked for.
    pub at: Point,
}

impl Aim {
    /// What it is called.
    pub fn name(&self) -> String {
        say(&self.frame, &self.ready.said)
    }

    /// What is said of a ref that was found again.
    pub fn healed(&self, target: &Target) -> Option<String> {
        let healed = self.ready.healed.unwrap_or(false);
        healed.then(|| format!("{target} had left the page; {} stands in its place", self.name()))
    }
}

/// Finds the target and makes it ready, waiting for it until the deadline.
pub(super) async fn aim(ctx: &ActionContext, target: &Target, ask: &Ask) -> Result<Aim, ActionError> {
    loop {
        let (frame, mut wanted) = frame_of(ctx, target).await?;
        wanted.option = ask.option.clone();
        let among_frames = wanted.is_known_by_words();
        let prepare = Prepare {
            target: wanted,
            need: ask.need,
            budget: ctx.budget().as_millis() as u64,
            position: ask.position,
            force: ask.force,
            arm: ask.arm,
            edit: ask.edit.clone(),
        };
        let ready = match prepared(&frame, &prepare, ctx.deadline).await {
            Ok(ready) => ready,
            // The page went elsewhere while the target was waited for. Nothing was done yet.
            Err(error) if error.is_replaced_document() && !ctx.deadline.expired() => continue,
            // What was found among the frames has become something else since: it is looked for again.
            Err(Error::Page(error)) if among_frames && error.kind == "stale" && !ctx.budget().is_zero() => {
                continue;
            }
            Err(Error::FrameGone)
                if !frame.is_main() && !matches!(target, Target::Ref(_)) && !ctx.deadline.expired() =>
            {
                continue;
            }
            Err(error) => return Err(trouble(&frame, target, error)),
        };
        let at = match ready.point {
            Some(point) => in_tab(ctx, &frame, point, ask, target).await?,
            None => Point::default(),
        };
        return Ok(Aim { frame, ready, at });
    }
}

/// Has the page make a target ready. What it does not find may be in a closed shadow root: these are opened for it first.
pub(super) async fn prepared(frame: &Frame, prepare: &Prepare, deadline: Deadline) -> Result<Ready, Error> {
    loop {
        match frame.call("prepare", prepare, deadline).await {
            Err(Error::Page(error)) if error.kind == "unopened" => {
                let hosts = error.extra.get("hosts").cloned().unwrap_or_default();
                let hosts: Vec<u32> = serde_json::from_value(hosts).unwrap_or_default();
                open_roots(frame, &hosts, deadline).await?;
            }
            answer => return answer,
        }
    }
}

/// Finds the element of a target without making it ready: its frame, its number there, and what it is called.
pub async fn locate(ctx: &ActionContext, target: &Target) -> Result<(Frame, u32, String), ActionError> {
    let found = aim(
        ctx,
        target,
        &Ask {
            force: true,
            ..Ask::of(Need::File)
        },
    )
    .await?;
    let name = found.name();
    Ok((found.frame, found.ready.said.reference, name))
}

/// A frame's point in the tab's viewport: through the frames around it, each of which has to show it.
async fn in_tab(
    ctx: &ActionContext,
    frame: &Frame,
    point: Place,
    ask: &Ask,
    target: &Target,
) -> Result<Point, ActionError> {
    let mut place = point;
    let mut inner = frame.clone();
    while let Some(outer) = inner.parent() {
        let owner = inner
            .owner_ref(ctx.deadline)
            .await
            .map_err(|error| trouble(frame, target, error))?;
        let args = json!({
            "ref": owner.unwrap_or(0), "x": place.x, "y": place.y, "force": ask.force, "arm": ask.arm,
            "budget": ctx.budget().as_millis() as u64,
        });
        place = match outer.call::<Place>("framePoint", &args, ctx.deadline).await {
            Ok(place) => place,
            Err(Error::Page(error)) => return Err(refusal(&outer, target, &error)),
            Err(error) => return Err(trouble(&outer, target, error)),
        };
        inner = outer;
    }
    Ok(Point {
        x: place.x,
        y: place.y,
    })
}
