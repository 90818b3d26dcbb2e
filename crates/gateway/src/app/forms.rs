//! Filling and submitting, and what a dialog's buttons mean.

use std::collections::HashSet;

use ai_vision::{Json, NodeError, Value, find_near_names};
use eyeline_chromium::Frame;
use eyeline_page_script::model::{Brief, Buttons, Field, NamedRef};
use serde::Deserialize;
use serde_json::{Map, json};

use super::acting::{self, options};
use super::control::Control;
use super::naming::key_text;
use super::reach::{Reach, Scope};
use crate::actions::{self, Changes, ClickOptions, CommonOptions, Effect, FormOptions};

/// Options of `fill`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct FillOptions {
    submit: bool,
    #[serde(flatten)]
    form: FormOptions,
}

#[derive(Debug, Default, Deserialize)]
struct Fields {
    fields: Vec<Field>,
}

/// The fields of a part of a page, in order; those of the frames in it last.
pub async fn all_fields(scope: &Scope) -> Result<Vec<Field>, NodeError> {
    let mut fields = fields_in(scope).await?;
    for (_, more) in fields_of_frames(scope).await {
        fields.extend(more);
    }
    Ok(fields)
}

/// What the frames in a part of a page have for fields.
async fn fields_of_frames(scope: &Scope) -> Vec<(Frame, Vec<Field>)> {
    let asked = scope
        .ask_inner_frames::<Fields>("fields", &json!({ "ref": null }))
        .await;
    asked
        .into_iter()
        .map(|(frame, answer)| (frame, answer.fields))
        .collect()
}

/// The fields of a scope.
pub async fn fields_in(scope: &Scope) -> Result<Vec<Field>, NodeError> {
    let answer: Fields = scope
        .reach
        .ask(&scope.frame, "fields", &json!({ "ref": scope.within }))
        .await?;
    Ok(answer.fields)
}

/// `fill`, `submit`, `accept` and `cancel`.
pub async fn call(control: &Control, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    match member {
        "fill" => {
            let fill: FillOptions = options(control, args, 1)?;
            let scope = control.inside().await?;
            let filled = fill_in(&scope, args.first(), &fill.form).await?;
            match fill.submit {
                false => Ok(filled),
                true => submit(control, &ClickOptions::default()).await,
            }
        }
        "submit" => submit(control, &options(control, args, 0)?).await,
        _ => answer(control, member, &options(control, args, 0)?).await,
    }
}

/// Fills the fields of a scope. All names are found before the first field is touched.
pub async fn fill_in(scope: &Scope, values: Option<&Json>, form: &FormOptions) -> Result<Value, NodeError> {
    let Some(Json::Object(values)) =
        values.filter(|values| values.as_object().is_some_and(|values| !values.is_empty()))
    else {
        return Err(NodeError::new(
            "fill takes an object of fields and values: fill({\"Full name\": \"Ada\", \"Remember me\": true}).",
        ));
    };
    let fields = fields_in(scope).await?;
    // What is in frames is asked for only where a name is not found without.
    let strange = values.keys().any(|name| find_field(&fields, name).is_err());
    let framed = if strange {
        fields_of_frames(scope).await
    } else {
        Vec::new()
    };
    let mut taken = HashSet::new();
    let mut planned = Vec::new();
    for (name, value) in values {
        let (frame, field) = find_among(scope, &fields, &framed, name)?;
        if !taken.insert((frame.number(), field.reference)) {
            return Err(NodeError::new(format!(
                "{} names a field that another name fills already.",
                key_text(name)
            )));
        }
        planned.push(Planned::of(frame, field, name, value)?);
    }
    fill_planned(scope, &planned, &form.common).await
}

/// What is to be set to what.
pub struct Planned<'a> {
    /// The name it was asked for by.
    pub name: &'a str,
    /// The frame it is in.
    pub frame: &'a Frame,
    /// The element.
    pub reference: u32,
    /// The value, as it was asked for.
    pub asked: &'a Json,
    /// The value, as the element takes it.
    pub value: Json,
    /// Whether the element is one of a group of radios.
    pub radio: bool,
}

