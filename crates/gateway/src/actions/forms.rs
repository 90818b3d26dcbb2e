//! Giving controls a value, whatever kind they are; and whole forms.

use std::time::Duration;

use eyeline_page_script::act::{ChooserKind, Need};
use eyeline_page_script::model::Facts;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::aim::{Ask, aim};
use super::choosing::{select, set_checked};
use super::context::ActionContext;
use super::effect::{Changes, Effect};
use super::error::ActionError;
use super::files::set_input_files;
use super::groups::Group;
use super::options::{Choice, CommonOptions, FilesOptions, FormOptions, TypeOptions};
use super::target::{RefId, Target};
use super::typing::type_text;
use super::words::trouble;
use crate::PageText;

/// How a control takes a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    /// By typing.
    Text,
    /// By choosing.
    Choose,
    /// By ticking.
    Tick,
    /// By choosing one radio button of a group.
    Radios,
    /// By ticking some boxes of a group.
    Checks,
    /// By typing a date or time into its parts.
    Segments,
    /// By being given files.
    File,
    /// By being dragged or stepped: an ARIA slider or spin button.
    Step,
    /// Not at all.
    None,
}

#[derive(Debug, Deserialize)]
struct ValueWay {
    way: Way,
    #[serde(rename = "ref")]
    reference: u32,
}

/// Gives a control a value: types, chooses, ticks, as its kind needs.
pub async fn set_value(
    ctx: &ActionContext,
    target: &Target,
    value: &Json,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: true,
        ..Ask::of(Need::Press)
    };
    let found = aim(ctx, target, &ask).await?;
    let args = json!({"ref": found.ready.said.reference});
    let way: ValueWay = found
        .frame
        .call("valueWay", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&found.frame, target, error))?;
    let control = Target::Ref(RefId {
        frame: found.frame.number().unwrap_or(0),
        number: way.reference,
    });
    match way.way {
        Way::Text if value.is_array() => {
            let choices = Choice::parse_all(value)
                .map_err(|problem| ActionError::Refused(format!("{}: {problem}.", found.name())))?;
            select(ctx, &control, &choices, common).await
        }
        Way::Text => {
            let text = text_of(value).ok_or_else(|| unfit(&found.name(), "a text", value))?;
            if offers_list(ctx, target, &found, way.reference).await? && !text.is_empty() {
                return choose_or_type(ctx, &control, &text, common).await;
            }
            type_text(ctx, &control, &text, &committing(common)).await
        }
        Way::Choose => {
            let choices = Choice::parse_all(value)
                .map_err(|problem| ActionError::Refused(format!("{}: {problem}.", found.name())))?;
            select(ctx, &control, &choices, common).await
        }
        Way::Tick => {
            let wanted = truth_of(value).ok_or_else(|| unfit(&found.name(), "true or false", value))?;
            set_checked(ctx, &control, wanted, common).await
        }
        Way::Step => step_to(ctx, &control, value, &found.name()).await,
        Way::File => give_files(ctx, &control, value, common, &found.name()).await,
        Way::Radios | Way::Checks | Way::Segments => {
            let group = Group {
                ctx,
                frame: &found.frame,
                reference: way.reference,
                common,
                name: found.name(),
            };
            fill_group(&group, way.way, value).await
        }
        Way::None => Err(ActionError::Refused(format!(
            "{} holds no value that could be set.",
            found.name()
        ))),
    }
}

#[derive(Deserialize)]
struct Offers {
    offers: bool,
}

async fn offers_list(
    ctx: &ActionContext,
    target: &Target,
    found: &super::aim::Aim,
    field: u32,
) -> Result<bool, ActionError> {
    let asked: Result<Offers, _> = found
        .frame
        .call("offersList", &json!({"ref": field}), ctx.deadline)
        .await;
    asked
        .map(|answer| answer.offers)
        .map_err(|error| trouble(&found.frame, target, error))
}

/// How long a field may take to throw away what is not in its list.
const SECOND_THOUGHTS: Duration = Duration::from_millis(250);

/// A field that offers a list gets the option of this name. Where the list has none such it gets the text, if it keeps it
/// when it is left.
async fn choose_or_type(
    ctx: &ActionContext,
    field: &Target,
    text: &str,
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let choice = [Choice::Label(text.to_owned())];
    match select(ctx, field, &choice, common).await {
        Err(ActionError::Refused(_) | ActionError::Failed(_)) => {
            let options = TypeOptions {
                common: common.clone(),
                ..TypeOptions::default()
            };
            let mut effect = type_text(ctx, field, text, &options).await?;
            if let Some(kept) = kept_when_left(ctx, field).await
                && kept.split(", ").all(|word| word != text)
            {
                return Err(ActionError::Failed(format!(
                    "The field does not keep {}: its list has no such option, and it holds {} when it is left.",
                    PageText::new(text),
                    PageText::new(&kept)
                )));
            }
            effect.note = Some("typed; its list has no such option".into());
            Ok(effect)
        }
        chosen => chosen,
    }
}

