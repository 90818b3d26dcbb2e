//! Groups of fields that take one value together: radio buttons, boxes to tick, dates in their parts.

use eyeline_chromium::Frame;
use eyeline_page_script::act::SettleOptions;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::choosing::set_checked;
use super::context::ActionContext;
use super::effect::{Changes, Effect};
use super::error::ActionError;
use super::options::CommonOptions;
use super::reaction::Reaction;
use super::target::{RefId, Target};
use super::words::trouble;
use crate::PageText;

/// A group, where it is and what it is called.
pub(super) struct Group<'a> {
    pub ctx: &'a ActionContext,
    pub frame: &'a Frame,
    pub reference: u32,
    pub common: &'a CommonOptions,
    pub name: String,
}

#[derive(Debug, Clone, Deserialize)]
struct Tick {
    #[serde(rename = "ref")]
    reference: u32,
    label: String,
    checked: bool,
}

#[derive(Deserialize)]
struct Ticks {
    boxes: Vec<Tick>,
}

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

impl Group<'_> {
    async fn ask<T: DeserializeOwned>(&self, name: &str, args: &Json) -> Result<T, ActionError> {
        self.frame
            .call(name, args, self.ctx.deadline)
            .await
            .map_err(|error| trouble(self.frame, &self.at(self.reference), error))
    }

    fn at(&self, reference: u32) -> Target {
        Target::Ref(RefId {
            frame: self.frame.number().unwrap_or(0),
            number: reference,
        })
    }

    /// Chooses the radio button of this label.
    pub async fn choose_radio(&self, label: &str) -> Result<Effect, ActionError> {
        #[derive(Deserialize)]
        struct Radio {
            #[serde(rename = "ref")]
            reference: u32,
            label: String,
        }
        let args = json!({"ref": self.reference, "label": label});
        let radio: Radio = self.ask("radioOf", &args).await?;
        let mut effect = set_checked(self.ctx, &self.at(radio.reference), true, self.common).await?;
        effect.value = Some(radio.label.into());
        Ok(effect)
    }

    /// Ticks the boxes of these labels, and no others.
    pub async fn tick(&self, labels: &[String]) -> Result<Effect, ActionError> {
        let args = json!({"ref": self.reference});
        let before: Ticks = self.ask("checksOf", &args).await?;
        let mut wanted = Vec::new();
        for label in labels {
            wanted.push(position(&before.boxes, label).ok_or_else(|| {
                ActionError::Refused(format!("{} has no box {}.", self.name, PageText::new(label)))
            })?);
        }
        let mut last = Effect::default();
        let mut changes = Changes::default();
        for (index, tick) in before.boxes.iter().enumerate() {
            let on = wanted.contains(&index);
            if tick.checked == on {
                continue;
            }
            last = set_checked(self.ctx, &self.at(tick.reference), on, self.common).await?;
            changes.lines.append(&mut last.changes.lines);
            changes.notes.append(&mut last.changes.notes);
            if last.dialog.is_some() || last.navigated.is_some() {
                break;
            }
        }
        if last.dialog.is_none() && last.navigated.is_none() {
            self.see_ticked(&before.boxes, &wanted).await?;
        }
        Ok(Effect {
            did: "checked".into(),
            target: Some(self.name.clone()),
            value: Some(labels.to_vec().into()),
            changes,
            ..last
        })
    }

    /// Ticking one box may have changed another.
    async fn see_ticked(&self, boxes: &[Tick], wanted: &[usize]) -> Result<(), ActionError> {
        let after: Ticks = self.ask("checksOf", &json!({"ref": self.reference})).await?;
        let expected: Vec<&str> = wanted.iter().map(|at| boxes[*at].label.as_str()).collect();
        let held: Vec<&str> = after
            .boxes
            .iter()
            .filter(|tick| tick.checked)
            .map(|tick| tick.label.as_str())
            .collect();
        if held.len() == expected.len() && held.iter().all(|label| expected.contains(label)) {
            return Ok(());
        }
        Err(ActionError::Failed(format!(
            "{} has {} checked and not {}: the page changed it.",
            self.name,
            quoted(&held),
            quoted(&expected)
        )))
    }

    /// Types a date or time into its segments, each by its keys.
    pub async fn fill_segments(&self, text: &str) -> Result<Effect, ActionError> {
        let args = json!({"ref": self.reference, "text": text});
        let Parts { parts } = self.ask("segmentsOf", &args).await?;
        let reaction = Reaction::begin(self.ctx, self.frame, self.common).await;
        let outcome = reaction
            .after(self.type_parts(&parts), SettleOptions::default())
            .await?;
        let mut effect = outcome.effect;
        effect.did = "filled".into();
        effect.target = Some(self.name.clone());
        self.ctx
            .watch
            .acted(format!("filled {}", self.name), outcome.changed);
        if effect.dialog.is_none() && effect.navigated.is_none() {
            effect.value = Some(self.read_parts(&parts, text).await?.into());
        }
        Ok(effect)
    }

    async fn type_parts(&self, parts: &[Part]) -> Result<(), eyeline_chromium::Error> {
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

    async fn read_parts(&self, parts: &[Part], text: &str) -> Result<String, ActionError> {
        let refs: Vec<u32> = parts.iter().map(|part| part.reference).collect();
        let HeldParts { held } = self.ask("heldSegments", &json!({"refs": refs})).await?;
        let shown: Vec<String> = held.iter().map(|part| part.text.clone()).collect();
        let takes = |(part, held): (&Part, &HeldPart)| {
            let same = match (held.now, part.text.parse::<f64>()) {
                (Some(now), Ok(wanted)) => {
                    (now - wanted).abs() < 1e-9
                        || (part.kind == "hour" && (now % 12.0 - wanted % 12.0).abs() < 1e-9)
                }
                _ => held.text.trim_start_matches('0') == part.text.trim_start_matches('0'),
            };
            !held.gone && (same || part.kind == "half")
        };
        if parts.len() == held.len() && parts.iter().zip(&held).all(takes) {
            return Ok(text.to_owned());
        }
        Err(ActionError::Failed(format!(
            "{} holds {} and not {}: the page changed or refused what was typed.",
            self.name,
            PageText::new(&shown.join(" ")),
            PageText::new(text)
        )))
    }
}

/// The box of this label: as it is, ignoring case, or as the only one that has it in it.
fn position(boxes: &[Tick], label: &str) -> Option<usize> {
    let small = label.trim().to_lowercase();
    let same = boxes
        .iter()
        .position(|tick| tick.label == label)
        .or_else(|| boxes.iter().position(|tick| tick.label.to_lowercase() == small));
    let mut partly = boxes
        .iter()
        .enumerate()
        .filter(|(_, tick)| tick.label.to_lowercase().contains(&small));
    same.or_else(|| match (partly.next(), partly.next()) {
        (Some((only, _)), None) => Some(only),
        _ => None,
    })
}

fn quoted(labels: &[&str]) -> String {
    if labels.is_empty() {
        return "nothing".into();
    }
    let all: Vec<String> = labels
        .iter()
        .map(|label| PageText::new(label).to_string())
        .collect();
    all.join(", ")
}
