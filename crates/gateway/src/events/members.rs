//! What `events` has.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Descriptor, JsonType, Member};

/// `events`.
pub static EVENTS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Events", "What happened in your tabs: each is also told once, after the next answer.")
        .members([
            Member::method("recent", "recent(limit?)", "The newest, newest first.")
                .arg(ArgRule::number("limit").minimum(1.0).optional())
                .example("recent(20)"),
            Member::method("since", "since(seq, limit?)", "Those after a number, oldest first.")
                .arg(ArgRule::number("seq").minimum(0.0))
                .arg(ArgRule::number("limit").minimum(1.0).optional())
                .example("since(0)"),
            Member::method("wait", "wait({kinds?, timeoutMs?})", "Wait for one you have not been told yet.")
                .option("kinds", JsonType::Array)
                .option("timeoutMs", JsonType::Number)
                .example("wait({\"kinds\": [\"download\"]})"),
            Member::property("count", "How many there have been."),
        ])
        .help(
            "Kinds: tab, tab-closed, navigation, dialog, download, filechooser, crash, console, page-error, request-failed, \
             browser, model, tools, highlight, invocation. Only tabs that you opened or used, and tabs they opened, count.",
        )
        .shared()
});
