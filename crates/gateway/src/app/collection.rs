//! The elements of one role in one part of a page: `app.button`, `app.button["Edit"]`.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use ai_vision::{Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait};
use eyeline_page_script::model::{Brief, Found, Lookup};
use serde_json::json;
use tokio::sync::OnceCell;

use super::control::Control;
use super::naming::{Named, ambiguous, key_text, missing};
use super::reach::{FoundIn, Scope, path_to};
use super::roles::{ROLE_WORDS, RoleWord};

/// How many of a role are looked at when none is named.
const LISTED: u32 = 40;

/// Elements of a role: all of them, or those of one name. What is asked of it beyond its own members is asked of its
/// only element; where there are several, that is an error that lists them.
pub struct Collection {
    scope: Scope,
    word: &'static RoleWord,
    name: Option<String>,
    found: OnceCell<FoundIn>,
    /// That there was nothing when the path came by.
    nothing: Option<FoundIn>,
}

/// What stands at a role word: the only element of that role, or the collection. Controls are only looked up when one
/// is named, so that a path with a name costs one question.
pub async fn enter(scope: &Scope, word: &'static RoleWord) -> Result<Value, NodeError> {
    let mut collection = Collection {
        scope: scope.clone(),
        word,
        name: None,
        found: OnceCell::new(),
        nothing: None,
    };
    if !word.eager {
        return Ok(Value::node(collection));
    }
    let now = scope.lookup_now(&collection.query()).await?;
    let count = now.found.count;
    // What is not there yet is waited for by who asks more of it than whether it is.
    match count {
        0 => collection.nothing = Some(now),
        _ => collection.found = OnceCell::new_with(Some(now)),
    }
    if count == 1 {
        let control = collection.sole().await?;
        return Ok(Value::node(control.lone_in(collection)));
    }
    Ok(Value::node(collection))
}

/// What a role word asks for, with or without a name.
fn query_of(word: &RoleWord, name: Option<&str>) -> Lookup {
    Lookup {
        roles: word.roles.iter().map(|role| (*role).to_owned()).collect(),
        name: name.map(str::to_owned),
        limit: LISTED,
        ..Lookup::default()
    }
}

/// The questions that a step of a path may ask, the one that says most of it last: for looking ahead.
pub(super) fn questions(word: &RoleWord, key: Option<&Key>) -> Vec<Lookup> {
    let every = query_of(word, None);
    let mut asked = Vec::new();
    if word.eager {
        asked.push(every.clone());
    }
    match key {
        Some(Key::Text(name)) => asked.push(query_of(word, Some(name))),
        Some(Key::Int(index)) if !word.eager => asked.push(Lookup {
            index: Some(*index),
            ..every
        }),
        None if !word.eager => asked.push(Lookup { count: true, ..every }),
        _ => {}
    }
    asked
}

impl Collection {
    fn query(&self) -> Lookup {
        query_of(self.word, self.name.as_deref())
    }

    async fn found(&self) -> Result<&FoundIn, NodeError> {
        let count = self.name.is_none() && !self.word.eager;
        self.found
            .get_or_try_init(async || {
                self.scope
                    .lookup(&Lookup {
                        count,
                        ..self.query()
                    })
                    .await
            })
            .await
    }

    /// What there is now, were it nothing.
    async fn there(&self) -> Result<&FoundIn, NodeError> {
        if let Some(nothing) = &self.nothing {
            return Ok(nothing);
        }
        self.found
            .get_or_try_init(async || {
                self.scope
                    .lookup_now(&Lookup {
                        count: true,
                        ..self.query()
                    })
                    .await
            })
            .await
    }

    /// The path of this collection.
    fn path(&self) -> String {
        let key = self.name.as_ref().map(|name| Json::from(name.as_str()));
        path_to(&self.scope.path, self.word.word, key.as_ref())
    }

