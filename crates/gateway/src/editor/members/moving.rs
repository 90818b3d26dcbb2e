//! Going somewhere.

use ai_vision::{ArgRule, JsonType, Member};

const UNTIL: [&str; 3] = ["commit", "domcontentloaded", "load"];

/// navigate, back, forward, reload, stop.
pub fn table() -> Vec<Member> {
    let step = |name: &'static str, signature: &'static str, summary: &'static str| {
        Member::method(name, signature, summary)
            .option_choice("waitUntil", UNTIL)
            .option("timeoutMs", JsonType::Number)
            .acts()
    };
    vec![
        step(
            "navigate",
            "navigate(url, {waitUntil?, timeoutMs?}?)",
            "Go to an address and wait for it to load.",
        )
        .arg(ArgRule::string("url"))
        .example("navigate(\"https://example.com\")"),
        step("back", "back({waitUntil?, timeoutMs?}?)", "Go back one page."),
        step(
            "forward",
            "forward({waitUntil?, timeoutMs?}?)",
            "Go forward one page.",
        ),
        step(
            "reload",
            "reload({waitUntil?, timeoutMs?}?)",
            "Load the page again; also revives a crashed tab.",
        ),
        Member::method("stop", "stop()", "Stop loading.").acts(),
    ]
}
