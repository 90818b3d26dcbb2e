//! The keyboard: keys, chords, text.

use serde_json::json;

use super::keys::{Chord, Key};
use super::{Input, Modifiers};
use crate::{Deadline, Json, Result};

impl Input {
    /// Presses a chord: its modifiers go down, its key goes down and up, and the modifiers go up again.
    pub async fn press_chord(&self, chord: &Chord, deadline: Deadline) -> Result<()> {
        for modifier in chord.modifiers() {
            self.key_down(modifier, deadline).await?;
        }
        let pressed = match chord.key() {
            Some(key) => self.press_key(key, deadline).await,
            None => Ok(()),
        };
        for modifier in chord.modifiers().iter().rev() {
            self.key_up(modifier, deadline).await?;
        }
        pressed
    }

    /// Puts a key (or the keys of a chord) down and leaves it so.
    pub async fn hold(&self, chord: &Chord, deadline: Deadline) -> Result<()> {
        for key in chord.modifiers().iter().chain(chord.key()) {
            self.key_down(key, deadline).await?;
        }
        Ok(())
    }

    /// Lets a key (or the keys of a chord) go.
    pub async fn release(&self, chord: &Chord, deadline: Deadline) -> Result<()> {
        for key in chord
            .modifiers()
            .iter()
            .chain(chord.key())
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
        {
            self.key_up(key, deadline).await?;
        }
        Ok(())
    }

    /// Types text key by key. What no key of the layout makes is inserted as text, one character (as a reader sees it) at a time.
    pub async fn type_keys(&self, text: &str, deadline: Deadline) -> Result<()> {
        for piece in pieces(text) {
            match Key::typing(piece) {
                Some(key) if key.shift => {
                    let shift = Key::shift();
                    self.key_down(&shift, deadline).await?;
                    let pressed = self.press_key(&key, deadline).await;
                    self.key_up(&shift, deadline).await?;
                    pressed?;
                }
                Some(key) => self.press_key(&key, deadline).await?,
                None => self.insert_text(piece, deadline).await?,
            }
        }
        Ok(())
    }

    /// Inserts text at once where the caret is, in place of what is selected: one `beforeinput` and one `input` event.
    pub async fn insert_text(&self, text: &str, deadline: Deadline) -> Result<()> {
        self.send("Input.insertText", json!({"text": text}), deadline)
            .await
    }

    /// The same, and lets the key of the last character go, as everyone who types does: many pages look at what a field holds when a key
    /// comes up.
    pub async fn enter_text(&self, text: &str, deadline: Deadline) -> Result<()> {
        let last = pieces(text).pop().and_then(Key::typing);
        let released = async {
            match &last {
                Some(key) => self.key_up(key, deadline).await,
                None => Ok(()),
            }
        };
        let (entered, released) = futures::join!(self.insert_text(text, deadline), released);
        entered.and(released)
    }

    /// Enters text as an input method does: composed before it is committed.
    pub async fn compose(&self, text: &str, deadline: Deadline) -> Result<()> {
        let mut so_far = String::new();
        for piece in pieces(text) {
            so_far.push_str(piece);
            let end = so_far.encode_utf16().count();
            let params = json!({"text": so_far, "selectionStart": end, "selectionEnd": end});
            self.send("Input.imeSetComposition", params, deadline).await?;
        }
        self.insert_text(text, deadline).await
    }

    async fn press_key(&self, key: &Key, deadline: Deadline) -> Result<()> {
        let (down, up) = futures::join!(self.key_down(key, deadline), self.key_up(key, deadline));
        down.and(up)
    }

    async fn key_down(&self, key: &Key, deadline: Deadline) -> Result<()> {
        let repeats = self.state().key_down(key.code, key.modifier());
        let modifiers = self.state().modifiers();
        let silent = modifiers.has(Modifiers::CONTROL.with(Modifiers::ALT).with(Modifiers::META));
        let text = key.text_with(modifiers).filter(|_| !silent);
        let mut event = self.key_event(key, if text.is_some() { "keyDown" } else { "rawKeyDown" });
        event["autoRepeat"] = repeats.into();
        if let Some(text) = text {
            event["unmodifiedText"] = text.clone().into();
            event["text"] = text.into();
        }
        if let (true, Some(command)) = (cfg!(target_os = "macos"), key.mac_command(modifiers)) {
            event["commands"] = json!([command]);
        }
        self.send(KEY, event, deadline).await
    }

    async fn key_up(&self, key: &Key, deadline: Deadline) -> Result<()> {
        self.state().key_up(key.code, key.modifier());
        self.send(KEY, self.key_event(key, "keyUp"), deadline).await
    }

    fn key_event(&self, key: &Key, kind: &str) -> Json {
        let modifiers = self.state().modifiers();
        json!({
            "type": kind,
            "key": key.name_with(modifiers),
            "code": key.code,
            "windowsVirtualKeyCode": key.number,
            "location": key.location,
            "isKeypad": key.location == 3,
            "modifiers": modifiers.bits(),
        })
    }
}

const KEY: &str = "Input.dispatchKeyEvent";

/// Text cut so that what belongs together stays together: joined emoji, flags, marks on letters, `\r\n`.
fn pieces(text: &str) -> Vec<&str> {
    let mut cuts = Vec::new();
    let mut before: Option<char> = None;
    let mut flags = 0;
    for (at, c) in text.char_indices() {
        let is_flag = ('\u{1F1E6}'..='\u{1F1FF}').contains(&c);
        let joins = match before {
            None => false,
            Some('\u{200D}') => true,
            Some('\r') => c == '\n',
            Some(_) => extends(c) || (is_flag && flags % 2 == 1),
        };
        if !joins {
            cuts.push(at);
        }
        flags = if is_flag { flags + 1 } else { 0 };
        before = Some(c);
    }
    let ends = cuts.iter().skip(1).copied().chain([text.len()]);
    cuts.iter().zip(ends).map(|(from, to)| &text[*from..to]).collect()
}

/// Whether a character belongs to the one before it.
fn extends(c: char) -> bool {
    matches!(c,
        '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}'
        | '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05BD}' | '\u{064B}'..='\u{065F}' | '\u{093C}' | '\u{093E}'..='\u{094D}'
        | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}' | '\u{1AB0}'..='\u{1AFF}' | '\u{20D0}'..='\u{20FF}' | '\u{3099}' | '\u{309A}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_together_is_typed_together() {
        assert_eq!(pieces("a👩‍👩‍👧b"), ["a", "👩‍👩‍👧", "b"]);
        assert_eq!(pieces("🇵🇪🇪🇨"), ["🇵🇪", "🇪🇨"]);
        assert_eq!(pieces("e\u{301}x"), ["e\u{301}", "x"]);
        assert_eq!(pieces("👍🏽\r\n"), ["👍🏽", "\r\n"]);
        assert!(pieces("").is_empty());
    }
}
