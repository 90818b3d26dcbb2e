//! What is held down in a tab, and where its mouse is.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::Json;

use super::mouse::{MouseButton, Point};

/// Keys that change what others mean, as Chromium's bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Modifiers(u8);

impl Modifiers {
    /// None held.
    pub const NONE: Modifiers = Modifiers(0);
    /// Alt, or Option.
    pub const ALT: Modifiers = Modifiers(1);
    /// Control.
    pub const CONTROL: Modifiers = Modifiers(2);
    /// Meta: Command, or the Windows key.
    pub const META: Modifiers = Modifiers(4);
    /// Shift.
    pub const SHIFT: Modifiers = Modifiers(8);

    /// The modifier of a key's name; `ControlOrMeta` is the one that this platform's shortcuts use.
    pub fn named(name: &str) -> Option<Modifiers> {
        match name {
            "Alt" | "Option" => Some(Self::ALT),
            "Control" | "Ctrl" => Some(Self::CONTROL),
            "Meta" | "Cmd" | "Command" | "Super" | "Win" => Some(Self::META),
            "Shift" => Some(Self::SHIFT),
            "ControlOrMeta" | "Mod" | "CmdOrCtrl" => Some(if cfg!(target_os = "macos") {
                Self::META
            } else {
                Self::CONTROL
            }),
            _ => None,
        }
    }

    /// Chromium's bits.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// These and those.
    #[must_use]
    pub fn with(self, others: Modifiers) -> Modifiers {
        Modifiers(self.0 | others.0)
    }

    /// These without those.
    #[must_use]
    pub fn without(self, others: Modifiers) -> Modifiers {
        Modifiers(self.0 & !others.0)
    }

    /// Whether any of those is among these.
    pub fn has(self, others: Modifiers) -> bool {
        self.0 & others.0 != 0
    }
}

#[derive(Debug, Default)]
struct Held {
    modifiers: Modifiers,
    keys: Vec<String>,
    buttons: u32,
    at: Point,
    drag: Option<Json>,
}

/// What is held down in a tab, and where its mouse is.
#[derive(Debug, Default)]
pub struct InputState {
    held: Mutex<Held>,
    drag_began: Notify,
}

impl InputState {
    fn with<R>(&self, use_it: impl FnOnce(&mut Held) -> R) -> R {
        use_it(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Modifier keys that are down.
    pub fn modifiers(&self) -> Modifiers {
        self.with(|held| held.modifiers)
    }

    /// Mouse buttons that are down, as Chromium's bits.
    pub fn buttons(&self) -> u32 {
        self.with(|held| held.buttons)
    }

    /// Where the mouse is.
    pub fn position(&self) -> Point {
        self.with(|held| held.at)
    }

    /// Keys that are down, in the order in which they went down.
    pub fn keys(&self) -> Vec<String> {
        self.with(|held| held.keys.clone())
    }

    /// The page began a native drag of this data; Chromium leaves it to us.
    pub(crate) fn intercepted(&self, data: Json) {
        self.with(|held| held.drag = Some(data));
        self.drag_began.notify_one();
    }

    /// The data of the native drag that a move began, when it began one.
    pub(super) async fn take_drag(&self, patience: Duration) -> Option<Json> {
        let _ = tokio::time::timeout(patience, async {
            while self.with(|held| held.drag.is_none()) {
                self.drag_began.notified().await;
            }
        })
        .await;
        self.with(|held| held.drag.take())
    }

    /// All buttons are up, as after a native drag.
    pub(super) fn buttons_up(&self) {
        self.with(|held| held.buttons = 0);
    }

    pub(super) fn moved(&self, at: Point) {
        self.with(|held| held.at = at);
    }

    pub(super) fn button(&self, button: MouseButton, down: bool) {
        self.with(|held| {
            if down {
                held.buttons |= button.bit()
            } else {
                held.buttons &= !button.bit()
            }
        });
    }

    /// A key went down. Answers whether it was down already, as when a key repeats.
    pub(super) fn key_down(&self, code: &str, modifier: Modifiers) -> bool {
        self.with(|held| {
            held.modifiers = held.modifiers.with(modifier);
            let again = held.keys.iter().any(|key| key == code);
            if !again {
                held.keys.push(code.to_owned());
            }
            again
        })
    }

    pub(super) fn key_up(&self, code: &str, modifier: Modifiers) {
        self.with(|held| {
            held.modifiers = held.modifiers.without(modifier);
            held.keys.retain(|key| key != code);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_told_until_it_is_let_go() {
        let state = InputState::default();
        assert!(!state.key_down("ShiftLeft", Modifiers::SHIFT));
        assert!(
            state.key_down("ShiftLeft", Modifiers::SHIFT),
            "a second time it repeats"
        );
        state.button(MouseButton::Left, true);
        assert_eq!((state.modifiers(), state.buttons()), (Modifiers::SHIFT, 1));
        state.key_up("ShiftLeft", Modifiers::SHIFT);
        state.button(MouseButton::Left, false);
        assert_eq!(
            (state.modifiers(), state.buttons(), state.keys().len()),
            (Modifiers::NONE, 0, 0)
        );
    }
}
