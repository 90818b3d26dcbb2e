//! Acting on the page.

use ai_vision::{ArgRule, JsonType, Member, OptionRule};

/// An option that takes a target.
pub fn target(name: &'static str) -> OptionRule {
    OptionRule::new(name).types([JsonType::String, JsonType::Object])
}

fn target_arg(name: &'static str) -> ArgRule {
    ArgRule::any_of(name, [JsonType::String, JsonType::Object])
}

/// click, hover, drag, scroll, tap, type, clear, select, check, uncheck, fillForm, setInputFiles, pressKey, keyDown, keyUp.
pub fn table() -> Vec<Member> {
    let mut table = pointer();
    table.extend(text());
    table.extend(choosing());
    table.extend(keys());
    table
}

/// What every action takes besides.
fn common(member: Member) -> Member {
    member
        .option_rule(OptionRule::new("settle").types([JsonType::String, JsonType::Number]))
        .option("waitForResponse", JsonType::String)
        .option("timeoutMs", JsonType::Number)
        .acts()
}

fn aimed(member: Member) -> Member {
    common(
        member
            .arg(target_arg("target"))
            .option("force", JsonType::Boolean)
            .option("nth", JsonType::Number),
    )
}

fn pointer() -> Vec<Member> {
    vec![
        aimed(Member::method(
            "click",
            "click(target, {button?, count?, modifiers?, position?, force?, nth?, timeoutMs?}?)",
            "Press it; answers with what changed.",
        ))
        .option_choice("button", ["left", "middle", "right"])
        .option("count", JsonType::Number)
        .option("modifiers", JsonType::Array)
        .option("position", JsonType::Object)
        .example("click({\"ref\": \"e5\"})"),
        aimed(Member::method(
            "hover",
            "hover(target, {position?, force?, nth?, timeoutMs?}?)",
            "Move the pointer over it.",
        ))
        .option("modifiers", JsonType::Array)
        .option("position", JsonType::Object)
        .example("hover(\"#menu\")"),
        common(Member::method(
            "drag",
            "drag(from, to, {fromPosition?, toPosition?, timeoutMs?}?)",
            "Drag one thing to another.",
        ))
        .arg(target_arg("from"))
        .arg(target_arg("to"))
        .option("fromPosition", JsonType::Object)
        .option("toPosition", JsonType::Object)
        .option("modifiers", JsonType::Array)
        .option("force", JsonType::Boolean)
        .example("drag(\"#card\", \"#done\")"),
        common(Member::method(
            "scroll",
            "scroll({target?, by?, to?, timeoutMs?}?)",
            "Turn the wheel, or bring a target into view.",
        ))
        .option_rule(target("target"))
        .option_rule(OptionRule::new("by").types([JsonType::Number, JsonType::Object]))
        .option_rule(OptionRule::new("to").types([JsonType::String, JsonType::Object]))
        .option("force", JsonType::Boolean)
        .example("scroll({\"to\": \"bottom\"})"),
        aimed(Member::method(
            "tap",
            "tap(target, {position?, force?, nth?, timeoutMs?}?)",
            "Touch it.",
        ))
        .option("modifiers", JsonType::Array)
        .option("position", JsonType::Object)
        .example("tap(\"#menu\")"),
    ]
}

fn text() -> Vec<Member> {
    vec![
        aimed(Member::method(
            "type",
            "type(target, text, {append?, slowly?, ime?, submit?, nth?, timeoutMs?}?)",
            "Replace what a field holds; reads it back. submit presses Enter after.",
        ))
        .arg(ArgRule::any_of("text", [JsonType::String, JsonType::Number]))
        .option("append", JsonType::Boolean)
        .option("slowly", JsonType::Boolean)
        .option("ime", JsonType::Boolean)
        .option("submit", JsonType::Boolean)
        .example("type({\"label\": \"Search\"}, \"moss\", {\"submit\": true})"),
        aimed(Member::method(
            "clear",
            "clear(target, {nth?, timeoutMs?}?)",
            "Empty a field.",
        ))
        .example("clear(\"#search\")"),
        common(Member::method(
            "fillForm",
            "fillForm({label: value, …}, {root?, timeoutMs?}?)",
            "Fill fields by their labels.",
        ))
        .option_rule(target("root"))
        .option("force", JsonType::Boolean)
        .example("fillForm({\"Full name\": \"Ada\", \"Remember me\": true})"),
    ]
}

fn choosing() -> Vec<Member> {
    let tick = |name: &'static str, signature: &'static str, summary: &'static str| {
        aimed(Member::method(name, signature, summary))
            .example(format!("{name}({{\"label\": \"Remember me\"}})"))
    };
    vec![
        aimed(Member::method(
            "select",
            "select(target, options, {nth?, timeoutMs?}?)",
            "Choose by label, {value} or {index}.",
        ))
        .arg(ArgRule::any_of(
            "options",
            [
                JsonType::String,
                JsonType::Number,
                JsonType::Object,
                JsonType::Array,
            ],
        ))
        .example("select({\"label\": \"Country\"}, \"Norway\")"),
        tick(
            "check",
            "check(target, {nth?, timeoutMs?}?)",
            "Switch it on, unless it is.",
        ),
        tick(
            "uncheck",
            "uncheck(target, {nth?, timeoutMs?}?)",
            "Switch it off, unless it is.",
        ),
        aimed(Member::method(
            "setInputFiles",
            "setInputFiles(target, paths, {nth?, timeoutMs?}?)",
            "Upload files of the workspace: to a file field, or to what opens a file chooser.",
        ))
        .arg(ArgRule::any_of("paths", [JsonType::String, JsonType::Array]))
        .example("setInputFiles(\"input[type=file]\", [\"report.csv\"])"),
    ]
}

fn keys() -> Vec<Member> {
    vec![
        common(Member::method(
            "pressKey",
            "pressKey(key, {target?, timeoutMs?}?)",
            "Press a key or chord.",
        ))
        .arg(ArgRule::string("key"))
        .option_rule(target("target"))
        .option("force", JsonType::Boolean)
        .example("pressKey(\"Control+A\")"),
        Member::method("keyDown", "keyDown(key)", "Hold a key down.")
            .arg(ArgRule::string("key"))
            .example("keyDown(\"Shift\")")
            .acts(),
        Member::method("keyUp", "keyUp(key)", "Let a key go.")
            .arg(ArgRule::string("key"))
            .example("keyUp(\"Shift\")")
            .acts(),
    ]
}
