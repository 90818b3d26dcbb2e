//! The keyboard's layout, and how keys and chords are written.

use std::str::FromStr;

use super::Modifiers;

/// A key of a US keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    /// `KeyboardEvent.code`.
    pub code: &'static str,
    /// `KeyboardEvent.key`.
    name: &'static str,
    /// The same with Shift; empty where Shift changes nothing.
    shifted: &'static str,
    /// The key code that old pages read.
    pub number: u16,
    /// 1 left, 2 right, 3 on the number pad.
    pub location: u8,
    /// Whether Shift is part of what is asked for.
    pub shift: bool,
}

/// Keys that are no characters: what they are called, code, key code, location.
const NAMED: &[(&str, &str, u16, u8)] = &[
    ("Backspace", "Backspace", 8, 0),
    ("Tab", "Tab", 9, 0),
    ("Enter", "Enter", 13, 0),
    ("Shift", "ShiftLeft", 16, 1),
    ("Control", "ControlLeft", 17, 1),
    ("Alt", "AltLeft", 18, 1),
    ("Meta", "MetaLeft", 91, 1),
    ("Pause", "Pause", 19, 0),
    ("CapsLock", "CapsLock", 20, 0),
    ("Escape", "Escape", 27, 0),
    ("PageUp", "PageUp", 33, 0),
    ("PageDown", "PageDown", 34, 0),
    ("End", "End", 35, 0),
    ("Home", "Home", 36, 0),
    ("ArrowLeft", "ArrowLeft", 37, 0),
    ("ArrowUp", "ArrowUp", 38, 0),
    ("ArrowRight", "ArrowRight", 39, 0),
    ("ArrowDown", "ArrowDown", 40, 0),
    ("PrintScreen", "PrintScreen", 44, 0),
    ("Insert", "Insert", 45, 0),
    ("Delete", "Delete", 46, 0),
    ("ContextMenu", "ContextMenu", 93, 0),
    ("NumLock", "NumLock", 144, 0),
    ("ScrollLock", "ScrollLock", 145, 0),
    ("NumpadEnter", "NumpadEnter", 13, 3),
    ("F1", "F1", 112, 0),
    ("F2", "F2", 113, 0),
    ("F3", "F3", 114, 0),
    ("F4", "F4", 115, 0),
    ("F5", "F5", 116, 0),
    ("F6", "F6", 117, 0),
    ("F7", "F7", 118, 0),
    ("F8", "F8", 119, 0),
    ("F9", "F9", 120, 0),
    ("F10", "F10", 121, 0),
    ("F11", "F11", 122, 0),
    ("F12", "F12", 123, 0),
    ("AudioVolumeMute", "AudioVolumeMute", 173, 0),
    ("AudioVolumeDown", "AudioVolumeDown", 174, 0),
    ("AudioVolumeUp", "AudioVolumeUp", 175, 0),
    ("MediaTrackNext", "MediaTrackNext", 176, 0),
    ("MediaTrackPrevious", "MediaTrackPrevious", 177, 0),
    ("MediaStop", "MediaStop", 178, 0),
    ("MediaPlayPause", "MediaPlayPause", 179, 0),
];

/// Keys that are characters: with and without Shift, code, key code.
const PRINTED: &[(&str, &str, &str, u16)] = &[
    (" ", " ", "Space", 32),
    ("0", ")", "Digit0", 48),
    ("1", "!", "Digit1", 49),
    ("2", "@", "Digit2", 50),
    ("3", "#", "Digit3", 51),
    ("4", "$", "Digit4", 52),
    ("5", "%", "Digit5", 53),
    ("6", "^", "Digit6", 54),
    ("7", "&", "Digit7", 55),
    ("8", "*", "Digit8", 56),
    ("9", "(", "Digit9", 57),
    ("a", "A", "KeyA", 65),
    ("b", "B", "KeyB", 66),
    ("c", "C", "KeyC", 67),
    ("d", "D", "KeyD", 68),
    ("e", "E", "KeyE", 69),
    ("f", "F", "KeyF", 70),
    ("g", "G", "KeyG", 71),
    ("h", "H", "KeyH", 72),
    ("i", "I", "KeyI", 73),
    ("j", "J", "KeyJ", 74),
    ("k", "K", "KeyK", 75),
    ("l", "L", "KeyL", 76),
    ("m", "M", "KeyM", 77),
    ("n", "N", "KeyN", 78),
    ("o", "O", "KeyO", 79),
    ("p", "P", "KeyP", 80),
    ("q", "Q", "KeyQ", 81),
    ("r", "R", "KeyR", 82),
    ("s", "S", "KeyS", 83),
    ("t", "T", "KeyT", 84),
    ("u", "U", "KeyU", 85),
    ("v", "V", "KeyV", 86),
    ("w", "W", "KeyW", 87),
    ("x", "X", "KeyX", 88),
    ("y", "Y", "KeyY", 89),
    ("z", "Z", "KeyZ", 90),
    (";", ":", "Semicolon", 186),
    ("=", "+", "Equal", 187),
    (",", "<", "Comma", 188),
    ("-", "_", "Minus", 189),
    (".", ">", "Period", 190),
    ("/", "?", "Slash", 191),
    ("`", "~", "Backquote", 192),
    ("[", "{", "BracketLeft", 219),
    ("\\", "|", "Backslash", 220),
    ("]", "}", "BracketRight", 221),
    ("'", "\"", "Quote", 222),
];

