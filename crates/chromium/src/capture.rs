//! Pictures of a page, and its print.

use crate::{Deadline, Result, Tab, World};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// How a picture is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImageFormat {
    /// Lossless; asked of Chromium in its quick encoding.
    #[default]
    Png,
    /// Small and quick.
    Jpeg,
    /// Smallest, and slowest to make.
    Webp,
}

impl ImageFormat {
    /// Its media type.
    pub fn mime_type(self) -> &'static str {
        match self {
            ImageFormat::Png => "image/png",
            ImageFormat::Jpeg => "image/jpeg",
            ImageFormat::Webp => "image/webp",
        }
    }
}

/// A rectangle in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// What is pictured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Area {
    /// What is in view.
    #[default]
    Viewport,
    /// The whole page, from its top to its end.
    FullPage,
    /// A part of the viewport, or beyond its edges.
    Clip(Rect),
}

/// How a picture is taken.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScreenshotOptions {
    /// What is pictured.
    pub area: Area,
    /// Encoding.
    pub format: ImageFormat,
    /// From 0 to 100, for JPEG and WebP.
    pub quality: Option<u8>,
    /// The picture is scaled down until it is no wider, in its own pixels.
    pub max_width: Option<u32>,
    /// The picture is scaled down until it is no higher, in its own pixels.
    pub max_height: Option<u32>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Screenshot {
    /// The bytes in base64, as Chromium sends them and MCP wants them.
    pub data: String,
    /// How it is encoded.
    pub format: ImageFormat,
    /// What it shows, in CSS pixels of the viewport.
    pub area: Rect,
    /// Pixels of the picture for one CSS pixel.
    pub scale: f64,
}

/// How a page is printed.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PdfOptions {
    /// Wider than high.
    pub landscape: bool,
    /// With background colours and pictures.
    pub print_background: bool,
    /// Width of the paper in inches; 8.5 if nothing is said.
    pub paper_width: Option<f64>,
    /// Height of the paper in inches; 11 if nothing is said.
    pub paper_height: Option<f64>,
    /// Pages to print, as in `1-3, 5`.
    pub page_ranges: Option<String>,
    /// Take the paper's size from the page's own style.
    #[serde(rename = "preferCSSPageSize")]
    pub prefer_css_page_size: bool,
}

/// The answer of `Page.getLayoutMetrics`, as far as it is of use.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    css_layout_viewport: LayoutViewport,
    css_visual_viewport: VisualViewport,
    css_content_size: Rect,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayoutViewport {
    page_x: f64,
    page_y: f64,
    client_width: f64,
    client_height: f64,
}

#[derive(Deserialize)]
struct VisualViewport {
    /// How far the user, or a phone that shows a wide page whole, has zoomed in.
    scale: f64,
}

#[derive(Deserialize)]
struct Data {
    data: String,
}

impl Tab {
    /// Takes a picture of the page.
    pub async fn screenshot(&self, options: &ScreenshotOptions, deadline: Deadline) -> Result<Screenshot> {
        let metrics: Metrics = self
            .session()
            .request("Page.getLayoutMetrics", json!({}), deadline)
            .await?;
        let view = &metrics.css_layout_viewport;
        let ratio = self.pixel_ratio(deadline).await;
        let area = match options.area {
            Area::Viewport => Rect {
                x: 0.0,
                y: 0.0,
                width: view.client_width,
                height: view.client_height,
            },
            Area::FullPage => {
                let Rect { width, height, .. } = metrics.css_content_size;
                Rect {
                    x: -view.page_x,
                    y: -view.page_y,
                    width,
                    height,
                }
            }
            Area::Clip(rect) => rect,
        };
        // Without a clip the page is shown as it is zoomed; a clip undoes the zoom.
        let zoomed = ratio * metrics.css_visual_viewport.scale;
        let whole = options.area == Area::Viewport && scale(&area, zoomed, options) == 1.0;
        let shrunk = scale(&area, ratio, options);
        let mut params = json!({
            "format": options.format,
            "optimizeForSpeed": options.format == ImageFormat::Png,
            "captureBeyondViewport": options.area != Area::Viewport,
        });
        if !whole {
            // Chromium's clip counts from the top of the document.
            let (x, y) = (area.x + view.page_x, area.y + view.page_y);
            params["clip"] =
                json!({"x": x, "y": y, "width": area.width, "height": area.height, "scale": shrunk});
        }
        if let Some(quality) = options.quality.filter(|_| options.format != ImageFormat::Png) {
            params["quality"] = json!(quality.min(100));
        }
        let Data { data } = self
            .session()
            .request("Page.captureScreenshot", params, deadline)
            .await?;
        Ok(Screenshot {
            data,
            format: options.format,
            area,
            scale: if whole { zoomed } else { shrunk * ratio },
        })
    }

    /// Device pixels for one CSS pixel. A page that cannot be asked is taken to have one.
    async fn pixel_ratio(&self, deadline: Deadline) -> f64 {
        // A page can be wrong about what is emulated: Chromium tells the wrong ratio where a frame in another process
        // holds one of the page's own.
        if let Some(ratio) = self.0.emulation.pixel_ratio() {
            return ratio;
        }
        let Ok(frame) = self.main_frame() else { return 1.0 };
        let ratio = frame
            .evaluate("devicePixelRatio", &[], World::Isolated, deadline)
            .await;
        ratio
            .ok()
            .as_ref()
            .and_then(Json::as_f64)
            .filter(|ratio| *ratio > 0.0)
            .unwrap_or(1.0)
    }

    /// Prints the page; the answer is the PDF file.
    pub async fn pdf(&self, options: &PdfOptions, deadline: Deadline) -> Result<Vec<u8>> {
        let mut params = json!({
            "landscape": options.landscape,
            "printBackground": options.print_background,
            "preferCSSPageSize": options.prefer_css_page_size,
        });
        let given = [
            ("paperWidth", options.paper_width.map(Json::from)),
            ("paperHeight", options.paper_height.map(Json::from)),
            ("pageRanges", options.page_ranges.clone().map(Json::from)),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                params[name] = value;
            }
        }
        let Data { data } = self
            .session()
            .request("Page.printToPDF", params, deadline)
            .await?;
        STANDARD.decode(data).map_err(|error| crate::Error::Decode {
            method: "Page.printToPDF".to_owned(),
            reason: error.to_string(),
        })
    }
}

/// How much smaller than the screen's own pixels the picture has to be.
fn scale(area: &Rect, ratio: f64, options: &ScreenshotOptions) -> f64 {
    let fit = |limit: Option<u32>, side: f64| match limit {
        Some(limit) if side * ratio > 0.0 => f64::from(limit.max(1)) / (side * ratio),
        _ => 1.0,
    };
    fit(options.max_width, area.width)
        .min(fit(options.max_height, area.height))
        .min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_side_decides_the_scale() {
        let area = Rect {
            x: 0.0,
            y: 0.0,
            width: 1000.0,
            height: 4000.0,
        };
        let options = |side| ScreenshotOptions {
            max_width: side,
            max_height: side,
            ..Default::default()
        };
        assert_eq!(scale(&area, 1.0, &options(Some(2000))), 0.5);
        assert_eq!(scale(&area, 2.0, &options(Some(2000))), 0.25);
        assert_eq!(scale(&area, 1.0, &options(Some(8000))), 1.0);
        assert_eq!(scale(&area, 1.0, &options(None)), 1.0);
    }
}