/// Leaves a field, and reads what it holds then, a moment later. `None` when that cannot be known.
async fn kept_when_left(ctx: &ActionContext, field: &Target) -> Option<String> {
    let Target::Ref(id) = field else { return None };
    let frame = ctx.tab.frame(id.frame)?;
    let asked = json!({"ref": id.number, "combobox": true});
    let left: Json = frame.call("commitField", &asked, ctx.deadline).await.ok()?;
    if left["left"] != true {
        return None;
    }
    tokio::time::sleep(SECOND_THOUGHTS).await; // such fields often wait a moment for a press on their list
    let facts: Facts = frame.call("facts", &asked, ctx.deadline).await.ok()?;
    facts.value?.as_str().map(str::to_owned)
}

/// Typing that ends with leaving the field, so that the page takes what it holds, or says that it does not.
fn committing(common: &CommonOptions) -> TypeOptions {
    TypeOptions {
        commit: true,
        common: common.clone(),
        ..TypeOptions::default()
    }
}

async fn fill_group(group: &Group<'_>, way: Way, value: &Json) -> Result<Effect, ActionError> {
    match way {
        Way::Checks => {
            let labels = texts_of(value).ok_or_else(|| {
                unfit(
                    &group.name,
                    "labels of its boxes, such as [\"Mon\",\"Tue\"]",
                    value,
                )
            })?;
            group.tick(&labels).await
        }
        Way::Segments => {
            let text = text_of(value).ok_or_else(|| unfit(&group.name, "a date or time", value))?;
            group.fill_segments(&text).await
        }
        _ => {
            let text =
                text_of(value).ok_or_else(|| unfit(&group.name, "the label of one of its options", value))?;
            group.choose_radio(&text).await
        }
    }
}

/// Gives a file field the files of the workspace that are named.
async fn give_files(
    ctx: &ActionContext,
    target: &Target,
    value: &Json,
    common: &CommonOptions,
    name: &str,
) -> Result<Effect, ActionError> {
    let paths = texts_of(value).ok_or_else(|| unfit(name, "paths of files", value))?;
    let files = paths.iter().map(|path| ctx.workspace.readable(path));
    let files = files
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| ActionError::Refused(error.to_string()))?;
    let options = FilesOptions {
        common: common.clone(),
    };
    set_input_files(ctx, target, &files, &options).await
}

fn texts_of(value: &Json) -> Option<Vec<String>> {
    match value {
        Json::Array(list) => list.iter().map(text_of).collect(),
        one => text_of(one).map(|text| vec![text]),
    }
}

fn unfit(name: &str, takes: &str, value: &Json) -> ActionError {
    ActionError::Refused(format!("{name} takes {takes}, not {value}."))
}

fn text_of(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Null => Some(String::new()),
        _ => None,
    }
}

