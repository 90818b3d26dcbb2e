//! Handing files to a page.

use std::path::PathBuf;
use std::time::Duration;

use eyeline_chromium::Error;
use eyeline_page_script::act::{FileField, Need, SettleOptions};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::aim::{Aim, Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::options::{ClickOptions, CommonOptions, FilesOptions};
use super::pointing::{HANDLED, click, finish};
use super::reaction::Reaction;
use super::target::Target;
use super::words::trouble;

/// How long a page may take to open a file chooser after a press.
const CHOOSER: Duration = Duration::from_secs(2);

/// Gives files to a file input, to the chooser that a press on the target opens, or drops them onto the target.
pub async fn set_input_files(
    ctx: &ActionContext,
    target: &Target,
    paths: &[PathBuf],
    options: &FilesOptions,
) -> Result<Effect, ActionError> {
    let ask = Ask {
        force: true,
        ..Ask::of(Need::File)
    };
    let found = aim(ctx, target, &ask).await?;
    let args = json!({"ref": found.ready.said.reference});
    let input: FileField = found
        .frame
        .call("fileInput", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&found.frame, target, error))?;
    let Some(reference) = input.reference else {
        return by_press(ctx, target, &found, paths, options).await;
    };
    if input.disabled {
        return Err(ActionError::Refused(format!("{} is disabled.", found.name())));
    }
    if paths.len() > 1 && !input.multiple {
        return Err(ActionError::Refused(format!(
            "{} takes one file, not {}.",
            found.name(),
            paths.len()
        )));
    }
    give(ctx, target, &found, reference, paths, &options.common).await
}

async fn give(
    ctx: &ActionContext,
    target: &Target,
    found: &Aim,
    reference: u32,
    paths: &[PathBuf],
    common: &CommonOptions,
) -> Result<Effect, ActionError> {
    let failed = |error: Error| trouble(&found.frame, target, error);
    let element = found
        .frame
        .element(reference, ctx.deadline)
        .await
        .map_err(failed)?;
    let element =
        element.ok_or_else(|| ActionError::Refused(format!("{} has left the page.", found.name())))?;
    let _ = found
        .frame
        .call::<()>("watchFrame", &json!({}), ctx.deadline)
        .await;
    let reaction = Reaction::begin(ctx, &found.frame, common).await;
    let params = json!({"files": paths, "objectId": element.object_id()});
    let given = async {
        element
            .session()
            .request::<Json>("DOM.setFileInputFiles", params, ctx.deadline)
            .await
            .map(|_| ())
    };
    let outcome = reaction
        .after(
            given,
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let mut effect = finish(ctx, target, found, outcome, "gave files");
    effect.value = Some(names(paths));
    verify(ctx, found, reference, paths, &mut effect).await?;
    Ok(effect)
}

#[derive(Deserialize)]
struct Held {
    names: Option<Vec<String>>,
}

/// An input that holds nothing of what it was given has been emptied by its page, as many are once they took the files.
async fn verify(
    ctx: &ActionContext,
    found: &Aim,
    reference: u32,
    paths: &[PathBuf],
    effect: &mut Effect,
) -> Result<(), ActionError> {
    let held: Result<Held, Error> = found
        .frame
        .call("heldFiles", &json!({"ref": reference}), ctx.deadline)
        .await;
    let Some(held) = held.ok().and_then(|held| held.names) else {
        return Ok(());
    };
    if held.is_empty() && !paths.is_empty() {
        effect.note = Some("the page has emptied the input again".into());
    }
    Ok(())
}

fn names(paths: &[PathBuf]) -> Json {
    paths
        .iter()
        .filter_map(|path| path.file_name())
        .map(|name| Json::from(name.to_string_lossy()))
        .collect()
}

/// Presses the target and answers the chooser that comes; where none comes, drops the files onto it.
async fn by_press(
    ctx: &ActionContext,
    target: &Target,
    found: &Aim,
    paths: &[PathBuf],
    options: &FilesOptions,
) -> Result<Effect, ActionError> {
    ctx.tab.dismiss_file_chooser();
    let press = ClickOptions {
        common: options.common.clone(),
        ..ClickOptions::default()
    };
    let mut effect = click(ctx, target, &press).await?;
    if effect.dialog.is_some() {
        return Ok(effect);
    }
    match ctx.tab.wait_file_chooser(ctx.within(CHOOSER)).await {
        Ok(chooser) => {
            if paths.len() > 1 && !chooser.multiple {
                ctx.tab.dismiss_file_chooser();
                return Err(ActionError::Refused(format!(
                    "The file chooser takes one file, not {}.",
                    paths.len()
                )));
            }
            answer(ctx, target, found, paths, options, &mut effect).await
        }
        Err(Error::Timeout { .. }) => drop_onto(ctx, target, paths, options).await,
        Err(error) => Err(trouble(&found.frame, target, error)),
    }
}

async fn answer(
    ctx: &ActionContext,
    target: &Target,
    found: &Aim,
    paths: &[PathBuf],
    options: &FilesOptions,
    pressed: &mut Effect,
) -> Result<Effect, ActionError> {
    let _ = found
        .frame
        .call::<()>("watchFrame", &json!({}), ctx.deadline)
        .await;
    let reaction = Reaction::begin(ctx, &found.frame, &options.common).await;
    let given = ctx.tab.answer_file_chooser(paths, ctx.deadline);
    let outcome = reaction
        .after(
            given,
            SettleOptions {
                always: true,
                ..SettleOptions::default()
            },
        )
        .await?;
    let mut effect = finish(ctx, target, found, outcome, "gave files");
    let mut lines = std::mem::take(&mut pressed.changes.lines);
    lines.append(&mut effect.changes.lines);
    effect.changes.lines = lines;
    effect.value = Some(names(paths));
    Ok(effect)
}

async fn drop_onto(
    ctx: &ActionContext,
    target: &Target,
    paths: &[PathBuf],
    options: &FilesOptions,
) -> Result<Effect, ActionError> {
    let aimed = aim(ctx, target, &Ask::of(Need::Hover)).await?;
    let reaction = Reaction::begin(ctx, &aimed.frame, &options.common).await;
    let input = ctx.tab.input();
    let settle = SettleOptions {
        always: true,
        quiet: HANDLED,
        ..SettleOptions::default()
    };
    let outcome = reaction
        .after(input.drop_files(aimed.at, paths, ctx.deadline), settle)
        .await?;
    if !outcome.changed {
        return Err(ActionError::Failed(format!(
            "{} opened no file chooser when pressed, and nothing changed when files were dropped onto it.",
            aimed.name()
        )));
    }
    let mut effect = finish(ctx, target, &aimed, outcome, "dropped files");
    effect.value = Some(names(paths));
    Ok(effect)
}
