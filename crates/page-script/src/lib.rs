//! What Eyeline runs inside a page, and the types of what it returns.
//!
//! The page script is plain JavaScript under `js/`. Its files share one function scope and are joined, in the order listed
//! here, into [`SOURCE`], which the browser driver installs in an isolated world of every frame. There it publishes one
//! object, `__eyeline`, whose `call(name, args, floor)` answers with the JSON text of an [`Envelope`].
//!
//! This crate knows nothing of the DevTools protocol: it is text that runs in a page, and types that read its answers.

pub mod act;
mod envelope;
pub mod model;
pub mod read;

pub use envelope::{Envelope, PageError};

/// The name of the isolated world the script runs in.
pub const WORLD: &str = "eyeline";

/// The name of the binding through which the script sends word on its own.
pub const EMIT_BINDING: &str = "__eyelineEmit";

/// The whole page script: evaluate it once in a world, before anything else is called there.
pub const SOURCE: &str = concat!(
    "(() => {\n\"use strict\";\nif (globalThis.__eyeline) return;\n",
    include_str!("../js/base/api.js"),
    include_str!("../js/base/dom.js"),
    include_str!("../js/base/text.js"),
    include_str!("../js/base/tree.js"),
    include_str!("../js/base/refs.js"),
    include_str!("../js/base/emit.js"),
    include_str!("../js/base/visible.js"),
    // read: what is on the page.
    include_str!("../js/read/roletables.js"),
    include_str!("../js/read/owns.js"),
    include_str!("../js/read/internals.js"),
    include_str!("../js/read/roles.js"),
    include_str!("../js/read/tables.js"),
    include_str!("../js/read/days.js"),
    include_str!("../js/read/names.js"),
    include_str!("../js/read/pseudo.js"),
    include_str!("../js/read/content.js"),
    include_str!("../js/read/describing.js"),
    include_str!("../js/read/states.js"),
    include_str!("../js/read/values.js"),
    include_str!("../js/read/privacy.js"),
    include_str!("../js/read/near.js"),
    include_str!("../js/read/infer.js"),
    include_str!("../js/read/hiddentext.js"),
    include_str!("../js/read/modal.js"),
    include_str!("../js/read/runs.js"),
    include_str!("../js/read/rows.js"),
    include_str!("../js/read/lines.js"),
    include_str!("../js/read/finder.js"),
    include_str!("../js/read/walk.js"),
    include_str!("../js/read/special.js"),
    include_str!("../js/read/rest.js"),
    include_str!("../js/read/outline.js"),
    include_str!("../js/read/query.js"),
    include_str!("../js/read/heal.js"),
    include_str!("../js/read/describe.js"),
    include_str!("../js/read/dress.js"),
    include_str!("../js/read/readable.js"),
    include_str!("../js/read/watch.js"),
    // act: input, controls, hit testing, settling.
    include_str!("../js/act/clock.js"),
    include_str!("../js/act/stir.js"),
    include_str!("../js/act/hit.js"),
    include_str!("../js/act/place.js"),
    include_str!("../js/act/guard.js"),
    include_str!("../js/act/find.js"),
    include_str!("../js/act/text.js"),
    include_str!("../js/act/ready.js"),
    include_str!("../js/act/changes.js"),
    include_str!("../js/act/settle.js"),
    include_str!("../js/act/patience.js"),
    include_str!("../js/act/composite.js"),
    include_str!("../js/act/popup.js"),
    include_str!("../js/act/labels.js"),
    include_str!("../js/act/segments.js"),
    include_str!("../js/act/choose.js"),
    include_str!("../js/act/listbox.js"),
    include_str!("../js/act/wait.js"),
    // model: controls as objects, and the overlay.
    include_str!("../js/model/surroundings.js"),
    include_str!("../js/model/lookup.js"),
    include_str!("../js/model/table.js"),
    include_str!("../js/model/cells.js"),
    include_str!("../js/model/extent.js"),
    include_str!("../js/model/rowselect.js"),
    include_str!("../js/model/items.js"),
    include_str!("../js/model/forms.js"),
    include_str!("../js/model/facts.js"),
    include_str!("../js/model/toolforms.js"),
    include_str!("../js/model/screen.js"),
    include_str!("../js/model/overlay.js"),
    include_str!("../js/end.js"),
    "})();\n",
);

#[cfg(test)]
mod tests {
    use super::SOURCE;

    /// The files share one scope: a second function of a name would silently take the place of the first.
    #[test]
    fn no_function_is_declared_twice() {
        let mut names: Vec<&str> = SOURCE
            .lines()
            .filter_map(|line| {
                line.strip_prefix("async ")
                    .unwrap_or(line)
                    .strip_prefix("function ")
            })
            .filter_map(|line| line.split(['(', ' ']).next())
            .collect();
        let declared = names.len();
        names.sort_unstable();
        let twice: Vec<&str> = names
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        assert!(
            declared > 300 && twice.is_empty(),
            "{declared} functions, twice: {twice:?}"
        );
    }
}
