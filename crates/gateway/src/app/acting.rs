//! What a control does: pressing, typing, choosing, and assigning to its properties.

use ai_vision::{Json, NodeError, Value};
use serde::de::DeserializeOwned;

use super::control::Control;
use super::kinds::Kind;
use super::reach::Reach;
use super::{cells, composite, pictures, selecting, trees};
use crate::actions::options::Position;
use crate::actions::{
    self, Choice, ClickOptions, CommonOptions, DragOptions, FilesOptions, HoverOptions, PressOptions,
    ScrollOptions, Target, TypeOptions,
};

/// The element as an action's target.
pub fn target(control: &Control) -> Target {
    Reach::target(control.frame(), control.reference())
}

/// Options that an agent wrote, at a position among the arguments; `timeoutMs` goes to the call.
pub fn options<T: DeserializeOwned + Default>(
    control: &Control,
    args: &[Json],
    at: usize,
) -> Result<T, NodeError> {
    let given = args.get(at).filter(|given| !given.is_null());
    control.reach().ctx.take_timeout(given)?;
    parse_options(given)
}

/// Calls a method that all controls, or all of a kind, have.
pub async fn call(control: &Control, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    match member {
        "click" => click(control, &options(control, args, 0)?).await,
        "hover" => {
            let options: HoverOptions = options(control, args, 0)?;
            let ctx = control.reach().action().await?;
            control
                .reach()
                .proof(actions::hover(&ctx, &target(control), &options).await)
        }
        "focus" => {
            let ctx = control.reach().action().await?;
            control
                .reach()
                .proof(actions::focus(&ctx, &target(control), &CommonOptions::default()).await)
        }
        "press" => press(control, args).await,
        "scroll" => scroll(control, args).await,
        "drag" => drag(control, args).await,
        "type" => type_text(control, args).await,
        "clear" => {
            let ctx = control.reach().action().await?;
            control
                .reach()
                .proof(actions::clear(&ctx, &target(control), &CommonOptions::default()).await)
        }
        "select" => select(control, args).await,
        "setFiles" => set_files(control, args).await,
        "screenshot" => pictures::screenshot(control, args.first()).await,
        other => Err(NodeError::new(format!("{} cannot {other}.", control.shown()))),
    }
}

/// Presses a control.
pub async fn click(control: &Control, options: &ClickOptions) -> Result<Value, NodeError> {
    let ctx = control.reach().action().await?;
    let options = match control.kind() {
        Kind::Treeitem if options.position.is_none() => &on_label(control, options).await?,
        _ => options,
    };
    control
        .reach()
        .proof(actions::click(&ctx, &target(control), options).await)
}

/// Puts the pointer on a control.
pub async fn hover(control: &Control) -> Result<Value, NodeError> {
    let ctx = control.reach().action().await?;
    let options = crate::actions::HoverOptions::default();
    control
        .reach()
        .proof(actions::hover(&ctx, &target(control), &options).await)
}

/// A tree item's middle may lie on the items inside it; its label is what a user presses.
async fn on_label(control: &Control, options: &ClickOptions) -> Result<ClickOptions, NodeError> {
    let asked = serde_json::json!({ "ref": control.reference() });
    let position: Option<Position> = control.reach().ask(control.frame(), "labelPoint", &asked).await?;
    Ok(ClickOptions {
        position,
        ..options.clone()
    })
}

async fn press(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let key = args.first().and_then(Json::as_str).unwrap_or_default();
    let options = PressOptions {
        target: Some(target(control)),
        ..options(control, args, 1)?
    };
    let ctx = control.reach().action().await?;
    control
        .reach()
        .proof(actions::press_key(&ctx, key, &options).await)
}

async fn scroll(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let options = ScrollOptions {
        target: Some(target(control)),
        ..options(control, args, 0)?
    };
    let ctx = control.reach().action().await?;
    control.reach().proof(actions::scroll(&ctx, &options).await)
}

async fn drag(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let onto = Target::parse(args.first().unwrap_or(&Json::Null))
        .map_err(|error| NodeError::new(error.to_string()))?;
    let options: DragOptions = options(control, args, 1)?;
    let ctx = control.reach().action().await?;
    control
        .reach()
        .proof(actions::drag(&ctx, &target(control), &onto, &options).await)
}

async fn type_text(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let text = args.first().and_then(Json::as_str).unwrap_or_default();
    let options: TypeOptions = options(control, args, 1)?;
    let ctx = control.reach().action().await?;
    control
        .reach()
        .proof(actions::type_text(&ctx, &target(control), text, &options).await)
}

async fn select(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    if matches!(control.kind(), Kind::Choice | Kind::Tab | Kind::Treeitem) {
        return click(control, &options(control, args, 0)?).await;
    }
    let choices = Choice::parse_all(args.first().unwrap_or(&Json::Null)).map_err(NodeError::new)?;
    let options: CommonOptions = options(control, args, 1)?;
    let ctx = control.reach().action().await?;
    if control.kind() == Kind::RadioGroup {
        return composite::choose_radio(control, &choices).await;
    }
    control
        .reach()
        .proof(actions::select(&ctx, &target(control), &choices, &options).await)
}

