//! What may be asked of each action. All of it reads from the JSON an agent wrote, and every part may be left out.

use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

use super::target::Target;

/// What every action takes.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CommonOptions {
    /// How long to wait for what the action changes.
    pub settle: Settle,
    /// Do without waiting for the target to be still, enabled and uncovered.
    pub force: bool,
    /// Answer with the first response whose URL fits this pattern, listened for before the action begins.
    pub wait_for_response: Option<String>,
}

/// How long an action waits for what it changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Settle {
    /// Until two frames pass without a change or a request of its own, for a second at most.
    #[default]
    Frames,
    /// Until half a second passes so, for ten seconds at most: for debounced searches and slow saves.
    Quiet,
    /// This many milliseconds.
    Ms(u64),
}

impl<'de> Deserialize<'de> for Settle {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        match Json::deserialize(input)? {
            Json::Null => Ok(Settle::Frames),
            Json::String(word) if word == "quiet" => Ok(Settle::Quiet),
            Json::Number(number) if number.as_u64().is_some() => {
                Ok(Settle::Ms(number.as_u64().unwrap_or_default()))
            }
            other => Err(serde::de::Error::custom(format!(
                "\"settle\" takes \"quiet\" or a number of milliseconds; got {other}"
            ))),
        }
    }
}

/// A button of the mouse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MouseButton {
    /// The main one.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The one that opens context menus.
    Right,
}

/// A place inside the target, in CSS pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Position {
    /// From the left.
    #[serde(deserialize_with = "pixels")]
    pub x: f64,
    /// From the top.
    #[serde(deserialize_with = "pixels")]
    pub y: f64,
}

/// The largest coordinate or distance, in CSS pixels. Chromium's own mouse does not work any more after one that is far beyond.
pub const FARTHEST: f64 = 1e7;

fn pixels<'de, D: Deserializer<'de>>(input: D) -> Result<f64, D::Error> {
    let pixels = f64::deserialize(input)?;
    if pixels.abs() <= FARTHEST {
        return Ok(pixels);
    }
    Err(serde::de::Error::custom(format!(
        "{pixels:e} pixels are too many; {FARTHEST} are the most"
    )))
}

fn some_pixels<'de, D: Deserializer<'de>>(input: D) -> Result<Option<f64>, D::Error> {
    pixels(input).map(Some)
}

/// How to click.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ClickOptions {
    /// Which button.
    pub button: MouseButton,
    /// How often: 2 for a double click. 1 when absent.
    pub count: Option<u32>,
    /// Keys held meanwhile: `Shift`, `Control`, `Alt`, `Meta`, `ControlOrMeta`.
    pub modifiers: Vec<String>,
    /// Where in the target; its middle when absent.
    pub position: Option<Position>,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// How to hover or to tap.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HoverOptions {
    /// Keys held meanwhile.
    pub modifiers: Vec<String>,
    /// Where in the target; its middle when absent.
    pub position: Option<Position>,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// How to drag.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct DragOptions {
    /// Where in the first target to take hold.
    pub from_position: Option<Position>,
    /// Where in the second target to let go.
    pub to_position: Option<Position>,
    /// Keys held meanwhile.
    pub modifiers: Vec<String>,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// What to scroll, and how far.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ScrollOptions {
    /// Where the wheel turns; the middle of the viewport when absent. With neither `by` nor `to`, what is brought into view.
    #[serde(deserialize_with = "target")]
    pub target: Option<Target>,
    /// By how much: a number of pixels down, or `{x, y}`.
    #[serde(deserialize_with = "distance")]
    pub by: Option<Position>,
    /// Where to.
    pub to: Option<ScrollTo>,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// A place to scroll to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ScrollTo {
    /// An end.
    Edge(Edge),
    /// So many pixels from the upper left corner of what scrolls.
    Place {
        /// From the left; as it is when absent.
        x: Option<f64>,
        /// From the top; as it is when absent.
        y: Option<f64>,
    },
}

impl<'de> Deserialize<'de> for ScrollTo {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Place {
            #[serde(default, deserialize_with = "some_pixels")]
            x: Option<f64>,
            #[serde(default, deserialize_with = "some_pixels")]
            y: Option<f64>,
        }
        let value = Json::deserialize(input)?;
        if let Ok(edge) = serde_json::from_value(value.clone()) {
            return Ok(ScrollTo::Edge(edge));
        }
        match serde_json::from_value(value.clone()) {
            Ok(Place { x, y }) if x.is_some() || y.is_some() => Ok(ScrollTo::Place { x, y }),
            Err(error) if error.to_string().contains("too many") => Err(serde::de::Error::custom(error)),
            _ => Err(serde::de::Error::custom(format!(
                "\"to\" takes \"top\", \"bottom\", \"left\", \"right\" or a place such as {{\"y\":300}}; got {value}"
            ))),
        }
    }
}

/// An end of what scrolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// The upper end.
    Top,
    /// The lower end.
    Bottom,
    /// The left end.
    Left,
    /// The right end.
    Right,
}

