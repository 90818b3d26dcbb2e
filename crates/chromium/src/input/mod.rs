//! Trusted input: mouse, wheel, touch and keyboard, as if a person used them.
//!
//! Everything goes to the tab's page session in CSS pixels of the tab's viewport; Chromium finds the frame, whatever process it
//! runs in. What is held down is state of the tab ([`InputState`]), so that `keyDown("Shift")` is heard by a later click.
//!
//! | module | what is in it |
//! |---|---|
//! | [`mouse`] | moves, presses, the wheel |
//! | [`drag`] | drags, native ones and others |
//! | [`touch`] | taps |
//! | [`files`] | files dropped from outside |
//! | [`keyboard`] | keys, chords, text, composition |
//! | [`keys`] | the keyboard's layout |

mod drag;
mod files;
mod keyboard;
mod keys;
mod mouse;
mod state;
mod touch;

pub use drag::Drag;
pub use keys::{BadKey, Chord};
pub use mouse::{MouseButton, Point, PressPlan};
pub use state::{InputState, Modifiers};

use crate::{Deadline, Json, Result, Session, Tab};

/// The input devices of a tab.
#[derive(Debug, Clone)]
pub struct Input {
    tab: Tab,
}

impl Tab {
    /// Its mouse, keyboard and touch screen.
    pub fn input(&self) -> Input {
        Input { tab: self.clone() }
    }
}

impl Input {
    /// Where the mouse is.
    pub fn position(&self) -> Point {
        self.state().position()
    }

    /// Keys that are down, by their codes, in the order in which they went down.
    pub fn held(&self) -> Vec<String> {
        self.state().keys()
    }

    fn state(&self) -> &InputState {
        &self.tab.0.input
    }

    fn session(&self) -> &Session {
        self.tab.session()
    }

    async fn send(&self, method: &str, params: Json, deadline: Deadline) -> Result<()> {
        let _: Json = self.session().request(method, params, deadline).await?;
        Ok(())
    }
}
