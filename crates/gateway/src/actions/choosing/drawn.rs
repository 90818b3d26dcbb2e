//! Choosing from what a page draws: open the list, find the option, press it, see that it is held.
//!
//! Lists show other options in the same elements while they scroll. So an option is looked up by its label each time, up to the
//! press itself, and what the control holds afterwards decides whether it was chosen.

use std::time::Duration;

use eyeline_chromium::Frame;
use eyeline_page_script::act::{ChooserKind, FoundOption, HeldChoice, ListedOption};
use serde_json::json;

use super::super::context::ActionContext;
use super::super::effect::Effect;
use super::super::error::ActionError;
use super::super::keys::press_key;
use super::super::options::{Choice, ClickOptions, CommonOptions, PressOptions, TypeOptions};
use super::super::pointing::{click, click_option};
use super::super::target::{RefId, Target};
use super::super::typing::type_text;
use super::super::words::trouble;
use super::{SHOW_PATIENCE, listed, wanted};
use crate::PageText;

/// How long an option is looked for in an open list.
const OPTION_PATIENCE: Duration = Duration::from_secs(5);
/// How long a list may take to come up before it is asked for by key.
const LIST_PATIENCE: Duration = Duration::from_millis(900);
/// How long a control that shows something unexpected is given to show the choice.
const CHANGE_PATIENCE: Duration = Duration::from_millis(400);

/// A control that a page draws, to be chosen from.
pub(super) struct Drawn<'a> {
    pub ctx: &'a ActionContext,
    pub target: &'a Target,
    pub control: Target,
    pub common: &'a CommonOptions,
    pub name: String,
    pub frame: Frame,
    pub kind: ChooserKind,
}

/// An option that was found in the open list.
struct Chosen {
    list: Option<u32>,
    option: u32,
    label: String,
    /// What else the list has.
    known: Vec<String>,
    /// The label was typed to find it.
    typed: bool,
}

