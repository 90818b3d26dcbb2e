//! A page (or the page in a frame) as objects: what is on it now, by role and name.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait};
use eyeline_page_script::model::{Lookup, Place, ScreenMap};
use serde_json::json;

use super::acting;
use super::collection;
use super::control::Control;
use super::members::inner_words;
use super::naming::{Named, ambiguous, key_text, missing};
use super::reach::Scope;
use super::roles::{ROLE_WORDS, RoleWord, role_word, word_of_role};
use super::tools::tools_of;
use super::{forms, overlay, pictures, search};
use crate::actions::{FormOptions, RefId, Target};

/// How many parts of the page a hint names.
const PLACES: usize = 18;
/// How many of one role.
const PLACES_OF_A_ROLE: usize = 6;
/// How many headings.
const HEADINGS: usize = 4;

/// Which tools a page offers beside its controls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Beside {
    /// The browser knows some.
    pub native: bool,
    /// A script of the page offers some.
    pub polyfill: bool,
}

impl Beside {
    /// Whether there are any.
    pub fn any(self) -> bool {
        self.native || self.polyfill
    }
}

/// What is on a page.
pub struct Screen {
    scope: Scope,
    beside: Beside,
}

impl Screen {
    /// What is in a scope: the whole page, or the page of a frame.
    pub fn of(scope: &Scope, beside: Beside) -> Self {
        Screen { scope: scope.clone(), beside }
    }
}

/// Members of every screen.
pub fn own_members() -> Vec<Member> {
    vec![
        Member::property("fields", "Every field on the page: name, role, value, options."),
        Member::method(
            "fill",
            "fill(values, {settle?, timeoutMs?})",
            "Set fields by label, name or placeholder: fill({\"Full name\": \"Ada\", \"Remember me\": true}).",
        )
        .arg(ArgRule::object("values"))
        .example("fill({\"Full name\": \"Ada\", \"Remember me\": true})")
        .acts(),
        Member::method("find", "find(words, limit?)", "Controls whose name has these words, each with its path.")
            .arg(ArgRule::string("words")),
    ]
}

/// How to go on from a screen.
pub const HELP: &str = "Go in by role and name or position: .button[\"New key\"].click(), .textbox[\"Search\"].value = \"prod\", \
     .table[\"Keys\"].rows[2][\"Label\"], .main.form[\"Settings\"].fill({...}), .dialog[\"Confirm\"].accept(); [\"e12\"] is the element \
     of a ref. Names match whole, else ignoring case. What this frame has comes before what frames inside it have. Roles: any of the outline's.";

static SCREEN: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Screen", "What is on the page now, as objects: .<role>[\"name\"] or .<role>[0], and [\"e12\"] by ref.")
        .members(own_members())
        .members(inner_words())
        .help(HELP)
        .shared()
});

static SCREEN_WITH_TOOLS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    let tools = Member::node("tools", "WebMCP tools that the page registered.");
    let mut descriptor = Descriptor::clone(&SCREEN).member(tools);
    descriptor.kind = "ScreenWithTools".into();
    descriptor.shared()
});

#[async_trait]
impl Node for Screen {
    fn descriptor(&self) -> Arc<Descriptor> {
        if self.beside.any() { SCREEN_WITH_TOOLS.clone() } else { SCREEN.clone() }
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        Some(by_key(&self.scope, key).await)
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        children(&self.scope).await
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        pictures::outline(&self.scope).await.map(|text| Some(Json::String(text)))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "tools" => Ok(Value::Node(tools_of(&self.scope, self.beside.polyfill).await)),
            _ => get(&self.scope, member).await,
        }
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        call(&self.scope, member, &args).await
    }
}

/// A member of a screen.
pub async fn get(scope: &Scope, member: &str) -> Result<Value, NodeError> {
    if member == "fields" {
        let fields = forms::fields_in(scope).await?;
        return Ok(Value::Json(serde_json::to_value(fields).unwrap_or(Json::Null)));
    }
    match role_word(member) {
        Some(word) => collection::enter(scope, word).await,
        None => Err(NodeError::new(format!("\"{member}\" is no role."))),
    }
}

/// A method of a screen.
pub async fn call(scope: &Scope, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    match member {
        "fill" => {
            let options = args.get(1);
            scope.reach.ctx.take_timeout(options);
            let form: FormOptions = acting::parse_options(options)?;
            forms::fill_in(scope, args.first(), &form).await
        }
        "find" => search::find_within(scope, args).await,
        "highlight" => overlay::highlight_named(scope, args.first().and_then(Json::as_str).unwrap_or_default(), &args[1..]).await,
        other => Err(NodeError::new(format!("\"{other}\" cannot be called here."))),
    }
}

/// An element by its ref, or any control by its name.
pub async fn by_key(scope: &Scope, key: &Key) -> Result<Value, NodeError> {
    let Some(text) = key.text() else {
        return Err(NodeError::new(format!("[{key}] means nothing here: say a role first, .button[{key}], or a ref, [\"e12\"].")));
    };
    if let Ok(Target::Ref(id)) = Target::parse(&Json::from(text)) {
        return by_ref(scope, id, text).await;
    }
    by_name(scope, text).await
}

