//! Paths: `pages[0].editor.insert("x").$help`, as text and as segments.

mod child_step;
mod join;
mod key;
mod parse;

pub use join::join_child_path;
pub use key::{Key, format_key};
pub use parse::PathError;

pub(crate) use child_step::first_step;
pub(crate) use parse::{begins_like_keyword, is_member_name, parse_loosely};

use std::fmt;
use std::str::FromStr;

use crate::json_text;
use crate::value::Json;

/// One step of a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Segment {
    /// `.name`
    Member(String),
    /// `[0]` or `["p1"]`
    Index(Key),
    /// `.name(1, "two")`
    Call(String, Vec<Json>),
    /// `$help`, always last.
    Help,
    /// `$describe`, always last.
    Describe,
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Segment::Member(name) => f.write_str(name),
            Segment::Index(key) => write!(f, "[{key}]"),
            Segment::Call(name, args) => {
                let args: Vec<String> = args.iter().map(json_text::compact).collect();
                write!(f, "{name}({})", args.join(", "))
            }
            Segment::Help => f.write_str("$help"),
            Segment::Describe => f.write_str("$describe"),
        }
    }
}

/// A parsed path. Printing it and parsing the text again gives the same path.
///
/// ```
/// use ai_vision::Path;
/// let path: Path = " pages[ 0 ].editor ".parse()?;
/// assert_eq!(path.to_string(), "pages[0].editor");
/// let error = "pages.my-page".parse::<Path>().unwrap_err();
/// assert_eq!(error.offset, 8);
/// assert!(error.to_string().ends_with("If this was intended as one member name, use pages[\"my-page\"]."));
/// # Ok::<(), ai_vision::PathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path(Vec<Segment>);

impl Path {
    /// The path of the root.
    pub fn root() -> Self {
        Self::default()
    }

    /// Its steps.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Its steps, to keep.
    pub fn into_segments(self) -> Vec<Segment> {
        self.0
    }

    /// Whether it is the root's.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Vec<Segment>> for Path {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        parse::parse(text).map(Self)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            if position > 0 && !matches!(segment, Segment::Index(_)) {
                f.write_str(".")?;
            }
            segment.fmt(f)?;
        }
        Ok(())
    }
}
