//! `pdf`: the page as a file.

use ai_vision::{Json, NodeError, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use eyeline_chromium::capture::PdfOptions;
use serde::Deserialize;
use serde_json::json;

use super::options;
use super::surface::Surface;

/// The longest file that is answered with instead of being written, in bytes.
const INLINE: usize = 2_000_000;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Options {
    path: Option<String>,
    landscape: bool,
    format: Option<String>,
    background: bool,
    pages: Option<String>,
}

/// Width and height of paper in inches.
const PAPER: &[(&str, f64, f64)] = &[
    ("A3", 11.7, 16.54),
    ("A4", 8.27, 11.7),
    ("A5", 5.83, 8.27),
    ("Letter", 8.5, 11.0),
    ("Legal", 8.5, 14.0),
];

/// Answers the call: with the file's place when a path was given, else with its bytes in base64.
pub async fn run(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let options: Options = options::read(args.first())?;
    let file = options
        .path
        .as_deref()
        .map(|path| surface.context.writable_file(path))
        .transpose()?;
    let paper = options
        .format
        .as_deref()
        .and_then(|name| PAPER.iter().find(|(known, ..)| *known == name));
    let print = PdfOptions {
        landscape: options.landscape,
        print_background: options.background,
        paper_width: paper.map(|(_, width, _)| *width),
        paper_height: paper.map(|(_, _, height)| *height),
        page_ranges: options.pages,
        ..PdfOptions::default()
    };
    let bytes = surface
        .tab
        .pdf(&print, surface.deadline())
        .await
        .map_err(|error| surface.trouble(&error))?;
    let Some(file) = file else { return inline(&bytes) };
    let replaced = surface.context.write_file(&file, &bytes).await?;
    let mut answer = json!({ "saved": file, "bytes": bytes.len() });
    if replaced {
        answer["replaced"] = true.into();
    }
    Ok(answer.into())
}

fn inline(bytes: &[u8]) -> Result<Value, NodeError> {
    if bytes.len() > INLINE {
        return Err(NodeError::new(format!(
            "The file has {} bytes, too many for an answer. Write it to the workspace: pdf({{\"path\": \"page.pdf\"}}).",
            bytes.len()
        )));
    }
    Ok(
        json!({ "mimeType": "application/pdf", "bytes": bytes.len(), "base64": STANDARD.encode(bytes) })
            .into(),
    )
}
