//! What an action answers with: what it did, and what came of it.

use serde::Serialize;
use serde_json::Value as Json;

/// The proof of an action. It is the answer's value; [`Changes`] is the answer's `changes` block.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Effect {
    /// What was done: `clicked`, `typed`, `chose`, …
    pub did: String,
    /// To what: role, name and ref, as an outline would print them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What the control holds now. A password is told by its length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// The address the page went to, when it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigated: Option<String>,
    /// Tabs it opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<OpenedTab>,
    /// The dialog it opened, which waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogNote>,
    /// The download it started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download: Option<DownloadNote>,
    /// Said when the target's element was replaced and found again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<String>,
    /// The response that was waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<Json>,
    /// A remark: `checked already`, `the file chooser waits for setInputFiles`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What changed, for the answer's `changes` block.
    #[serde(skip)]
    pub changes: Changes,
}

/// A tab that an action opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenedTab {
    /// Its id, such as `t3`.
    pub id: String,
    /// The path at which it stands: `pages["t3"]`.
    pub path: String,
    /// Where it went.
    pub url: String,
}

/// A dialog that an action opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DialogNote {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it says, in the page's words.
    pub message: String,
    /// What a prompt proposes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// How to answer it.
    pub answer: String,
}

/// A download that an action started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DownloadNote {
    /// The file's name, as the page proposes it.
    pub name: String,
    /// Where the file is, once it is whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its size so far.
    pub bytes: u64,
    /// `running`, `finished` or `failed`.
    pub state: String,
    /// Where it came from.
    pub url: String,
}

/// What changed in the page, as lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Lines of the page's outline that came (`+ …`), went (`- …`) or changed (`~ …`), most telling first.
    pub lines: Vec<String>,
    /// What else happened: address, title, tabs, failed requests, console errors, work still going on.
    pub notes: Vec<String>,
}

impl Changes {
    /// The longest a block gets, in characters.
    pub const LIMIT: usize = 2_000;

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.notes.is_empty()
    }

    /// The block's text: notes first, then lines, cut at [`Changes::LIMIT`] with a count of what was left out.
    pub fn text(&self) -> String {
        if self.is_empty() {
            return "No visible change.".into();
        }
        let mut text = String::new();
        let mut room = Self::LIMIT - 80;
        let all = self.notes.iter().chain(&self.lines);
        let mut left_out = 0;
        for line in all {
            let length = line.chars().count() + 1;
            if left_out > 0 || length > room {
                left_out += 1;
                continue;
            }
            room -= length;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
        }
        if left_out > 0 {
            text.push_str(&format!(
                "\n… {left_out} more changed lines; snapshot() reads the page as it is now"
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_bounded_and_say_what_they_leave_out() {
        assert_eq!(Changes::default().text(), "No visible change.");
        let lines = (0..100)
            .map(|n| format!("+ button \"number {n}\" and some words to make it long"))
            .collect();
        let text = Changes {
            lines,
            notes: vec!["url: /next".into()],
        }
        .text();
        assert!(text.starts_with("url: /next\n+ button \"number 0\""));
        assert!(text.chars().count() <= Changes::LIMIT);
        assert!(text.contains("more changed lines"), "{text}");
    }

    #[test]
    fn an_effect_prints_only_what_there_is() {
        let effect = Effect {
            did: "clicked".into(),
            ..Effect::default()
        };
        assert_eq!(serde_json::to_string(&effect).unwrap(), "{\"did\":\"clicked\"}");
    }
}
