//! What each kind of control has. One table a kind feeds hints, `$help`, validation and search.

use std::sync::Arc;

use ai_vision::{ArgRule, Descriptor, JsonType, Member};

use super::kinds::Kind;
use super::roles::{ROLE_WORDS, aliases};

const CLICK: &str =
    "click({button?, count?, modifiers?, position?, force?, settle?, waitForResponse?, timeoutMs?})";

/// What `$help` says of the members that hints leave out.
const COMMON: &str = "Every control also has name, role, states, text, description, ref, box, click(), hover(), focus(), press(key), \
     scroll({by?, to?}), drag(target), find(words), highlight(message?, {buttons?}) and screenshot(); and goes further in by role: \
     .button[\"Save\"]. click takes {button?, count?, modifiers?, position?, force?, settle?, waitForResponse?, timeoutMs?}.";

/// The descriptor of a kind: its own members, those of every control, and the words that lead further in.
pub fn describe(kind: Kind, name: &'static str, what: &'static str) -> Arc<Descriptor> {
    let mut descriptor = Descriptor::new(name, what).members(own(kind));
    for member in common() {
        if descriptor.find(&member.name).is_none() {
            descriptor = descriptor.member(member.unlisted());
        }
    }
    let inner: Vec<Member> = inner_words()
        .filter(|word| descriptor.find(&word.name).is_none())
        .collect();
    let help = help_of(kind);
    let help = if help.is_empty() {
        COMMON.to_owned()
    } else {
        format!("{help}\n{COMMON}")
    };
    descriptor.members(inner).help(help).shared()
}

/// The role words, as members that resolve without filling every hint.
pub fn inner_words() -> impl Iterator<Item = Member> {
    let words = ROLE_WORDS
        .iter()
        .map(|one| Member::node(one.word, format!("{}s in here, by name or position.", one.word)));
    let others = aliases().map(|(alias, word)| Member::node(alias, format!("The same as {word}.")));
    words.chain(others).map(Member::unlisted)
}

/// What every control has. Hints name what is particular to a kind; these would drown it.
fn common() -> Vec<Member> {
    vec![
        Member::property("name", "Accessible name."),
        Member::property("role", "Role."),
        Member::property("states", "States, as in the outline."),
        Member::property("text", "Visible text."),
        Member::property("description", "Description or error message.").unlisted(),
        Member::property("ref", "Its ref, for editor.* targets and app[\"e12\"]."),
        Member::property("box", "{x, y, width, height} in its frame's viewport."),
        Member::method("click", CLICK, "Press it.").acts(),
        Member::method(
            "hover",
            "hover({modifiers?, position?, timeoutMs?})",
            "Move the pointer over it.",
        )
        .acts(),
        Member::method("focus", "focus()", "Give it the focus.").acts(),
        Member::method(
            "press",
            "press(key, {timeoutMs?})",
            "Press a key or chord in it, such as \"Enter\".",
        )
        .arg(ArgRule::string("key"))
        .unlisted()
        .acts(),
        Member::method(
            "scroll",
            "scroll({by?, to?})",
            "Bring it into view, or scroll what it holds.",
        )
        .unlisted()
        .acts(),
        Member::method(
            "drag",
            "drag(target, {fromPosition?, toPosition?, timeoutMs?})",
            "Drag it onto another element: {ref}, {role, name} or CSS.",
        )
        .unlisted()
        .acts(),
        Member::method(
            "find",
            "find(words, limit?)",
            "Controls in here whose name has these words, each with its path.",
        )
        .arg(ArgRule::string("words"))
        .unlisted(),
        Member::method(
            "highlight",
            "highlight(message?, {buttons?})",
            "Point at it on screen; a pressed button is an event.",
        )
        .arg(ArgRule::string("message").optional()),
        Member::method(
            "screenshot",
            "screenshot({format?, quality?})",
            "A picture of it.",
        ),
    ]
}

