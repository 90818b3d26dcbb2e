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
/// How long a list may take to come up before the control is pressed once more, or asked by key.
const LIST_PATIENCE: Duration = Duration::from_millis(900);
/// How long a control that shows something unexpected is given to show the choice.
const CHANGE_PATIENCE: Duration = Duration::from_millis(400);
/// How long a list that was read to its end has to stay as it is to be believed.
const READ_QUIET: Duration = Duration::from_millis(300);
/// The same where something was typed: a search may begin late and take its time.
const SEARCH_QUIET: Duration = Duration::from_millis(1800);
/// How long a control may be covered before it is told.
const PRESS_PATIENCE: Duration = Duration::from_secs(4);
/// How long a closing list may take to leave the page.
const LEAVE_PATIENCE: Duration = Duration::from_millis(600);

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
    /// It said that it is chosen before it was pressed.
    marked: bool,
}

impl Chosen {
    fn of(found: FoundOption, option: u32, typed: bool) -> Self {
        Chosen {
            list: found.list,
            option,
            label: found.label,
            known: found.known,
            typed,
            marked: found.selected,
        }
    }
}

impl Drawn<'_> {
    pub async fn choose(mut self, choices: &[Choice]) -> Result<Effect, ActionError> {
        let mut labels: Vec<String> = Vec::new();
        let mut last = Effect::default();
        let was_open = self.kind.standing || self.kind.list.is_some();
        for choice in choices {
            if !labels.is_empty() {
                // The list may be open still, may be closing, may have been closed by the choice before.
                self.kind = self.ask().await?;
            }
            let (effect, label) = self
                .choose_one(choice)
                .await
                .map_err(|error| after(error, &labels))?;
            labels.push(label);
            let mut lines = std::mem::take(&mut last.changes.lines);
            last = effect;
            lines.append(&mut last.changes.lines);
            last.changes.lines = lines;
        }
        if last.dialog.is_none() && last.navigated.is_none() && !was_open {
            self.fold().await;
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

    async fn choose_one(&mut self, choice: &Choice) -> Result<(Effect, String), ActionError> {
        let found = self.find_opened(choice).await?;
        let (found, typed) = match (found.reference, found.filter) {
            (None, Some(field)) => (self.find_by_filter(field, choice).await?.unwrap_or(found), true),
            _ => (found, false),
        };
        let Some(option) = found.reference else {
            if let Some(path) = path_of(choice).filter(|_| found.list.is_some()) {
                return self.choose_path(&path).await;
            }
            self.close().await;
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
        if found.selected && found.multiple && !typed {
            let note = Some("it was chosen already".into());
            let effect = Effect {
                note,
                ..Effect::default()
            };
            return Ok((effect, label));
        }
        let chosen = Chosen::of(found, option, typed);
        let mut effect = self.press(&chosen).await?;
        if effect.dialog.is_none() && effect.navigated.is_none() {
            effect.note = self.verify(&chosen, !effect.changes.lines.is_empty()).await?;
        }
        Ok((effect, chosen.label))
    }

    /// Goes into one branch after the other; what the last part names is chosen.
    async fn choose_path(&self, path: &[Choice]) -> Result<(Effect, String), ActionError> {
        let mut lines = Vec::new();
        let mut labels = Vec::new();
        for (index, part) in path.iter().enumerate() {
            let found = self.find(part, OPTION_PATIENCE / 2, false).await?;
            let Some(option) = found.reference.filter(|_| !found.disabled) else {
                self.close().await;
                return Err(self.not_there(part, &found));
            };
            let chosen = Chosen::of(found, option, false);
            let mut effect = self.press(&chosen).await?;
            lines.append(&mut effect.changes.lines);
            labels.push(chosen.label.clone());
            let over = effect.dialog.is_some() || effect.navigated.is_some();
            if over || index + 1 == path.len() {
                if !over {
                    effect.note = self.verify(&chosen, !lines.is_empty()).await?;
                }
                effect.changes.lines = lines;
                return Ok((effect, labels.join(" / ")));
            }
        }
        Err(ActionError::Refused(format!(
            "{} takes the label of an option.",
            self.name
        )))
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
            frame: self.frame.ref_number(),
            number: reference,
        })
    }

    /// How the control stands now.
    async fn ask(&self) -> Result<ChooserKind, ActionError> {
        let args = json!({"ref": self.kind.reference});
        self.frame
            .call("chooserKind", &args, self.ctx.deadline)
            .await
            .map_err(|error| trouble(&self.frame, self.target, error))
    }

    /// Opens the list where it is not open yet, and finds the option in it.
    async fn find_opened(&mut self, choice: &Choice) -> Result<FoundOption, ActionError> {
        for last in [false, true] {
            if self.kind.list.is_some() {
                return self.find(choice, OPTION_PATIENCE, false).await;
            }
            let ctx = self.ctx.clone().until(self.ctx.within(PRESS_PATIENCE));
            click(&ctx, &self.control, &ClickOptions::default()).await?;
            let found = self.find(choice, LIST_PATIENCE, false).await?;
            if found.reference.is_some() || found.read {
                return Ok(found);
            }
            if found.list.is_some() {
                return self.find(choice, OPTION_PATIENCE, false).await;
            }
            // It says that it is closed: the press closed it, or went into a popup that was on its way out.
            let now = self.ask().await?;
            if found.filter.is_some() {
                return Ok(found);
            }
            if last || now.expanded != Some(false) {
                break;
            }
            self.kind = now;
        }
        if self.opens_by_key() {
            // A field whose list comes with the arrow keys only.
            press_key(self.ctx, "ArrowDown", &PressOptions::default()).await?;
        }
        self.find(choice, OPTION_PATIENCE / 2, false).await
    }

    fn opens_by_key(&self) -> bool {
        self.kind.role == "combobox" || self.kind.role == "button"
    }

    /// Closes the list that was opened, and only that: where none is open, Escape would close what the control stands in.
    async fn close(&self) {
        if self.kind.standing {
            return;
        }
        let Ok(now) = self.ask().await else { return };
        if now.list.is_some() || now.expanded == Some(true) {
            let _ = press_key(self.ctx, "Escape", &PressOptions::default()).await;
        }
    }

    /// Closes a list that stays open after a choice, as it would cover what is meant next. Not in a dialog, which a key that nobody
    /// else takes would close.
    async fn fold(&self) {
        let Ok(now) = self.ask().await else { return };
        if now.list.is_some() && now.expanded == Some(true) && !now.in_dialog {
            let _ = press_key(self.ctx, "Escape", &PressOptions::default()).await;
        }
    }

    async fn find(
        &self,
        choice: &Choice,
        patience: Duration,
        typed: bool,
    ) -> Result<FoundOption, ActionError> {
        let budget = self.ctx.budget().min(patience).as_millis() as u64;
        let quiet = if typed { SEARCH_QUIET } else { READ_QUIET }.as_millis() as u64;
        let list = self.kind.list.filter(|_| self.kind.standing);
        let args = json!({
            "ref": self.kind.reference, "list": list, "wanted": wanted(choice), "budget": budget, "quiet": quiet, "typed": typed,
        });
        self.frame
            .call("findOption", &args, self.ctx.deadline)
            .await
            .map_err(|error| trouble(&self.frame, self.target, error))
    }

    /// A list that is narrowed down as one types may show an option only then. What was typed in vain is taken away again.
    async fn find_by_filter(&self, field: u32, choice: &Choice) -> Result<Option<FoundOption>, ActionError> {
        let Choice::Label(label) = choice else {
            return Ok(None);
        };
        let options = TypeOptions {
            slowly: true,
            ..TypeOptions::default()
        };
        let field = self.at(field);
        if type_text(self.ctx, &field, label, &options).await.is_err() {
            return Ok(None);
        }
        let mut found = self.find(choice, OPTION_PATIENCE, true).await?;
        if found.reference.is_none() && found.list.is_none() && self.opens_by_key() {
            // A field whose list comes with the arrow keys only.
            press_key(self.ctx, "ArrowDown", &PressOptions::default()).await?;
            found = self.find(choice, LIST_PATIENCE, false).await?;
        }
        if found.reference.is_some() {
            return Ok(Some(found));
        }
        let _ = type_text(self.ctx, &field, "", &options).await;
        Ok(None)
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
            "marked": chosen.marked,
        });
        let (until, soon) = (self.ctx.within(SHOW_PATIENCE), self.ctx.within(CHANGE_PATIENCE));
        let left = self.ctx.within(LEAVE_PATIENCE);
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
                // What is pressed next must not meet a list on its way out.
                "chosen" if held.leaving && !left.expired() => {}
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

/// An error in the middle of several choices says what was done before it.
fn after(error: ActionError, labels: &[String]) -> ActionError {
    if labels.is_empty() {
        return error;
    }
    ActionError::Failed(format!("{error} Chosen before it: {}.", listed(labels)))
}

/// The branches and the option that a label such as `Europe / Germany / Munich` names.
fn path_of(choice: &Choice) -> Option<Vec<Choice>> {
    let Choice::Label(label) = choice else {
        return None;
    };
    let separator = [" / ", " > ", " \u{203a} "]
        .into_iter()
        .find(|separator| label.contains(separator))?;
    let parts = label
        .split(separator)
        .map(|part| Choice::Label(part.trim().to_owned()));
    Some(parts.collect())
}
