//! Choosing options, ticking boxes.

use std::time::Duration;

use eyeline_chromium::Error;
use eyeline_page_script::act::{
    AriaChoice, CheckState, ChooserKind, ChosenNative, FoundOption, NativeChoice, Need, SettleOptions,
};
use serde_json::{Value as Json, json};

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::options::{Choice, ClickOptions, CommonOptions, PressOptions, TypeOptions};
use super::pointing::{click, finish};
use super::reaction::Reaction;
use super::target::{RefId, Target};
use super::typing::type_text;
use super::words::trouble;
use crate::PageText;

/// How long an option is looked for in an open list.
const OPTION_PATIENCE: Duration = Duration::from_secs(5);
/// How long a chooser may take to show what was chosen.
const SHOW_PATIENCE: Duration = Duration::from_millis(1500);

/// Chooses options of a select, combobox, list box or menu.
pub async fn select(
    ctx: &ActionContext,
    target: &Target,
    choices: &[Choice],
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    if choices.is_empty() {
        return Err(ActionError::Refused(
            "Say which option to choose, such as \"Blue\".".into(),
        ));
    }
    let ask = Ask {
        force: true,
        ..Ask::of(Need::Focus)
    };
    let found = aim(ctx, target, &ask).await?;
    let args = json!({"ref": found.ready.said.reference});
    let kind: ChooserKind = found
        .frame
        .call("chooserKind", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&found.frame, target, error))?;
    let control = Target::Ref(RefId {
        frame: found.frame.number().unwrap_or(0),
        number: kind.reference,
    });
    match kind.kind.as_str() {
        "native" => select_native(ctx, target, &control, choices, common).await,
        "text" => match choices {
            [Choice::Label(text) | Choice::Value(text)] => {
                let options = TypeOptions {
                    common: common.clone(),
                    ..TypeOptions::default()
                };
                type_text(ctx, &control, text, &options).await
            }
            _ => Err(ActionError::Refused(format!("{} takes one text.", found.name()))),
        },
        _ => {
            Aria {
                ctx,
                target,
                control,
                common,
                name: found.name(),
                frame: &found,
            }
            .choose(&kind, choices)
            .await
        }
    }
}

fn wanted(choice: &Choice) -> Json {
    match choice {
        Choice::Label(label) => json!({"label": label}),
        Choice::Value(value) => json!({"value": value}),
        Choice::Index(index) => json!({"index": index}),
    }
}

async fn select_native(
    ctx: &ActionContext,
    target: &Target,
    control: &Target,
    choices: &[Choice],
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: common.force,
        ..Ask::of(Need::Focus)
    };
    let aim = aim(ctx, control, &ask).await?;
    let reference = aim.ready.said.reference;
    let reaction = Reaction::begin(ctx, &aim.frame, common).await;
    let args = json!({
        "ref": reference, "choices": choices.iter().map(wanted).collect::<Json>(), "budget": ctx.budget().as_millis() as u64,
    });
    // Chosen first and settled after: an option that is not there must be an error and no outcome.
    let chosen: Result<NativeChoice, Error> = aim.frame.call("chooseNative", &args, ctx.deadline).await;
    let chosen = match chosen {
        Ok(chosen) => chosen,
        Err(error @ Error::Page(_)) => return Err(trouble(&aim.frame, control, error)),
        Err(error) if error.is_replaced_document() => NativeChoice::default(),
        Err(Error::DialogOpen(_) | Error::FrameGone) => NativeChoice::default(),
        Err(error) => return Err(trouble(&aim.frame, control, error)),
    };
    let outcome = reaction
        .after(
            async { Ok(()) },
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let mut effect = finish(ctx, target, &aim, outcome, "chose");
    if effect.dialog.is_none() && effect.navigated.is_none() {
        let held: Result<ChosenNative, Error> = aim
            .frame
            .call("chosenNative", &json!({"ref": reference}), ctx.deadline)
            .await;
        let held = held.ok().and_then(|held| held.labels);
        if let Some(held) = held
            .as_ref()
            .filter(|held| **held != chosen.labels && !chosen.labels.is_empty())
        {
            return Err(ActionError::Failed(format!(
                "{} holds {} and not {}: the page changed it.",
                aim.name(),
                listed(held),
                listed(&chosen.labels)
            )));
        }
    }
    effect.value = Some(match &chosen.labels[..] {
        [one] => one.clone().into(),
        several => several.into(),
    });
    if chosen.same {
        effect.note = Some("it was chosen already".into());
    }
    Ok(effect)
}