/// How to type.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TypeOptions {
    /// Keep what is there: type after it, or at the caret where the target has the focus already.
    pub append: bool,
    /// Press a key for each character.
    pub slowly: bool,
    /// Compose the text as an input method does, before it is committed.
    pub ime: bool,
    /// Press Enter at the end.
    pub submit: bool,
    /// The text comes from a secret: it is never told back.
    #[serde(skip)]
    pub secret: bool,
    /// Leave the field afterwards, so that the page hears of the change.
    #[serde(skip)]
    pub commit: bool,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// An option to choose, by what it shows or by its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// By its label; by its value when no label fits.
    Label(String),
    /// By its value.
    Value(String),
    /// By its position, from 0.
    Index(usize),
}

impl Choice {
    /// The choices an agent wrote: one or a list of labels, `{label}`, `{value}` or `{index}`.
    pub fn parse_all(value: &Json) -> Result<Vec<Choice>, String> {
        match value {
            Json::Array(list) => list.iter().map(Choice::parse).collect(),
            one => Choice::parse(one).map(|choice| vec![choice]),
        }
    }

    fn parse(value: &Json) -> Result<Choice, String> {
        let wrong = || {
            format!(
                "an option is its label, {{\"value\":\"…\"}} or {{\"index\":0}}, or a list of such; got {value}"
            )
        };
        match value {
            Json::String(label) => Ok(Choice::Label(label.clone())),
            Json::Number(number) => Ok(Choice::Label(number.to_string())),
            Json::Object(fields) if fields.len() == 1 => match fields.iter().next() {
                Some((key, Json::String(label))) if key == "label" => Ok(Choice::Label(label.clone())),
                Some((key, Json::String(value))) if key == "value" => Ok(Choice::Value(value.clone())),
                Some((key, Json::Number(index))) if key == "index" => index
                    .as_u64()
                    .map(|index| Choice::Index(index as usize))
                    .ok_or_else(wrong),
                _ => Err(wrong()),
            },
            _ => Err(wrong()),
        }
    }
}

/// How to fill a form.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FormOptions {
    /// Only fields inside this element.
    #[serde(deserialize_with = "target")]
    pub root: Option<Target>,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// How to hand over files.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FilesOptions {
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// Where a key goes.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PressOptions {
    /// What gets the focus first; what has it already when absent.
    #[serde(deserialize_with = "target")]
    pub target: Option<Target>,
    /// What every action takes.
    #[serde(flatten)]
    pub common: CommonOptions,
}

fn target<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Target>, D::Error> {
    match Json::deserialize(input)? {
        Json::Null => Ok(None),
        value => Target::parse(&value).map(Some).map_err(serde::de::Error::custom),
    }
}

fn distance<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Position>, D::Error> {
    #[derive(Deserialize)]
    struct Both {
        #[serde(default, deserialize_with = "pixels")]
        x: f64,
        #[serde(default, deserialize_with = "pixels")]
        y: f64,
    }
    match Json::deserialize(input)? {
        Json::Null => Ok(None),
        Json::Number(down) => pixels(down)
            .map(|y| Some(Position { x: 0.0, y }))
            .map_err(serde::de::Error::custom),
        value => match serde_json::from_value::<Both>(value.clone()) {
            Ok(Both { x, y }) => Ok(Some(Position { x, y })),
            Err(error) if error.to_string().contains("too many") => Err(serde::de::Error::custom(error)),
            Err(_) => Err(serde::de::Error::custom(format!(
                "\"by\" takes a number of pixels down, or {{\"x\":0,\"y\":300}}; got {value}"
            ))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn options_read_from_what_an_agent_writes() {
        let click: ClickOptions = serde_json::from_value(
            json!({"button": "right", "count": 2, "settle": "quiet", "position": {"x": 1, "y": 2}}),
        )
        .unwrap();
        assert_eq!(click.button, MouseButton::Right);
        assert_eq!(click.common.settle, Settle::Quiet);
        let scroll: ScrollOptions = serde_json::from_value(json!({"by": 300, "target": "#list"})).unwrap();
        assert_eq!(scroll.by, Some(Position { x: 0.0, y: 300.0 }));
        let scroll: ScrollOptions = serde_json::from_value(json!({"to": "bottom"})).unwrap();
        assert_eq!(scroll.to, Some(ScrollTo::Edge(Edge::Bottom)));
    }

    #[test]
    fn distances_beyond_reason_are_refused() {
        let refused = |options: Json| {
            serde_json::from_value::<ScrollOptions>(options)
                .unwrap_err()
                .to_string()
        };
        assert!(refused(json!({"by": 1e300})).contains("too many"));
        assert!(refused(json!({"by": {"y": -1e8}})).contains("10000000 are the most"));
        assert!(serde_json::from_value::<ScrollOptions>(json!({"to": {"y": 1e9}})).is_err());
        assert!(serde_json::from_value::<ClickOptions>(json!({"position": {"x": 1e9, "y": 0}})).is_err());
        assert!(serde_json::from_value::<ScrollOptions>(json!({"to": {"y": 100}})).is_ok());
        assert!(refused(json!({"to": "bogus"})).contains("takes \"top\", \"bottom\""));
    }

    #[test]
    fn choices_are_labels_values_or_positions() {
        let all = Choice::parse_all(&json!(["Red", {"value": "g"}, {"index": 2}])).unwrap();
        assert_eq!(
            all,
            [
                Choice::Label("Red".into()),
                Choice::Value("g".into()),
                Choice::Index(2)
            ]
        );
        assert!(
            Choice::parse_all(&json!({"text": "Red"}))
                .unwrap_err()
                .contains("got {\"text\":\"Red\"}")
        );
    }
}
