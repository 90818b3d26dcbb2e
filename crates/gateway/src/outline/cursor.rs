//! Where an answer stopped, as a word that the next call can go on from.

use eyeline_chromium::{Error, PageError, Result};

use super::options::{parse_ref, ref_text};
use super::tree::Entry;

/// A place in a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cursor {
    /// At the start.
    Start,
    /// After this element, and after `plus` lines without a ref behind it.
    After { frame: u32, element: u32, plus: usize },
    /// After this many matches of `find`.
    Hits(usize),
}

impl Cursor {
    /// Reads what [`text`](Self::text) wrote.
    pub fn parse(text: &str) -> Result<Self> {
        let bad = || {
            refused(format!(
                "\"{text}\" is not a cursor; take it from the last line of the answer before."
            ))
        };
        if text == "start" {
            return Ok(Cursor::Start);
        }
        if let Some(hits) = text.strip_prefix("hit") {
            return hits.parse().map(Cursor::Hits).map_err(|_| bad());
        }
        let (reference, plus) = text.split_once('+').unwrap_or((text, "0"));
        let (frame, element) = parse_ref(reference).ok_or_else(bad)?;
        let plus = plus.parse().map_err(|_| bad())?;
        Ok(Cursor::After { frame, element, plus })
    }

    /// The word for an agent.
    pub fn text(self) -> String {
        match self {
            Cursor::Start => "start".to_owned(),
            Cursor::After {
                frame,
                element,
                plus: 0,
            } => ref_text(frame, element),
            Cursor::After { frame, element, plus } => format!("{}+{plus}", ref_text(frame, element)),
            Cursor::Hits(hits) => format!("hit{hits}"),
        }
    }

    /// The place just before the entry at `index`.
    pub fn before(entries: &[Entry], index: usize) -> Self {
        let index = index.min(entries.len());
        let mut plus = 0;
        for entry in entries[..index].iter().rev() {
            match entry.item.reference {
                Some(element) => {
                    return Cursor::After {
                        frame: entry.frame,
                        element,
                        plus,
                    };
                }
                None => plus += 1,
            }
        }
        Cursor::Start
    }

    /// The position of the first entry that has not been told yet.
    pub fn find(self, entries: &[Entry]) -> Result<usize> {
        let Cursor::After { frame, element, plus } = self else {
            return Ok(0);
        };
        let at = entries
            .iter()
            .position(|entry| entry.frame == frame && entry.item.reference == Some(element));
        match at {
            Some(at) => Ok((at + 1 + plus).min(entries.len())),
            None => {
                let place = ref_text(frame, element);
                Err(refused(format!(
                    "The element {place} where the last answer stopped has left the page; read it anew."
                )))
            }
        }
    }
}

/// An error about what the caller asked for.
pub(super) fn refused(message: String) -> Error {
    Error::Page(PageError {
        kind: "bad_argument".into(),
        message,
        extra: serde_json::Map::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_read_as_they_are_written() {
        for text in ["start", "e47", "f3e12+2", "hit25"] {
            assert_eq!(Cursor::parse(text).unwrap().text(), text);
        }
        assert!(Cursor::parse("47").is_err());
    }

    #[test]
    fn a_place_is_found_again() {
        let entry = |reference: Option<u32>| Entry {
            item: eyeline_page_script::read::Item {
                reference,
                ..Default::default()
            },
            frame: 0,
            note: None,
        };
        let entries = [entry(Some(1)), entry(None), entry(None), entry(Some(2))];
        for index in 0..=4 {
            assert_eq!(Cursor::before(&entries, index).find(&entries).unwrap(), index);
        }
    }
}