    fn named(&self) -> Named<'_> {
        Named {
            noun: self.word.noun,
            name: self.name.as_deref(),
            path: self.path(),
        }
    }

    /// Its only element.
    async fn sole(&self) -> Result<Control, NodeError> {
        let within = self.found().await?;
        match within.found.items.as_slice() {
            [] => Err(missing(&self.named(), &within.found)),
            [only] if within.found.count == 1 => Ok(self.control(within, only, self.path())),
            _ => Err(ambiguous(&self.named(), &within.found)),
        }
    }

    fn control(&self, within: &FoundIn, brief: &Brief, path: String) -> Control {
        let facts = within
            .found
            .facts
            .clone()
            .filter(|facts| facts.reference == brief.reference);
        Control::new(&self.scope, &within.frame, brief.clone(), facts, path)
    }

    /// The element at a position.
    async fn at(&self, index: i64) -> Result<Value, NodeError> {
        let path = format!("{}[{index}]", self.path());
        if self.name.is_some() || self.found.initialized() {
            let within = self.found().await?;
            let items = &within.found.items;
            if items.len() == within.found.count as usize {
                let position = if index < 0 {
                    items.len() as i64 + index
                } else {
                    index
                };
                let item = usize::try_from(position).ok().and_then(|at| items.get(at));
                let item = item.ok_or_else(|| self.out_of_range(index, &within.found))?;
                return Ok(Value::node(self.control(within, item, path)));
            }
        }
        let within = self
            .scope
            .lookup(&Lookup {
                index: Some(index),
                ..self.query()
            })
            .await?;
        match within.found.items.first() {
            Some(item) => Ok(Value::node(self.control(&within, item, path))),
            None => Err(self.out_of_range(index, &within.found)),
        }
    }

    fn out_of_range(&self, index: i64, found: &Found) -> NodeError {
        let count = if self.name.is_some() {
            found.count
        } else {
            found.seen
        };
        let named = self.named();
        if count == 0 {
            return missing(&named, found);
        }
        NodeError::new(match count {
            1 => format!("There is only one {} here: [0], not [{index}].", named.shown()),
            _ => format!(
                "There are {count} of {} here, [0] to [{}]; [{index}] is none of them.",
                named.shown(),
                count - 1
            ),
        })
    }

    /// The element, or the elements, of a name.
    async fn called(&self, name: &str) -> Result<Value, NodeError> {
        if let Some(own) = &self.name {
            return Err(NodeError::new(format!(
                "{} takes a position here, such as [0]; {} is already its name.",
                self.path(),
                key_text(own)
            )));
        }
        let narrowed = Collection {
            scope: self.scope.clone(),
            word: self.word,
            name: Some(name.to_owned()),
            found: OnceCell::new(),
            nothing: None,
        };
        if let Some(known) = self.found.get().and_then(|within| self.match_known(within, name)) {
            return Ok(Value::node(known));
        }
        let count = narrowed.found().await?.found.count;
        match count {
            0 => Err(missing(&narrowed.named(), &narrowed.found().await?.found)),
            1 => Ok(Value::node(narrowed.sole().await?)),
            _ => Ok(Value::node(narrowed)),
        }
    }

    /// The one element of that very name, where all of the role have been seen already.
    fn match_known(&self, within: &FoundIn, name: &str) -> Option<Control> {
        let all_seen = within.found.items.len() == within.found.count as usize;
        let mut equal = within.found.items.iter().filter(|item| item.name == name.trim());
        let first = equal.next()?;
        let only = all_seen && equal.next().is_none();
        let path = path_to(&self.scope.path, self.word.word, Some(&Json::from(name)));
        only.then(|| self.control(within, first, path))
    }

    /// Whether a key means this collection's only element.
    pub(super) async fn admits(&self, key: &Key) -> bool {
        let Some(within) = self.found.get() else {
            return false;
        };
        match key.text() {
            Some(name) => within
                .found
                .items
                .iter()
                .any(|item| item.name.eq_ignore_ascii_case(name.trim())),
            None => key.position(within.found.items.len()).is_some(),
        }
    }

    /// What `[key]` leads to.
    pub(super) async fn item(&self, key: &Key) -> Result<Value, NodeError> {
        match key {
            Key::Text(name) => self.called(name).await,
            Key::Int(index) => self.at(*index).await,
        }
    }
}

