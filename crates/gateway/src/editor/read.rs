//! snapshot and read: the page as an outline, and as text.

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::capture::Rect;
use eyeline_page_script::read::{OutlineOptions, Readable, ReadableFormat, ReadableOptions};
use serde::Deserialize;

use super::evaluate;
use super::options;
use super::screenshot::Labelled;
use super::surface::Surface;
use crate::outline::{self, PageTree, ReadFrom, SnapshotOptions};

/// Characters of a page's text, unless the reader asks for more.
const TEXT: u32 = 8_000;

/// Boxes that are drawn at most.
const MOST_BOXES: u32 = 1_000;

/// Keeps every e-mail address.
const ANY: &str = ".";

/// The outline. Where an action was only just done and nothing has come of it yet, that is said first.
pub async fn snapshot(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let settings = surface.context.settings();
    let mut options: SnapshotOptions = options::read(args.first())?;
    options.max_chars = options
        .max_chars
        .or(usize::try_from(settings.budgets.snapshot).ok());
    private(surface, &mut options);
    let memory = surface.context.session().memory_of(surface.tab.id());
    let mut memory = memory.lock().await;
    let read = outline::snapshot(&surface.tab, &options, &mut memory, surface.deadline()).await;
    let snapshot = read.map_err(|error| surface.trouble(&error))?;
    match surface.context.session().watch_of(surface.tab.id()).unsettled() {
        Some(warning) => Ok(format!("{warning}\n{}", snapshot.text).into()),
        None => Ok(snapshot.text.into()),
    }
}

fn private(surface: &Surface, options: &mut SnapshotOptions) {
    let privacy = &surface.context.settings().privacy;
    options.redact.clone_from(&privacy.redact);
    options.keep_email = privacy.keep_emails.then(|| ANY.to_owned());
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ReadOptions {
    root: Option<ReadFrom>,
    format: ReadableFormat,
    max_chars: Option<u32>,
    cursor: Option<String>,
}

/// The text, from the cursor on, with the way to the rest.
pub async fn read(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let asked: ReadOptions = options::read(args.first())?;
    let mut frame = evaluate::frame(surface, None)?;
    let mut wanted = ReadableOptions {
        format: asked.format,
        max_chars: asked.max_chars.unwrap_or(TEXT),
        offset: asked
            .cursor
            .as_deref()
            .map(parse_cursor)
            .transpose()?
            .unwrap_or(0),
        redact: surface.context.settings().privacy.redact.clone(),
        ..ReadableOptions::default()
    };
    if asked.root.is_some() {
        let start = outline::start_of(&surface.tab, asked.root.as_ref(), surface.deadline()).await;
        let start = start.map_err(|error| surface.trouble(&error))?;
        frame = start.frame;
        (wanted.root, wanted.root_selector) = (start.element, start.selector);
    }
    let readable: Readable = frame
        .call("readable", &wanted, surface.deadline())
        .await
        .map_err(|error| surface.trouble(&error))?;
    Ok(match readable.next {
        Some(next) => format!(
            "{}\n… {} of {} characters; read({{\"cursor\": \"c{next}\"}}) goes on",
            readable.text,
            next - wanted.offset,
            readable.total
        )
        .into(),
        None => readable.text.into(),
    })
}

fn parse_cursor(text: &str) -> Result<u32, NodeError> {
    text.strip_prefix('c')
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| {
            NodeError::new(format!(
                "{text:?} is no cursor; take one from the last line of a read, such as \"c8000\"."
            ))
        })
}

/// The boxes of all controls in view, in CSS pixels of the tab's viewport.
pub async fn boxes(surface: &Surface) -> Result<Vec<Labelled>, NodeError> {
    let options = SnapshotOptions {
        interactive: true,
        boxes: true,
        ..SnapshotOptions::default()
    };
    // Each control has a box of its own: none is counted with its like.
    let options = OutlineOptions {
        count: false,
        limit: MOST_BOXES,
        ..options.for_frames()
    };
    let memory = surface.context.session().memory_of(surface.tab.id());
    let mut memory = memory.lock().await;
    let tree = outline::read_tree(&surface.tab, None, &options, &mut memory, surface.deadline()).await;
    Ok(placed(&tree.map_err(|error| surface.trouble(&error))?))
}

/// Boxes count from their own frame's corner: the corners of the frames around are added.
fn placed(tree: &PageTree) -> Vec<Labelled> {
    let mut corners: Vec<(u32, f64, f64)> = vec![(0, 0.0, 0.0)];
    let mut last_frame = (0.0, 0.0);
    let mut placed = Vec::new();
    for entry in &tree.entries {
        while corners.len() > 1
            && corners.last().is_none_or(|corner| corner.0 != entry.frame)
            && known(&corners, entry.frame)
        {
            corners.pop();
        }
        if !known(&corners, entry.frame) {
            corners.push((entry.frame, last_frame.0, last_frame.1));
        }
        let (_, left, top) = corners.last().copied().unwrap_or_default();
        let Some(bounds) = entry.item.bounds else { continue };
        let (x, y) = (bounds.x + left, bounds.y + top);
        if entry.item.role == "frame" {
            let (inward, downward) = entry.item.content.unwrap_or_default();
            last_frame = (x + inward, y + downward);
        } else if let Some(reference) = entry.ref_text() {
            placed.push(Labelled {
                reference,
                bounds: Rect {
                    x,
                    y,
                    width: bounds.width,
                    height: bounds.height,
                },
            });
        }
    }
    placed
}

fn known(corners: &[(u32, f64, f64)], frame: u32) -> bool {
    corners.iter().any(|corner| corner.0 == frame)
}
