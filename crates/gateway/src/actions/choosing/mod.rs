//! Choosing options, ticking boxes.
//!
//! `native` is the browser's own select, `drawn` are the list boxes, menus and comboboxes that pages draw, `ticking` is for
//! everything that is on or off.

mod drawn;
mod native;
mod ticking;

use std::time::Duration;

use eyeline_page_script::act::{ChooserKind, Need};
use serde_json::{Value as Json, json};

use super::aim::{Ask, aim};
use super::context::ActionContext;
use super::effect::Effect;
use super::error::ActionError;
use super::options::{Choice, CommonOptions, TypeOptions};
use super::target::{RefId, Target};
use super::typing::type_text;
use super::words::trouble;
use crate::PageText;

pub use ticking::set_checked;

/// How long a control may take to show what was chosen.
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
    let args = json!({"ref": found.ready.said.reference, "first": true});
    let kind: ChooserKind = found
        .frame
        .call("chooserKind", &args, ctx.deadline)
        .await
        .map_err(|error| trouble(&found.frame, target, error))?;
    let control = Target::Ref(RefId {
        frame: found.frame.ref_number(),
        number: kind.reference,
    });
    match kind.kind.as_str() {
        "native" => native::select_native(ctx, target, &control, choices, common).await,
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
            drawn::Drawn {
                ctx,
                target,
                control,
                common,
                name: found.name(),
                frame: found.frame.clone(),
                kind,
            }
            .choose(choices)
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
