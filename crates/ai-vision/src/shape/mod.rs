//! Shaping: a value becomes bounded JSON, and what was cut is said.
//!
//! Sizes are those of two-space pretty-printed JSON in UTF-16 units. A top-level image record keeps its data whole,
//! because clients show it as a picture rather than as text.

mod expand;
mod fit;
mod measure;

pub use fit::{Shaped, shape_result};

pub(crate) use expand::kind_only;

use futures_core::future::BoxFuture;

use crate::call::Cut;
use crate::value::Value;

/// Shapes any value: nodes give their summary, functions a note, lists and objects are bounded.
pub async fn shape_value(value: Value, max_length: usize) -> Shaped {
    let (json, before) = match value {
        Value::Cut(json, cut) => (json, cut),
        Value::Json(json) => return shape_result(json, max_length),
        Value::Node(node) => (expand::summary(node.as_ref()).await, Cut::default()),
        other => (expand::expand(other, 0).await, Cut::default()),
    };
    let shaped = fit::fit(json, max_length);
    Shaped {
        cut: merged(before, shaped.cut),
        ..shaped
    }
}

/// What was cut before together with what was cut now: totals are those of the whole.
fn merged(before: Cut, now: Cut) -> Cut {
    if !before.truncated {
        return now;
    }
    if !now.truncated {
        return before;
    }
    Cut {
        truncated: true,
        total_length: before.total_length.max(now.total_length),
        shown: now.shown.or(before.shown),
        total: before.total.max(now.total),
    }
}

/// An async recursion that owns its value.
type Expanding<'a, T> = BoxFuture<'a, T>;
