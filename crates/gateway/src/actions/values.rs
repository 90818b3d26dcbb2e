//! Giving controls a value, whatever kind they are.

use std::time::Duration;

use eyeline_page_script::act::Need;
use eyeline_page_script::model::Facts;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::aim::{Ask, aim};
use super::choosing::{select, set_checked};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::files::set_input_files;
use super::groups::Group;
use super::options::{Choice, CommonOptions, FilesOptions, TypeOptions};
use super::stepping::step_to;
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
        frame: found.frame.ref_number(),
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

pub(super) fn unfit(name: &str, takes: &str, value: &Json) -> ActionError {
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
