//! `evaluate`: JavaScript in the page.

use std::time::Duration;

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Deadline, Error, Frame, World, in_words};

use super::options::text;
use super::surface::Surface;
use crate::PageText;

/// Answers the call.
pub async fn run(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let options = args.get(1);
    surface.context.take_timeout(options)?;
    let option = |name: &str| options.and_then(|options| options.get(name));
    let world = match option("world").and_then(Json::as_str) {
        Some("isolated") => World::Isolated,
        _ => World::Main,
    };
    let frame = frame(surface, option("frame"))?;
    let arguments = option("args")
        .and_then(Json::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let deadline = surface.deadline();
    let result = frame.evaluate(text(args, 0), arguments, world, deadline).await;
    match result {
        Err(error) if error.is_timeout() => Err(too_long(surface, &error)),
        other => other.map(Value::from).map_err(|error| surface.trouble(&error)),
    }
}

/// How long is taken to see whether code that was given up still runs, and to end it.
const AFTERMATH: Duration = Duration::from_secs(5);

/// Code that was not done in time. What still runs would keep the page from everything else, so it is ended.
fn too_long(surface: &Surface, error: &Error) -> NodeError {
    let tab = surface.tab.clone();
    tokio::spawn(async move { tab.wake(Deadline::after(AFTERMATH)).await });
    let Error::Timeout { after, .. } = error else {
        return surface.trouble(error);
    };
    NodeError::new(format!(
        "The code was not done within {}. If it runs without end, it is ended now; a promise is waited for no longer.",
        in_words(*after)
    ))
}

/// The frame that an option names: by number, by name, or by a piece of its address.
pub fn frame(surface: &Surface, named: Option<&Json>) -> Result<Frame, NodeError> {
    let frames = surface.tab.frames();
    let found = match named {
        None | Some(Json::Null) => return surface.tab.main_frame().map_err(|error| surface.trouble(&error)),
        Some(Json::Number(number)) => frames
            .iter()
            .find(|frame| frame.number().map(u64::from) == number.as_u64()),
        Some(Json::String(name)) => {
            let numbered = name
                .strip_prefix('f')
                .and_then(|digits| digits.parse::<u32>().ok());
            frames
                .iter()
                .find(|frame| frame.name() == *name)
                .or_else(|| {
                    frames
                        .iter()
                        .find(|frame| numbered.is_some() && frame.number() == numbered)
                })
                .or_else(|| frames.iter().find(|frame| frame.url().contains(name.as_str())))
        }
        Some(_) => None,
    };
    found.cloned().ok_or_else(|| no_such_frame(named, &frames))
}

fn no_such_frame(named: Option<&Json>, frames: &[Frame]) -> NodeError {
    let list: Vec<String> = frames
        .iter()
        .take(20)
        .filter_map(|frame| {
            let number = frame.number()?;
            Some(format!(
                "{number} {} {}",
                PageText::limited(&frame.name(), 40),
                PageText::limited(&frame.url(), 80)
            ))
        })
        .collect();
    NodeError::new(format!(
        "No frame {} here. There are: {}.",
        named.unwrap_or(&Json::Null),
        list.join(", ")
    ))
}
