//! Dates and times in segments: spin buttons that are no inputs, and take keys one by one.

use eyeline_chromium::Error;
use eyeline_page_script::act::SettleOptions;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::effect::Effect;
use super::error::ActionError;
use super::groups::Group;
use super::reaction::Reaction;
use crate::PageText;

/// The most key presses that empty a segment.
const DIGITS: u32 = 6;

#[derive(Debug, Clone, Deserialize)]
struct Part {
    #[serde(rename = "ref")]
    reference: u32,
    kind: String,
    text: String,
}

#[derive(Deserialize)]
struct Parts {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Deserialize)]
struct HeldPart {
    gone: bool,
    text: String,
    now: Option<f64>,
}

#[derive(Deserialize)]
struct HeldParts {
    held: Vec<HeldPart>,
}

#[derive(Deserialize)]
struct Refs {
    refs: Vec<u32>,
}

impl Group<'_> {
    /// Types a date or time into its segments, each by its keys.
    pub async fn fill_segments(&self, text: &str) -> Result<Effect, ActionError> {
        let args = json!({"ref": self.reference, "text": text});
        let Parts { parts } = self.ask("segmentsOf", &args).await?;
        let mut effect = self.enter(self.type_parts(&parts), "filled").await?;
        if is_here(&effect) {
            self.read_parts(&parts, text).await?;
            effect.value = Some(text.into());
        }
        Ok(effect)
    }

    /// Types one segment by its keys.
    pub async fn fill_segment(&self, text: &str) -> Result<Effect, ActionError> {
        let args = json!({"ref": self.reference, "text": text});
        let Parts { parts } = self.ask("segmentOf", &args).await?;
        let mut effect = self.enter(self.type_parts(&parts), "filled").await?;
        if is_here(&effect) {
            effect.value = Some(self.read_parts(&parts, text).await?.into());
        }
        Ok(effect)
    }

    /// Empties the segments, each by its keys.
    pub async fn clear_segments(&self) -> Result<Effect, ActionError> {
        let Refs { refs } = self.ask("segmentRefs", &json!({"ref": self.reference})).await?;
        let mut effect = self.enter(self.empty_parts(&refs), "cleared").await?;
        if is_here(&effect) {
            let held = self.held(&refs).await?;
            if held.iter().any(|part| part.now.is_some()) {
                return Err(ActionError::Failed(format!(
                    "{} holds {} and is not empty: the page did not take the Backspace key.",
                    self.name,
                    PageText::new(&shown(&held))
                )));
            }
            effect.value = Some("".into());
        }
        Ok(effect)
    }

    async fn enter(
        &self,
        keys: impl Future<Output = Result<(), Error>>,
        did: &str,
    ) -> Result<Effect, ActionError> {
        let reaction = Reaction::begin(self.ctx, self.frame, self.common).await;
        let outcome = reaction.after(keys, SettleOptions::default()).await?;
        let mut effect = outcome.effect;
        effect.did = did.into();
        effect.target = Some(self.name.clone());
        self.ctx
            .watch
            .acted(format!("{did} {}", self.name), outcome.changed);
        Ok(effect)
    }

    async fn empty_parts(&self, refs: &[u32]) -> Result<(), Error> {
        let Ok(backspace) = "Backspace".parse() else {
            return Ok(());
        };
        for reference in refs {
            let args = json!({"ref": reference});
            self.frame
                .call::<Json>("focusRef", &args, self.ctx.deadline)
                .await?;
            // Some take away one digit at a time.
            for _ in 0..DIGITS {
                let asked = json!({"refs": [reference]});
                let read: HeldParts = self.frame.call("heldSegments", &asked, self.ctx.deadline).await?;
                if read.held.iter().all(|part| part.now.is_none()) {
                    break;
                }
                self.ctx
                    .tab
                    .input()
                    .press_chord(&backspace, self.ctx.deadline)
                    .await?;
            }
        }
        Ok(())
    }

    async fn held(&self, refs: &[u32]) -> Result<Vec<HeldPart>, ActionError> {
        let read: HeldParts = self.ask("heldSegments", &json!({"refs": refs})).await?;
        Ok(read.held)
    }

    async fn type_parts(&self, parts: &[Part]) -> Result<(), Error> {
        let input = self.ctx.tab.input();
        for part in parts {
            let args = json!({"ref": part.reference});
            self.frame
                .call::<Json>("focusRef", &args, self.ctx.deadline)
                .await?;
            input.type_keys(&part.text, self.ctx.deadline).await?;
        }
        Ok(())
    }

    /// What the segments show, where that is what was typed.
    async fn read_parts(&self, parts: &[Part], text: &str) -> Result<String, ActionError> {
        let refs: Vec<u32> = parts.iter().map(|part| part.reference).collect();
        let held = self.held(&refs).await?;
        if parts.len() == held.len() && parts.iter().zip(&held).all(|(part, held)| held.took(part)) {
            return Ok(shown(&held));
        }
        if held.iter().any(|part| part.gone) {
            return Err(ActionError::Failed(format!(
                "{} has left the page after {} was typed: what became of it could not be read back.",
                self.name,
                PageText::new(text)
            )));
        }
        Err(ActionError::Failed(format!(
            "{} holds {} and not {}: the page changed or refused what was typed.",
            self.name,
            PageText::new(&shown(&held)),
            PageText::new(text)
        )))
    }
}

impl HeldPart {
    /// Whether it holds what was typed into it. Hours may be those of a clock of twelve.
    fn took(&self, part: &Part) -> bool {
        let bare = |text: &str| text.trim_start_matches('0').to_lowercase();
        let same = match (self.now, part.text.parse::<f64>()) {
            (Some(now), Ok(wanted)) => {
                (now - wanted).abs() < 1e-9
                    || (part.kind == "hour" && (now % 12.0 - wanted % 12.0).abs() < 1e-9)
            }
            // `a.m.` and `AM` are the same half of the day.
            _ if part.kind == "half" => {
                self.text.to_lowercase().chars().next() == part.text.to_lowercase().chars().next()
            }
            _ => bare(&self.text).starts_with(&bare(&part.text)),
        };
        !self.gone && same
    }
}

/// Whether the page is still there to be read.
fn is_here(effect: &Effect) -> bool {
    effect.dialog.is_none() && effect.navigated.is_none()
}

fn shown(held: &[HeldPart]) -> String {
    let texts: Vec<&str> = held.iter().map(|part| part.text.as_str()).collect();
    texts.join(" ")
}
