//! "Did you mean …?": names near the one that was asked for.

/// At most this many names are suggested.
const MOST: usize = 3;

/// The members that were perhaps meant by `asked`, nearest first, at most three.
///
/// Names equal but for case win over all others. Otherwise a name may be one edit away, or two when at least five
/// units were asked for; ties go to the smaller difference in length, then to declaration order.
///
/// ```
/// let names = ["page", "pages", "settings"];
/// assert_eq!(ai_vision::find_suggestions("pagez", names), ["pages", "page"]);
/// assert_eq!(ai_vision::find_suggestions("SETTINGS", names), ["settings"]);
/// ```
pub fn find_suggestions<'a>(asked: &str, members: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let members: Vec<&str> = members.into_iter().collect();
    let folded = asked.to_lowercase();
    let same: Vec<&str> = members
        .iter()
        .copied()
        .filter(|name| name.to_lowercase() == folded)
        .collect();
    if !same.is_empty() {
        return pick(asked, same);
    }
    let asked_units: Vec<u16> = asked.encode_utf16().collect();
    let allowed = if asked_units.len() < 5 { 1 } else { 2 };
    let mut near: Vec<(usize, usize, &str)> = members
        .into_iter()
        .filter_map(|name| {
            let units: Vec<u16> = name.encode_utf16().collect();
            let gap = units.len().abs_diff(asked_units.len());
            if gap > allowed {
                return None;
            }
            let distance = edit_distance(&asked_units, &units);
            (distance <= allowed).then_some((distance, gap, name))
        })
        .collect();
    near.sort_by_key(|(distance, gap, _)| (*distance, *gap));
    near.into_iter().take(MOST).map(|(_, _, name)| name).collect()
}

/// Of several names equal but for case, the one that is equal altogether if there is one.
fn pick<'a>(asked: &str, same: Vec<&'a str>) -> Vec<&'a str> {
    match same.iter().find(|name| **name == asked) {
        Some(exact) => vec![*exact],
        None => same.into_iter().take(MOST).collect(),
    }
}

/// Levenshtein distance over UTF-16 units, in one row.
fn edit_distance(a: &[u16], b: &[u16]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, unit) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(unit != other);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// Names as one line: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub fn format_suggestions<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names
        .iter()
        .map(|name| serde_json::Value::from(name.as_ref()).to_string())
        .collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// Like [`find_suggestions`], and more forgiving: when nothing is that near, names near but for case, then names that
/// begin with what was asked for. For option keys and for names that people chose.
///
/// ```
/// assert_eq!(ai_vision::find_near_names("timeOut", ["timeoutMs", "count"]), ["timeoutMs"]);
/// ```
pub fn find_near_names<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let names: Vec<&str> = names.into_iter().collect();
    let near = find_suggestions(asked, names.iter().copied());
    if !near.is_empty() {
        return near;
    }
    let folded = asked.to_lowercase();
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let near = find_suggestions(&folded, lower.iter().map(String::as_str));
    if !near.is_empty() {
        let hit = |name: &&&str| near.contains(&name.to_lowercase().as_str());
        return names.iter().filter(hit).take(MOST).copied().collect();
    }
    if folded.chars().count() < 3 {
        return Vec::new();
    }
    let begins =
        |lower: &String| lower.starts_with(&folded) || (lower.len() > 2 && folded.starts_with(lower));
    names
        .iter()
        .zip(&lower)
        .filter(|(_, lower)| begins(lower))
        .take(MOST)
        .map(|(name, _)| *name)
        .collect()
}
