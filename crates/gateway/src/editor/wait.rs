//! waitFor, waitForResponse.

use ai_vision::{Json, NodeError, Value};

use super::input::refused;
use super::options::{self, text};
use super::surface::Surface;
use crate::actions::{self, WaitCondition};

/// Answers one of them.
pub async fn run(surface: &Surface, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    let options = if member == "waitFor" {
        args.first()
    } else {
        args.get(1)
    };
    surface.context.take_timeout(options)?;
    let ctx = surface.context.action_context(&surface.tab).await?;
    let held = match member {
        "waitFor" => {
            let condition = WaitCondition::parse(options.unwrap_or(&Json::Null)).map_err(NodeError::new)?;
            actions::wait_for(&ctx, &condition).await
        }
        _ => actions::wait_for_response(&ctx, text(args, 0), &options::read(options)?).await,
    };
    held.map(Value::from).map_err(|error| refused(surface, &error))
}
