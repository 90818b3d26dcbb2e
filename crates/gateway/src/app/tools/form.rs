//! Forms that declare themselves as tools, in a browser that does not know of such: filled in as a user would, and sent
//! where they ask for it.

use ai_vision::{Json, NodeError, Value};
use eyeline_chromium::{Deadline, Frame};
use eyeline_page_script::model::{ToolField, ToolForm};
use serde_json::json;

use super::tool::{Annotations, Source, Tool};
use crate::PageText;
use crate::actions::{ClickOptions, CommonOptions};
use crate::app::control::Control;
use crate::app::forms::{self, Planned};
use crate::app::reach::{Reach, Scope};

/// The forms of a frame that are tools.
pub async fn list(frame: &Frame, deadline: Deadline) -> Vec<Tool> {
    forms_of(frame, deadline)
        .await
        .into_iter()
        .map(|form| as_tool(form, frame))
        .collect()
}

async fn forms_of(frame: &Frame, deadline: Deadline) -> Vec<ToolForm> {
    frame
        .call("toolForms", &json!({}), deadline)
        .await
        .unwrap_or_default()
}

fn as_tool(form: ToolForm, frame: &Frame) -> Tool {
    Tool {
        name: form.name,
        description: form.description,
        schema: form.schema,
        annotations: Annotations {
            autosubmit: form.autosubmit,
            form: true,
            ..Annotations::default()
        },
        frame: frame.clone(),
        source: Source::Form,
    }
}

/// Fills the form in, and sends it where it says so; else tells what sends it.
pub async fn fill_in(scope: &Scope, tool: &Tool, input: &Json) -> Result<Value, NodeError> {
    let reach = &scope.reach;
    let forms = forms_of(&tool.frame, reach.deadline()).await;
    let form = forms.into_iter().find(|form| form.name == tool.name);
    let Some(form) = form else {
        return Err(NodeError::new(format!(
            "The form of the tool {} is gone.",
            PageText::new(&tool.name)
        )));
    };
    let planned: Vec<Planned<'_>> = input
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| plan(&tool.frame, &form, name, value))
        .collect();
    let path = format!(
        "{}[{}]",
        scope.root,
        Json::from(Reach::ref_text(&tool.frame, form.reference))
    );
    let inside = scope.inside(&tool.frame, form.reference, path.clone());
    let filled = forms::fill_planned(&inside, &planned, &CommonOptions::default()).await?;
    if form.autosubmit {
        let facts = scope.facts(&tool.frame, form.reference).await?;
        let control = Control::known(scope, &tool.frame, facts, path);
        return forms::submit(&control, &ClickOptions::default()).await;
    }
    reach
        .ctx
        .changes(format!("The form is filled in, not sent: call {path}.submit()."));
    Ok(filled)
}

/// What a name of the input sets. Options and radios go by their values.
fn plan<'a>(frame: &'a Frame, form: &ToolForm, name: &'a str, value: &'a Json) -> Option<Planned<'a>> {
    let field = form.fields.iter().find(|field| field.name == name)?;
    let radio = value
        .as_str()
        .and_then(|wanted| field.radios.iter().find(|radio| radio.name == wanted));
    Some(match radio {
        Some(radio) => Planned {
            name,
            frame,
            reference: radio.reference,
            asked: value,
            value: true.into(),
            radio: true,
        },
        None => Planned {
            name,
            frame,
            reference: field.reference,
            asked: value,
            value: by_value(field, value),
            radio: false,
        },
    })
}

fn by_value(field: &ToolField, value: &Json) -> Json {
    match value {
        Json::Array(values) if field.choice => values.iter().map(|value| json!({ "value": value })).collect(),
        value if field.choice => json!({ "value": value }),
        value => value.clone(),
    }
}
