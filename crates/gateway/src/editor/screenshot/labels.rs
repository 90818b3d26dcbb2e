//! Drawing refs into a picture: a box around each control, and its ref in a small plate.

use std::io::Cursor;

use ai_vision::NodeError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use eyeline_chromium::capture::{ImageFormat, Rect, Screenshot};
use image::{Rgb, RgbImage};

use crate::editor::surface::Surface;

/// A control and where it is, in CSS pixels of the viewport.
pub struct Labelled {
    /// `e5`, `f3e12`.
    pub reference: String,
    /// Its box.
    pub bounds: Rect,
}

/// Colours that tell neighbours apart.
const COLOURS: [Rgb<u8>; 6] = [
    Rgb([200, 30, 30]),
    Rgb([20, 90, 200]),
    Rgb([20, 130, 50]),
    Rgb([150, 40, 170]),
    Rgb([190, 100, 0]),
    Rgb([0, 120, 130]),
];

/// Size of a glyph in dots, and of a dot in pixels.
const GLYPH: (u32, u32) = (3, 5);
const DOT: u32 = 2;

/// Glyphs of what refs are written with, row by row, three bits a row.
const GLYPHS: &[(char, [u8; 5])] = &[
    ('0', [0b111, 0b101, 0b101, 0b101, 0b111]),
    ('1', [0b010, 0b110, 0b010, 0b010, 0b111]),
    ('2', [0b111, 0b001, 0b111, 0b100, 0b111]),
    ('3', [0b111, 0b001, 0b111, 0b001, 0b111]),
    ('4', [0b101, 0b101, 0b111, 0b001, 0b001]),
    ('5', [0b111, 0b100, 0b111, 0b001, 0b111]),
    ('6', [0b111, 0b100, 0b111, 0b101, 0b111]),
    ('7', [0b111, 0b001, 0b010, 0b010, 0b010]),
    ('8', [0b111, 0b101, 0b111, 0b101, 0b111]),
    ('9', [0b111, 0b101, 0b111, 0b001, 0b111]),
    ('e', [0b000, 0b111, 0b101, 0b110, 0b111]),
    ('f', [0b011, 0b010, 0b111, 0b010, 0b010]),
];

/// The boxes of all controls in view.
pub async fn boxes(surface: &Surface) -> Result<Vec<Labelled>, NodeError> {
    crate::editor::read::boxes(surface).await
}

/// Draws the boxes into a picture and encodes it anew.
pub async fn draw(
    shot: Screenshot,
    boxes: Vec<Labelled>,
    format: ImageFormat,
    quality: Option<u8>,
) -> Result<Screenshot, NodeError> {
    let work = move || draw_now(&shot, &boxes, format, quality);
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| NodeError::new(error.to_string()))?
}

fn draw_now(
    shot: &Screenshot,
    boxes: &[Labelled],
    format: ImageFormat,
    quality: Option<u8>,
) -> Result<Screenshot, NodeError> {
    let unreadable = |error: String| NodeError::new(format!("The picture could not be drawn into: {error}."));
    let bytes = STANDARD
        .decode(&shot.data)
        .map_err(|error| unreadable(error.to_string()))?;
    let mut picture = image::load_from_memory(&bytes)
        .map_err(|error| unreadable(error.to_string()))?
        .into_rgb8();
    for (at, label) in boxes.iter().enumerate() {
        mark(&mut picture, shot, label, COLOURS[at % COLOURS.len()]);
    }
    let data = encode(&picture, format, quality).map_err(|error| unreadable(error.to_string()))?;
    Ok(Screenshot {
        data: STANDARD.encode(data),
        format,
        ..shot.clone()
    })
}

fn encode(picture: &RgbImage, format: ImageFormat, quality: Option<u8>) -> image::ImageResult<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    match format {
        ImageFormat::Jpeg => {
            let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(
                &mut out,
                quality.unwrap_or(80).clamp(1, 100),
            );
            picture.write_with_encoder(encoder)?;
        }
        ImageFormat::Webp => picture.write_to(&mut out, image::ImageFormat::WebP)?,
        ImageFormat::Png => picture.write_to(&mut out, image::ImageFormat::Png)?,
    }
    Ok(out.into_inner())
}