impl<'a> Planned<'a> {
    /// A group of radios is set by ticking the one of that name.
    fn of(frame: &'a Frame, field: &Field, name: &'a str, asked: &'a Json) -> Result<Self, NodeError> {
        let plain = Planned {
            name,
            frame,
            reference: field.reference,
            asked,
            value: asked.clone(),
            radio: false,
        };
        let (false, Some(wanted)) = (field.radios.is_empty(), asked.as_str()) else {
            return Ok(plain);
        };
        let folded = wanted.trim().to_lowercase();
        match field
            .radios
            .iter()
            .find(|radio| radio.name.to_lowercase() == folded)
        {
            Some(radio) => Ok(Planned {
                reference: radio.reference,
                value: true.into(),
                radio: true,
                ..plain
            }),
            None => {
                let names: Vec<String> = field.radios.iter().map(|radio| key_text(&radio.name)).collect();
                Err(
                    NodeError::new(format!("{} has no choice {}.", key_text(name), key_text(wanted)))
                        .retry(format!("Its choices are {}.", names.join(", "))),
                )
            }
        }
    }
}

/// Sets field after field, and tells of all of them together.
pub async fn fill_planned(
    scope: &Scope,
    planned: &[Planned<'_>],
    common: &CommonOptions,
) -> Result<Value, NodeError> {
    let ctx = scope.reach.action().await?;
    let mut values = Map::new();
    let mut changes = Changes::default();
    let mut last = Effect::default();
    for (done, field) in planned.iter().enumerate() {
        let target = Reach::target(field.frame, field.reference);
        let effect = actions::set_value(&ctx, &target, &field.value, common)
            .await
            .map_err(|error| {
                let before = key_text(field.name);
                NodeError::new(format!(
                    "{error} {done} of {} fields were filled in before {before}.",
                    planned.len()
                ))
            })?;
        let held = if field.radio {
            field.asked.clone()
        } else {
            effect.value.clone().unwrap_or(Json::Null)
        };
        values.insert(field.name.to_owned(), held);
        changes.lines.extend(effect.changes.lines.iter().cloned());
        changes.notes.extend(effect.changes.notes.iter().cloned());
        let stop = effect.dialog.is_some() || effect.navigated.is_some();
        last = effect;
        if stop && done + 1 < planned.len() {
            last.note = Some(format!("stopped after {} of {} fields", done + 1, planned.len()));
            break;
        }
    }
    let filled = Effect {
        did: "filled the form".into(),
        target: None,
        value: Some(values.into()),
        changes,
        ..last
    };
    scope.reach.proof(Ok(filled))
}

/// A field of a scope by its name, else of the only frame in it that has one of that name.
fn find_among<'a>(
    scope: &'a Scope,
    own: &'a [Field],
    framed: &'a [(Frame, Vec<Field>)],
    name: &str,
) -> Result<(&'a Frame, &'a Field), NodeError> {
    let missing = match find_field(own, name) {
        Ok(field) => return Ok((&scope.frame, field)),
        Err(error) => error,
    };
    let found: Vec<(&Frame, &Field)> = framed
        .iter()
        .filter_map(|(frame, fields)| find_field(fields, name).ok().map(|field| (frame, field)))
        .collect();
    match found.as_slice() {
        [only] => Ok(*only),
        [] if framed.is_empty() => Err(missing),
        [] => {
            let every: Vec<Field> = own
                .iter()
                .chain(framed.iter().flat_map(|(_, fields)| fields))
                .cloned()
                .collect();
            Err(find_field(&every, name).err().unwrap_or(missing))
        }
        several => Err(NodeError::new(format!(
            "{} frames have a field {}.",
            several.len(),
            key_text(name)
        ))
        .retry("Go into one of them: .frame[\"…\"].app.fill({…}).")),
    }
}

/// A field by label, else by `name`, else by placeholder.
fn find_field<'a>(fields: &'a [Field], name: &str) -> Result<&'a Field, NodeError> {
    let wanted = crate::PageText::limited(name, 500).as_str().to_lowercase();
    let ways: [fn(&Field) -> Option<&str>; 3] = [
        |field| Some(&field.name),
        |field| field.field.as_deref(),
        |field| field.placeholder.as_deref(),
    ];
    for way in ways {
        let bare = |text: &str| text.trim_end_matches(['*', ':', ' ']).to_lowercase();
        let found: Vec<&Field> = fields
            .iter()
            .filter(|field| way(field).is_some_and(|text| bare(text) == bare(&wanted)))
            .collect();
        match found.as_slice() {
            [] => {}
            [only] => return Ok(only),
            several if several.iter().all(|field| field.role == "radio") => return Ok(several[0]),
            several => {
                return Err(NodeError::new(format!(
                    "{} fields are called {}.",
                    several.len(),
                    key_text(name)
                ))
                .retry("Name the part they stand in, or set each by its own path."));
            }
        }
    }
    Err(no_field(fields, name))
}

