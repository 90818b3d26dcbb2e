//! The words by which things on a page are reached: `app.button`, `app.main`, `app.dialog`.

use super::kinds::Kind;

/// One word: a member of every node that can hold others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoleWord {
    /// The member's name.
    pub word: &'static str,
    /// The outline's roles it covers.
    pub roles: &'static [&'static str],
    /// What its elements are.
    pub kind: Kind,
    /// How it stands in a sentence: `button`, `table or grid`.
    pub noun: &'static str,
    /// A container is looked up when the path comes by, so that a lone one needs no name.
    pub eager: bool,
    /// What a hint lists first: 0 before 1; 9 is only counted.
    pub rank: u8,
}

const fn word(word: &'static str, roles: &'static [&'static str], kind: Kind, rank: u8) -> RoleWord {
    RoleWord {
        word,
        roles,
        kind,
        noun: word,
        eager: rank < 9,
        rank,
    }
}

const fn control(word: &'static str, roles: &'static [&'static str], kind: Kind) -> RoleWord {
    RoleWord {
        word,
        roles,
        kind,
        noun: word,
        eager: false,
        rank: 9,
    }
}

/// All words. What is on a page decides which of them lead anywhere.
pub const ROLE_WORDS: &[RoleWord] = &[
    word("dialog", &["dialog", "alertdialog"], Kind::Dialog, 0),
    word("alert", &["alert"], Kind::Region, 1),
    word("banner", &["banner"], Kind::Region, 2),
    word("navigation", &["navigation"], Kind::Region, 2),
    word("search", &["search"], Kind::Region, 2),
    word("main", &["main"], Kind::Region, 2),
    word("complementary", &["complementary"], Kind::Region, 2),
    word("contentinfo", &["contentinfo"], Kind::Region, 2),
    word("region", &["region"], Kind::Region, 2),
    word("form", &["form"], Kind::Form, 3),
    word("table", &["table", "grid", "treegrid"], Kind::Table, 4),
    word("grid", &["grid"], Kind::Grid, 8),
    word("treegrid", &["treegrid"], Kind::Grid, 8),
    word("frame", &["frame"], Kind::Frame, 5),
    word("tablist", &["tablist"], Kind::Tabs, 5),
    word("tabpanel", &["tabpanel"], Kind::Region, 6),
    word("tree", &["tree"], Kind::Tree, 5),
    word("menubar", &["menubar"], Kind::Menu, 5),
    word("menu", &["menu"], Kind::Menu, 5),
    word("toolbar", &["toolbar"], Kind::Region, 6),
    word("radiogroup", &["radiogroup"], Kind::RadioGroup, 8),
    word("listbox", &["listbox"], Kind::Listbox, 8),
    word("list", &["list"], Kind::List, 8),
    word("feed", &["feed"], Kind::List, 8),
    word("log", &["log"], Kind::Region, 8),
    word("status", &["status"], Kind::Region, 8),
    word("group", &["group"], Kind::Region, 8),
    word("article", &["article"], Kind::Listitem, 8),
    word("figure", &["figure"], Kind::Region, 8),
    control("heading", &["heading"], Kind::Heading),
    control("button", &["button", "clickable"], Kind::Button),
    control("link", &["link"], Kind::Link),
    control(
        "textbox",
        &[
            "textbox",
            "searchbox",
            "date",
            "time",
            "datetime",
            "month",
            "week",
            "color",
        ],
        Kind::Textbox,
    ),
    control("searchbox", &["searchbox"], Kind::Textbox),
    control("checkbox", &["checkbox"], Kind::Checkbox),
    control("radio", &["radio"], Kind::Radio),
    control("switch", &["switch"], Kind::Switch),
    control("combobox", &["combobox"], Kind::Combobox),
    control("option", &["option"], Kind::Choice),
    control("slider", &["slider"], Kind::Slider),
    control("spinbutton", &["spinbutton"], Kind::Spinbutton),
    control("progressbar", &["progressbar"], Kind::Gauge),
    control("meter", &["meter"], Kind::Gauge),
    control("tab", &["tab"], Kind::Tab),
    control(
        "menuitem",
        &["menuitem", "menuitemcheckbox", "menuitemradio"],
        Kind::Menuitem,
    ),
    control("menuitemcheckbox", &["menuitemcheckbox"], Kind::Menuitem),
    control("menuitemradio", &["menuitemradio"], Kind::Menuitem),
    control("treeitem", &["treeitem"], Kind::Treeitem),
    control("row", &["row"], Kind::Row),
    control("cell", &["cell", "gridcell"], Kind::Cell),
    control("columnheader", &["columnheader"], Kind::Cell),
    control("rowheader", &["rowheader"], Kind::Cell),
    control("listitem", &["listitem"], Kind::Listitem),
    control("image", &["image", "img"], Kind::Image),
    control("summary", &["summary", "disclosure"], Kind::Button),
    control("clickable", &["clickable"], Kind::Button),
    control("separator", &["separator"], Kind::Slider),
    control("tooltip", &["tooltip"], Kind::Region),
    control("term", &["term"], Kind::Region),
    control("definition", &["definition"], Kind::Region),
    control("paragraph", &["paragraph"], Kind::Region),
    control("video", &["video"], Kind::Region),
    control("audio", &["audio"], Kind::Region),
    control("canvas", &["canvas"], Kind::Region),
    control("application", &["application"], Kind::Region),
    control("document", &["document"], Kind::Region),
    control("scrollbar", &["scrollbar"], Kind::Slider),
    control("timer", &["timer"], Kind::Region),
    control("marquee", &["marquee"], Kind::Region),
    control("plugin", &["plugin"], Kind::Region),
    control("math", &["math"], Kind::Region),
    control("note", &["note"], Kind::Region),
    control("blockquote", &["blockquote"], Kind::Region),
    control("caption", &["caption"], Kind::Region),
];

/// Words an agent may well try, and the one that is meant.
const ALIASES: &[(&str, &str)] = &[
    ("tabs", "tablist"),
    ("input", "textbox"),
    ("select", "combobox"),
    ("img", "image"),
    ("iframe", "frame"),
    ("nav", "navigation"),
    ("header", "banner"),
    ("footer", "contentinfo"),
    ("aside", "complementary"),
    ("modal", "dialog"),
    ("field", "textbox"),
    ("dropdown", "combobox"),
    ("alertdialog", "dialog"),
    ("gridcell", "cell"),
    ("h1", "heading"),
    ("h2", "heading"),
    ("h3", "heading"),
    ("h4", "heading"),
    ("h5", "heading"),
    ("h6", "heading"),
];

/// The word of that name, or the one it stands for.
pub fn role_word(name: &str) -> Option<&'static RoleWord> {
    let meant = ALIASES
        .iter()
        .find(|(alias, _)| *alias == name)
        .map_or(name, |(_, word)| word);
    ROLE_WORDS.iter().find(|one| one.word == meant)
}

/// The word under which elements of an outline's role are reached.
pub fn word_of_role(role: &str) -> Option<&'static RoleWord> {
    let own = ROLE_WORDS.iter().find(|one| one.word == role);
    own.or_else(|| ROLE_WORDS.iter().find(|one| one.roles.contains(&role)))
}

