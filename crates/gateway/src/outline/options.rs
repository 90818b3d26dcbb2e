//! What a reader asks for.

use eyeline_page_script::read::{self, OutlineOptions, TextMode};
use serde::{Deserialize, Deserializer, de};

/// Characters of an outline, unless the reader asks for more.
pub const BUDGET: usize = 6_000;

/// The options of `snapshot`, as an agent writes them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SnapshotOptions {
    /// Start at this element.
    pub root: Option<ReadFrom>,
    /// Only controls and what they stand in.
    pub interactive: bool,
    /// Text that names nothing.
    pub text: TextMode,
    /// Values of controls, where privacy allows.
    pub values: bool,
    /// Mark what is off screen.
    pub viewport: bool,
    /// Guess what elements without semantics mean.
    #[serde(deserialize_with = "infer_word")]
    pub infer: Infer,
    /// Levels below the root.
    pub depth: Option<u32>,
    /// Only lines with these words, or matching `/this/`.
    pub find: Option<String>,
    /// The box of every line's element.
    pub boxes: bool,
    /// Most characters of the answer.
    pub max_chars: Option<usize>,
    /// Where an earlier answer stopped.
    pub cursor: Option<String>,
    /// Only what changed since the last read.
    pub diff: bool,
    /// Where the tree is taken from.
    pub source: Source,
    /// Give refs; without, navigation and tabs are one line each.
    pub refs: bool,
    /// Say where the page is, above the lines.
    pub header: bool,
    /// Show what a user typed; a privacy setting, never an agent's option.
    #[serde(skip)]
    pub typed: bool,
    /// Patterns that are redacted; a privacy setting.
    #[serde(skip)]
    pub redact: Vec<String>,
    /// Emails that are kept; a privacy setting.
    #[serde(skip)]
    pub keep_email: Option<String>,
    /// Subtrees that are never read; a privacy setting.
    #[serde(skip)]
    pub skip: Option<String>,
}

impl Default for SnapshotOptions {
    fn default() -> Self {
        Self {
            root: None,
            interactive: false,
            text: TextMode::Brief,
            values: false,
            viewport: false,
            infer: Infer::Clicks,
            depth: None,
            find: None,
            boxes: false,
            max_chars: None,
            cursor: None,
            diff: false,
            source: Source::Page,
            refs: true,
            header: true,
            typed: false,
            redact: Vec::new(),
            keep_email: None,
            skip: None,
        }
    }
}

impl SnapshotOptions {
    /// Most characters of the answer.
    pub fn budget(&self) -> usize {
        self.max_chars.unwrap_or(BUDGET).max(200)
    }

    /// What each frame is asked for.
    pub fn for_frames(&self) -> OutlineOptions {
        OutlineOptions {
            interactive: self.interactive,
            text: self.text,
            values: self.values,
            typed: self.typed,
            viewport: self.viewport,
            infer: self.infer.into(),
            depth: self.depth,
            boxes: self.boxes,
            complete: self.text == TextMode::Full,
            refs: self.refs,
            limit: limit_for(self.budget()),
            watch: true,
            budget: u32::try_from(self.budget()).unwrap_or(u32::MAX),
            redact: self.redact.clone(),
            keep_email: self.keep_email.clone(),
            skip: self.skip.clone(),
            ..OutlineOptions::default()
        }
    }
}

/// More items than could ever be shown are not worth the walk.
fn limit_for(budget: usize) -> u32 {
    u32::try_from(budget / 15).unwrap_or(u32::MAX).max(300)
}

/// Where a read starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadFrom {
    /// An element by its ref.
    Ref {
        /// The frame's number; 0 for the main frame.
        frame: u32,
        /// The element's number in it.
        element: u32,
    },
    /// The first match of a CSS selector in the main frame.
    Selector(String),
}

impl ReadFrom {
    /// Reads `e12`, `f3e12`, or a selector.
    pub fn parse(text: &str) -> Self {
        match parse_ref(text) {
            Some((frame, element)) => ReadFrom::Ref { frame, element },
            None => ReadFrom::Selector(text.to_owned()),
        }
    }
}

/// `e12` as (0, 12), `f3e12` as (3, 12).
pub fn parse_ref(text: &str) -> Option<(u32, u32)> {
    let (frame, element) = match text.strip_prefix('f') {
        Some(rest) => {
            let (frame, element) = rest.split_once('e')?;
            (frame.parse().ok()?, element)
        }
        None => (0, text.strip_prefix('e')?),
    };
    let digits = !element.is_empty() && element.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| element.parse().ok())
        .flatten()
        .map(|element| (frame, element))
}

/// A ref as outlines print it.
pub fn ref_text(frame: u32, element: u32) -> String {
    match frame {
        0 => format!("e{element}"),
        _ => format!("f{frame}e{element}"),
    }
}

impl<'de> Deserialize<'de> for ReadFrom {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Text(String),
            Object {
                #[serde(rename = "ref")]
                reference: String,
            },
        }
        match Form::deserialize(deserializer) {
            Ok(Form::Text(text)) => Ok(ReadFrom::parse(&text)),
            Ok(Form::Object { reference }) => match parse_ref(&reference) {
                Some((frame, element)) => Ok(ReadFrom::Ref { frame, element }),
                None => Err(de::Error::custom(format!(
                    "\"{reference}\" is not a ref like e12 or f3e12"
                ))),
            },
            Err(_) => Err(de::Error::custom(
                "root is a CSS selector, or a ref like \"e12\" or {ref: \"e12\"}",
            )),
        }
    }
}

/// How much is guessed about elements without semantics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Infer {
    /// Nothing.
    Off,
    /// What reacts to clicks and has no semantics at all.
    #[default]
    Clicks,
    /// Names, headings and modals too.
    Full,
}

impl From<Infer> for read::Infer {
    fn from(infer: Infer) -> Self {
        match infer {
            Infer::Off => read::Infer::Off,
            Infer::Clicks => read::Infer::Clicks,
            Infer::Full => read::Infer::Full,
        }
    }
}

fn infer_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Infer, D::Error> {
    Ok(match Option::<bool>::deserialize(deserializer)? {
        None => Infer::Clicks,
        Some(true) => Infer::Full,
        Some(false) => Infer::Off,
    })
}

/// Where the tree is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The walk in the page: fast.
    #[default]
    Page,
    /// Chromium's accessibility tree: exact, slow.
    Ax,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_an_agent_writes_them() {
        let json = r#"{"root":{"ref":"f3e12"},"infer":true,"maxChars":900,"text":"none","source":"ax"}"#;
        let options: SnapshotOptions = serde_json::from_str(json).unwrap();
        assert_eq!(
            options.root,
            Some(ReadFrom::Ref {
                frame: 3,
                element: 12
            })
        );
        assert_eq!(
            (options.infer, options.budget(), options.source),
            (Infer::Full, 900, Source::Ax)
        );
    }

    #[test]
    fn an_unknown_option_is_refused() {
        assert!(serde_json::from_str::<SnapshotOptions>(r#"{"timeOut":3}"#).is_err());
    }

    #[test]
    fn what_is_no_ref_is_a_selector() {
        assert_eq!(
            ReadFrom::parse("e12"),
            ReadFrom::Ref {
                frame: 0,
                element: 12
            }
        );
        assert_eq!(ReadFrom::parse("em"), ReadFrom::Selector("em".into()));
        assert_eq!(ReadFrom::parse("f1e"), ReadFrom::Selector("f1e".into()));
    }
}