/// What only this kind has, most useful first.
fn own(kind: Kind) -> Vec<Member> {
    match kind {
        Kind::Button => vec![
            Member::property(
                "pressed",
                "true or false, of a toggle button; assign to press it.",
            )
            .writable()
            .acts(),
            expanded("What it opens is open; assign to open or close."),
            choose("Open its menu and choose from it: one name, or a list of names down the menus."),
        ],
        Kind::FileInput => vec![
            Member::property("value", "Names of the files chosen."),
            Member::method(
                "setFiles",
                "setFiles(paths)",
                "Hand it files of the workspace folders.",
            )
            .arg(ArgRule::any_of("paths", [JsonType::String, JsonType::Array]))
            .acts(),
        ],
        Kind::Link => vec![Member::property("href", "Where it leads.")],
        Kind::Textbox => text_field("Text it holds; assign to replace it. A password's is not told."),
        Kind::Spinbutton => {
            let mut members = text_field("The number; assign to set it.");
            members.extend([
                Member::property("min", "Least value."),
                Member::property("max", "Greatest value."),
            ]);
            members
        }
        Kind::Checkbox => vec![checked("true, false or \"mixed\"; assign to check or uncheck.")],
        Kind::Radio => vec![checked("Whether it is chosen; assign true to choose it.")],
        Kind::Switch => vec![checked("Whether it is on; assign to switch.")],
        Kind::RadioGroup => choice_of("The chosen one; assign a name to choose it."),
        Kind::Listbox => {
            choice_of("The chosen option, or a list where several can be; assign names to choose.")
        }
        Kind::Combobox => {
            let mut members = choice_of("What it holds; assign an option (or text, where that is taken).");
            members.push(expanded("The list is open; assign to open or close it."));
            members
        }
        Kind::Choice => vec![
            selected("Whether it is chosen; assign true to choose it."),
            select_it("Choose it."),
        ],
        Kind::Slider => vec![
            Member::property("value", "The number; assign to move it.")
                .writable()
                .acts(),
            Member::property("min", "Least value."),
            Member::property("max", "Greatest value."),
            Member::property("valueText", "The value in the page's words."),
        ],
        Kind::Gauge => vec![
            Member::property("value", "The number it shows."),
            Member::property("min", "Least value."),
            Member::property("max", "Greatest value."),
            Member::property("valueText", "The value in the page's words."),
        ],
        Kind::Tab => vec![
            selected("Whether its view is shown; assign true to show it."),
            select_it("Show its view."),
        ],
        Kind::Tabs => vec![
            items("The tabs: name, selected."),
            Member::property(
                "selected",
                "Name of the tab that is shown; assign a name to show it.",
            )
            .writable()
            .acts(),
            Member::method("select", "select(name)", "Show a tab.")
                .arg(ArgRule::string("name"))
                .acts(),
        ],
        Kind::Menu => vec![
            items("The commands: name, checked, opens."),
            choose("Choose a command: one name, or a list of names down the menus."),
        ],
        Kind::Menuitem => vec![
            checked("Whether it is ticked; assign to change it."),
            expanded("Its own menu is open; assign to open or close it."),
            choose("Open its own menu and choose from it."),
        ],
        Kind::Tree => vec![
            items("The items that are shown: name, level, expanded, selected."),
            Member::method(
                "open",
                "open(path)",
                "Open branches down a path (a list of names, or \"src/app\") and answer with the last item.",
            )
            .arg(ArgRule::any_of("path", [JsonType::String, JsonType::Array]))
            .acts(),
        ],
        Kind::Treeitem => vec![
            items("The items inside that are shown."),
            expanded("Whether it is open; assign to open or close it."),
            selected("Whether it is selected; assign true to select it."),
            Member::property("level", "How deep it stands, from 1."),
            select_it("Select it."),
        ],
        Kind::Table | Kind::Grid => table(),
        Kind::Row => vec![
            Member::property("record", "What its cells say, by column."),
            Member::property("cells", "What its cells say, in order."),
            Member::property("index", "Its number in the table."),
            selected("Whether it is selected; assign true to select it."),
        ],
        Kind::Cell => vec![
            Member::property(
                "value",
                "What it says; assign to set its field, or to edit it by double click and Enter.",
            )
            .writable()
            .acts(),
        ],
        Kind::List => vec![
            items("The items."),
            Member::property("count", "How many there are."),
        ],
        Kind::Listitem => filled(),
        Kind::Form => {
            let mut members = filled();
            members.push(
                Member::method(
                    "submit",
                    "submit({settle?, timeoutMs?})",
                    "Press its submit button.",
                )
                .acts(),
            );
            members
        }
        Kind::Dialog => {
            let mut members = filled();
            members.extend([
                Member::property("buttons", "Names of its buttons."),
                Member::method(
                    "accept",
                    "accept({settle?, timeoutMs?})",
                    "Press the button that agrees: OK, Save, Delete, …",
                )
                .acts(),
                Member::method(
                    "cancel",
                    "cancel({settle?, timeoutMs?})",
                    "Press the button that backs out: Cancel, No, Close, …",
                )
                .acts(),
            ]);
            members
        }
        Kind::Heading => vec![Member::property("level", "1 to 6.")],
        Kind::Image => vec![
            Member::property("alt", "Alternative text."),
            Member::property("src", "Where it comes from."),
        ],
        Kind::Region => filled(),
        Kind::Frame => vec![
            Member::node("app", "What is on the page inside."),
            Member::property("url", "The address of the page inside."),
            Member::property("src", "Where it was loaded from."),
        ],
    }
}

