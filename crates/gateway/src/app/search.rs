//! Controls by the words of their names, each with a path that can be called as it is.

use ai_vision::{Json, NodeError, Value};
use eyeline_page_script::model::ControlHit;
use serde_json::json;

use super::reach::{Reach, Scope, path_to};
use super::roles::{ROLE_WORDS, word_of_role};

/// How many controls one answer lists when it is not said.
const LIMIT: usize = 12;

/// `find(words, limit?)`.
pub async fn find_within(scope: &Scope, args: &[Json]) -> Result<Value, NodeError> {
    let words = args.first().and_then(Json::as_str).unwrap_or_default();
    let limit = args.get(1).and_then(Json::as_f64).map_or(LIMIT, |limit| limit.clamp(1.0, 100.0) as usize);
    let hits = controls(scope, words, limit).await?;
    let listed: Vec<Json> = hits.iter().map(|(path, hit)| told(path, hit)).collect();
    Ok(Value::Json(Json::Array(listed)))
}

fn told(path: &str, hit: &ControlHit) -> Json {
    match hit.place.is_empty() {
        true => json!({ "path": path, "name": hit.name }),
        false => json!({ "path": path, "name": hit.name, "in": hit.place }),
    }
}

/// Controls with all the words in their names, best first, each with its path.
pub async fn controls(scope: &Scope, words: &str, limit: usize) -> Result<Vec<(String, ControlHit)>, NodeError> {
    let roles: Vec<&str> = ROLE_WORDS.iter().flat_map(|word| word.roles).copied().collect();
    let asked = json!({ "within": scope.within, "words": words, "roles": roles, "limit": limit });
    let hits: Vec<ControlHit> = scope.reach.ask(&scope.frame, "findControls", &asked).await?;
    Ok(hits.into_iter().map(|hit| (path_of(scope, &hit), hit)).collect())
}

/// The path of a hit: by role and name, with a position where the name is not its own; by ref where a name cannot say it.
fn path_of(scope: &Scope, hit: &ControlHit) -> String {
    let by_ref = || format!("{}[{}]", scope.reach.app_path(), Json::from(Reach::ref_text(&scope.frame, hit.reference)));
    let Some(word) = word_of_role(&hit.role) else { return by_ref() };
    let shared = ROLE_WORDS.iter().any(|other| other.word == word.word && other.roles.len() > 1 && hit.same > 1);
    if !hit.whole || hit.name.is_empty() || shared {
        return by_ref();
    }
    let path = path_to(&scope.path, word.word, Some(&Json::from(hit.name.as_str())));
    if hit.same > 1 { format!("{path}[{}]", hit.at) } else { path }
}
