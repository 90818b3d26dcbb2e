//! Taking the picture.

use ai_vision::{Json, NodeError, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use eyeline_chromium::capture::{Area, ImageFormat, Rect, Screenshot, ScreenshotOptions};
use serde::Deserialize;
use serde_json::json;

use super::labels;
use super::place::bounds;
use crate::editor::options;
use crate::editor::surface::Surface;

/// No side of a picture is longer than this, in pixels.
const LONGEST: u32 = 2_000;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Options {
    target: Option<Json>,
    full_page: bool,
    format: Option<ImageFormat>,
    quality: Option<u8>,
    max_width: Option<u32>,
    max_height: Option<u32>,
    labels: bool,
    path: Option<String>,
}

/// Answers the call with an image record; with a path, the file is written too.
pub async fn run(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let options: Options = options::read(args.first())?;
    let file = options
        .path
        .as_deref()
        .map(|path| surface.context.writable_file(path))
        .transpose()?;
    let area = area(surface, &options).await?;
    let format = options.format.unwrap_or_default();
    let boxes = if options.labels {
        labels::boxes(surface).await?
    } else {
        Vec::new()
    };
    let asked = ScreenshotOptions {
        area,
        format: if options.labels { ImageFormat::Png } else { format },
        quality: options.quality,
        max_width: Some(options.max_width.unwrap_or(LONGEST).clamp(1, LONGEST)),
        max_height: Some(options.max_height.unwrap_or(LONGEST).clamp(1, LONGEST)),
    };
    let mut shot = surface
        .tab
        .screenshot(&asked, surface.deadline())
        .await
        .map_err(|error| surface.trouble(&error))?;
    if options.labels {
        shot = labels::draw(shot, boxes, format, options.quality).await?;
    }
    let mut replaced = false;
    if let Some(file) = file {
        let bytes = STANDARD
            .decode(&shot.data)
            .map_err(|error| NodeError::new(error.to_string()))?;
        replaced = surface.context.write_file(&file, &bytes).await?;
    }
    let mut record = record(&shot, options.path.as_deref());
    if replaced {
        record["replaced"] = true.into();
    }
    Ok(record.into())
}

fn record(shot: &Screenshot, path: Option<&str>) -> Json {
    let side = |length: f64| (length * shot.scale).round() as u32;
    let mut record = json!({
        "type": "image",
        "data": shot.data,
        "mimeType": shot.format.mime_type(),
        "width": side(shot.area.width),
        "height": side(shot.area.height),
    });
    if (shot.scale - 1.0).abs() > 0.001 {
        record["pixelsPerCssPixel"] = ((shot.scale * 1000.0).round() / 1000.0).into();
    }
    if let Some(path) = path {
        record["saved"] = path.into();
    }
    record
}

async fn area(surface: &Surface, options: &Options) -> Result<Area, NodeError> {
    let Some(target) = &options.target else {
        return Ok(if options.full_page {
            Area::FullPage
        } else {
            Area::Viewport
        });
    };
    let target = options::target(Some(target), None)?;
    let bounds = bounds(surface, &target).await?;
    Ok(Area::Clip(Rect {
        x: bounds.x,
        y: bounds.y,
        width: bounds.width.max(1.0),
        height: bounds.height.max(1.0),
    }))
}
