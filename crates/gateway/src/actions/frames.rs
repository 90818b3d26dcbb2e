//! Which frame a target is in: by its ref, along `>>>`, where the focus is, or whichever holds what fits its words best.

use std::time::Duration;

use eyeline_chromium::{Deadline, Error, Frame};
use eyeline_page_script::act::{Candidates, Need, Place, Prepare, Said, Wanted};
use futures::future::join_all;
use serde::Deserialize;
use serde_json::json;

use super::aim::prepared;
use super::context::ActionContext;
use super::error::ActionError;
use super::target::Target;
use super::words::{refusal, several, trouble};
use crate::outline::open_roots;

/// How long a frame may take to say what it holds, before it is passed over.
const FRAME_PATIENCE: Duration = Duration::from_millis(1500);
/// How long something is looked for that is in no frame.
const LOOK_PATIENCE: Duration = Duration::from_secs(5);

/// The frame a target is in, and what it is called there.
pub(super) async fn frame_of(ctx: &ActionContext, target: &Target) -> Result<(Frame, Wanted), ActionError> {
    match target {
        Target::Ref(id) => {
            let frame = ctx.tab.frame(id.frame).ok_or_else(|| {
                ActionError::Refused(format!("{target} is in a frame that has left the page; snapshot() gives the refs of what is there now."))
            })?;
            Ok((
                frame,
                Wanted {
                    reference: Some(id.number),
                    ..Wanted::default()
                },
            ))
        }
        Target::Selector { parts, nth } => by_selector(ctx, target, parts, *nth).await,
        Target::Role { within: Some(id), .. } => {
            let frame = ctx
                .tab
                .frame(id.frame)
                .ok_or_else(|| ActionError::Refused(format!("[ref={id}] has left the page.")))?;
            Ok((frame, words(target, Some(id.number))))
        }
        Target::Role { .. } | Target::Label { .. } => in_any_frame(ctx, target).await,
        Target::Focused => focused(ctx, target).await,
        Target::Point { x, y } => {
            let main = main_frame(ctx)?;
            Ok((
                main,
                Wanted {
                    point: Some(Place { x: *x, y: *y }),
                    ..Wanted::default()
                },
            ))
        }
    }
}

pub(super) fn main_frame(ctx: &ActionContext) -> Result<Frame, ActionError> {
    ctx.tab.main_frame().map_err(|error| match error {
        Error::DialogOpen(dialog) => ActionError::Refused(super::words::dialog_first(&dialog)),
        other => ActionError::Browser(other.to_string()),
    })
}

fn words(target: &Target, within: Option<u32>) -> Wanted {
    match target {
        Target::Role {
            role,
            name,
            nth,
            exact,
            ..
        } => Wanted {
            role: Some(role.clone()),
            name: name.clone(),
            nth: *nth,
            exact: *exact,
            within,
            ..Wanted::default()
        },
        Target::Label { label, nth } => Wanted {
            label: Some(label.clone()),
            nth: *nth,
            ..Wanted::default()
        },
        _ => Wanted::default(),
    }
}

/// Follows `>>>` from frame to frame.
async fn by_selector(
    ctx: &ActionContext,
    target: &Target,
    parts: &[String],
    nth: Option<usize>,
) -> Result<(Frame, Wanted), ActionError> {
    let mut frame = main_frame(ctx)?;
    let mut selector = String::new();
    for (index, part) in parts.iter().enumerate() {
        selector = if selector.is_empty() {
            part.clone()
        } else {
            format!("{selector} {part}")
        };
        if index + 1 == parts.len() {
            break;
        }
        let hosts = Wanted {
            selector: Some(selector.clone()),
            ..Wanted::default()
        };
        if let Some(inner) = frame_at(ctx, target, &frame, hosts).await? {
            frame = inner;
            selector.clear();
        }
    }
    Ok((
        frame,
        Wanted {
            selector: Some(selector),
            nth,
            ..Wanted::default()
        },
    ))
}

