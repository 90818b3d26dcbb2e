//! Filling whole forms, by the labels of their fields.

use std::time::Duration;

use eyeline_chromium::Error;
use eyeline_page_script::act::{ChooserKind, Need};
use serde_json::{Value as Json, json};

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::{Changes, Effect};
use super::error::ActionError;
use super::options::FormOptions;
use super::target::{RefId, Target};
use super::values::set_value;
use super::words::trouble;
use crate::PageText;

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
    root: Option<&Aim>,
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
            .call("planField", &args, ctx.within(Duration::from_secs(3)))
            .await;
        match found {
            Ok(found) => {
                let number = frame.ref_number();
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
                let is_none = matches!(&error, Error::Page(error) if error.kind == "none");
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
