//! What a remote party tells its host unasked.

use serde::{Deserialize, Serialize};

use crate::value::Json;

/// The name of the global function through which a page signals its host.
pub const HOST_SIGNAL: &str = "__aiVisionHostSignal";

/// A signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum HostSignal {
    /// The shape was rebuilt; read it again.
    Shape {
        /// The version of the shape, counted by the remote.
        version: u64,
    },
    /// The remote has something to say.
    Notify {
        /// In its own words.
        text: String,
    },
}

impl HostSignal {
    /// Reads a signal as it came. The error says what was wrong with it.
    pub fn parse(json: &str) -> Result<Self, String> {
        let value: Json =
            serde_json::from_str(json).map_err(|error| format!("A host signal must be JSON: {error}."))?;
        serde_json::from_value(value).map_err(|error| format!("This is not a host signal: {error}."))
    }
}

#[cfg(test)]
mod tests {
    use super::HostSignal;

    #[test]
    fn signals_are_parsed_and_unknown_fields_ignored() {
        let shape = HostSignal::parse(r#"{"type":"shape","version":2,"schemaVersion":1}"#);
        assert_eq!(shape, Ok(HostSignal::Shape { version: 2 }));
        let notify = HostSignal::parse(r#"{"type":"notify","text":"Saved."}"#);
        assert_eq!(
            notify,
            Ok(HostSignal::Notify {
                text: "Saved.".to_owned()
            })
        );
    }

    #[test]
    fn what_is_no_signal_is_said() {
        for text in [
            "",
            "[]",
            "{\"type\":\"other\"}",
            "{\"type\":\"shape\",\"version\":\"x\"}",
        ] {
            assert!(HostSignal::parse(text).is_err(), "{text}");
        }
    }
}
