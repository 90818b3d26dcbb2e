//! How long a request may take, and who said so.

/// Who decided on a timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeoutSource {
    /// The call.
    Call,
    /// The member's declaration.
    Member,
    /// A setting of the host or session.
    Setting,
    /// Nobody: the built-in limit.
    Default,
}

impl TimeoutSource {
    /// A few words for an error message: "the member's own limit".
    pub fn words(self) -> &'static str {
        match self {
            Self::Call => "the call's timeoutMs",
            Self::Member => "the member's own limit",
            Self::Setting => "the session's setting",
            Self::Default => "the built-in limit",
        }
    }
}

/// A timeout and who decided on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timeout {
    /// Milliseconds.
    pub ms: f64,
    /// Who said so.
    pub source: TimeoutSource,
}

/// The timeout that holds: of the call, else the member's, else the setting's, else the built-in one.
pub fn resolve_timeout(
    per_call: Option<f64>,
    declared: Option<f64>,
    setting: Option<f64>,
    fallback: f64,
) -> Timeout {
    let given = [
        (per_call, TimeoutSource::Call),
        (declared, TimeoutSource::Member),
        (setting, TimeoutSource::Setting),
    ];
    let first = given
        .into_iter()
        .find_map(|(ms, source)| Some(Timeout { ms: ms?, source }));
    first.unwrap_or(Timeout {
        ms: fallback,
        source: TimeoutSource::Default,
    })
}

/// The number alone.
pub fn resolve_timeout_ms(
    per_call: Option<f64>,
    declared: Option<f64>,
    setting: Option<f64>,
    fallback: f64,
) -> f64 {
    resolve_timeout(per_call, declared, setting, fallback).ms
}
