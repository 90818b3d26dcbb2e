//! Waiting, watching, and setting the scene.

use ai_vision::{ArgRule, JsonType, Member, OptionRule};

use super::acting::target;

/// waitFor, waitForResponse, networkRequests, consoleMessages, pageErrors, dialog, emulate, highlight, clearHighlights.
pub fn table() -> Vec<Member> {
    vec![
        wait_for(),
        Member::method(
            "waitForResponse",
            "waitForResponse(pattern, {body?, timeoutMs?}?)",
            "Wait for a response whose URL fits.",
        )
        .arg(ArgRule::string("pattern"))
        .option("body", JsonType::Boolean)
        .option("timeoutMs", JsonType::Number)
        .example("waitForResponse(\"/api/save\")"),
        Member::method(
            "networkRequests",
            "networkRequests({filter?, limit?}?)",
            "Requests of the page, newest last.",
        )
        .option("filter", JsonType::String)
        .option_rule(
            OptionRule::new("limit")
                .types([JsonType::Integer])
                .minimum(1.0)
                .optional(),
        )
        .example("networkRequests({\"filter\": \"/api/\"})"),
        Member::method(
            "consoleMessages",
            "consoleMessages({level?, since?, limit?}?)",
            "What the page logged, newest last.",
        )
        .option_choice("level", ["error", "warning", "info", "log", "debug"])
        .option("since", JsonType::Number)
        .option_rule(
            OptionRule::new("limit")
                .types([JsonType::Integer])
                .minimum(1.0)
                .optional(),
        )
        .example("consoleMessages({\"level\": \"error\"})"),
        Member::method("pageErrors", "pageErrors()", "Exceptions that nobody caught."),
        emulate(),
        Member::method(
            "highlight",
            "highlight(target, message?, {buttons?}?)",
            "Ring an element and say something to the user.",
        )
        .arg(target_rule())
        .arg(ArgRule::string("message").optional())
        .option("buttons", JsonType::Array)
        .example("highlight({\"ref\": \"e5\"}, \"Click here to save\")")
        .acts(),
        Member::method("clearHighlights", "clearHighlights()", "Take all rings away.").acts(),
    ]
}

fn target_rule() -> ArgRule {
    ArgRule::any_of("target", [JsonType::String, JsonType::Object])
}

fn wait_for() -> Member {
    Member::method(
        "waitFor",
        "waitFor({selector?, text?, textGone?, url?, load?, function?, state?, timeoutMs?})",
        "Wait for exactly one condition.",
    )
    .option_rule(target("selector"))
    .option("text", JsonType::String)
    .option("textGone", JsonType::String)
    .option("url", JsonType::String)
    .option_choice("load", ["domcontentloaded", "load", "idle"])
    .option("function", JsonType::String)
    .option_choice("state", ["attached", "detached", "visible", "hidden"])
    .option("timeoutMs", JsonType::Number)
    .example("waitFor({\"text\": \"Saved\"})")
}

fn emulate() -> Member {
    Member::method(
        "emulate",
        "emulate({viewport?, device?, colorScheme?, reducedMotion?, geolocation?, timezone?, locale?, offline?, network?, cpu?, \
         userAgent?}?)",
        "Pretend another screen, place, language or network; null undoes one, {} all.",
    )
    .option_rule(OptionRule::new("viewport").types([JsonType::Object, JsonType::Null]))
    .option_rule(OptionRule::new("geolocation").types([JsonType::Object, JsonType::Null]))
    .option_rule(OptionRule::new("offline").types([JsonType::Boolean, JsonType::Null]))
    .option_rule(OptionRule::new("cpu").types([JsonType::Number, JsonType::Null]))
    .example("emulate({\"viewport\": {\"width\": 390, \"height\": 844}})")
    .acts()
}