fn no_field(fields: &[Field], name: &str) -> NodeError {
    let names: Vec<&str> = fields
        .iter()
        .map(|field| field.name.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    let error = NodeError::new(format!("No field {} here.", key_text(name)));
    let near = find_near_names(name, names.iter().copied());
    if !near.is_empty() {
        return error.suggest(near);
    }
    let some: Vec<String> = names.iter().take(15).map(|name| key_text(name)).collect();
    match some.is_empty() {
        true => error.retry("There are no fields at all."),
        false => error.retry(format!("The fields are {}.", some.join(", "))),
    }
}

/// Presses what submits a form.
pub async fn submit(form: &Control, click: &ClickOptions) -> Result<Value, NodeError> {
    let scope = form.inside().await?;
    let button: Option<NamedRef> = form
        .reach()
        .ask(&scope.frame, "submitButton", &json!({ "ref": scope.within }))
        .await?;
    let Some(button) = button else {
        return Err(
            NodeError::new(format!("{} has no button that submits it.", form.shown()))
                .retry("Press a key in one of its fields: .textbox[\"…\"].press(\"Enter\")."),
        );
    };
    acting::click(&pressed(form, &scope, &button), click).await
}

/// Presses the button of a dialog that means this.
async fn answer(dialog: &Control, member: &str, click: &ClickOptions) -> Result<Value, NodeError> {
    let scope = dialog.inside().await?;
    let asked = json!({ "ref": scope.within, "want": member });
    let buttons: Buttons = dialog.reach().ask(&scope.frame, "dialogButton", &asked).await?;
    let names = |list: &[NamedRef]| {
        list.iter()
            .map(|button| key_text(&button.name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match buttons.choice.as_slice() {
        [button] => acting::click(&pressed(dialog, &scope, button), click).await,
        [] if buttons.all.is_empty() => Err(NodeError::new(format!("{} has no buttons.", dialog.shown()))),
        [] => Err(NodeError::new(format!(
            "No button of {} says that it {}.",
            dialog.shown(),
            does(member)
        ))
        .retry(format!("It has {}.", names(&buttons.all)))),
        several => Err(NodeError::new(format!(
            "Several buttons of {} may be meant: {}.",
            dialog.shown(),
            names(several)
        ))
        .retry(format!(
            "Press one by name: .button[{}].click().",
            key_text(&several[0].name)
        ))),
    }
}

fn does(member: &str) -> &'static str {
    if member == "accept" { "accepts" } else { "cancels" }
}

fn pressed(owner: &Control, scope: &Scope, button: &NamedRef) -> Control {
    let brief = Brief {
        reference: button.reference,
        role: "button".into(),
        name: button.name.clone(),
        ..Brief::default()
    };
    let path = format!("{}.button[{}]", owner.path(), key_text(&button.name));
    Control::new(scope, &scope.frame, brief, None, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, attribute: &str, placeholder: &str) -> Field {
        Field {
            reference: name.len() as u32,
            name: name.into(),
            field: Some(attribute.into()),
            placeholder: Some(placeholder.into()),
            ..Field::default()
        }
    }

    #[test]
    fn fields_go_by_label_then_name_then_placeholder() {
        let fields = [
            field("Full name *", "full", "Ada Lovelace"),
            field("E-mail", "mail", "you@example.com"),
        ];
        assert_eq!(find_field(&fields, "full name").unwrap().name, "Full name *");
        assert_eq!(find_field(&fields, "mail").unwrap().name, "E-mail");
        assert_eq!(find_field(&fields, "Ada Lovelace").unwrap().name, "Full name *");
        assert_eq!(
            find_field(&fields, "E-mial").unwrap_err().to_string(),
            "No field \"E-mial\" here. Did you mean \"E-mail\"?"
        );
        let error = find_field(&fields, "Colour").unwrap_err().to_string();
        assert!(
            error.ends_with("The fields are \"Full name *\", \"E-mail\"."),
            "{error}"
        );
    }
}
