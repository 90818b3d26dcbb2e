//! `extract`: structured data by CSS selectors, on the page's HTML.
//!
//! A schema is a text (`"h1"`: the text of the first match; `"a@href"`: an attribute; `"li[]"`: all of them), a list of
//! one such, an object of such, or an object with `each`, which gives one entry for every match of `each`.

use ai_vision::{Json, NodeError, Value};
use eyeline_page_script::read::PageSource;
use scraper::{ElementRef, Html, Selector};
use serde_json::{Map, json};
use url::Url;

use super::surface::Surface;

/// The most entries of one list.
const MOST: usize = 2_000;

/// Attributes that hold addresses; they are answered in full.
const ADDRESSES: &[&str] = &["href", "src", "action", "poster", "cite", "data"];

/// Answers the call.
pub async fn run(surface: &Surface, args: &[Json]) -> Result<Value, NodeError> {
    let schema = args.first().cloned().unwrap_or(Json::Null);
    let root = args
        .get(1)
        .and_then(|options| options.get("root"))
        .and_then(Json::as_str)
        .map(str::to_owned);
    check(&schema)?;
    let frame = surface
        .tab
        .main_frame()
        .map_err(|error| surface.trouble(&error))?;
    let page: PageSource = frame
        .call("source", &(), surface.deadline())
        .await
        .map_err(|error| surface.trouble(&error))?;
    let base = Url::parse(&page.base).ok();
    let work = move || extract(&page.html, base.as_ref(), root.as_deref(), &schema);
    let found = tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| NodeError::new(error.to_string()))?;
    found.map(Value::from)
}

fn extract(html: &str, base: Option<&Url>, root: Option<&str>, schema: &Json) -> Result<Json, NodeError> {
    let document = Html::parse_document(html);
    let top = match root {
        None => document.root_element(),
        Some(selector) => document
            .select(&parse(selector)?)
            .next()
            .ok_or_else(|| NodeError::new(format!("Nothing matches the root {selector:?}.")))?,
    };
    value(top, base, schema)
}

/// Refuses a schema that cannot work before the page is asked.
fn check(schema: &Json) -> Result<(), NodeError> {
    match schema {
        Json::String(field) => Field::parse(field).map(|_| ()),
        Json::Array(list) => match &list[..] {
            [one] => check(one),
            _ => Err(wrong(schema)),
        },
        Json::Object(fields) => {
            if let Some(each) = fields.get("each") {
                parse(each.as_str().ok_or_else(|| wrong(schema))?)?;
            }
            fields
                .iter()
                .filter(|(key, _)| *key != "each")
                .try_for_each(|(_, field)| check(field))
        }
        _ => Err(wrong(schema)),
    }
}

fn wrong(schema: &Json) -> NodeError {
    NodeError::new(format!(
        "{schema} is no schema. Such as {{\"title\": \"h1\", \"tags\": [\".tag\"], \"items\": {{\"each\": \".card\", \"name\": \
         \"h3\", \"url\": \"a@href\"}}}}."
    ))
}

fn value(scope: ElementRef<'_>, base: Option<&Url>, schema: &Json) -> Result<Json, NodeError> {
    match schema {
        Json::String(field) => Ok(Field::parse(field)?.read(scope, base)),
        Json::Array(list) => match list.first() {
            Some(Json::String(field)) => Ok(Field {
                all: true,
                ..Field::parse(field)?
            }
            .read(scope, base)),
            Some(one) => value(scope, base, one),
            None => Err(wrong(schema)),
        },
        Json::Object(fields) => match fields.get("each").and_then(Json::as_str) {
            Some(each) => {
                let selector = parse(each)?;
                scope
                    .select(&selector)
                    .take(MOST)
                    .map(|item| object(item, base, fields))
                    .collect()
            }
            None => object(scope, base, fields),
        },
        _ => Err(wrong(schema)),
    }
}

fn object(scope: ElementRef<'_>, base: Option<&Url>, fields: &Map<String, Json>) -> Result<Json, NodeError> {
    let fields = fields.iter().filter(|(key, _)| *key != "each");
    let read: Result<Map<String, Json>, NodeError> = fields
        .map(|(key, field)| Ok((key.clone(), value(scope, base, field)?)))
        .collect();
    let read = read?;
    match read.is_empty() {
        true => Ok(json!(text_of(scope))),
        false => Ok(Json::Object(read)),
    }
}