fn mark(picture: &mut RgbImage, shot: &Screenshot, label: &Labelled, colour: Rgb<u8>) {
    let place = |value: f64, origin: f64| ((value - origin) * shot.scale).round() as i64;
    let (left, top) = (
        place(label.bounds.x, shot.area.x),
        place(label.bounds.y, shot.area.y),
    );
    let right = place(label.bounds.x + label.bounds.width, shot.area.x) - 1;
    let bottom = place(label.bounds.y + label.bounds.height, shot.area.y) - 1;
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    if right < 0 || bottom < 0 || left >= width || top >= height {
        return;
    }
    fill(picture, (left, top, right, top + 1), colour);
    fill(picture, (left, bottom - 1, right, bottom), colour);
    fill(picture, (left, top, left + 1, bottom), colour);
    fill(picture, (right - 1, top, right, bottom), colour);
    plate(picture, (left, top), &label.reference, colour);
}

/// The plate stands above the box's upper left corner, or inside where there is no room.
fn plate(picture: &mut RgbImage, (left, top): (i64, i64), text: &str, colour: Rgb<u8>) {
    let advance = i64::from((GLYPH.0 + 1) * DOT);
    let (width, height) = (
        advance * text.chars().count() as i64 + 4,
        i64::from(GLYPH.1 * DOT) + 4,
    );
    let left = left.clamp(0, (i64::from(picture.width()) - width).max(0));
    let top = if top >= height { top - height } else { top.max(0) };
    fill(picture, (left, top, left + width, top + height), colour);
    for (at, c) in text.chars().enumerate() {
        glyph(picture, (left + 3 + advance * at as i64, top + 2), c);
    }
}

fn glyph(picture: &mut RgbImage, (left, top): (i64, i64), c: char) {
    let Some((_, rows)) = GLYPHS.iter().find(|(known, _)| *known == c) else {
        return;
    };
    let dot = i64::from(DOT);
    for (y, row) in rows.iter().enumerate() {
        for x in (0..GLYPH.0).filter(|x| row & (1 << (GLYPH.0 - 1 - x)) != 0) {
            let (left, top) = (left + i64::from(x) * dot, top + y as i64 * dot);
            fill(
                picture,
                (left, top, left + dot - 1, top + dot - 1),
                Rgb([255, 255, 255]),
            );
        }
    }
}

/// Fills a rectangle, its edges included, as far as it lies in the picture.
fn fill(picture: &mut RgbImage, (left, top, right, bottom): (i64, i64, i64, i64), colour: Rgb<u8>) {
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    for y in top.max(0)..=bottom.min(height - 1) {
        for x in left.max(0)..=right.min(width - 1) {
            picture.put_pixel(x as u32, y as u32, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blank(width: u32, height: u32) -> Screenshot {
        let picture = RgbImage::from_pixel(width, height, Rgb([255, 255, 255]));
        Screenshot {
            data: STANDARD.encode(encode(&picture, ImageFormat::Png, None).unwrap()),
            format: ImageFormat::Png,
            area: Rect {
                x: 0.0,
                y: 0.0,
                width: f64::from(width),
                height: f64::from(height),
            },
            scale: 1.0,
        }
    }

    #[test]
    fn a_box_and_its_plate_are_drawn_where_the_control_is() {
        let bounds = Rect {
            x: 40.0,
            y: 40.0,
            width: 60.0,
            height: 20.0,
        };
        let boxes = [Labelled {
            reference: "e12".into(),
            bounds,
        }];
        let drawn = draw_now(&blank(200, 100), &boxes, ImageFormat::Png, None).unwrap();
        let picture = image::load_from_memory(&STANDARD.decode(drawn.data).unwrap())
            .unwrap()
            .into_rgb8();
        assert_eq!(picture.get_pixel(40, 50), &COLOURS[0]);
        assert_eq!(picture.get_pixel(99, 50), &COLOURS[0]);
        assert_eq!(picture.get_pixel(70, 50), &Rgb([255, 255, 255]));
        assert_eq!(picture.get_pixel(41, 28), &COLOURS[0]);
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let bounds = Rect {
            x: -50.0,
            y: -50.0,
            width: 4000.0,
            height: 20.0,
        };
        let boxes = [Labelled {
            reference: "f3e1".into(),
            bounds,
        }];
        for format in [ImageFormat::Jpeg, ImageFormat::Webp] {
            assert_eq!(
                draw_now(&blank(20, 10), &boxes, format, Some(50)).unwrap().format,
                format
            );
        }
    }
}
