//! Looking at the page.

use ai_vision::{ArgRule, JsonType, Member, OptionRule};

use super::acting::target;

/// snapshot, app, read, extract, screenshot, pdf, evaluate, frames.
pub fn table() -> Vec<Member> {
    vec![
        snapshot(),
        Member::node("app", "What is on the page as objects by name: app.button[\"Save\"].click()."),
        read(),
        Member::method("extract", "extract(schema, {root?}?)", "Structured data by CSS selectors.")
            .arg(ArgRule::object("schema"))
            .option("root", JsonType::String)
            .example("extract({\"title\": \"h1\", \"items\": {\"each\": \".card\", \"name\": \"h3\", \"url\": \"a@href\"}})"),
        screenshot(),
        Member::method("pdf", "pdf({path?, landscape?, format?, background?, pages?}?)", "The page as a PDF file.")
            .option("path", JsonType::String)
            .option("landscape", JsonType::Boolean)
            .option_choice("format", ["A3", "A4", "A5", "Letter", "Legal"])
            .option("background", JsonType::Boolean)
            .option("pages", JsonType::String)
            .example("pdf({\"path\": \"page.pdf\"})"),
        Member::method(
            "evaluate",
            "evaluate(code, {args?, world?, frame?, timeoutMs?}?)",
            "Run JavaScript: an expression or a function; answers with its JSON.",
        )
        .arg(ArgRule::string("code"))
        .option("args", JsonType::Array)
        .option_choice("world", ["main", "isolated"])
        .option_rule(OptionRule::new("frame").types([JsonType::String, JsonType::Number]))
        .option("timeoutMs", JsonType::Number)
        .example("evaluate(\"document.title\")")
        .caution("runs with the page's rights")
        .acts(),
        Member::property("frames", "The frame tree: number, url, name, origin, ref."),
    ]
}

fn snapshot() -> Member {
    Member::method(
        "snapshot",
        "snapshot({root?, interactive?, text?, values?, viewport?, infer?, depth?, find?, boxes?, maxChars?, cursor?, diff?, \
         source?}?)",
        "The page as an outline with refs; find takes words or /regex/, diff gives what changed since your last read.",
    )
    .option_rule(OptionRule::new("root").types([JsonType::String, JsonType::Object]))
    .option("interactive", JsonType::Boolean)
    .option_choice("text", ["none", "brief", "full"])
    .option("values", JsonType::Boolean)
    .option("viewport", JsonType::Boolean)
    .option("infer", JsonType::Boolean)
    .option("depth", JsonType::Number)
    .option("find", JsonType::String)
    .option("boxes", JsonType::Boolean)
    .option("maxChars", JsonType::Number)
    .option("cursor", JsonType::String)
    .option("diff", JsonType::Boolean)
    .option_choice("source", ["page", "ax"])
    .example("snapshot({\"find\": \"save\"})")
}

fn read() -> Member {
    Member::method(
        "read",
        "read({root?, format?, maxChars?, cursor?}?)",
        "The page's text as Markdown, main content first.",
    )
    .option_rule(OptionRule::new("root").types([JsonType::String, JsonType::Object]))
    .option_choice("format", ["markdown", "text", "html"])
    .option("maxChars", JsonType::Number)
    .option("cursor", JsonType::String)
    .example("read({\"format\": \"text\"})")
}

fn screenshot() -> Member {
    Member::method(
        "screenshot",
        "screenshot({target?, fullPage?, format?, quality?, maxWidth?, maxHeight?, labels?, path?}?)",
        "A picture of the page or of one element; no side over 2,000 px. labels draws the refs as numbered boxes.",
    )
    .option_rule(target("target"))
    .option("fullPage", JsonType::Boolean)
    .option_choice("format", ["png", "jpeg", "webp"])
    .option("quality", JsonType::Number)
    .option("maxWidth", JsonType::Number)
    .option("maxHeight", JsonType::Number)
    .option("labels", JsonType::Boolean)
    .option("path", JsonType::String)
    .example("screenshot({\"fullPage\": true})")
}