/// The members of every collection of a role word: its own, and quietly those of its elements.
fn descriptor(word: &'static RoleWord) -> Arc<Descriptor> {
    static ALL: LazyLock<HashMap<&'static str, Arc<Descriptor>>> = LazyLock::new(|| {
        ROLE_WORDS
            .iter()
            .map(|word| (word.word, describe(word)))
            .collect()
    });
    ALL.get(word.word).cloned().unwrap_or_else(|| describe(word))
}

fn describe(word: &RoleWord) -> Arc<Descriptor> {
    let summary = format!("Every {} here, by name or position: [\"Name\"], [0].", word.noun);
    let mut descriptor = Descriptor::new("Collection", summary)
        .member(Member::property("count", "How many there are."))
        .member(Member::property("names", "Their names, in reading order."));
    for member in &word.kind.descriptor().members {
        if descriptor.find(&member.name).is_none() {
            descriptor = descriptor.member(member.clone().unlisted());
        }
    }
    descriptor.shared()
}

#[async_trait]
impl Node for Collection {
    fn descriptor(&self) -> Arc<Descriptor> {
        descriptor(self.word)
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        Some(self.item(key).await)
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let within = self.there().await?;
        let items: Vec<Json> = within
            .found
            .items
            .iter()
            .map(|item| brief_json(within, item))
            .collect();
        Ok(Some(json!({ "count": within.found.count, "items": items })))
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let within = self.there().await?;
        Ok(within
            .found
            .items
            .iter()
            .take(20)
            .enumerate()
            .map(|(at, item)| self.child(within, at, item))
            .collect())
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "count" => Ok(self.there().await?.found.count.into()),
            "names" => {
                let names = self
                    .there()
                    .await?
                    .found
                    .items
                    .iter()
                    .map(|item| Json::from(item.name.as_str()));
                Ok(Value::Json(names.collect()))
            }
            _ => self.sole().await?.get(member).await,
        }
    }

    async fn holds_text(&self, _member: &str) -> bool {
        false
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        self.sole().await?.set(member, value).await
    }

    async fn assign(&self, member: &str, value: Json) -> Result<Json, NodeError> {
        self.sole().await?.assign(member, value).await
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        self.sole().await?.call(member, args).await
    }
}

impl Collection {
    /// A listed child: by its name where that is its own, else by position.
    fn child(&self, within: &FoundIn, at: usize, item: &Brief) -> Child {
        let alone = within
            .found
            .items
            .iter()
            .filter(|other| other.name == item.name)
            .count()
            == 1;
        let all_seen = within.found.items.len() == within.found.count as usize;
        let segment = match self.name.is_none() && alone && all_seen && !item.name.is_empty() {
            true => format!("[{}]", Json::from(item.name.as_str())),
            false => format!("[{at}]"),
        };
        let place = if item.place.is_empty() {
            String::new()
        } else {
            format!(" in {}", item.place)
        };
        Child::new(
            segment,
            self.word.kind.name(),
            format!("{}{place}", key_text(&item.name)),
        )
    }
}

fn brief_json(within: &FoundIn, item: &Brief) -> Json {
    let mut out = serde_json::Map::new();
    out.insert("name".into(), item.name.as_str().into());
    out.insert(
        "ref".into(),
        super::reach::Reach::ref_text(&within.frame, item.reference).into(),
    );
    if !item.states.is_empty() {
        out.insert("states".into(), item.states.join(", ").into());
    }
    if !item.place.is_empty() {
        out.insert("in".into(), item.place.as_str().into());
    }
    Json::Object(out)
}