/// The frame in the element that is wanted; `None` when the element is there and is no frame.
async fn frame_at(
    ctx: &ActionContext,
    target: &Target,
    frame: &Frame,
    wanted: Wanted,
) -> Result<Option<Frame>, ActionError> {
    let prepare = Prepare {
        target: wanted,
        need: Need::Focus,
        budget: ctx.budget().as_millis() as u64,
        position: None,
        force: true,
        arm: false,
        edit: None,
    };
    let host = prepared(frame, &prepare, ctx.deadline)
        .await
        .map_err(|error| trouble(frame, target, error))?;
    child_in(frame, host.said.reference, ctx.deadline)
        .await
        .map_err(|error| trouble(frame, target, error))
}

/// The frame that sits in an element.
async fn child_in(frame: &Frame, element: u32, deadline: Deadline) -> Result<Option<Frame>, Error> {
    for child in frame.children() {
        match child.owner_ref(deadline).await {
            Ok(Some(owner)) if owner == element => return Ok(Some(child)),
            Err(error @ (Error::DialogOpen(_) | Error::Timeout { .. })) => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FocusInfo {
    #[serde(rename = "ref")]
    reference: Option<u32>,
    is_frame: bool,
}

/// Where the focus is: from the main frame down.
async fn focused(ctx: &ActionContext, target: &Target) -> Result<(Frame, Wanted), ActionError> {
    let mut frame = main_frame(ctx)?;
    loop {
        let info: FocusInfo = frame
            .call("focusInfo", &json!({}), ctx.deadline)
            .await
            .map_err(|error| trouble(&frame, target, error))?;
        let inner = match info.reference.filter(|_| info.is_frame) {
            Some(element) => child_in(&frame, element, ctx.deadline)
                .await
                .map_err(|error| trouble(&frame, target, error))?,
            None => None,
        };
        match inner {
            Some(inner) => frame = inner,
            None => {
                return Ok((
                    frame,
                    Wanted {
                        focused: true,
                        ..Wanted::default()
                    },
                ));
            }
        }
    }
}

/// A target in words is looked for in every frame, and has to fit one element of all of them.
async fn in_any_frame(ctx: &ActionContext, target: &Target) -> Result<(Frame, Wanted), ActionError> {
    let main = main_frame(ctx)?;
    let until = ctx.within(LOOK_PATIENCE);
    loop {
        let frames = ctx.tab.frames();
        if frames.len() < 2 {
            return Ok((main, words(target, None)));
        }
        let found = candidates(ctx, target, &frames).await?;
        if let Some(choice) = choose(target, &found)? {
            return Ok(choice);
        }
        if until.remaining() < Duration::from_millis(300) {
            return Err(none_anywhere(target, &main, &found));
        }
        // A change in any frame is a reason to look again; so is a frame that comes.
        let change = frames.iter().map(|frame| Box::pin(next_change(frame, until)));
        let _ = futures::future::select_all(change).await;
    }
}

async fn next_change(frame: &Frame, until: Deadline) {
    let wait = Duration::from_millis(200);
    let asked: Result<(), Error> = frame
        .call("nextChange", &json!({"ms": 200}), until.capped(wait * 3))
        .await;
    if asked.is_err() {
        tokio::time::sleep(wait.min(until.remaining())).await;
    }
}

type FoundIn = (Frame, Candidates);

async fn candidates(
    ctx: &ActionContext,
    target: &Target,
    frames: &[Frame],
) -> Result<Vec<FoundIn>, ActionError> {
    let args = json!({"target": words(target, None)});
    let asked = frames.iter().map(|frame| {
        let args = &args;
        // A frame that is busy with itself must not hold up what is meant for another.
        let patience = if frame.is_main() {
            ctx.deadline
        } else {
            ctx.within(FRAME_PATIENCE)
        };
        async move {
            let mut answer = frame.call::<Candidates>("candidates", args, patience).await;
            if let Ok(Candidates { hosts, .. }) = &answer
                && !hosts.is_empty()
                && open_roots(frame, hosts, patience).await.unwrap_or(false)
            {
                answer = frame.call("candidates", args, patience).await;
            }
            (frame.clone(), answer)
        }
    });
    let mut found = Vec::new();
    for (frame, answer) in join_all(asked).await {
        match answer {
            Ok(list) => found.push((frame, list)),
            Err(
                error @ (Error::DialogOpen(_)
                | Error::TabClosed
                | Error::TabCrashed
                | Error::BrowserGone { .. }),
            ) => {
                return Err(trouble(&frame, target, error));
            }
            Err(Error::Page(error)) if error.kind == "bad_argument" => {
                return Err(refusal(&frame, target, &error));
            }
            Err(_) => {}
        }
    }
    Ok(found)
}

/// The one that is meant, when there is one. How well a name fits counts before where it was found.
fn choose(target: &Target, found: &[FoundIn]) -> Result<Option<(Frame, Wanted)>, ActionError> {
    let how = ["exact", "ignoring case", "partly"].into_iter().find(|how| {
        found
            .iter()
            .any(|(_, list)| list.how == *how && !list.list.is_empty())
    });
    let fitting: Vec<(&Frame, &Said)> = found
        .iter()
        .filter(|(_, list)| how.is_none_or(|how| list.how == how))
        .flat_map(|(frame, list)| list.list.iter().map(move |said| (frame, said)))
        .collect();
    let nth = match target {
        Target::Role { nth, .. } | Target::Label { nth, .. } => *nth,
        _ => None,
    };
    // The words go along: what bears that number has to fit them still when it is pressed.
    let wanted = |said: &Said| Wanted {
        reference: Some(said.reference),
        nth: None,
        ..words(target, None)
    };
    if let Some(nth) = nth {
        return match fitting.get(nth) {
            Some((frame, said)) => Ok(Some(((*frame).clone(), wanted(said)))),
            None => Ok(None),
        };
    }
    let seen: Vec<_> = fitting
        .iter()
        .filter(|(_, said)| said.seen != Some(false))
        .collect();
    match (&fitting[..], &seen[..]) {
        ([], _) => Ok(None),
        ([(frame, said)], _) | (_, [(frame, said)]) => Ok(Some(((*frame).clone(), wanted(said)))),
        (all, _) => {
            let frame = all[0].0;
            let listed: Vec<String> = all
                .iter()
                .take(8)
                .enumerate()
                .map(|(nth, (frame, said))| format!("{nth}: {}", super::words::say_in_context(frame, said)))
                .collect();
            let same_frame = all.iter().all(|(other, _)| *other == frame);
            let sentence = if same_frame {
                let said: Vec<Said> = all.iter().take(8).map(|(_, said)| (*said).clone()).collect();
                several(frame, target, &said, all.len())
            } else {
                format!(
                    "{target} fits {} elements; say which by its ref or by nth: {}",
                    all.len(),
                    listed.join("; ")
                )
            };
            Err(ActionError::Refused(format!("{sentence}.")))
        }
    }
}

fn none_anywhere(target: &Target, main: &Frame, found: &[FoundIn]) -> ActionError {
    let near: Vec<serde_json::Value> = found
        .iter()
        .flat_map(|(_, list)| &list.near)
        .take(3)
        .map(|said| json!({"role": said.role, "name": said.name}))
        .collect();
    let total: usize = found.iter().map(|(_, list)| list.list.len()).sum();
    let kind = if total > 0 { "nth" } else { "none" };
    let of_role: u32 = found.iter().map(|(_, list)| list.of_role).sum();
    let mut extra = serde_json::Map::new();
    extra.insert("near".into(), near.into());
    extra.insert("total".into(), total.into());
    extra.insert("ofRole".into(), of_role.into());
    refusal(
        main,
        target,
        &eyeline_chromium::PageError {
            kind: kind.into(),
            message: String::new(),
            extra,
        },
    )
}
