//! Text on its way into a field: sent as the field takes it, read back, and sent another way where it was not taken.

use std::time::Duration;

use eyeline_chromium::Error;
use eyeline_chromium::input::Chord;
use eyeline_page_script::act::{EditStart, FieldReading, SettleOptions};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::aim::Aim;
use super::context::ActionContext;
use super::error::ActionError;
use super::native::Native;
use super::target::Target;
use super::words::trouble;
use crate::PageText;

/// How long a field may take to write what was typed in its own way.
const READ_BACK: Duration = Duration::from_millis(400);

/// Up to how many characters a number is typed key by key.
const BRIEF: usize = 50;

/// Text on its way into a field.
pub(super) struct Entry<'a> {
    pub ctx: &'a ActionContext,
    pub aim: &'a Aim,
    pub start: &'a EditStart,
    pub text: &'a str,
    pub replace: bool,
    /// Leave the field afterwards.
    pub commit: bool,
    /// Key by key.
    pub slowly: bool,
    /// As an input method composes it.
    pub ime: bool,
}

#[derive(Deserialize)]
struct Reselected {
    kind: Option<String>,
    empty: bool,
}

#[derive(Deserialize)]
struct Pasted {
    taken: bool,
}

impl Entry<'_> {
    fn field(&self) -> u32 {
        self.aim.ready.said.reference
    }

    pub fn settle(&self) -> SettleOptions {
        let (wanted, ends) = if self.replace {
            (Some(self.text.to_owned()), None)
        } else {
            (None, Some(self.text.to_owned()))
        };
        SettleOptions {
            field: Some(self.field()),
            wanted,
            ends,
            typed: true,
            typing: self.is_one_step(),
            ..SettleOptions::default()
        }
    }

    /// Whether all of it is one insertion of text into a field, which the page can tell the end of by itself.
    fn is_one_step(&self) -> bool {
        self.start.kind == "text" && !self.slowly && !self.ime && !self.commit && !self.text.is_empty()
    }

    /// Sends the text, and leaves the field where that is asked.
    pub async fn enter(&self) -> Result<(), Error> {
        self.send().await?;
        self.leave().await
    }

    async fn leave(&self) -> Result<(), Error> {
        if !self.commit {
            return Ok(());
        }
        let args = json!({"ref": self.field()});
        self.aim
            .frame
            .call::<Json>("commitField", &args, self.ctx.deadline)
            .await
            .map(|_| ())
    }

    /// Sends the text as the field takes it.
    async fn send(&self) -> Result<(), Error> {
        let input = self.ctx.tab.input();
        let deadline = self.ctx.deadline;
        if self.start.kind == "set" {
            return self.native().enter().await;
        }
        let rich = self.start.kind == "rich";
        if self.replace && !self.start.empty && rich {
            self.select_all().await?;
        }
        let holds = self.replace && !self.start.empty;
        if self.text.is_empty() {
            return if holds { self.delete().await } else { Ok(()) };
        }
        if self.ime && self.start.kind != "keys" {
            return input.compose(self.text, deadline).await;
        }
        // Steppers and calendars listen to the keys of their number fields.
        if self.start.kind == "number" && self.text.len() <= BRIEF {
            return input.type_keys(self.text, deadline).await;
        }
        if self.slowly {
            if holds {
                self.delete().await?;
            }
            return input.type_keys(self.text, deadline).await;
        }
        if self.start.kind == "keys" {
            return input.type_keys(self.text, deadline).await;
        }
        if rich && (self.start.code || self.text.contains('\n')) {
            return match self.paste().await? {
                true => Ok(()),
                false => self.insert_lines("Shift+Enter").await,
            };
        }
        input.enter_text(self.text, deadline).await
    }

    fn native(&self) -> Native<'_> {
        Native {
            ctx: self.ctx,
            frame: &self.aim.frame,
            reference: self.field(),
            input_type: &self.start.input_type,
            value: self.text,
        }
    }

    async fn select_all(&self) -> Result<(), Error> {
        let Ok(all) = "ControlOrMeta+A".parse::<Chord>() else {
            return Ok(());
        };
        self.ctx.tab.input().press_chord(&all, self.ctx.deadline).await
    }

    async fn delete(&self) -> Result<(), Error> {
        let Ok(backspace) = "Backspace".parse::<Chord>() else {
            return Ok(());
        };
        self.ctx
            .tab
            .input()
            .press_chord(&backspace, self.ctx.deadline)
            .await
    }

    /// Editors make paragraphs of the lines that are pasted. Answers whether this one did anything with them.
    async fn paste(&self) -> Result<bool, Error> {
        let text = self.text.replace("\r\n", "\n");
        let args = json!({"text": text});
        let pasted: Pasted = self.aim.frame.call("pasteText", &args, self.ctx.deadline).await?;
        Ok(pasted.taken)
    }

    /// Where nothing can be pasted, lines are ended by Shift+Enter, which breaks the line and never sends a message.
    async fn insert_lines(&self, line_end: &str) -> Result<(), Error> {
        let input = self.ctx.tab.input();
        for (index, line) in self.text.split('\n').enumerate() {
            if index > 0
                && let Ok(line_break) = line_end.parse::<Chord>()
            {
                input.press_chord(&line_break, self.ctx.deadline).await?;
            }
            if !line.is_empty() {
                input
                    .insert_text(line.trim_end_matches('\r'), self.ctx.deadline)
                    .await?;
            }
        }
        Ok(())
    }

    /// What the field holds, once it has written it in its own way.
    pub async fn read_back(&self, first: Option<FieldReading>) -> Result<FieldReading, ActionError> {
        let mut reading = match first {
            Some(first) => first,
            None => self.read().await?,
        };
        let until = self.ctx.within(READ_BACK);
        while reading.verdict == "differs" && !until.expired() {
            let wait = json!({"ms": 60});
            let _ = self
                .aim
                .frame
                .call::<()>("nextChange", &wait, self.ctx.within(READ_BACK))
                .await;
            let next = self.read().await?;
            if next == reading {
                break;
            }
            reading = next;
        }
        Ok(reading)
    }

    async fn read(&self) -> Result<FieldReading, ActionError> {
        let key = if self.replace { "wanted" } else { "ends" };
        let args = json!({"ref": self.field(), key: self.text});
        match self.aim.frame.call("readField", &args, self.ctx.deadline).await {
            Ok(reading) => Ok(reading),
            Err(error) if error.is_replaced_document() => Ok(gone()),
            Err(Error::FrameGone | Error::TabClosed) => Ok(gone()),
            Err(Error::DialogOpen(_)) => Ok(gone()),
            Err(error) => Err(trouble(&self.aim.frame, &Target::Focused, error)),
        }
    }

    /// A field that did not take the text at once gets it key by key: masks look at keys. Lines of an editor are broken by Shift+Enter,
    /// and by Enter where that means nothing: one that sends on Enter gives it a meaning.
    pub async fn correct(&self, reading: FieldReading) -> Result<FieldReading, ActionError> {
        let lines = self.start.kind == "rich" && self.text.contains('\n');
        let hopeless =
            self.slowly || !self.replace || self.text.is_empty() || (self.text.contains('\n') && !lines);
        if hopeless || !matches!(self.start.kind.as_str(), "text" | "number" | "rich") {
            return Ok(reading);
        }
        let ways: &[Option<&str>] = if lines {
            &[Some("Shift+Enter"), Some("Enter")]
        } else {
            &[None]
        };
        let mut reading = reading;
        for line_end in ways {
            if reading.verdict != "differs" {
                break;
            }
            self.enter_again(*line_end)
                .await
                .map_err(|error| trouble(&self.aim.frame, &Target::Focused, error))?;
            reading = self.read_back(None).await?;
        }
        if reading.verdict == "differs" && self.commit && !lines {
            self.enter_by_key()
                .await
                .map_err(|error| trouble(&self.aim.frame, &Target::Focused, error))?;
            reading = self.read_back(None).await?;
        }
        Ok(reading)
    }

    /// Enters the text once more and gives it to the page by Enter, before the field is left: pickers put back what they held
    /// when they are left without. A form is not sent by that.
    async fn enter_by_key(&self) -> Result<(), Error> {
        let Ok(enter) = "Enter".parse::<Chord>() else {
            return Ok(());
        };
        self.retype(None).await?;
        let frame = &self.aim.frame;
        let hold = |on: bool| json!({"on": on});
        frame
            .call::<Json>("holdSubmits", &hold(true), self.ctx.deadline)
            .await?;
        let pressed = self.ctx.tab.input().press_chord(&enter, self.ctx.deadline).await;
        let _ = frame
            .call::<Json>("holdSubmits", &hold(false), self.ctx.deadline)
            .await;
        pressed?;
        self.leave().await
    }

    /// Empties the field and enters the text once more: key by key, or as lines that end so.
    async fn enter_again(&self, line_end: Option<&str>) -> Result<(), Error> {
        self.retype(line_end).await?;
        self.leave().await
    }

    async fn retype(&self, line_end: Option<&str>) -> Result<(), Error> {
        let args = json!({"ref": self.field()});
        let selected: Reselected = self.aim.frame.call("reselect", &args, self.ctx.deadline).await?;
        if !selected.empty {
            if selected.kind.as_deref() == Some("rich") {
                self.select_all().await?;
            }
            self.delete().await?;
        }
        match line_end {
            Some(line_end) => self.insert_lines(line_end).await?,
            None => {
                self.ctx
                    .tab
                    .input()
                    .type_keys(self.text, self.ctx.deadline)
                    .await?
            }
        }
        Ok(())
    }

    /// An error when the field holds something else than what was asked.
    pub fn verify(&self, reading: &FieldReading, secret: bool) -> Result<(), ActionError> {
        if reading.verdict != "differs" {
            return Ok(());
        }
        let (held, wanted) = if secret {
            (
                format!("{} characters", reading.length),
                format!("{} characters", self.text.encode_utf16().count()),
            )
        } else {
            (
                PageText::new(&reading.text).to_string(),
                PageText::new(self.text).to_string(),
            )
        };
        Err(ActionError::Failed(format!(
            "{} holds {held} and not {wanted}: the page changed or refused what was typed.",
            self.aim.name()
        )))
    }
}

fn gone() -> FieldReading {
    FieldReading {
        gone: true,
        verdict: "gone".into(),
        ..FieldReading::default()
    }
}

/// What an answer says of a field that was read back.
pub(super) fn value_of(reading: &FieldReading, secret: bool) -> Option<Json> {
    match (reading.gone, secret) {
        (true, _) => None,
        (false, true) => Some(format!("{} characters", reading.length).into()),
        (false, false) => Some(reading.text.clone().into()),
    }
}
