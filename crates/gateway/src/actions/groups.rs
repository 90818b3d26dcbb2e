//! Groups of fields that take one value together: radio buttons, boxes to tick.

use eyeline_chromium::Frame;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::choosing::set_checked;
use super::context::ActionContext;
use super::effect::{Changes, Effect};
use super::error::ActionError;
use super::options::CommonOptions;
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

impl Group<'_> {
    pub(super) async fn ask<T: DeserializeOwned>(&self, name: &str, args: &Json) -> Result<T, ActionError> {
        self.frame
            .call(name, args, self.ctx.deadline)
            .await
            .map_err(|error| trouble(self.frame, &self.at(self.reference), error))
    }

    pub(super) fn at(&self, reference: u32) -> Target {
        Target::Ref(RefId {
            frame: self.frame.ref_number(),
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
