//! Members: what can be read, written and called at a node, as data.

use crate::rules::{ArgRule, JsonType, OptionRule, Signature};
use crate::text::Text;

/// Whether a member is read or called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MemberKind {
    /// Read, and perhaps written.
    #[default]
    Property,
    /// Called.
    Method,
}

/// Whether using a member changes anything. Policy and confirmation go by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effect {
    /// It only looks.
    #[default]
    Reads,
    /// It changes something.
    Acts,
}

/// One row of a node's member table.
///
/// The table is the only place where a member is described: hints, `$help`, `$describe`, search, argument
/// validation, deadlines and policy all read it.
///
/// ```
/// use ai_vision::{ArgRule, JsonType, Member};
/// let click = Member::method("click", "click(target, {button?, count?, timeoutMs?})", "Press it.")
///     .arg(ArgRule::any_of("target", [JsonType::String, JsonType::Object]))
///     .option_choice("button", ["left", "middle", "right"])
///     .option("count", JsonType::Number)
///     .option("timeoutMs", JsonType::Number)
///     .example("click(\"#save\")")
///     .caution("presses for real")
///     .acts();
/// assert_eq!(
///     click.check(&[serde_json::json!("#save"), serde_json::json!({"timeOut": 5})]).unwrap_err(),
///     "unknown option \"timeOut\"; did you mean \"timeoutMs\"? click takes: button, count, timeoutMs. \
///      Example: click(\"#save\")",
/// );
/// ```
#[derive(Debug, Clone, Default)]
pub struct Member {
    /// Its name.
    pub name: Text,
    /// Property or method.
    pub kind: MemberKind,
    /// One line: what it is or does.
    pub summary: Text,
    /// How it is called, `insert(text, offset?)`.
    pub signature: Option<Text>,
    /// What to beware of.
    pub caution: Option<Text>,
    /// Whether a property can be assigned.
    pub writable: bool,
    /// Whether it leads to a node, which a search may enter.
    pub node: bool,
    /// Whether hints, `$help` and search pass over it. It resolves, and is suggested, like any other.
    pub unlisted: bool,
    /// Its own deadline in milliseconds, if not the usual one.
    pub timeout_ms: Option<f64>,
    /// Whether it reads or acts.
    pub effect: Effect,
    /// A call that works, for error messages. The signature when absent.
    pub example: Option<Text>,
    /// How arguments are checked before the call. None: the member checks them itself.
    pub checks: Option<Signature>,
}

impl Member {
    /// A property.
    pub fn property(name: impl Into<Text>, summary: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            summary: summary.into(),
            ..Self::default()
        }
    }

    /// A property that leads to a node.
    pub fn node(name: impl Into<Text>, summary: impl Into<Text>) -> Self {
        Self {
            node: true,
            ..Self::property(name, summary)
        }
    }

    /// A method. Its arguments are checked against the signature: how many there are, which may be left out, and
    /// which keys an options object knows.
    pub fn method(name: impl Into<Text>, signature: impl Into<Text>, summary: impl Into<Text>) -> Self {
        let signature = signature.into();
        let checks = Some(Signature::parse(&signature));
        Self {
            kind: MemberKind::Method,
            effect: Effect::Reads,
            signature: Some(signature),
            checks,
            ..Self::property(name, summary)
        }
    }

    /// A method that takes anything and checks its arguments itself.
    pub fn open_method(name: impl Into<Text>, signature: Option<Text>, summary: impl Into<Text>) -> Self {
        Self {
            kind: MemberKind::Method,
            signature,
            ..Self::property(name, summary)
        }
    }

    /// Sharpens what is known of one argument of the signature: its type, its choices, its minimum.
    #[must_use]
    pub fn arg(mut self, rule: ArgRule) -> Self {
        self.checks.get_or_insert_default().set_arg(rule);
        self
    }

    /// An option that takes one type of value. Added to those the signature names if it is not among them.
    #[must_use]
    pub fn option(self, name: impl Into<Text>, kind: JsonType) -> Self {
        self.option_rule(OptionRule::new(name).types([kind]))
    }

    /// An option that takes one of a few texts.
    #[must_use]
    pub fn option_choice<const N: usize>(self, name: impl Into<Text>, choices: [&'static str; N]) -> Self {
        self.option_rule(OptionRule::new(name).choices(choices))
    }

    /// An option with its own rule.
    #[must_use]
    pub fn option_rule(mut self, rule: OptionRule) -> Self {
        self.checks.get_or_insert_default().set_option(rule);
        self
    }

    /// What to beware of.
    #[must_use]
    pub fn caution(mut self, caution: impl Into<Text>) -> Self {
        self.caution = Some(caution.into());
        self
    }

    /// Lets the property be assigned.
    #[must_use]
    pub fn writable(mut self) -> Self {
        self.writable = true;
        self
    }

    /// Says that it changes something.
    #[must_use]
    pub fn acts(mut self) -> Self {
        self.effect = Effect::Acts;
        self
    }

    /// Says that it leads to a node.
    #[must_use]
    pub fn leads_to_node(mut self) -> Self {
        self.node = true;
        self
    }

    /// Keeps it out of hints, `$help` and search: for names that are many, or that only stand in for others.
    #[must_use]
    pub fn unlisted(mut self) -> Self {
        self.unlisted = true;
        self
    }

    /// Its own deadline.
    #[must_use]
    pub fn timeout_ms(mut self, timeout_ms: u32) -> Self {
        self.timeout_ms = Some(f64::from(timeout_ms));
        self
    }

    /// A call that works, shown when the arguments are wrong.
    #[must_use]
    pub fn example(mut self, example: impl Into<Text>) -> Self {
        self.example = Some(example.into());
        self
    }

    /// Whether it is called rather than read.
    pub fn is_method(&self) -> bool {
        self.kind == MemberKind::Method
    }

    /// Checks the arguments of a call against the table. The error is a sentence that ends with a call that works.
    pub fn check(&self, args: &[crate::Json]) -> Result<(), String> {
        match &self.checks {
            Some(signature) => signature.check(&self.name, &self.usage(), args),
            None => Ok(()),
        }
    }

    /// A call that works, as well as it is known.
    fn usage(&self) -> String {
        match (&self.example, &self.signature) {
            (Some(text), _) | (None, Some(text)) => text.to_string(),
            (None, None) => format!("{}()", self.name),
        }
    }
}