async fn by_ref(scope: &Scope, id: RefId, text: &str) -> Result<Value, NodeError> {
    let frame = scope.reach.tab.frame(id.frame).ok_or_else(|| {
        NodeError::new(format!("{text} is in a frame that is gone. Read the page again for the refs it has now."))
    })?;
    let path = format!("{}[{}]", scope.path, Json::from(text));
    let facts = match scope.facts(&frame, id.number).await {
        Ok(facts) => facts,
        Err(error) => heal(scope, &frame, id, error).await?,
    };
    Ok(Value::node(Control::known(scope, &frame, facts, path)))
}

/// Follows a ref whose element was replaced to its only heir, and says so.
async fn heal(
    scope: &Scope,
    frame: &eyeline_chromium::Frame,
    id: RefId,
    error: NodeError,
) -> Result<eyeline_page_script::model::Facts, NodeError> {
    let asked = json!({ "ref": id.number });
    let healed: Result<eyeline_page_script::read::Healed, _> = frame.call("heal", &asked, scope.reach.deadline()).await;
    match healed {
        Ok(heir) if heir.reference != 0 => {
            if heir.healed {
                let name = crate::PageText::new(&heir.name);
                scope.reach.ctx.changes(format!("{id} was replaced; {} {name} has taken its place.", heir.role));
            }
            scope.facts(frame, heir.reference).await
        }
        _ => Err(error),
    }
}

/// Any control of that name, whatever its role.
async fn by_name(scope: &Scope, name: &str) -> Result<Value, NodeError> {
    let roles = ROLE_WORDS.iter().flat_map(|word| word.roles).map(|role| (*role).to_owned()).collect();
    let found = scope.lookup(&Lookup { roles, name: Some(name.to_owned()), limit: 8, ..Lookup::default() }).await?;
    let path = format!("{}[{}]", scope.path, Json::from(name));
    let named = Named { noun: "control", name: Some(name), path: path.clone() };
    match found.found.items.as_slice() {
        [] => Err(missing(&named, &found.found)),
        [only] => Ok(Value::node(Control::new(scope, &found.frame, only.clone(), found.found.facts.clone(), path))),
        several => {
            let roles: Vec<String> = several
                .iter()
                .map(|item| format!("{}[{}]", word_of_role(&item.role).map_or("?", |word| word.word), key_text(name)))
                .collect();
            let first = roles[0].clone();
            match roles.iter().all(|role| *role == first) {
                true => Err(ambiguous(&Named { path: format!("{}.{first}", scope.path), ..named }, &found.found)),
                false => Err(NodeError::new(format!("Several are called {}: {}.", key_text(name), roles.join(", ")))
                    .retry("Say which by its role.")),
            }
        }
    }
}

/// What a hint lists: dialogs, landmarks, forms, tables and headings by name, then how many of each control there are.
pub async fn children(scope: &Scope) -> Result<Vec<Child>, NodeError> {
    let places: Vec<&str> = ROLE_WORDS.iter().filter(|word| word.rank < 8).flat_map(|word| word.roles).copied().chain(["heading"]).collect();
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
    if let Some(heading) = role_word("heading") {
        children.extend(places_of(map, heading).into_iter().take(HEADINGS));
    }
    for word in ROLE_WORDS.iter().filter(|word| word.rank >= 8) {
        let count: u32 = word.roles.iter().filter_map(|role| map.counts.get(*role)).sum();
        let doubled = word.roles.len() == 1 && ROLE_WORDS.iter().any(|other| other.word != word.word && other.roles.contains(&word.word) && other.rank >= 8);
        if count > 0 && !doubled && is_control(word) {
            children.push(Child::new(format!(".{}", word.word), "Collection", count.to_string()));
        }
    }
    children
}

/// Controls are counted in a hint; parts of lists and tables are reached through these.
fn is_control(word: &RoleWord) -> bool {
    !matches!(word.word, "row" | "cell" | "columnheader" | "rowheader" | "listitem" | "option" | "paragraph" | "separator" | "term" | "definition" | "group" | "grid")
}

/// Each part with the shortest path that is its own.
fn places_of(map: &ScreenMap, word: &RoleWord) -> Vec<Child> {
    let own: Vec<(usize, &Place)> =
        map.places.iter().filter(|place| word.roles.contains(&place.role.as_str())).enumerate().collect();
    let reached_elsewhere = |place: &Place| word_of_role(&place.role).is_some_and(|other| other.word != word.word && other.rank < 8);
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
            Child::new(segment, word.kind.name(), if place.name.is_empty() { String::new() } else { key_text(&place.name) })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(role: &str, name: &str, at: u32) -> Place {
        Place { role: role.into(), name: name.into(), at, ..Place::default() }
    }

    #[test]
    fn a_hint_names_parts_first_and_counts_controls() {
        let places = vec![place("main", "", 0), place("form", "Settings", 0), place("form", "", 1), place("heading", "Keys", 0)];
        let counts = [("main", 1), ("form", 2), ("heading", 1), ("button", 7), ("cell", 90)];
        let counts = counts.into_iter().map(|(role, count)| (role.to_owned(), count)).collect();
        let segments: Vec<String> = list(&ScreenMap { counts, places }).into_iter().map(|child| child.segment).collect();
        assert_eq!(segments, [".main", ".form[\"Settings\"]", ".form[1]", ".heading[\"Keys\"]", ".button"]);
    }
}