/// Names that resolve though they are no word of their own.
pub fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALIASES.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_there_once_and_every_alias_leads_somewhere() {
        for (at, one) in ROLE_WORDS.iter().enumerate() {
            assert!(
                ROLE_WORDS[..at].iter().all(|other| other.word != one.word),
                "{}",
                one.word
            );
        }
        for (alias, word) in aliases() {
            assert!(role_word(word).is_some_and(|found| found.word == word), "{alias}");
            assert!(ROLE_WORDS.iter().all(|one| one.word != alias), "{alias}");
        }
    }

    #[test]
    fn every_role_that_an_outline_prints_is_a_way_in() {
        for table in ["LANDMARKS", "DIALOGS", "TABLES", "CONTROLS", "CONTAINERS"] {
            let start = format!("const {table} = wordSet(");
            let (_, rest) = eyeline_page_script::SOURCE.split_once(&start).expect(table);
            let (words, _) = rest.split_once(')').expect(table);
            let roles: Vec<&str> = words
                .split(|letter: char| !letter.is_ascii_lowercase())
                .filter(|word| !word.is_empty())
                .collect();
            assert!(!roles.is_empty(), "{table}");
            for role in roles {
                let word = role_word(role).unwrap_or_else(|| panic!("{role} of {table} leads nowhere"));
                assert!(word.roles.contains(&role), "{role} leads to {}", word.word);
            }
        }
    }

    #[test]
    fn a_role_is_reached_by_its_own_word_first() {
        assert_eq!(word_of_role("grid").unwrap().word, "grid");
        assert_eq!(word_of_role("treegrid").unwrap().word, "treegrid");
        assert_eq!(word_of_role("menuitemradio").unwrap().word, "menuitemradio");
        assert_eq!(word_of_role("alertdialog").unwrap().word, "dialog");
        assert_eq!(word_of_role("searchbox").unwrap().word, "searchbox");
        assert!(word_of_role("text").is_none());
    }
}