/// One text of a schema: selector, attribute, and whether all matches are wanted.
struct Field {
    selector: Option<Selector>,
    attribute: Option<String>,
    all: bool,
}

impl Field {
    fn parse(text: &str) -> Result<Field, NodeError> {
        let (text, all) = match text.strip_suffix("[]") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (selector, attribute) = match text.rsplit_once('@') {
            Some((selector, attribute)) if is_name(attribute) => (selector, Some(attribute.to_owned())),
            _ => (text, None),
        };
        let selector = selector.trim();
        let selector = if selector.is_empty() || selector == "." {
            None
        } else {
            Some(parse(selector)?)
        };
        Ok(Field {
            selector,
            attribute,
            all,
        })
    }

    fn read(&self, scope: ElementRef<'_>, base: Option<&Url>) -> Json {
        let one = |element: ElementRef<'_>| self.one(element, base);
        match (&self.selector, self.all) {
            (None, _) => one(scope),
            (Some(selector), false) => scope.select(selector).next().map_or(Json::Null, one),
            (Some(selector), true) => scope.select(selector).take(MOST).map(one).collect(),
        }
    }

    fn one(&self, element: ElementRef<'_>, base: Option<&Url>) -> Json {
        let Some(name) = &self.attribute else {
            return json!(text_of(element));
        };
        let Some(value) = element.value().attr(name) else {
            return Json::Null;
        };
        let address = ADDRESSES
            .contains(&name.as_str())
            .then(|| base.and_then(|base| base.join(value).ok()))
            .flatten();
        address.map_or_else(|| json!(value), |url| json!(url.as_str()))
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
}

fn parse(selector: &str) -> Result<Selector, NodeError> {
    Selector::parse(selector)
        .map_err(|error| NodeError::new(format!("{selector:?} is no CSS selector: {error}.")))
}

/// The text a reader would see, with white space folded; scripts and styles are not text.
fn text_of(element: ElementRef<'_>) -> String {
    let mut words = Vec::new();
    for node in element.descendants() {
        let hidden = node
            .ancestors()
            .filter_map(|above| above.value().as_element())
            .any(|above| matches!(above.name(), "script" | "style" | "template" | "noscript"));
        if let Some(text) = node.value().as_text().filter(|_| !hidden) {
            words.push(text.to_string());
        }
    }
    words.concat().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<h1>Two <b>mosses</b></h1><style>p{}</style>
        <div class=card data-id=1><h3>Fern</h3><a href="/fern">more</a><i>a</i><i>b</i></div>
        <div class=card data-id=2><h3>Sphagnum</h3></div>"#;

    fn take(schema: Json) -> Json {
        let base = Url::parse("https://shop.example/list/").unwrap();
        extract(PAGE, Some(&base), None, &schema).unwrap()
    }

    #[test]
    fn texts_attributes_and_lists_are_found() {
        let found = take(json!({
            "title": "h1",
            "none": "h6",
            "ids": ".card@data-id[]",
            "items": {"each": ".card", "name": "h3", "url": "a@href", "marks": ["i"], "id": "@data-id"},
            "names": {"each": "h3"},
        }));
        let expected = json!({
            "title": "Two mosses",
            "none": null,
            "ids": ["1", "2"],
            "items": [
                {"name": "Fern", "url": "https://shop.example/fern", "marks": ["a", "b"], "id": "1"},
                {"name": "Sphagnum", "url": null, "marks": [], "id": "2"},
            ],
            "names": ["Fern", "Sphagnum"],
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn a_schema_that_cannot_work_is_refused_with_one_that_does() {
        assert!(
            check(&json!({"a": 5}))
                .unwrap_err()
                .to_string()
                .contains("Such as")
        );
        assert!(
            check(&json!("h1["))
                .unwrap_err()
                .to_string()
                .contains("no CSS selector")
        );
        assert!(check(&json!({"each": 1, "a": "b"})).is_err());
    }
}