fn truth_of(value: &Json) -> Option<bool> {
    match value {
        Json::Bool(truth) => Some(*truth),
        Json::String(word) => match word.to_lowercase().as_str() {
            "true" | "on" | "yes" | "checked" => Some(true),
            "false" | "off" | "no" | "unchecked" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The most key presses that a slider is stepped by.
const STEPS: u32 = 400;

/// Steps an ARIA slider or spin button with the arrow keys until it stands at the value.
async fn step_to(
    ctx: &ActionContext,
    target: &Target,
    value: &Json,
    name: &str,
) -> Result<Effect, ActionError> {
    let wanted = value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok())
        .ok_or_else(|| unfit(name, "a number", value))?;
    let aimed = super::keys::focus_on(ctx, target, &CommonOptions::default()).await?;
    #[derive(Deserialize)]
    struct Now {
        now: Option<f64>,
        min: Option<f64>,
        max: Option<f64>,
    }
    let args = json!({"ref": aimed.ready.said.reference});
    let read = || async {
        let now: Now = aimed
            .frame
            .call("sliderNow", &args, ctx.deadline)
            .await
            .map_err(|error| trouble(&aimed.frame, target, error))?;
        Ok::<Now, ActionError>(now)
    };
    let first = read().await?;
    if first.min.is_some_and(|min| wanted < min) || first.max.is_some_and(|max| wanted > max) {
        let (min, max) = (first.min.unwrap_or_default(), first.max.unwrap_or_default());
        return Err(ActionError::Refused(format!(
            "{name} takes numbers from {min} to {max}, not {wanted}."
        )));
    }
    let common = CommonOptions::default();
    let reaction = super::reaction::Reaction::begin(ctx, &aimed.frame, &common).await;
    let input = ctx.tab.input();
    let (up, down) = (
        super::typing::chord("ArrowUp")?,
        super::typing::chord("ArrowDown")?,
    );
    let mut now = first.now.unwrap_or_default();
    for _ in 0..STEPS {
        if (now - wanted).abs() < 1e-9 {
            break;
        }
        let key = if now < wanted { &up } else { &down };
        input
            .press_chord(key, ctx.deadline)
            .await
            .map_err(|error| trouble(&aimed.frame, target, error))?;
        let next = read().await?.now.unwrap_or(now);
        if next == now || (next - wanted).signum() != (now - wanted).signum() && (next - wanted).abs() > 1e-9
        {
            now = next;
            break;
        }
        now = next;
    }
    let outcome = reaction
        .after(
            async { Ok(()) },
            eyeline_page_script::act::SettleOptions::default(),
        )
        .await?;
    if (now - wanted).abs() > 1e-9 {
        return Err(ActionError::Failed(format!(
            "{name} stands at {now} and does not go to {wanted} by its arrow keys."
        )));
    }
    let mut effect = super::pointing::finish(ctx, target, &aimed, outcome, "set");
    effect.value = Some(json!(now));
    Ok(effect)
}

/// One field of a form, found and fit for its value.
struct Planned {
    label: String,
    target: Target,
    value: Json,
}

/// Fills fields by their labels. All are found, and fit for their values, before the first is touched.
pub async fn fill_form(
    ctx: &ActionContext,
    fields: &[(String, Json)],
    options: &FormOptions,
) -> Result<Effect, ActionError> {
    if fields.is_empty() {
        return Err(ActionError::Refused(
            "Say what to fill in, such as {\"E-mail\":\"a@b.c\"}.".into(),
        ));
    }
    let root = match &options.root {
        Some(target) => Some(
            aim(
                ctx,
                target,
                &Ask {
                    force: true,
                    ..Ask::of(Need::See)
                },
            )
            .await?,
        ),
        None => None,
    };
    let mut planned = Vec::new();
    let mut problems = Vec::new();
    for (label, value) in fields {
        match plan_field(ctx, root.as_ref(), label, value).await {
            Ok(field) => planned.push(field),
            Err(problem) => problems.push(problem.to_string()),
        }
    }
    if !problems.is_empty() {
        return Err(ActionError::Refused(format!(
            "Nothing was filled in. {}",
            problems.join(" ")
        )));
    }
    fill_planned(ctx, planned, options).await
}

async fn plan_field(
    ctx: &ActionContext,
    root: Option<&super::aim::Aim>,
    label: &str,
    value: &Json,
) -> Result<Planned, ActionError> {
    let frames = match root {
        Some(root) => vec![root.frame.clone()],
        None => ctx.tab.frames(),
    };
    let mut problem = None;
    for frame in frames {
        let within = root.map(|root| root.ready.said.reference);
        let args = json!({"label": label, "value": value, "within": within});
        let found: Result<ChooserKind, _> = frame
            .call("planField", &args, ctx.within(std::time::Duration::from_secs(3)))
            .await;
        match found {
            Ok(found) => {
                let number = frame.number().unwrap_or(0);
                let target = Target::Ref(RefId {
                    frame: number,
                    number: found.reference,
                });
                return Ok(Planned {
                    label: label.to_owned(),
                    target,
                    value: value.clone(),
                });
            }
            Err(error) => {
                let is_none = matches!(&error, eyeline_chromium::Error::Page(error) if error.kind == "none");
                let told = trouble(
                    &frame,
                    &Target::Label {
                        label: label.to_owned(),
                        nth: None,
                    },
                    error,
                );
                if problem.is_none() || !is_none {
                    problem = Some(told);
                }
            }
        }
    }
    Err(problem
        .unwrap_or_else(|| ActionError::Refused(format!("There is no field {}.", PageText::new(label)))))
}

async fn fill_planned(
    ctx: &ActionContext,
    planned: Vec<Planned>,
    options: &FormOptions,
) -> Result<Effect, ActionError> {
    let mut values = serde_json::Map::new();
    let mut changes = Changes::default();
    let mut last = Effect::default();
    let count = planned.len();
    let mut problems = Vec::new();
    for (done, field) in planned.into_iter().enumerate() {
        let effect = match set_value(ctx, &field.target, &field.value, &options.common).await {
            Ok(effect) => effect,
            Err(error @ ActionError::Browser(_)) => return Err(stopped(&error, &values, count)),
            // What one field does not take is no reason to leave out the others.
            Err(error) => {
                problems.push(error);
                continue;
            }
        };
        values.insert(field.label, effect.value.clone().unwrap_or(Json::Null));
        changes.lines.extend(effect.changes.lines.iter().cloned());
        changes.notes.extend(effect.changes.notes.iter().cloned());
        let stop = effect.dialog.is_some() || effect.navigated.is_some();
        last = effect;
        if stop && done + 1 < count {
            last.note = Some(format!("stopped after {} of {count} fields", done + 1));
            break;
        }
    }
    if !problems.is_empty() {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        return Err(stopped(&problems.join(" "), &values, count));
    }
    Ok(Effect {
        did: "filled the form".into(),
        target: None,
        value: Some(values.into()),
        changes,
        ..last
    })
}

/// What went wrong, and what was done all the same.
fn stopped(
    problem: &dyn std::fmt::Display,
    values: &serde_json::Map<String, Json>,
    count: usize,
) -> ActionError {
    let held: Vec<String> = values
        .iter()
        .map(|(label, value)| format!("{} = {value}", PageText::new(label)))
        .collect();
    let held = if held.is_empty() {
        String::new()
    } else {
        format!(": {}", held.join(", "))
    };
    ActionError::Failed(format!(
        "{problem} {} of {count} fields were filled in{held}.",
        values.len()
    ))
}
