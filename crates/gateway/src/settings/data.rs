//! The settings themselves, and how an assignment is checked.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// All settings of a session.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Deadlines.
    pub timeouts: Timeouts,
    /// Lengths.
    pub budgets: Budgets,
    /// What never leaves a page.
    pub privacy: Privacy,
    /// The size of new tabs' viewports; the window's when absent.
    pub viewport: Option<Viewport>,
    /// What becomes of dialogs.
    pub dialogs: DialogRule,
}

/// Deadlines in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Timeouts {
    /// Of a call that names none.
    pub call: u64,
    /// Of loading a page.
    pub navigation: u64,
}

/// Lengths in characters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Budgets {
    /// Of a value.
    pub max_length: u64,
    /// Of a snapshot.
    pub snapshot: u64,
}

/// What never leaves a page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Privacy {
    /// Regular expressions; what they match is printed as `[redacted]`.
    pub redact: Vec<String>,
    /// Print e-mail addresses rather than `[email]`.
    pub keep_emails: bool,
}

/// The size of a page's viewport, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Viewport {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// What becomes of the dialogs that pages open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialogRule {
    /// They wait for an answer.
    #[default]
    Ask,
    /// They are accepted.
    Accept,
    /// They are dismissed.
    Dismiss,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            call: 30_000,
            navigation: 30_000,
        }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Budgets {
            max_length: 20_000,
            snapshot: 6_000,
        }
    }
}

/// The groups of settings, with an assignment that works for each.
pub const GROUPS: &[(&str, &str)] = &[
    ("timeouts", "{\"call\": 10000}"),
    ("budgets", "{\"snapshot\": 12000}"),
    ("privacy", "{\"redact\": [\"\\\\d{8,}\"]}"),
    ("viewport", "{\"width\": 1280, \"height\": 800}"),
    ("dialogs", "\"ask\", \"accept\" or \"dismiss\""),
];

impl Settings {
    /// One group, as data.
    pub fn read(&self, group: &str) -> Json {
        serde_json::to_value(self)
            .ok()
            .and_then(|all| all.get(group).cloned())
            .unwrap_or(Json::Null)
    }

    /// The settings with one group assigned. Keys that are not given keep their values.
    pub fn assign(&self, group: &str, value: &Json) -> Result<Settings, String> {
        let mut all = match serde_json::to_value(self) {
            Ok(Json::Object(all)) => all,
            _ => Map::new(),
        };
        let merged = match (all.get(group), value) {
            (Some(Json::Object(old)), Json::Object(new)) => Json::Object(merge(old, new, group)?),
            _ => value.clone(),
        };
        all.insert(group.to_owned(), merged);
        let settings: Settings = serde_json::from_value(Json::Object(all))
            .map_err(|error| wrong(group, value, &crate::editor::plain_words(&error.to_string())))?;
        settings
            .check()
            .map_err(|problem| wrong(group, value, &problem))?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), String> {
        let range = |what: &str, value: u64, least: u64, most: u64| match value {
            value if value < least || value > most => {
                Err(format!("{what} must be between {least} and {most}"))
            }
            _ => Ok(()),
        };
        range("call", self.timeouts.call, 1, 3_600_000)?;
        range("navigation", self.timeouts.navigation, 1, 3_600_000)?;
        range("maxLength", self.budgets.max_length, 100, 10_000_000)?;
        range("snapshot", self.budgets.snapshot, 500, 10_000_000)?;
        if let Some(size) = self.viewport {
            range("width", size.width.into(), 50, 10_000)?;
            range("height", size.height.into(), 50, 10_000)?;
        }
        for pattern in &self.privacy.redact {
            crate::policy::redaction(pattern)?;
        }
        Ok(())
    }
}

fn merge(old: &Map<String, Json>, new: &Map<String, Json>, group: &str) -> Result<Map<String, Json>, String> {
    let mut merged = old.clone();
    for (key, value) in new {
        if !old.contains_key(key) {
            let known: Vec<&str> = old.keys().map(String::as_str).collect();
            let near = ai_vision::find_suggestions(key, known.iter().copied());
            let meant = match near.is_empty() {
                true => String::new(),
                false => format!(" Did you mean {}?", ai_vision::format_suggestions(&near)),
            };
            return Err(format!(
                "settings.{group} has no {key:?}.{meant} It has {}.",
                known.join(", ")
            ));
        }
        merged.insert(key.clone(), value.clone());
    }
    Ok(merged)
}

fn wrong(group: &str, value: &Json, problem: &str) -> String {
    let example = GROUPS
        .iter()
        .find(|(name, _)| *name == group)
        .map_or("", |(_, example)| *example);
    format!("settings.{group} does not take {value}: {problem}. Such as {example}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_assignment_keeps_what_it_does_not_name() {
        let settings = Settings::default()
            .assign("timeouts", &json!({"call": 5}))
            .unwrap();
        assert_eq!(
            settings.timeouts,
            Timeouts {
                call: 5,
                navigation: 30_000
            }
        );
        let settings = settings
            .assign("viewport", &json!({"width": 800, "height": 600}))
            .unwrap();
        assert_eq!(
            settings
                .assign("viewport", &json!({"width": 900}))
                .unwrap()
                .viewport
                .unwrap()
                .height,
            600
        );
        assert_eq!(settings.assign("viewport", &Json::Null).unwrap().viewport, None);
        assert_eq!(
            settings.assign("dialogs", &json!("accept")).unwrap().dialogs,
            DialogRule::Accept
        );
    }

    #[test]
    fn a_wrong_assignment_shows_a_right_one() {
        let settings = Settings::default();
        let error = settings.assign("timeouts", &json!({"cal": 5})).unwrap_err();
        assert!(error.contains("Did you mean \"call\"?"), "{error}");
        let error = settings.assign("timeouts", &json!({"call": 0})).unwrap_err();
        assert!(
            error.contains("between 1 and 3600000") && error.contains("{\"call\": 10000}"),
            "{error}"
        );
        assert!(
            settings
                .assign("dialogs", &json!("maybe"))
                .unwrap_err()
                .contains("\"dismiss\"")
        );
        assert!(
            settings
                .assign("privacy", &json!({"redact": ["("]}))
                .unwrap_err()
                .contains("regular expression")
        );
    }
}
