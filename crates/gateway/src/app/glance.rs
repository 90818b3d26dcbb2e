//! A page at a glance: what a hint lists below a screen.

use ai_vision::{Child, NodeError};
use eyeline_page_script::model::{Place, ScreenMap};
use serde_json::json;

use super::naming::key_text;
use super::reach::Scope;
use super::roles::{ROLE_WORDS, RoleWord, role_word, word_of_role};

/// How many parts of the page a hint names.
const PLACES: usize = 18;
/// How many of one role.
const PLACES_OF_A_ROLE: usize = 6;
/// How many headings.
const HEADINGS: usize = 4;

/// What a hint lists: dialogs, landmarks, forms, tables and headings by name, then how many of each control there are.
pub async fn children(scope: &Scope) -> Result<Vec<Child>, NodeError> {
    let places: Vec<&str> = ROLE_WORDS
        .iter()
        .filter(|word| word.rank < 8)
        .flat_map(|word| word.roles)
        .copied()
        .chain(["heading"])
        .collect();
    let asked = json!({ "within": scope.within, "places": places, "limit": 40 });
    let map: ScreenMap = scope.reach.ask(&scope.frame, "screenMap", &asked).await?;
    Ok(list(&map))
}

fn list(map: &ScreenMap) -> Vec<Child> {
    let mut ranked: Vec<&RoleWord> = ROLE_WORDS.iter().filter(|word| word.rank < 8).collect();
    ranked.sort_by_key(|word| word.rank);
    let mut children = Vec::new();
    for word in ranked {
        let left = PLACES.saturating_sub(children.len()).min(PLACES_OF_A_ROLE);
        children.extend(places_of(map, word).into_iter().take(left));
    }
    let headings = role_word("heading")
        .map(|heading| places_of(map, heading))
        .unwrap_or_default();
    let all_headings = headings.len() <= HEADINGS;
    children.extend(headings.into_iter().take(HEADINGS));
    for word in ROLE_WORDS.iter().filter(|word| word.rank >= 8) {
        let count = count_of(map, word);
        let doubled = word.roles.len() == 1
            && word.word != CLICKABLE
            && ROLE_WORDS
                .iter()
                .any(|other| other.word != word.word && other.roles.contains(&word.word) && other.rank >= 8);
        let told = word.word == "heading" && all_headings;
        if count > 0 && !doubled && !told && is_control(word) {
            let lone = word.eager && count == 1;
            let kind = if lone { word.kind.name() } else { "Collection" };
            children.push(Child::new(format!(".{}", word.word), kind, count.to_string()));
        }
    }
    children
}

/// What has no role of its own and reacts to clicks: listed under its own word, though `button` leads there too where
/// there are no buttons.
const CLICKABLE: &str = "clickable";

fn count_of(map: &ScreenMap, word: &RoleWord) -> u32 {
    let counted = word
        .roles
        .iter()
        .filter(|role| word.word == CLICKABLE || **role != CLICKABLE);
    counted.filter_map(|role| map.counts.get(*role)).sum()
}

/// Controls are counted in a hint; parts of lists and tables are reached through these.
fn is_control(word: &RoleWord) -> bool {
    !matches!(
        word.word,
        "row"
            | "cell"
            | "columnheader"
            | "rowheader"
            | "listitem"
            | "option"
            | "paragraph"
            | "separator"
            | "term"
            | "definition"
            | "group"
            | "grid"
            | "treegrid"
    )
}

/// Each part with the shortest path that is its own.
fn places_of(map: &ScreenMap, word: &RoleWord) -> Vec<Child> {
    let own: Vec<(usize, &Place)> = map
        .places
        .iter()
        .filter(|place| word.roles.contains(&place.role.as_str()))
        .enumerate()
        .collect();
    let reached_elsewhere = |place: &Place| {
        word_of_role(&place.role).is_some_and(|other| other.word != word.word && other.rank < 8)
    };
    let count: u32 = word.roles.iter().filter_map(|role| map.counts.get(*role)).sum();
    own.iter()
        .filter(|(_, place)| !reached_elsewhere(place))
        .map(|(at, place)| {
            let unique = own.iter().filter(|(_, other)| other.name == place.name).count() == 1;
            let segment = match (count, unique && !place.name.is_empty()) {
                (1, _) if word.eager => format!(".{}", word.word),
                (_, true) => format!(".{}[{}]", word.word, key_text(&place.name)),
                _ => format!(".{}[{at}]", word.word),
            };
            Child::new(
                segment,
                word.kind.name(),
                if place.name.is_empty() {
                    String::new()
                } else {
                    key_text(&place.name)
                },
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(role: &str, name: &str, at: u32) -> Place {
        Place {
            role: role.into(),
            name: name.into(),
            at,
            ..Place::default()
        }
    }

    #[test]
    fn a_hint_names_parts_first_and_counts_controls() {
        let places = vec![
            place("main", "", 0),
            place("form", "Settings", 0),
            place("form", "", 1),
            place("heading", "Keys", 0),
        ];
        let counts = [
            ("main", 1),
            ("form", 2),
            ("heading", 1),
            ("button", 7),
            ("clickable", 3),
            ("cell", 90),
        ];
        let counts = counts
            .into_iter()
            .map(|(role, count)| (role.to_owned(), count))
            .collect();
        let segments: Vec<String> = list(&ScreenMap { counts, places })
            .into_iter()
            .map(|child| child.segment)
            .collect();
        assert_eq!(
            segments,
            [
                ".main",
                ".form[\"Settings\"]",
                ".form[1]",
                ".heading[\"Keys\"]",
                ".button",
                ".clickable"
            ]
        );
    }
}
