//! What must hold for any input.

use std::sync::Arc;

use ai_vision::{
    CallRequest, Described, HintMode, Json, Key, Node, Path, SeenKinds, Segment, Shape, find_suggestions,
    help_search, resolve_call, shape_result, utf16_len,
};
use futures::executor::block_on;
use proptest::prelude::*;

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        (-1_000_000_i32..1_000_000).prop_map(|n| Json::from(f64::from(n) + 0.5)),
        any::<String>().prop_map(Json::from),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::hash_map("[a-zé😀\"]{0,6}", inner, 0..6)
                .prop_map(|entries| Json::Object(entries.into_iter().collect())),
        ]
    })
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z_$][A-Za-z0-9_$]{0,8}".prop_filter("a keyword", |name| {
        !name.starts_with("$help") && !name.starts_with("$describe")
    })
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        any::<i64>().prop_map(Key::Int),
        any::<String>().prop_map(Key::Text)
    ]
}

fn path() -> impl Strategy<Value = Path> {
    let step = prop_oneof![
        name().prop_map(Segment::Member),
        key().prop_map(Segment::Index),
        (name(), prop::collection::vec(json(), 0..3)).prop_map(|(name, args)| Segment::Call(name, args)),
    ];
    let end = prop_oneof![
        Just(None),
        Just(Some(Segment::Help)),
        Just(Some(Segment::Describe))
    ];
    (prop::collection::vec(step, 0..6), end)
        .prop_map(|(steps, end)| Path::from(steps.into_iter().chain(end).collect::<Vec<_>>()))
}

/// Text that is nearly a path.
fn path_like() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z.$\\[\\](){}\",:0-9 \\\\-]{0,30}",
        "[a-z]{1,4}(\\.[a-z-]{1,4}|\\[[0-9\"a]{1,4}\\]|\\([0-9, ]{0,4}\\)){0,4}"
    ]
}

/// The distance by its definition.
fn distance(a: &[u16], b: &[u16]) -> usize {
    match (a.split_first(), b.split_first()) {
        (None, _) => b.len(),
        (_, None) => a.len(),
        (Some((x, a_rest)), Some((y, b_rest))) if x == y => distance(a_rest, b_rest),
        (Some((_, a_rest)), Some((_, b_rest))) => {
            1 + distance(a_rest, b_rest)
                .min(distance(a_rest, b))
                .min(distance(a, b_rest))
        }
    }
}

fn brute_force<'a>(asked: &str, names: &'a [String]) -> Vec<&'a str> {
    let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let same: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| name.to_lowercase() == asked.to_lowercase())
        .collect();
    if let Some(exact) = same.iter().find(|name| **name == asked) {
        return vec![exact];
    }
    if !same.is_empty() {
        return same.into_iter().take(3).collect();
    }
    let asked = units(asked);
    let allowed = if asked.len() < 5 { 1 } else { 2 };
    let mut near: Vec<(usize, usize, usize)> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            (
                distance(&asked, &units(name)),
                units(name).len().abs_diff(asked.len()),
                at,
            )
        })
        .filter(|(distance, ..)| *distance <= allowed)
        .collect();
    near.sort_unstable();
    near.into_iter()
        .take(3)
        .map(|(_, _, at)| names[at].as_str())
        .collect()
}

fn model(help: &str) -> Arc<dyn Node> {
    Described::new(Arc::default(), "Any", "Any model at all.")
        .writable(
            "text",
            "Some text.",
            |text: &String| text.clone(),
            |text, new: String| *text = new,
        )
        .property("list", "A list.", |text: &String| {
            vec![text.clone(), "x".to_owned()]
        })
        .method(
            "add",
            "add(more, {times?})",
            "Adds.",
            |text, (more, _): (String, Json)| {
                text.push_str(&more);
                Ok(text.clone())
            },
        )
        .help(help.to_owned())
        .index(|text, key| key.text().map(|key| format!("{text}{key}").into()))
        .node()
}

proptest! {
    #[test]
    fn parsing_what_was_printed_gives_the_same_path(path in path()) {
        let printed = path.to_string();
        let again: Path = printed.parse().map_err(|error| TestCaseError::fail(format!("{printed}: {error}")))?;
        prop_assert_eq!(again, path);
    }

    #[test]
    fn numbers_of_any_kind_survive_a_path(number in any::<f64>().prop_filter("finite", |number| number.is_finite())) {
        let path: Path = format!("f({number:?}, [{number:e}], {number})").parse().unwrap();
        prop_assert_eq!(&path.to_string().parse::<Path>(), &Ok(path));
    }

    #[test]
    fn no_text_panics_the_parser(text in path_like()) {
        match text.parse::<Path>() {
            Ok(path) => prop_assert_eq!(&path.to_string().parse::<Path>(), &Ok(path)),
            Err(error) => prop_assert!(error.offset <= utf16_len(&text)),
        }
    }

    #[test]
    fn shaped_values_never_exceed_their_length(value in json(), most in 0_usize..400) {
        let shaped = shape_result(value, most);
        match &shaped.result {
            Json::String(text) => prop_assert!(utf16_len(text) <= most),
            Json::Array(items) if items.is_empty() => {}
            Json::Object(entries) if entries.is_empty() => {}
            whole @ (Json::Array(_) | Json::Object(_)) => {
                let printed = serde_json::to_string_pretty(whole).unwrap();
                prop_assert!(utf16_len(&printed) <= most, "{} > {most}", utf16_len(&printed));
            }
            _ => prop_assert!(!shaped.cut.truncated),
        }
    }

    #[test]
    fn nothing_that_fits_is_cut(value in json()) {
        prop_assert!(!shape_result(value, usize::MAX).cut.truncated);
    }

    #[test]
    fn suggestions_equal_a_brute_force_search(
        asked in "[a-cA-Cé😀]{0,6}",
        names in prop::collection::vec("[a-cA-Cé😀]{0,6}", 0..8),
    ) {
        let found = find_suggestions(&asked, names.iter().map(String::as_str));
        prop_assert_eq!(found, brute_force(&asked, &names));
    }

    #[test]
    fn no_query_panics_the_search(query in any::<String>(), help in any::<String>()) {
        let hits = block_on(help_search(&model(&help), &query, None));
        prop_assert!(hits.len() <= 20);
    }

    #[test]
    fn every_call_is_answered(text in path_like(), args in prop::option::of(prop::collection::vec(json(), 0..3)), value in prop::option::of(json())) {
        let request = CallRequest { path: text, args, value, hints: HintMode::Always, max_length: Some(100) };
        let answer = block_on(resolve_call(&model("Help."), &request, &mut SeenKinds::new()));
        prop_assert!(answer.error.is_some() || answer.result.is_some());
    }

    #[test]
    fn no_shape_panics_the_sanitiser(members in prop::collection::vec(json(), 0..6), elements in json(), item in json()) {
        let json = serde_json::json!({"root": {"kind": item, "members": members, "elements": elements, "item": item}});
        prop_assert!(Shape::from_json(json).is_ok());
    }
}
