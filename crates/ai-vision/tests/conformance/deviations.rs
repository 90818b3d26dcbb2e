//! Where this engine deliberately answers otherwise than the vectors, one line of reason each.

use ai_vision::Json;

/// (file, case, reason).
const TABLE: &[(&str, &str, &str)] = &[
    // Numbers and texts that Rust holds otherwise than JavaScript.
    (
        "path",
        "integer above 2^53 loses precision",
        "keys are 64-bit integers: one beyond them is refused, not rounded",
    ),
    (
        "path",
        "index 1e21 formats with JS exponent",
        "keys are 64-bit integers: one beyond them is refused",
    ),
    (
        "path",
        "error: emoji after a member reports half a pair",
        "a surrogate pair is never cut in half",
    ),
    (
        "shape",
        "emoji cut in half",
        "a surrogate pair is never cut in half",
    ),
    (
        "shape",
        "emoji cut in half at the start",
        "a surrogate pair is never cut in half",
    ),
    (
        "validate",
        "validate: choice: object is never equal",
        "choices are compared as JSON values, not by identity",
    ),
    // Plain data has no inherited properties, and no table that allows writing.
    (
        "resolve",
        "plain: inherited method is reachable",
        "plain data has no methods",
    ),
    (
        "resolve",
        "plain: constructor is reachable",
        "plain data has no inherited properties",
    ),
    (
        "resolve",
        "write: plain data under a described node is writable",
        "plain data has no allow-list, so it is read-only",
    ),
    (
        "resolve",
        "write: a new key on plain data",
        "plain data has no allow-list, so it is read-only",
    ),
    // The list "Fix".
    (
        "resolve",
        "index: bracket on a node without index reads an undeclared value",
        "brackets bypass no allow-list",
    ),
    (
        "resolve",
        "index: bracket on a node without index reads a declared value",
        "brackets bypass no allow-list",
    ),
    (
        "resolve",
        "write: value on a call runs the call first",
        "a value on a call is refused before anything runs",
    ),
    (
        "resolve",
        "write: value on a failing call reports the failure",
        "untagged, but it can only be answered by running the call, which the list of fixes forbids",
    ),
    (
        "resolve",
        "describe: on a method that describes itself is the method description",
        "$describe works where $help works",
    ),
    (
        "resolve",
        "shape: nodes in a list",
        "every summary is async here, so nested ones are given",
    ),
    (
        "resolve",
        "model error: children fail while building the hint",
        "a failing listing is a line of the hint",
    ),
    (
        "resolve",
        "model error: unknown member of a node whose children fail",
        "a failing listing is the error of the call, not its rejection",
    ),
    (
        "remote",
        "property: remote truncation marks are lost",
        "what the remote cut is reported",
    ),
    (
        "remote",
        "property: call form still sends the read, then fails",
        "a call on a property is refused unread",
    ),
    (
        "remote",
        "node: bracket reads an internal field of the proxy",
        "brackets bypass no allow-list",
    ),
    (
        "remote",
        "children: failing children make the call fail",
        "a failing listing is a line of the hint",
    ),
    (
        "remote",
        "children: lookup failure is the error, the hint asks again and fails",
        "a failing listing is the error of the call, not its rejection",
    ),
    (
        "remote",
        "search: failing children make the search fail",
        "a search leaves out what fails",
    ),
    (
        "remote",
        "revalidate: second request stale makes the call fail",
        "a failing listing is a line of the hint",
    ),
    (
        "remote",
        "sanitise: a name starting with $help is kept but not addressable",
        "a declared name may begin like a keyword",
    ),
    (
        "remote",
        "sanitise: writable flag on a method is shown, not settable",
        "a method is not writable, whatever its shape says",
    ),
];

/// The cases that no source settles, by file and name.
const UNCERTAIN: [(&str, &str); 2] = [
    ("shape", "image: a long extra field is shaped"),
    ("shape", "image: a deep extra field is shaped"),
];

/// What to do with a case that did not come out as expected.
pub enum Verdict {
    Deviation(String),
    Failure,
}

/// Whether a case proves nothing.
pub fn skipped(file: &str, case: &Json) -> bool {
    UNCERTAIN
        .iter()
        .any(|(of, name)| *of == file && case["name"] == *name)
        || tags(case).any(|tag| tag == "uncertain")
}

/// Judges a case that came out differently. `shipped` tells our own vectors from a folder that was put in their place,
/// where a tagged case that the table does not know is a deviation and is listed.
pub fn judge(file: &str, case: &Json, shipped: bool) -> Verdict {
    let name = case["name"].as_str().unwrap_or_default();
    let known = TABLE
        .iter()
        .find(|(of, deviating, _)| *of == file && *deviating == name);
    match known {
        Some((_, _, reason)) => Verdict::Deviation((*reason).to_owned()),
        None if !shipped && tags(case).next().is_some() => {
            let tags: Vec<&str> = tags(case).collect();
            Verdict::Deviation(format!("tagged {}, not in the table", tags.join(", ")))
        }
        None if !shipped && assigns_to_a_call(case) => {
            Verdict::Deviation("a value on a call is refused before anything runs".to_owned())
        }
        None => Verdict::Failure,
    }
}

/// Whether a request gives a value to a path that ends in a call.
fn assigns_to_a_call(case: &Json) -> bool {
    let steps = case["steps"].as_array().into_iter().flatten();
    let mut requests = steps.map(|step| &step["request"]);
    requests.any(|request| {
        let path = request["path"].as_str().unwrap_or_default();
        request.get("value").is_some() && path.trim_end().ends_with(')')
    })
}

/// Entries of the table that no case needed.
pub fn unused(used: &[(String, String)]) -> Vec<String> {
    let needed =
        |(file, case, _): &&(&str, &str, &str)| used.iter().any(|(of, name)| of == file && name == case);
    TABLE
        .iter()
        .filter(|entry| !needed(entry))
        .map(|(file, case, _)| format!("{file}: {case}"))
        .collect()
}

fn tags(case: &Json) -> impl Iterator<Item = &str> {
    case["tags"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
}
