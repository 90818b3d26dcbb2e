//! What `browser`, `browser.contexts` and `browser.cookies` have.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Descriptor, JsonType, Member};

/// `browser`.
pub static BROWSER: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Browser", "The browser itself.")
        .members([
            Member::property("version", "Its name and version."),
            Member::property(
                "endpoint",
                "The address it is driven at; null until it is started.",
            ),
            Member::node(
                "contexts",
                "Cookie jars that share nothing: open(name), then pages.open(url, {context: name}).",
            ),
            Member::node("cookies", "Cookies: list, set, clear."),
            Member::method(
                "storageState",
                "storageState({save?, load?, context?}?)",
                "Cookies and local storage: answer with them, save them to a file, or load them.",
            )
            .option("save", JsonType::String)
            .option("load", JsonType::String)
            .option("context", JsonType::String)
            .example("storageState({\"save\": \"login.json\"})")
            .caution("holds logins")
            .acts(),
            Member::method(
                "permissions",
                "permissions({grant?, origin?, reset?, context?})",
                "Let pages do without asking: geolocation, notifications, clipboardReadWrite, …",
            )
            .option("grant", JsonType::Array)
            .option("origin", JsonType::String)
            .option("reset", JsonType::Boolean)
            .option("context", JsonType::String)
            .example("permissions({\"grant\": [\"geolocation\"], \"origin\": \"https://example.com\"})")
            .acts(),
        ])
        .shared()
});

/// `browser.contexts`.
pub static CONTEXTS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "Contexts",
        "Cookie jars that share nothing with each other, by name.",
    )
    .members([
        Member::property("count", "How many there are besides the usual one."),
        Member::method("open", "open(name)", "Make one.")
            .arg(ArgRule::string("name"))
            .example("open(\"buyer\")")
            .acts(),
    ])
    .shared()
});

/// `browser.contexts["name"]`.
pub static CONTEXT: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Context", "A cookie jar of its own.")
        .members([
            Member::property("name", "Its name, for pages.open(url, {context: name})."),
            Member::property("pages", "The ids of its tabs."),
            Member::method("close", "close()", "Close it and all its tabs.").acts(),
        ])
        .shared()
});

/// `browser.cookies`.
pub static COOKIES: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Cookies", "The cookies of a cookie jar.")
        .members([
            Member::method(
                "list",
                "list({url?, name?, context?}?)",
                "The cookies, with their values.",
            )
            .option("url", JsonType::String)
            .option("name", JsonType::String)
            .option("context", JsonType::String)
            .example("list({\"url\": \"https://example.com\"})"),
            Member::method(
                "set",
                "set(cookies, {context?}?)",
                "Set cookies: name, value, and url or domain.",
            )
            .arg(ArgRule::any_of("cookies", [JsonType::Array, JsonType::Object]))
            .option("context", JsonType::String)
            .example("set([{\"name\": \"a\", \"value\": \"1\", \"url\": \"https://example.com\"}])")
            .acts(),
            Member::method("clear", "clear({context?}?)", "Remove all.")
                .option("context", JsonType::String)
                .caution("logs out everywhere")
                .acts(),
        ])
        .shared()
});