/// Other names that people give to keys.
const ALIASES: &[(&str, &str)] = &[
    ("Esc", "Escape"),
    ("Return", "Enter"),
    ("Del", "Delete"),
    ("Ins", "Insert"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("PgUp", "PageUp"),
    ("PgDn", "PageDown"),
    ("Space", " "),
    ("Spacebar", " "),
    ("Plus", "+"),
    ("Minus", "-"),
    ("Ctrl", "Control"),
    ("Cmd", "Meta"),
    ("Command", "Meta"),
    ("Option", "Alt"),
    ("\n", "Enter"),
    ("\r", "Enter"),
    ("\r\n", "Enter"),
    ("\t", "Tab"),
];

impl Key {
    pub fn shift() -> Key {
        Key {
            code: "ShiftLeft",
            name: "Shift",
            shifted: "",
            number: 16,
            location: 1,
            shift: false,
        }
    }

    /// The key that types this, when one does.
    pub fn typing(piece: &str) -> Option<Key> {
        match piece {
            "\n" | "\r" | "\r\n" => Key::named("Enter"),
            "\t" => Key::named("Tab"),
            printed => Key::printed(printed),
        }
    }

    fn find(name: &str) -> Option<Key> {
        if let Some(key) = Key::printed(name).or_else(|| Key::named(name)) {
            return Some(key);
        }
        let alias = ALIASES
            .iter()
            .find(|(alias, _)| alias.eq_ignore_ascii_case(name))
            .map(|(_, meant)| *meant);
        if let Some(key) = alias.and_then(|meant| Key::printed(meant).or_else(|| Key::named(meant))) {
            return Some(key);
        }
        let by_code = PRINTED
            .iter()
            .find(|(_, _, code, _)| *code == name)
            .map(|row| Key::of_printed(row, false));
        by_code.or_else(|| Key::named_loosely(name))
    }

    fn printed(character: &str) -> Option<Key> {
        let row = PRINTED
            .iter()
            .find(|(plain, shifted, ..)| *plain == character || *shifted == character)?;
        Some(Key::of_printed(row, row.0 != character))
    }

    fn of_printed(
        &(name, shifted, code, number): &(&'static str, &'static str, &'static str, u16),
        shift: bool,
    ) -> Key {
        Key {
            code,
            name,
            shifted,
            number,
            location: 0,
            shift,
        }
    }

    fn named(name: &str) -> Option<Key> {
        NAMED.iter().find(|row| row.0 == name).map(Key::of_named)
    }

    fn named_loosely(name: &str) -> Option<Key> {
        NAMED
            .iter()
            .find(|row| row.0.eq_ignore_ascii_case(name) || row.1 == name)
            .map(Key::of_named)
    }

    fn of_named(&(name, code, number, location): &(&'static str, &'static str, u16, u8)) -> Key {
        let name = if name == "NumpadEnter" { "Enter" } else { name };
        Key {
            code,
            name,
            shifted: "",
            number,
            location,
            shift: false,
        }
    }

    /// The modifier that this key is.
    pub fn modifier(&self) -> Modifiers {
        if self.number >= 16 && self.number <= 18 || self.number == 91 {
            Modifiers::named(self.name).unwrap_or_default()
        } else {
            Modifiers::NONE
        }
    }

    /// `KeyboardEvent.key` under these modifiers.
    pub fn name_with(&self, held: Modifiers) -> &'static str {
        if held.has(Modifiers::SHIFT) && !self.shifted.is_empty() {
            self.shifted
        } else {
            self.name
        }
    }

    /// What the key types under these modifiers.
    pub fn text_with(&self, held: Modifiers) -> Option<String> {
        match self.name {
            "Enter" => Some("\r".into()),
            _ if self.shifted.is_empty() => None,
            _ => Some(self.name_with(held).to_owned()),
        }
    }

    /// The editing command that a Mac gives this key, which Chromium leaves to the system there.
    pub fn mac_command(&self, held: Modifiers) -> Option<&'static str> {
        let command = held.has(Modifiers::META);
        match (self.code, command) {
            ("KeyA", true) => Some("selectAll"),
            ("KeyC", true) => Some("copy"),
            ("KeyV", true) => Some("paste"),
            ("KeyX", true) => Some("cut"),
            ("KeyZ", true) => Some(if held.has(Modifiers::SHIFT) {
                "redo"
            } else {
                "undo"
            }),
            _ => None,
        }
    }
}

/// Keys pressed together, as they are written: `Enter`, `Shift+Enter`, `ControlOrMeta+A`, `Control++`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    modifiers: Vec<Key>,
    key: Option<Key>,
}

