//! What `settings` and its groups have.

use std::sync::{Arc, LazyLock};

use ai_vision::{Descriptor, Member};

/// `settings`.
pub static SETTINGS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Settings", "What this session decides for itself; assign to change.")
        .members([
            Member::node("timeouts", "Deadlines in ms: call, navigation.").writable(),
            Member::node("budgets", "Lengths in characters: maxLength (of a value), snapshot.").writable(),
            Member::node("privacy", "redact (regular expressions never printed), keepEmails.").writable(),
            Member::property("viewport", "{width, height} of your new tabs and of `page`; null for the window's.").writable(),
            Member::property("dialogs", "What becomes of page dialogs: \"ask\" (default), \"accept\", \"dismiss\".").writable(),
        ])
        .help(
            "Assign a whole group or a part of it: call with path \"settings.timeouts\" and value {\"call\": 10000}, or \
             path \"settings.timeouts.call\" and value 10000. Settings are this session's alone.",
        )
        .shared()
});

/// `settings.timeouts`.
pub static TIMEOUTS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Timeouts", "Deadlines in milliseconds.")
        .members([
            Member::property("call", "Of a call that names none.").writable(),
            Member::property("navigation", "Of loading a page.").writable(),
        ])
        .shared()
});

/// `settings.budgets`.
pub static BUDGETS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Budgets", "Lengths in characters.")
        .members([
            Member::property("maxLength", "Of a value, when the call names none.").writable(),
            Member::property("snapshot", "Of a snapshot, when it names no maxChars.").writable(),
        ])
        .shared()
});

/// `settings.privacy`.
pub static PRIVACY: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Privacy", "What never leaves a page.")
        .members([
            Member::property(
                "redact",
                "Regular expressions; matches are printed as [redacted].",
            )
            .writable(),
            Member::property("keepEmails", "Print e-mail addresses rather than [email].").writable(),
        ])
        .shared()
});
