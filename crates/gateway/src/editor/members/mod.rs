//! The table of what the editor has, in groups.

mod acting;
mod looking;
mod moving;
mod watching;

use std::sync::{Arc, LazyLock};

use ai_vision::Descriptor;

/// `pages[i].editor`.
pub static EDITOR: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("BrowserEditor", "The page of a tab: go, look, act, wait.")
        .members(moving::table())
        .members(looking::table())
        .members(acting::table())
        .members(watching::table())
        .help(
            "A target is a CSS selector, {\"ref\":\"e5\"} from a snapshot, {\"role\":\"button\",\"name\":\"Save\"}, \
             {\"label\":\"E-mail\"}, \"focused\", or a point {\"x\":10,\"y\":20}. A selector reaches into a frame with \
             `iframe >>> button`. Several matches are an error that lists them; nth takes one.\n\
             Actions wait until their target is there, visible, still, enabled and uncovered, then press for real, and \
             answer with what changed: you seldom need to read the page again. {settle: \"quiet\"} waits for slow changes; \
             what changes later is told with your next answer.\n\
             A page's open dialog holds up its own tab only: answer it at `dialog`.",
        )
        .shared()
});
