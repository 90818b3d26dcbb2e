//! Whether a page publishes a model, and what it looks like.

use ai_vision::{Json, Shape};
use eyeline_chromium::{Deadline, Error, Frame, World};
use serde::Deserialize;

use super::bound;

/// The longest shape that is looked at, in characters of its JSON.
const LONGEST: usize = 400_000;

/// Runs in the page's main world, where the page's object is. Tells on the same trip of tools that the browser does not
/// know: a polyfill's, and forms that declare themselves as such.
const PROBE: &str = r#"(longest) => {
  const found = { model: null, tools: false };
  const context = document.modelContext || navigator.modelContext;
  const native = !!context && /native code/.test(Function.prototype.toString.call(context.registerTool));
  found.tools = !native && (!!context || !!document.querySelector("form[toolname]"));
  const remote = window.__aiVision;
  if (!remote || typeof remote.describe !== "function" || typeof remote.handle !== "function") return found;
  const version = Number(remote.version);
  const text = JSON.stringify(remote.describe());
  if (typeof text !== "string") return found;
  found.model = text.length > longest ? { version, long: text.length } : { version, text };
  return found;
}"#;

/// What a page offers beside its controls.
#[derive(Debug, Clone, Default)]
pub struct Discovery {
    /// The published model.
    pub model: Option<Model>,
    /// Whether the page offers WebMCP tools that the browser knows nothing of.
    pub tools: bool,
    /// Why a model that is there cannot be used.
    pub trouble: Option<String>,
}

/// A published model.
#[derive(Debug, Clone)]
pub struct Model {
    /// The page's count of its shapes.
    pub version: f64,
    /// The bounded shape.
    pub shape: Shape,
}

#[derive(Deserialize)]
struct Found {
    model: Option<FoundModel>,
    tools: bool,
}

#[derive(Deserialize)]
struct FoundModel {
    version: Option<f64>,
    text: Option<String>,
    long: Option<u64>,
}

/// Looks. A page whose object throws or lies has no model; why is told.
pub async fn probe(frame: &Frame, deadline: Deadline) -> Result<Discovery, Error> {
    let found = match frame
        .evaluate(PROBE, &[Json::from(LONGEST)], World::Main, deadline)
        .await
    {
        Ok(found) => found,
        Err(Error::Exception { message, .. }) => {
            let trouble = format!(
                "The page publishes a model that fails: {}.",
                bound::one_line(&message, 200)
            );
            return Ok(Discovery {
                trouble: Some(trouble),
                ..Discovery::default()
            });
        }
        Err(error) => return Err(error),
    };
    Ok(serde_json::from_value::<Found>(found).map_or_else(|_| Discovery::default(), read))
}

fn read(found: Found) -> Discovery {
    let nothing = Discovery {
        tools: found.tools,
        ..Discovery::default()
    };
    let Some(model) = found.model else { return nothing };
    let failed = |why: String| Discovery {
        trouble: Some(format!("The page publishes a model that cannot be used: {why}.")),
        ..nothing.clone()
    };
    let Some(text) = model.text else {
        return failed(format!(
            "its shape has {} characters; {LONGEST} are read at most",
            model.long.unwrap_or_default()
        ));
    };
    let raw: Json = match serde_json::from_str(&text) {
        Ok(raw) => raw,
        Err(error) => return failed(format!("its shape is no JSON ({error})")),
    };
    match Shape::from_json(bound::shape(&raw)) {
        Ok(shape) => Discovery {
            model: Some(Model {
                version: model.version.unwrap_or(0.0),
                shape,
            }),
            ..nothing
        },
        Err(why) => failed(bound::one_line(why.trim_end_matches('.'), 200)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Discovery {
        read(Found {
            model: Some(FoundModel {
                version: Some(2.0),
                text: Some(text.into()),
                long: None,
            }),
            tools: false,
        })
    }

    #[test]
    fn a_model_is_read_and_a_lie_is_told() {
        let good = found(r#"{"schemaVersion":1,"root":{"kind":"Board","summary":"A board.","members":[]}}"#);
        assert_eq!(good.model.unwrap().version, 2.0);
        for lie in ["[]", "null", "{\"root\": 5}", "\"x\"", "{not json"] {
            let bad = found(lie);
            assert!(bad.model.is_none() && bad.trouble.is_some(), "{lie}");
        }
    }
}