/// Why something is no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{key:?} is no key; keys are written as \"Enter\", \"a\", \"ArrowDown\", \"F2\", and chords as \"Shift+Enter\" or \"ControlOrMeta+A\"{}",
    near.as_ref().map(|near| format!(". Did you mean {near:?}?")).unwrap_or_default()
)]
pub struct BadKey {
    /// What was written.
    pub key: String,
    /// The nearest key there is.
    pub near: Option<&'static str>,
}

impl Chord {
    pub(super) fn modifiers(&self) -> &[Key] {
        &self.modifiers
    }

    pub(super) fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }
}

impl FromStr for Chord {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Chord, BadKey> {
        let mut modifiers: Vec<Key> = Vec::new();
        let mut rest = text;
        while let Some((name, more)) = rest
            .split_once('+')
            .filter(|(name, more)| !name.is_empty() && !more.is_empty())
        {
            modifiers.push(modifier(name.trim()).ok_or_else(|| bad(name))?);
            rest = more;
        }
        let key = modifier(rest.trim())
            .or_else(|| Key::find(rest))
            .or_else(|| Key::find(rest.trim()))
            .ok_or_else(|| bad(rest))?;
        if key.shift
            && !modifiers.iter().any(|held| held.modifier() == Modifiers::SHIFT)
            && needs_shift(&modifiers, rest)
        {
            modifiers.push(Key::shift());
        }
        Ok(Chord {
            modifiers,
            key: Some(key),
        })
    }
}

/// `A` alone is a capital, `Control+A` is not; other marks that need Shift need it in chords too.
fn needs_shift(modifiers: &[Key], written: &str) -> bool {
    modifiers.is_empty() || !written.chars().all(char::is_alphabetic)
}

fn modifier(name: &str) -> Option<Key> {
    let held = Modifiers::named(name).or_else(|| {
        let names = [
            "Alt",
            "Control",
            "Ctrl",
            "Meta",
            "Cmd",
            "Command",
            "Option",
            "Shift",
            "ControlOrMeta",
        ];
        names
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(name))
            .and_then(Modifiers::named)
    })?;
    ["Alt", "Control", "Meta", "Shift"]
        .into_iter()
        .filter_map(Key::named)
        .find(|key| key.modifier() == held)
}

fn bad(name: &str) -> BadKey {
    let wanted = name.trim().to_lowercase();
    let names = NAMED
        .iter()
        .map(|row| row.0)
        .chain(ALIASES.iter().map(|row| row.0).filter(|alias| alias.len() > 1));
    let near = names
        .filter(|known| wanted.len().abs_diff(known.len()) <= 4)
        .map(|known| (distance(&wanted, &known.to_lowercase()), known))
        .min()
        .filter(|(off, known)| *off <= 1 + known.len() / 4)
        .map(|(_, known)| known);
    BadKey {
        key: name.to_owned(),
        near,
    }
}

/// How many letters lie between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(text: &str) -> (Vec<&'static str>, &'static str) {
        let chord: Chord = text.parse().unwrap();
        (
            chord.modifiers.iter().map(|key| key.name).collect(),
            chord.key.unwrap().code,
        )
    }

    #[test]
    fn chords_are_read_as_people_write_them() {
        assert_eq!(chord("Enter"), (vec![], "Enter"));
        assert_eq!(chord("Shift+Enter"), (vec!["Shift"], "Enter"));
        assert_eq!(chord("ctrl+shift+k"), (vec!["Control", "Shift"], "KeyK"));
        assert_eq!(chord("Control++"), (vec!["Control", "Shift"], "Equal"));
        assert_eq!(chord("+"), (vec!["Shift"], "Equal"));
        assert_eq!(chord("A"), (vec!["Shift"], "KeyA"));
        assert_eq!(chord("Control+A"), (vec!["Control"], "KeyA"));
        assert_eq!(chord("esc"), (vec![], "Escape"));
        assert_eq!(chord("Space"), (vec![], "Space"));
        assert_eq!(chord(" "), (vec![], "Space"));
        assert_eq!(chord("Shift"), (vec![], "ShiftLeft"));
    }

    #[test]
    fn what_is_no_key_is_told_which_is_near() {
        let error = "Entr".parse::<Chord>().unwrap_err();
        assert_eq!(error.near, Some("Enter"));
        assert!(error.to_string().contains("Did you mean \"Enter\"?"));
        assert_eq!("Hyper+x".parse::<Chord>().unwrap_err().key, "Hyper");
    }

    #[test]
    fn shift_changes_what_a_key_types() {
        let key = Key::typing("é").map(|key| key.code);
        assert_eq!(key, None, "no key of this layout");
        let bang = Key::typing("!").unwrap();
        assert!(bang.shift);
        assert_eq!(bang.text_with(Modifiers::SHIFT).as_deref(), Some("!"));
        assert_eq!(
            Key::typing("\n").unwrap().text_with(Modifiers::NONE).as_deref(),
            Some("\r")
        );
    }
}
