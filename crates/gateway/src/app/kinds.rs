//! The kinds of control, and which outline roles they are.

use std::sync::{Arc, LazyLock};

use ai_vision::Descriptor;

use super::members;

/// What a thing on a page is, and so what it can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each variant is the ARIA role of its name")]
pub enum Kind {
    Button,
    FileInput,
    Link,
    Textbox,
    Checkbox,
    Radio,
    RadioGroup,
    Switch,
    Combobox,
    Listbox,
    Choice,
    Slider,
    Spinbutton,
    Gauge,
    Tab,
    Tabs,
    Menu,
    Menuitem,
    Tree,
    Treeitem,
    Table,
    Grid,
    Row,
    Cell,
    List,
    Listitem,
    Form,
    Dialog,
    Heading,
    Image,
    Region,
    Frame,
}

/// Every kind, its name, and what it is.
const KINDS: &[(Kind, &str, &str)] = &[
    (Kind::Button, "Button", "Something to press."),
    (Kind::FileInput, "FileInput", "A field that takes files."),
    (Kind::Link, "Link", "Leads somewhere."),
    (
        Kind::Textbox,
        "Textbox",
        "A field for text, a date, a number in words.",
    ),
    (Kind::Checkbox, "Checkbox", "Checked or not."),
    (Kind::Radio, "Radio", "One choice of a group."),
    (Kind::RadioGroup, "RadioGroup", "Choices of which one holds."),
    (Kind::Switch, "Switch", "On or off."),
    (Kind::Combobox, "Combobox", "A field with options to choose from."),
    (Kind::Listbox, "Listbox", "A list of options to choose from."),
    (Kind::Choice, "Option", "One option of a list."),
    (Kind::Slider, "Slider", "A value between two ends."),
    (Kind::Spinbutton, "Spinbutton", "A field for a number."),
    (Kind::Gauge, "Gauge", "Shows a value."),
    (Kind::Tab, "Tab", "One of several views."),
    (Kind::Tabs, "Tabs", "Views of which one is shown."),
    (Kind::Menu, "Menu", "Commands to choose from."),
    (Kind::Menuitem, "Menuitem", "A command of a menu."),
    (Kind::Tree, "Tree", "Items with items inside."),
    (Kind::Treeitem, "Treeitem", "An item of a tree."),
    (Kind::Table, "Table", "Rows and columns."),
    (Kind::Grid, "Grid", "Rows and columns that can be worked in."),
    (Kind::Row, "Row", "A row of a table; index it by column."),
    (Kind::Cell, "Cell", "A cell of a table."),
    (Kind::List, "List", "Items in order."),
    (Kind::Listitem, "Listitem", "An item of a list."),
    (Kind::Form, "Form", "Fields that belong together."),
    (Kind::Dialog, "Dialog", "A dialog over the page."),
    (Kind::Heading, "Heading", "A heading."),
    (Kind::Image, "Image", "A picture."),
    (Kind::Region, "Region", "A part of the page."),
    (Kind::Frame, "Frame", "A page inside the page; go on with .app."),
];

/// Which kind a role is; what is not here is a region.
const BY_ROLE: &[(&str, Kind)] = &[
    ("button", Kind::Button),
    ("summary", Kind::Button),
    ("disclosure", Kind::Button),
    ("clickable", Kind::Button),
    ("link", Kind::Link),
    ("textbox", Kind::Textbox),
    ("searchbox", Kind::Textbox),
    ("date", Kind::Textbox),
    ("time", Kind::Textbox),
    ("datetime", Kind::Textbox),
    ("month", Kind::Textbox),
    ("week", Kind::Textbox),
    ("color", Kind::Textbox),
    ("checkbox", Kind::Checkbox),
    ("menuitemcheckbox", Kind::Menuitem),
    ("radio", Kind::Radio),
    ("menuitemradio", Kind::Menuitem),
    ("radiogroup", Kind::RadioGroup),
    ("switch", Kind::Switch),
    ("combobox", Kind::Combobox),
    ("listbox", Kind::Listbox),
    ("option", Kind::Choice),
    ("slider", Kind::Slider),
    ("separator", Kind::Slider),
    ("spinbutton", Kind::Spinbutton),
    ("progressbar", Kind::Gauge),
    ("meter", Kind::Gauge),
    ("tab", Kind::Tab),
    ("tablist", Kind::Tabs),
    ("menu", Kind::Menu),
    ("menubar", Kind::Menu),
    ("menuitem", Kind::Menuitem),
    ("tree", Kind::Tree),
    ("treeitem", Kind::Treeitem),
    ("table", Kind::Table),
    ("grid", Kind::Grid),
    ("treegrid", Kind::Grid),
    ("row", Kind::Row),
    ("cell", Kind::Cell),
    ("gridcell", Kind::Cell),
    ("columnheader", Kind::Cell),
    ("rowheader", Kind::Cell),
    ("list", Kind::List),
    ("feed", Kind::List),
    ("listitem", Kind::Listitem),
    ("article", Kind::Listitem),
    ("form", Kind::Form),
    ("dialog", Kind::Dialog),
    ("alertdialog", Kind::Dialog),
    ("heading", Kind::Heading),
    ("image", Kind::Image),
    ("img", Kind::Image),
    ("frame", Kind::Frame),
];

impl Kind {
    /// The kind of an outline's role.
    pub fn of_role(role: &str) -> Kind {
        BY_ROLE
            .iter()
            .find(|(name, _)| *name == role)
            .map_or(Kind::Region, |(_, kind)| *kind)
    }

    /// Its name, as hints print it.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> &'static (Kind, &'static str, &'static str) {
        KINDS.iter().find(|(kind, ..)| *kind == self).unwrap_or(&KINDS[0])
    }

    /// Kind, members and help, made once.
    pub fn descriptor(self) -> Arc<Descriptor> {
        static ALL: LazyLock<Vec<(Kind, Arc<Descriptor>)>> = LazyLock::new(|| {
            KINDS
                .iter()
                .map(|(kind, name, what)| (*kind, members::describe(*kind, name, what)))
                .collect()
        });
        let found = ALL.iter().find(|(kind, _)| *kind == self);
        found.map_or_else(
            || Descriptor::new(self.name(), "").shared(),
            |(_, descriptor)| descriptor.clone(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_describes_itself_with_the_members_all_controls_have() {
        for (kind, name, _) in KINDS {
            let descriptor = kind.descriptor();
            assert_eq!(descriptor.kind, *name);
            for member in [
                "name",
                "role",
                "states",
                "ref",
                "box",
                "text",
                "click",
                "hover",
                "focus",
                "highlight",
                "screenshot",
            ] {
                assert!(descriptor.find(member).is_some(), "{name} has no {member}");
            }
        }
        assert_eq!(KINDS.len(), Kind::Frame as usize + 1);
    }

    #[test]
    fn no_member_stands_twice_in_a_table() {
        for (kind, name, _) in KINDS {
            let descriptor = kind.descriptor();
            for (at, member) in descriptor.members.iter().enumerate() {
                let twice = descriptor.members[..at]
                    .iter()
                    .any(|other| other.name == member.name);
                assert!(!twice, "{name} has {} twice", member.name);
            }
        }
    }
}
