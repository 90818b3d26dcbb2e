//! What goes wrong in a tab, as a sentence that says what to do about it.

use ai_vision::NodeError;
use eyeline_chromium::{Error, TabId, in_words};

use crate::PageText;
use crate::context::page_path;

/// The longest that is told of an exception, in characters.
const LONGEST_EXCEPTION: usize = 1_000;

/// An error of the browser, met in a tab.
pub fn in_tab(tab: TabId, error: &Error) -> NodeError {
    let path = page_path(tab);
    let sentence = match error {
        Error::DialogOpen(dialog) => format!(
            "{} {} is open in tab {tab}, and the page stands still until it is answered: call {path}.editor.dialog.accept \
             (or .dismiss) with args [].",
            article(&dialog.kind.to_string()),
            PageText::new(&dialog.message),
        ),
        Error::TabCrashed => {
            format!("Tab {tab} has crashed. Call {path}.editor.reload with args [] to revive it.")
        }
        Error::TabClosed => format!("Tab {tab} is closed. `pages` lists the open ones."),
        Error::BrowserGone { reason } => {
            format!("The browser ended ({reason}). It is started anew by your next call; its tabs are gone.")
        }
        Error::Timeout { what, after } => {
            let what = if is_command(what) {
                format!("The page did not answer ({what})")
            } else {
                format!("{what} was not done")
            };
            format!(
                "{what} within {}. A page that is busy with a script of its own answers nothing; {path}.editor.reload ends that.",
                in_words(*after)
            )
        }
        // What code threw may be a page's words.
        Error::Exception { message, line } => {
            let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
            format!("{}{line}", PageText::limited(message, LONGEST_EXCEPTION).as_str())
        }
        other => other.to_string(),
    };
    NodeError::new(sentence)
}

/// Whether this is the name of a DevTools command: `Page.reload`.
fn is_command(what: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
    what.split_once('.')
        .is_some_and(|(domain, name)| plain(domain) && plain(name))
}

fn article(kind: &str) -> String {
    let article = if kind.starts_with('a') { "An" } else { "A" };
    format!("{article} {kind}")
}
