//! One rule: what a single argument, option or element may be.

use std::fmt;

use crate::text::Text;
use crate::value::Json;

/// Types of JSON values, by the names that messages use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JsonType {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// Any number.
    Number,
    /// A number without a fraction.
    Integer,
    /// A text.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
    /// A function: no JSON value is one, but rules of other implementations may ask for it.
    Function,
}

impl JsonType {
    /// The type of a value. Numbers are [`JsonType::Number`].
    pub fn of(value: &Json) -> Self {
        match value {
            Json::Null => Self::Null,
            Json::Bool(_) => Self::Boolean,
            Json::Number(_) => Self::Number,
            Json::String(_) => Self::String,
            Json::Array(_) => Self::Array,
            Json::Object(_) => Self::Object,
        }
    }

    /// Whether a value is of this type.
    pub fn admits(self, value: &Json) -> bool {
        match self {
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            other => other == Self::of(value),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
            Self::Function => "function",
        }
    }
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What one argument may be.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgRule {
    /// Its name.
    pub name: Text,
    /// A call that works, for messages.
    pub usage: Option<Text>,
    /// Whether it must be given.
    pub required: bool,
    /// Whether null counts as not given.
    pub null_is_missing: bool,
    /// The types it may have; empty for any.
    pub types: Vec<JsonType>,
    /// The smallest number.
    pub minimum: Option<f64>,
    /// The type of a list's elements; choices then apply to the elements.
    pub element_type: Option<JsonType>,
    /// The values it may have. An empty list accepts anything.
    pub choices: Option<Vec<Json>>,
    /// Where all valid values can be read, when there are too many to list.
    pub valid_values_path: Option<Text>,
    /// What the values are called, when not by the argument's name.
    pub value_label: Option<Text>,
    /// The keys an object may have; None for any.
    pub keys: Option<Vec<ArgRule>>,
}

impl ArgRule {
    /// A required argument of any type.
    pub fn new(name: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            usage: None,
            required: true,
            null_is_missing: false,
            types: Vec::new(),
            minimum: None,
            element_type: None,
            choices: None,
            valid_values_path: None,
            value_label: None,
            keys: None,
        }
    }

    /// An argument of one of several types.
    pub fn any_of(name: impl Into<Text>, types: impl IntoIterator<Item = JsonType>) -> Self {
        Self::new(name).types(types)
    }

    /// A required text; null is as good as missing.
    pub fn string(name: impl Into<Text>) -> Self {
        Self {
            null_is_missing: true,
            ..Self::any_of(name, [JsonType::String])
        }
    }

    /// A required number.
    pub fn number(name: impl Into<Text>) -> Self {
        Self::any_of(name, [JsonType::Number])
    }

    /// A required boolean.
    pub fn boolean(name: impl Into<Text>) -> Self {
        Self::any_of(name, [JsonType::Boolean])
    }

    /// A required object.
    pub fn object(name: impl Into<Text>) -> Self {
        Self::any_of(name, [JsonType::Object])
    }

    /// One of a few values.
    pub fn choice<C: Into<Json>>(name: impl Into<Text>, choices: impl IntoIterator<Item = C>) -> Self {
        Self::new(name).choices(choices)
    }

    /// A list of one type of element.
    pub fn array_of(name: impl Into<Text>, element: JsonType) -> Self {
        Self {
            element_type: Some(element),
            ..Self::any_of(name, [JsonType::Array])
        }
    }

    /// A list of a few values; the elements have the type of the first of them.
    pub fn array_of_choices<C: Into<Json>>(
        name: impl Into<Text>,
        choices: impl IntoIterator<Item = C>,
    ) -> Self {
        let choices: Vec<Json> = choices.into_iter().map(Into::into).collect();
        let element = choices.first().map_or(JsonType::String, JsonType::of);
        Self {
            choices: Some(choices),
            ..Self::array_of(name, element)
        }
    }

    /// Sets the types.
    #[must_use]
    pub fn types(mut self, types: impl IntoIterator<Item = JsonType>) -> Self {
        self.types = types.into_iter().collect();
        self
    }

    /// Sets the choices.
    #[must_use]
    pub fn choices<C: Into<Json>>(mut self, choices: impl IntoIterator<Item = C>) -> Self {
        self.choices = Some(choices.into_iter().map(Into::into).collect());
        self
    }

    /// Lets it be left out; null is then as good as missing.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self.null_is_missing = true;
        self
    }

    /// Sets the smallest number.
    #[must_use]
    pub fn minimum(mut self, minimum: f64) -> Self {
        self.minimum = Some(minimum);
        self
    }

    /// Sets the keys an object may have.
    #[must_use]
    pub fn keys(mut self, keys: impl IntoIterator<Item = ArgRule>) -> Self {
        self.keys = Some(keys.into_iter().collect());
        self
    }

    /// Sets the call shown in messages.
    #[must_use]
    pub fn usage(mut self, usage: impl Into<Text>) -> Self {
        self.usage = Some(usage.into());
        self
    }

    /// Says where all valid values can be read.
    #[must_use]
    pub fn valid_values_path(mut self, path: impl Into<Text>) -> Self {
        self.valid_values_path = Some(path.into());
        self
    }
}