impl Drawn<'_> {
    pub async fn choose(&self, choices: &[Choice]) -> Result<Effect, ActionError> {
        let mut labels = Vec::new();
        let mut last = Effect::default();
        for choice in choices {
            let (effect, label) = self.choose_one(choice).await?;
            labels.push(label);
            let mut lines = std::mem::take(&mut last.changes.lines);
            last = effect;
            lines.append(&mut last.changes.lines);
            last.changes.lines = lines;
        }
        last.did = "chose".into();
        last.target = Some(self.name.clone());
        last.value = Some(if labels.len() == 1 {
            labels.remove(0).into()
        } else {
            labels.into()
        });
        Ok(last)
    }

    async fn choose_one(&self, choice: &Choice) -> Result<(Effect, String), ActionError> {
        let mut typed = false;
        let mut found = self.find_opened(choice).await?;
        if found.reference.is_none()
            && let Some(filtered) = self.find_by_filter(choice).await?
        {
            found = filtered;
            typed = true;
        }
        let Some(option) = found.reference else {
            return Err(self.not_there(choice, &found));
        };
        if found.disabled {
            self.close().await;
            return Err(ActionError::Refused(format!(
                "{}: its option {} is disabled.",
                self.name,
                PageText::new(&found.label)
            )));
        }
        let label = found.label.clone();
        if found.selected && self.kind.multiple {
            let note = Some("it was chosen already".into());
            let effect = Effect {
                note,
                ..Effect::default()
            };
            return Ok((effect, label));
        }
        let chosen = Chosen {
            list: found.list,
            option,
            label,
            known: found.known,
            typed,
        };
        let mut effect = self.press(&chosen).await?;
        if effect.dialog.is_none() && effect.navigated.is_none() {
            effect.note = self.verify(&chosen, !effect.changes.lines.is_empty()).await?;
        }
        Ok((effect, chosen.label))
    }

    /// Presses the option, wherever the page draws it by then.
    async fn press(&self, chosen: &Chosen) -> Result<Effect, ActionError> {
        let options = ClickOptions {
            common: self.common.clone(),
            ..ClickOptions::default()
        };
        let option = ListedOption {
            control: self.kind.reference,
            list: chosen.list,
            label: chosen.label.clone(),
            option: chosen.option,
        };
        click_option(self.ctx, &self.at(chosen.option), option, &options).await
    }

    fn at(&self, reference: u32) -> Target {
        Target::Ref(RefId {
            frame: self.frame.number().unwrap_or(0),
            number: reference,
        })
    }

    /// Opens the list where it is not open yet, and finds the option in it.
    async fn find_opened(&self, choice: &Choice) -> Result<FoundOption, ActionError> {
        let open = self.kind.list;
        if open.is_some() {
            return self.find(open, choice, OPTION_PATIENCE).await;
        }
        click(self.ctx, &self.control, &ClickOptions::default()).await?;
        let found = self.find(None, choice, LIST_PATIENCE).await?;
        if found.reference.is_some() || !self.opens_by_key() {
            return Ok(found);
        }
        if found.list.is_none() {
            // A field whose list comes with the arrow keys only.
            let options = PressOptions::default();
            press_key(self.ctx, "ArrowDown", &options).await?;
        }
        self.find(None, choice, OPTION_PATIENCE).await
    }

    fn opens_by_key(&self) -> bool {
        self.kind.role == "combobox" || self.kind.role == "button"
    }

    async fn close(&self) {
        let _ = press_key(self.ctx, "Escape", &PressOptions::default()).await;
    }

    async fn find(
        &self,
        list: Option<u32>,
        choice: &Choice,
        patience: Duration,
    ) -> Result<FoundOption, ActionError> {
        let budget = self.ctx.budget().min(patience).as_millis() as u64;
        let args =
            json!({"ref": self.kind.reference, "list": list, "wanted": wanted(choice), "budget": budget});
        self.frame
            .call("findOption", &args, self.ctx.deadline)
            .await
            .map_err(|error| trouble(&self.frame, self.target, error))
    }

    /// A combobox that filters as one types may show an option only then.
    async fn find_by_filter(&self, choice: &Choice) -> Result<Option<FoundOption>, ActionError> {
        let (Some(field), Choice::Label(label)) = (self.kind.field, choice) else {
            return Ok(None);
        };
        let options = TypeOptions {
            slowly: true,
            ..TypeOptions::default()
        };
        let typed = type_text(self.ctx, &self.at(field), label, &options).await;
        if typed.is_err() {
            return Ok(None);
        }
        self.find(None, choice, OPTION_PATIENCE).await.map(Some)
    }

    fn not_there(&self, choice: &Choice, found: &FoundOption) -> ActionError {
        let what = match choice {
            Choice::Label(text) | Choice::Value(text) => PageText::new(text).to_string(),
            Choice::Index(index) => format!("number {index}"),
        };
        if found.list.is_none() && found.options.is_empty() {
            return ActionError::Failed(format!(
                "{} was pressed, but no list of options came up.",
                self.name
            ));
        }
        let more = found.total.saturating_sub(found.options.len());
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        ActionError::Refused(format!(
            "{} has no option {what}; it has {}{rest}.",
            self.name,
            listed(&found.options)
        ))
    }

    /// Waits until the control holds the choice. An error when it holds something else; a remark where it shows its own words for it.
    async fn verify(&self, chosen: &Chosen, changed: bool) -> Result<Option<String>, ActionError> {
        let args = json!({
            "ref": self.kind.reference, "list": chosen.list, "option": chosen.option, "label": chosen.label,
            "was": self.kind.shown, "known": chosen.known, "typed": chosen.typed,
        });
        let (until, soon) = (self.ctx.within(SHOW_PATIENCE), self.ctx.within(CHANGE_PATIENCE));
        loop {
            let Ok(held) = self
                .frame
                .call::<HeldChoice>("chosenAria", &args, self.ctx.deadline)
                .await
            else {
                // What replaced the page is the proof that something was chosen.
                return Ok(None);
            };
            let shown = PageText::new(&held.shown);
            match held.verdict.as_str() {
                "chosen" | "gone" => return Ok(None),
                "silent" if changed || !held.open => return Ok(None),
                "changed" if soon.expired() => {
                    return Ok(Some(format!(
                        "its option was pressed, and it shows {shown} since"
                    )));
                }
                _ if until.expired() => return Err(self.not_taken(chosen, &held)),
                _ => {}
            }
            let _ = self
                .frame
                .call::<()>("nextChange", &json!({"ms": 80}), until)
                .await;
        }
    }

    fn not_taken(&self, chosen: &Chosen, held: &HeldChoice) -> ActionError {
        let label = PageText::new(&chosen.label);
        let holds = if held.shown.is_empty() {
            "does not show it as chosen".to_owned()
        } else {
            format!("holds {} and not {label}", PageText::new(&held.shown))
        };
        ActionError::Failed(format!(
            "{} {holds} after its option {label} was pressed: the page did not take the choice.",
            self.name
        ))
    }
}
