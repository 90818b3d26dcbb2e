//! Controls by the words of their names, each with a path that can be called as it is.

use std::sync::Arc;

use ai_vision::{Hit, HitOrigin, Json, NodeError, Value, join_child_path};
use eyeline_chromium::Tab;
use eyeline_page_script::model::ControlHit;
use serde_json::json;

use super::kinds::Kind;
use super::published::PAGE_KIND;
use super::reach::{Reach, Scope, path_to};
use super::roles::{ROLE_WORDS, word_of_role};
use super::tools::TOOLS_KIND;
use crate::context::CallContext;

/// How many controls one answer lists when it is not said.
const LIMIT: usize = 12;
/// What is a part of something else, and only repeats what is in it.
const PARTS: [&str; 11] = [
    "row",
    "cell",
    "columnheader",
    "rowheader",
    "listitem",
    "paragraph",
    "term",
    "definition",
    "separator",
    "group",
    "document",
];

/// `find(words, limit?)`.
pub async fn find_within(scope: &Scope, args: &[Json]) -> Result<Value, NodeError> {
    let words = args.first().and_then(Json::as_str).unwrap_or_default();
    let limit = args
        .get(1)
        .and_then(Json::as_f64)
        .map_or(LIMIT, |limit| limit.clamp(1.0, 100.0) as usize);
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
pub async fn controls(
    scope: &Scope,
    words: &str,
    limit: usize,
) -> Result<Vec<(String, ControlHit)>, NodeError> {
    let roles: Vec<&str> = ROLE_WORDS
        .iter()
        .filter(|word| !PARTS.contains(&word.word))
        .flat_map(|word| word.roles)
        .copied()
        .collect();
    let asked = json!({ "within": scope.within, "words": words, "roles": roles, "limit": limit });
    let hits: Vec<ControlHit> = scope.reach.ask(&scope.frame, "findControls", &asked).await?;
    Ok(hits.into_iter().map(|hit| (path_of(scope, &hit), hit)).collect())
}

/// The path of a hit: by role and name, with a position where the name is not its own; by ref where a name cannot say it.
fn path_of(scope: &Scope, hit: &ControlHit) -> String {
    let by_ref = || {
        format!(
            "{}[{}]",
            scope.root,
            Json::from(Reach::ref_text(&scope.frame, hit.reference))
        )
    };
    let Some(word) = word_of_role(&hit.role) else {
        return by_ref();
    };
    if !scope.frame.is_main() && scope.path == scope.root {
        return by_ref();
    }
    let roles = word.roles.iter().filter(|role| **role != "clickable").count();
    let shared = roles > 1 && hit.same > 1;
    if !hit.whole || hit.name.is_empty() || shared {
        return by_ref();
    }
    let path = path_to(&scope.path, word.word, Some(&Json::from(hit.name.as_str())));
    if hit.same > 1 {
        format!("{path}[{}]", hit.at)
    } else {
        path
    }
}

/// Controls of a page by the words of their names, as hits of a search; with `offers`, also what the page offers by a
/// model or tools of its own.
pub async fn search(ctx: &Arc<CallContext>, tab: &Tab, query: &str, limit: usize, offers: bool) -> Vec<Hit> {
    let Ok(scope) = Scope::page(&Reach::new(ctx, tab)) else {
        return Vec::new();
    };
    let discovery = ctx.gateway().app_state().discover(&scope).await;
    let published = discovery.is_ok_and(|found| found.model.is_some());
    let mut hits = match offers {
        true => offered(&scope, query, limit).await,
        false => Vec::new(),
    };
    let scope = if published { scope.below_model() } else { scope };
    hits.extend(controls_of_all(&scope, query, limit).await);
    hits.truncate(limit);
    hits
}

async fn controls_of_all(scope: &Scope, query: &str, limit: usize) -> Vec<Hit> {
    let mut hits = Vec::new();
    for scope in page_and_frames(scope) {
        let found = controls(&scope, query, limit).await.unwrap_or_default();
        hits.extend(
            found
                .into_iter()
                .map(|(path, hit)| (hit.rank, as_hit(path, &hit))),
        );
    }
    hits.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// Members of the model that a page publishes, and its tools.
async fn offered(scope: &Scope, query: &str, limit: usize) -> Vec<Hit> {
    let Ok(app) = super::app_of(scope).await else {
        return Vec::new();
    };
    let own = |hit: &Hit| hit.kind.starts_with(PAGE_KIND) || hit.kind.starts_with(TOOLS_KIND);
    let hits = ai_vision::help_search(&app, query, Some(limit * 2)).await;
    let below_app = |hit: Hit| Hit {
        path: match hit.path.as_str() {
            "(root)" => scope.path.clone(),
            path => join_child_path(&scope.path, path),
        },
        ..hit
    };
    hits.into_iter().filter(own).take(limit).map(below_app).collect()
}

/// The main frame's part, and one for each frame inside: what is found there is reached by ref.
fn page_and_frames(scope: &Scope) -> Vec<Scope> {
    let frames = scope.reach.tab.frames().into_iter();
    frames
        .map(|frame| Scope {
            frame,
            ..scope.clone()
        })
        .collect()
}

fn as_hit(path: String, hit: &ControlHit) -> Hit {
    let kind = Kind::of_role(&hit.role).name().to_owned();
    let place = if hit.place.is_empty() {
        String::new()
    } else {
        format!(" in {}", crate::PageText::new(&hit.place).as_str())
    };
    let matched_line = format!("{path} - {} {}{place}", hit.role, crate::PageText::new(&hit.name));
    Hit {
        path,
        kind,
        matched_line,
        origin: HitOrigin::ChildEntry,
    }
}
