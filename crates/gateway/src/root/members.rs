//! What the root has.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Descriptor, Member};

/// The root.
pub static ROOT: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Eyeline", "A real browser, as objects.")
        .members([
            Member::node("pages", "Every tab, by position, id or label; open(url) opens one."),
            Member::node("page", "Your current tab: the one you opened or activated last."),
            Member::method("helpSearch", "helpSearch(query, limit?)", "Find a member or control by what it is for.")
                .arg(ArgRule::string("query"))
                .arg(ArgRule::any_of("limit", [ai_vision::JsonType::Integer]).minimum(1.0).optional())
                .example("helpSearch(\"upload a file\")"),
            Member::method("batch", "batch(steps, {stopOnError?}?)", "Run several calls in order; one answer.")
                .arg(ArgRule::array_of("steps", ai_vision::JsonType::Object))
                .option("stopOnError", ai_vision::JsonType::Boolean)
                .example("batch([{\"path\": \"page.editor.click\", \"args\": [\"#save\"]}, {\"path\": \"page.url\"}])")
                .acts(),
            Member::property("overview", "The tree in short, and how to begin."),
            Member::node("browser", "The browser itself: contexts, cookies, storageState, permissions."),
            Member::node("downloads", "Files that pages sent, running and finished."),
            Member::node("events", "What happened in your tabs."),
            Member::node("invocations", "Your calls that outlived their deadline."),
            Member::node("settings", "Timeouts, budgets, privacy, viewport, dialogs; for this session."),
        ])
        .overview(super::overview::OVERVIEW)
        .help(
            "Paths use members and keys: pages[0].editor.snapshot, pages[\"t3\"].editor.app.button[\"Save\"]. A method is \
             called by giving args, [] for none; a property is assigned by giving value. Actions answer with what they \
             changed. Each node explains itself at <path>.$help.",
        )
        .shared()
});
