//! What `events` has.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Descriptor, JsonType, Member, OptionRule};

/// The kinds of events there are.
pub const KINDS: [&str; 16] = [
    "tab",
    "tab-closed",
    "navigation",
    "dialog",
    "download",
    "filechooser",
    "crash",
    "console",
    "page-error",
    "request-failed",
    "refused",
    "browser",
    "model",
    "tools",
    "highlight",
    "invocation",
];

/// `events`.
pub static EVENTS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "Events",
        "What happened in your tabs: each is also told once, after the next answer.",
    )
    .members([
        Member::method("recent", "recent(limit?)", "The newest, newest first.")
            .arg(
                ArgRule::any_of("limit", [JsonType::Integer])
                    .minimum(1.0)
                    .optional(),
            )
            .example("recent(20)"),
        Member::method(
            "since",
            "since(seq, limit?)",
            "Those after a number, oldest first.",
        )
        .arg(ArgRule::any_of("seq", [JsonType::Integer]).minimum(0.0))
        .arg(
            ArgRule::any_of("limit", [JsonType::Integer])
                .minimum(1.0)
                .optional(),
        )
        .example("since(0)"),
        Member::method(
            "wait",
            "wait({kinds?, timeoutMs?})",
            "Wait for one you have not been told yet.",
        )
        .option_rule(OptionRule::array_of_choices("kinds", KINDS).optional())
        .option("timeoutMs", JsonType::Number)
        .example("wait({\"kinds\": [\"download\"]})"),
        Member::property("count", "How many there have been."),
    ])
    .help(format!(
        "Kinds: {}. Only tabs that you opened or used, and tabs they opened, count.",
        KINDS.join(", ")
    ))
    .shared()
});
