//! Names of things: small values that are parsed once and then cannot be mixed up.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A tab: `t1`, `t2`, … in the order in which they came. Never given twice by one browser connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TabId(pub(crate) u32);

impl serde::Serialize for TabId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for TabId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl FromStr for TabId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .strip_prefix('t')
            .filter(|digits| !digits.starts_with(['0', '+']));
        let number = number.and_then(|digits| digits.parse().ok());
        number
            .map(TabId)
            .ok_or_else(|| format!("{text:?} is not a tab id; they look like \"t1\""))
    }
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(from = "String", into = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// The name as Chromium writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.to_string()
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    };
}

text_id! {
    /// A frame, as Chromium names it; the same for as long as the frame lives, whatever it shows.
    FrameId
}
text_id! {
    /// A document of a frame: a new one with every load.
    LoaderId
}
text_id! {
    /// One DevTools session.
    SessionId
}
text_id! {
    /// What a session is attached to.
    TargetId
}
text_id! {
    /// A browser context: a cookie jar of its own.
    ContextId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_ids_read_as_they_print() {
        assert_eq!("t12".parse::<TabId>().unwrap(), TabId(12));
        assert_eq!(TabId(12).to_string(), "t12");
        for wrong in ["", "t", "12", "t-1", "t+1", "t01", "e1"] {
            assert!(wrong.parse::<TabId>().is_err(), "{wrong}");
        }
    }
}