fn listed(labels: &[String]) -> String {
    if labels.is_empty() {
        return "nothing".into();
    }
    labels
        .iter()
        .map(|label| PageText::new(label).to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Choosing from what is drawn by the page: open, find, press, see that it is chosen.
struct Aria<'a> {
    ctx: &'a ActionContext,
    target: &'a Target,
    control: Target,
    common: &'a CommonOptions,
    name: String,
    frame: &'a Aim,
}

impl Aria<'_> {
    async fn choose(&self, kind: &ChooserKind, choices: &[Choice]) -> Result<Effect, ActionError> {
        let mut labels = Vec::new();
        let mut last = Effect::default();
        for choice in choices {
            let (effect, label) = self.choose_one(kind, choice).await?;
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

    async fn choose_one(&self, kind: &ChooserKind, choice: &Choice) -> Result<(Effect, String), ActionError> {
        let static_list = kind
            .list
            .filter(|_| kind.role != "combobox" && kind.role != "button");
        let mut list = static_list.or(kind.list);
        if list.is_none() {
            self.open().await?;
            list = static_list;
        }
        let mut found = self.find(kind.reference, list, choice, OPTION_PATIENCE).await?;
        if found.reference.is_none() {
            found = self.find_by_filter(kind, choice, found).await?;
        }
        let Some(option) = found.reference else {
            return Err(self.not_there(choice, &found));
        };
        let label = found.label.clone();
        if found.disabled {
            self.close().await;
            return Err(ActionError::Refused(format!(
                "{}: its option {} is disabled.",
                self.name,
                PageText::new(&label)
            )));
        }
        if found.selected && kind.multiple {
            let note = Some("it was chosen already".into());
            return Ok((
                Effect {
                    note,
                    ..Effect::default()
                },
                label,
            ));
        }
        let (effect, option) = self.press_option(kind, list, choice, option).await?;
        if effect.dialog.is_none() && effect.navigated.is_none() {
            self.verify(kind, option, &label, !effect.changes.lines.is_empty())
                .await?;
        }
        Ok((effect, label))
    }

    /// Presses the option; one that the page has drawn anew meanwhile is looked up again.
    async fn press_option(
        &self,
        kind: &ChooserKind,
        list: Option<u32>,
        choice: &Choice,
        option: u32,
    ) -> Result<(Effect, u32), ActionError> {
        let options = ClickOptions {
            common: self.common.clone(),
            ..ClickOptions::default()
        };
        let mut option = option;
        for _ in 0..3 {
            match click(self.ctx, &self.at(option), &options).await {
                Err(ActionError::Refused(_)) if !self.is_there(option).await => {
                    let again = self.find(kind.reference, list, choice, OPTION_PATIENCE).await?;
                    option = again.reference.ok_or_else(|| self.not_there(choice, &again))?;
                }
                pressed => return pressed.map(|effect| (effect, option)),
            }
        }
        Err(ActionError::Failed(format!(
            "{}: the page draws its options anew all the time.",
            self.name
        )))
    }

    async fn is_there(&self, option: u32) -> bool {
        self.frame
            .frame
            .element(option, self.ctx.deadline)
            .await
            .is_ok_and(|element| element.is_some())
    }

    fn at(&self, reference: u32) -> Target {
        Target::Ref(RefId {
            frame: self.frame.frame.number().unwrap_or(0),
            number: reference,
        })
    }

    async fn open(&self) -> Result<(), ActionError> {
        click(self.ctx, &self.control, &ClickOptions::default()).await?;
        Ok(())
    }

    async fn close(&self) {
        let options = PressOptions::default();
        let _ = super::keys::press_key(self.ctx, "Escape", &options).await;
    }

    async fn find(
        &self,
        control: u32,
        list: Option<u32>,
        choice: &Choice,
        patience: Duration,
    ) -> Result<FoundOption, ActionError> {
        let budget = self.ctx.budget().min(patience).as_millis() as u64;
        let args = json!({"ref": control, "list": list, "wanted": wanted(choice), "budget": budget});
        self.frame
            .frame
            .call("findOption", &args, self.ctx.deadline)
            .await
            .map_err(|error| trouble(&self.frame.frame, self.target, error))
    }

    /// A combobox that filters as one types may show an option only then.
    async fn find_by_filter(
        &self,
        kind: &ChooserKind,
        choice: &Choice,
        found: FoundOption,
    ) -> Result<FoundOption, ActionError> {
        let (Some(field), Choice::Label(label)) = (kind.field, choice) else {
            return Ok(found);
        };
        let options = TypeOptions {
            slowly: true,
            ..TypeOptions::default()
        };
        if type_text(self.ctx, &self.at(field), label, &options)
            .await
            .is_err()
        {
            return Ok(found);
        }
        self.find(kind.reference, None, choice, OPTION_PATIENCE).await
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

    /// Waits until the control shows the choice, or the option says that it is chosen.
    async fn verify(
        &self,
        kind: &ChooserKind,
        option: u32,
        label: &str,
        changed: bool,
    ) -> Result<(), ActionError> {
        let args = json!({"ref": kind.reference, "option": option, "label": label});
        let until = self.ctx.within(SHOW_PATIENCE);
        loop {
            let held: AriaChoice = match self
                .frame
                .frame
                .call("chosenAria", &args, self.ctx.deadline)
                .await
            {
                Ok(held) => held,
                // What replaced the page is the proof that something was chosen.
                Err(_) => return Ok(()),
            };
            if held.selected || held.matches || (changed && !held.expanded) {
                return Ok(());
            }
            if until.expired() {
                return Err(ActionError::Failed(format!(
                    "{} shows {} after its option {} was pressed: the page did not take the choice.",
                    self.name,
                    PageText::new(&held.shown),
                    PageText::new(label)
                )));
            }
            let _ = self
                .frame
                .frame
                .call::<()>("nextChange", &json!({"ms": 80}), self.ctx.within(SHOW_PATIENCE))
                .await;
        }
    }
}

/// Ticks a check box, switch or radio button, or takes the tick away.
pub async fn set_checked(
    ctx: &ActionContext,
    target: &Target,
    checked: bool,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: true,
        ..Ask::of(Need::Focus)
    };
    let found = find_checkable(ctx, target, &ask).await?;
    let state = check_state(ctx, target, &found).await?;
    let number = found.frame.number().unwrap_or(0);
    let control = Target::Ref(RefId {
        frame: number,
        number: state.reference,
    });
    let wanted = Json::Bool(checked);
    if state.state == wanted {
        let note = Some(
            if checked {
                "it was checked already"
            } else {
                "it was unchecked already"
            }
            .to_owned(),
        );
        let did = if checked { "checked" } else { "unchecked" }.to_owned();
        return Ok(Effect {
            did,
            target: Some(found.name()),
            value: Some(wanted),
            note,
            ..Effect::default()
        });
    }
    if state.radio && !checked {
        return Err(ActionError::Refused(format!(
            "{} is a radio button: check another one of its group instead.",
            found.name()
        )));
    }
    let options = ClickOptions {
        common: common.clone(),
        ..ClickOptions::default()
    };
    let mut effect = click(ctx, &control, &options).await?;
    if effect.dialog.is_none() && effect.navigated.is_none() {
        let after = until_checked(ctx, &found, state.reference, &wanted).await;
        if after.as_ref().is_some_and(|after| *after != wanted) {
            // A mixed box may go through a second state on its way.
            if state.state == "mixed" {
                effect = click(ctx, &control, &options).await?;
            }
            let after = until_checked(ctx, &found, state.reference, &wanted).await;
            if after.is_some_and(|after| after != wanted) {
                return Err(ActionError::Failed(format!(
                    "{} was pressed, but is not {}: the page did not take it.",
                    found.name(),
                    if checked { "checked" } else { "unchecked" }
                )));
            }
        }
    }
    effect.did = if checked { "checked" } else { "unchecked" }.into();
    effect.target = Some(found.name());
    effect.value = Some(wanted);
    Ok(effect)
}

/// A box that is hidden behind its label has no size, and is found all the same.
async fn find_checkable(ctx: &ActionContext, target: &Target, ask: &Ask) -> Result<Aim, ActionError> {
    aim(
        ctx,
        target,
        &Ask {
            need: Need::Press,
            ..ask.clone()
        },
    )
    .await
}

async fn check_state(ctx: &ActionContext, target: &Target, found: &Aim) -> Result<CheckState, ActionError> {
    let args = json!({"ref": found.ready.said.reference});
    found
        .frame
        .call("checkState", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&found.frame, target, error))
}

async fn until_checked(ctx: &ActionContext, found: &Aim, reference: u32, wanted: &Json) -> Option<Json> {
    let until = ctx.within(SHOW_PATIENCE);
    loop {
        let asked: Result<CheckState, Error> = found
            .frame
            .call("checkState", &json!({"ref": reference}), ctx.deadline)
            .await;
        let state = asked.ok()?.state;
        if state == *wanted || until.expired() {
            return Some(state);
        }
        let _ = found
            .frame
            .call::<()>("nextChange", &json!({"ms": 80}), ctx.within(SHOW_PATIENCE))
            .await;
    }
}
