//! What a page logged, as text: the values come as remote objects, of which Chromium sends a short preview.

use super::cut;
use serde::Deserialize;
use serde_json::Value as Json;

/// A value in the page. Kinds are plain text: newer browsers have kinds that closed lists do not know.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoteValue {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    value: Option<Json>,
    unserializable_value: Option<String>,
    description: Option<String>,
    preview: Option<Preview>,
}

#[derive(Debug, Deserialize)]
struct Preview {
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    overflow: bool,
}

#[derive(Debug, Deserialize)]
struct Property {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    value: Option<String>,
}

impl RemoteValue {
    /// The value on its own: text without quotes.
    pub fn text(&self) -> String {
        match &self.value {
            Some(Json::String(text)) => return text.clone(),
            Some(value) if self.kind != "object" => return value.to_string(),
            _ => {}
        }
        if let Some(text) = &self.unserializable_value {
            return text.clone();
        }
        match (self.kind.as_str(), self.subtype.as_deref()) {
            ("undefined", _) => return "undefined".to_owned(),
            (_, Some("null")) => return "null".to_owned(),
            _ => {}
        }
        let is_plain = matches!(self.subtype.as_deref(), None | Some("array"));
        match &self.preview {
            Some(preview) if self.kind == "object" && is_plain => self.previewed(preview),
            _ => self.description.clone().unwrap_or_else(|| self.kind.clone()),
        }
    }

    fn previewed(&self, preview: &Preview) -> String {
        let is_list = self.subtype.as_deref() == Some("array");
        let mut parts: Vec<String> = preview
            .properties
            .iter()
            .map(|property| property.text(is_list))
            .collect();
        if preview.overflow {
            parts.push("…".to_owned());
        }
        let inside = parts.join(", ");
        match self.description.as_deref() {
            _ if is_list => format!("[{inside}]"),
            None | Some("Object") => format!("{{{inside}}}"),
            Some(class) => format!("{class} {{{inside}}}"),
        }
    }
}

impl Property {
    fn text(&self, in_list: bool) -> String {
        let value = self.value.as_deref().unwrap_or(&self.kind);
        let value = if self.kind == "string" {
            format!("{value:?}")
        } else {
            value.to_owned()
        };
        if in_list {
            value
        } else {
            format!("{}: {value}", self.name)
        }
    }
}

/// The arguments of a `console` call in one line of text, with `%s` and its kin replaced as the console does.
pub(super) fn message(arguments: &[RemoteValue], limit: usize) -> String {
    let Some((first, rest)) = arguments.split_first() else {
        return String::new();
    };
    let format = first.text();
    let mut rest = rest.iter();
    let mut text = String::new();
    if first.kind == "string" && format.contains('%') {
        fill(&format, &mut rest, &mut text);
    } else {
        text = format;
    }
    for value in rest {
        text.push(' ');
        text.push_str(&value.text());
        // Later values are of no use to anybody once the text is too long.
        if text.len() > limit * 4 {
            break;
        }
    }
    cut(&text, limit)
}

fn fill<'a>(format: &str, values: &mut impl Iterator<Item = &'a RemoteValue>, text: &mut String) {
    let mut characters = format.chars().peekable();
    while let Some(character) = characters.next() {
        let directive = if character == '%' {
            characters.peek().copied()
        } else {
            None
        };
        match directive {
            Some('%') => text.push('%'),
            // Styles are for eyes.
            Some('c') => drop(values.next()),
            Some(directive @ ('s' | 'd' | 'i' | 'f' | 'o' | 'O')) => match values.next() {
                Some(value) => text.push_str(&value.text()),
                None => text.extend(['%', directive]),
            },
            _ => {
                text.push(character);
                continue;
            }
        }
        characters.next();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn logged(arguments: Json) -> String {
        message(
            &serde_json::from_value::<Vec<RemoteValue>>(arguments).unwrap(),
            200,
        )
    }

    #[test]
    fn plain_values_stand_beside_each_other() {
        let arguments = json!([
            {"type": "string", "value": "a"}, {"type": "number", "value": 1.5}, {"type": "undefined"},
            {"type": "object", "subtype": "null", "value": null}, {"type": "number", "unserializableValue": "NaN"},
            {"type": "boolean", "value": true}, {"type": "bigint", "unserializableValue": "12n"},
        ]);
        assert_eq!(logged(arguments), "a 1.5 undefined null NaN true 12n");
    }

    #[test]
    fn directives_take_their_values() {
        let arguments = json!([
            {"type": "string", "value": "%c100%% of %s, %d %s"}, {"type": "string", "value": "color:red"},
            {"type": "string", "value": "it"}, {"type": "number", "value": 2},
        ]);
        assert_eq!(logged(arguments), "100% of it, 2 %s");
    }

    #[test]
    fn objects_are_shown_by_their_preview() {
        let object = json!([{"type": "object", "description": "Object", "preview": {"overflow": true, "properties": [
            {"name": "a", "type": "number", "value": "1"}, {"name": "b", "type": "string", "value": "x\"y"}]}}]);
        assert_eq!(logged(object), r#"{a: 1, b: "x\"y", …}"#);
        let list = json!([{"type": "object", "subtype": "array", "description": "Array(2)", "preview": {"overflow": false,
            "properties": [{"name": "0", "type": "number", "value": "1"}, {"name": "1", "type": "object", "value": "Object"}]}}]);
        assert_eq!(logged(list), "[1, Object]");
        let node = json!([{"type": "object", "subtype": "node", "description": "button#save", "preview": {"properties": []}}]);
        assert_eq!(logged(node), "button#save");
    }
}