fn table() -> Vec<Member> {
    vec![
        Member::property("columns", "Names of the columns."),
        Member::node(
            "rows",
            "Rows by number or by the text of a cell: rows[2][\"Label\"], rows[\"K-1188\"].",
        ),
        Member::property("count", "{rows (in the page), total, paging?}."),
        Member::method(
            "records",
            "records(limit?, {from?, where?})",
            "Rows as objects by column.",
        )
        .arg(
            ArgRule::any_of("limit", [JsonType::Integer])
                .minimum(1.0)
                .optional(),
        )
        .option("from", JsonType::Number)
        .option("where", JsonType::Object)
        .example("records(20, {\"from\": 20})"),
        Member::method(
            "find",
            "find(where)",
            "The row whose columns hold this: find({\"Label\": \"prod-3\"}).",
        )
        .arg(ArgRule::any_of("where", [JsonType::Object, JsonType::String]))
        .example("find({\"Label\": \"prod-3\"})"),
        Member::method(
            "cell",
            "cell(row, column)",
            "One cell: row by number or text, column by name or number.",
        )
        .arg(ArgRule::any_of("row", [JsonType::Number, JsonType::String]))
        .arg(ArgRule::any_of("column", [JsonType::Number, JsonType::String])),
        Member::method("sort", "sort(column)", "Press a column's header.")
            .arg(ArgRule::string("column"))
            .acts(),
    ]
}

fn filled() -> Vec<Member> {
    vec![
        Member::property("fields", "Its fields: name, role, value, options."),
        Member::method("fill", "fill(values, {submit?, settle?, timeoutMs?})", "Set fields by label, name or placeholder: fill({\"Full name\": \"Ada\", \"Remember me\": true}).")
            .arg(ArgRule::object("values"))
            .option("submit", JsonType::Boolean)
            .example("fill({\"Full name\": \"Ada\", \"Remember me\": true})")
            .acts(),
    ]
}

fn text_field(value: &'static str) -> Vec<Member> {
    vec![
        Member::property("value", value).writable().acts(),
        Member::method(
            "type",
            "type(text, {append?, slowly?, submit?, settle?, timeoutMs?})",
            "Type as a user would; submit presses Enter.",
        )
        .arg(ArgRule::string("text"))
        .option("submit", JsonType::Boolean)
        .acts(),
        Member::method("clear", "clear()", "Empty it.").acts(),
        Member::property("placeholder", "Placeholder.").unlisted(),
        Member::property("takes", "What it takes, where that is not plain text.").unlisted(),
    ]
}

fn choice_of(value: &'static str) -> Vec<Member> {
    vec![
        Member::property("value", value).writable().acts(),
        Member::property(
            "options",
            "Names of the options that are known now; some controls make them when they open.",
        ),
        Member::method(
            "select",
            "select(options, {settle?, timeoutMs?})",
            "Choose by name, {value} or {index}; a list where several can be.",
        )
        .example("select(\"Blue\")")
        .acts(),
        Member::method(
            "type",
            "type(text, {append?, slowly?, submit?, settle?, timeoutMs?})",
            "Type into it.",
        )
        .arg(ArgRule::string("text"))
        .unlisted()
        .acts(),
    ]
}

fn checked(what: &'static str) -> Member {
    Member::property("checked", what).writable().acts()
}

fn expanded(what: &'static str) -> Member {
    Member::property("expanded", what).writable().acts()
}

fn selected(what: &'static str) -> Member {
    Member::property("selected", what).writable().acts()
}

fn select_it(what: &'static str) -> Member {
    Member::method("select", "select({settle?, timeoutMs?})", what).acts()
}

fn items(what: &'static str) -> Member {
    Member::node("items", what)
}

fn choose(what: &'static str) -> Member {
    Member::method("choose", "choose(path, {settle?, timeoutMs?})", what)
        .arg(ArgRule::any_of("path", [JsonType::String, JsonType::Array]))
        .example("choose([\"Export\", \"CSV\"])")
        .acts()
}

fn help_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Table | Kind::Grid => {
            "Rows are counted from 0 without header rows; where the page numbers its rows (aria-rowindex), by that number. Only rows \
             that the page has rendered can be read; count says how many there are. A row is indexed by column name; a cell holds \
             its controls: rows[\"K-1188\"][\"Actions\"].button[\"Edit\"].click()."
        }
        Kind::Form | Kind::Dialog | Kind::Region => {
            "Go further in with a role and a name: .button[\"Save\"], .textbox[\"Label\"], .table[0]. fill checks all names before it \
             touches the first field, and answers with what the fields then hold."
        }
        _ => "",
    }
}
