//! What `pages` and each of its items have.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Descriptor, JsonType, Member};

/// `pages`.
pub static PAGES: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Pages", "The browser's tabs, by position, id or label.")
        .members([
            Member::property("count", "How many tabs are open."),
            Member::method(
                "open",
                "open(url?, {label?, context?, background?, waitUntil?, timeoutMs?}?)",
                "Open a tab, wait for its page, and make it `page`.",
            )
            .arg(ArgRule::string("url").optional())
            .option("label", JsonType::String)
            .option("context", JsonType::String)
            .option("background", JsonType::Boolean)
            .option_choice("waitUntil", ["commit", "domcontentloaded", "load"])
            .option("timeoutMs", JsonType::Number)
            .example("open(\"https://example.com\")")
            .acts(),
        ])
        .help(
            "pages[0] is the first tab; pages[\"t3\"] the tab of that id, which is never given to another; pages[\"shop\"] the \
             tab that was given that label. context names a cookie jar made by browser.contexts.open(name). background \
             leaves `page` as it is.",
        )
        .shared()
});

/// `pages[i]`.
pub static PAGE: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Page", "A browser tab.")
        .members([
            Member::node(
                "editor",
                "What you do with its page: navigate, snapshot, click, type, …",
            ),
            Member::property("id", "Its id, such as \"t3\"."),
            Member::property("label", "A name of your own for it: pages[\"name\"].").writable(),
            Member::property("url", "The address it shows."),
            Member::property("title", "The page's title."),
            Member::property("loading", "Whether it is loading."),
            Member::property("opener", "The id of the tab that opened it, or null."),
            Member::property("context", "Its cookie jar, or null for the usual one."),
            Member::method(
                "activate",
                "activate()",
                "Bring it to the front and make it `page`.",
            )
            .acts(),
            Member::method("close", "close()", "Close it.").acts(),
        ])
        .shared()
});