async fn set_files(control: &Control, args: &[Json]) -> Result<Value, NodeError> {
    let paths: Vec<String> = match args.first() {
        Some(Json::String(path)) => vec![path.clone()],
        Some(Json::Array(paths)) => paths
            .iter()
            .filter_map(|path| path.as_str().map(str::to_owned))
            .collect(),
        _ => Vec::new(),
    };
    let workspace = control.reach().ctx.gateway().workspace();
    let checked = paths
        .iter()
        .map(|path| workspace.readable(path))
        .collect::<Result<Vec<_>, _>>();
    let checked = checked.map_err(|error| NodeError::new(error.to_string()))?;
    let ctx = control.reach().action().await?;
    control
        .reach()
        .proof(actions::set_input_files(&ctx, &target(control), &checked, &FilesOptions::default()).await)
}

/// Assigns to a property, the way a user would bring it about.
pub async fn assign(control: &Control, member: &str, value: &Json) -> Result<Value, NodeError> {
    match member {
        "value" if control.kind() == Kind::RadioGroup => {
            let choices = Choice::parse_all(value).map_err(NodeError::new)?;
            composite::choose_radio(control, &choices).await
        }
        "value" if control.kind() == Kind::Cell => cells::assign(control, value).await,
        "value" => {
            let ctx = control.reach().action().await?;
            let common = CommonOptions::default();
            control
                .reach()
                .proof(actions::set_value(&ctx, &target(control), value, &common).await)
        }
        "checked" => {
            let wanted = truth(control, member, value)?;
            let ctx = control.reach().action().await?;
            control
                .reach()
                .proof(actions::set_checked(&ctx, &target(control), wanted, &CommonOptions::default()).await)
        }
        "selected" if control.kind() == Kind::Tabs => {
            Box::pin(composite::call(control, "select", std::slice::from_ref(value))).await
        }
        "selected" if control.kind() == Kind::Row => {
            selecting::select_row(control, truth(control, member, value)?).await
        }
        "expanded" | "selected" | "pressed" => toggle(control, member, value).await,
        other => Err(NodeError::new(format!(
            "\"{other}\" of {} cannot be assigned.",
            control.shown()
        ))),
    }
}

fn truth(control: &Control, member: &str, value: &Json) -> Result<bool, NodeError> {
    value.as_bool().ok_or_else(|| {
        NodeError::new(format!(
            "\"{member}\" of {} takes true or false; got {value}.",
            control.shown()
        ))
    })
}

/// Presses a control until a state holds; once is enough, or it is told.
async fn toggle(control: &Control, member: &str, value: &Json) -> Result<Value, NodeError> {
    let wanted = truth(control, member, value)?;
    let before = state_of(control, member).await?;
    if before == Some(wanted) {
        control
            .reach()
            .ctx
            .changes(format!("{} is {member}: {wanted} already.", control.shown()));
        return Ok(Value::NULL);
    }
    let silent = control.kind() == Kind::Treeitem && trees::has_switch(control).await;
    if before.is_none() && member != "selected" && !silent {
        return Err(NodeError::new(format!(
            "{} has no state \"{member}\".",
            control.shown()
        )));
    }
    let options = ClickOptions::default();
    let done = match (member, control.kind()) {
        ("expanded", Kind::Treeitem) => trees::expand_item(control, wanted).await?,
        _ => click(control, &options).await?,
    };
    let gone = control.fresh_facts().await.is_err();
    match state_of(control, member).await {
        Ok(now) if now == Some(wanted) || (now.is_none() && member == "selected") => Ok(done),
        Ok(_) => Err(NodeError::new(format!(
            "{} was pressed, but is not {member}: {wanted}.",
            control.shown()
        ))),
        Err(_) if gone => Ok(done),
        Err(error) => Err(error),
    }
}

pub(super) async fn state_of(control: &Control, member: &str) -> Result<Option<bool>, NodeError> {
    let facts = control.fresh_facts().await?;
    Ok(match member {
        "expanded" => facts.expanded,
        "selected" => facts.selected,
        _ => facts.pressed.and_then(|pressed| pressed.as_bool()),
    })
}

/// Options on their own.
pub fn parse_options<T: DeserializeOwned + Default>(given: Option<&Json>) -> Result<T, NodeError> {
    let Some(Json::Object(fields)) = given else {
        return Ok(T::default());
    };
    let kept = fields
        .iter()
        .filter(|(key, _)| key.as_str() != "timeoutMs")
        .map(|(key, value)| (key.clone(), value.clone()));
    serde_json::from_value(Json::Object(kept.collect()))
        .map_err(|error| NodeError::new(format!("wrong options: {error}.")))
}
