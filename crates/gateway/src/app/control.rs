//! One thing on a page, as a node of its kind.

use std::sync::Arc;

use ai_vision::{Child, Descriptor, Json, Key, Node, NodeError, Value, async_trait};
use eyeline_chromium::Frame;
use eyeline_page_script::model::{Brief, Facts, RowFacts};
use serde_json::json;
use tokio::sync::OnceCell;

use super::collection::{self, Collection};
use super::kinds::Kind;
use super::reach::{Reach, Scope};
use super::roles::role_word;
use super::{acting, composite, forms, reading, rows, table};

/// An element of a page.
pub struct Control {
    /// The part of the page it was found in.
    scope: Scope,
    frame: Frame,
    brief: Brief,
    kind: Kind,
    facts: OnceCell<Facts>,
    /// Of a row that was found through its table: what its cells say.
    row: Option<RowFacts>,
    path: String,
    /// The collection whose only element it is, when no name was asked for.
    lone: Option<Collection>,
    identity: Option<String>,
}

impl Control {
    /// An element that a lookup found.
    pub fn new(scope: &Scope, frame: &Frame, brief: Brief, facts: Option<Facts>, path: String) -> Self {
        let kind = facts.as_ref().map_or_else(|| Kind::of_role(&brief.role), kind_of);
        let facts = facts.map_or_else(OnceCell::new, |facts| OnceCell::new_with(Some(facts)));
        Control {
            scope: scope.clone(),
            frame: frame.clone(),
            brief,
            kind,
            facts,
            row: None,
            path,
            lone: None,
            identity: None,
        }
    }

    /// An element whose facts are known.
    pub fn known(scope: &Scope, frame: &Frame, facts: Facts, path: String) -> Self {
        let brief = Brief {
            reference: facts.reference,
            role: facts.role.clone(),
            name: facts.name.clone(),
            states: facts.states.clone(),
            place: facts.place.clone(),
        };
        Control::new(scope, frame, brief, Some(facts), path)
    }

    /// The same element, as the only one of its collection: a key may still name it.
    pub fn lone_in(mut self, collection: Collection) -> Self {
        self.lone = Some(collection);
        self
    }

    /// The same element, a row whose cells are known.
    pub fn with_row(mut self, row: RowFacts) -> Self {
        self.row = Some(row);
        self
    }

    /// What the cells of a row say.
    pub async fn row(&self) -> Result<Option<&RowFacts>, NodeError> {
        match &self.row {
            Some(row) => Ok(Some(row)),
            None => Ok(self.facts().await?.row.as_ref()),
        }
    }

    /// The same element, with the path at which it can be reached again: what a method answered with has no other.
    pub fn identified(mut self) -> Self {
        self.identity = Some(self.path.clone());
        self
    }

    /// The part of the page it was found in.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The way to the page.
    pub fn reach(&self) -> &Arc<Reach> {
        &self.scope.reach
    }

    /// The frame it is in.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Its number in its frame.
    pub fn reference(&self) -> u32 {
        self.brief.reference
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What a lookup said of it.
    pub fn brief(&self) -> &Brief {
        &self.brief
    }

    /// Its path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its ref as text.
    pub fn ref_text(&self) -> String {
        Reach::ref_text(&self.frame, self.brief.reference)
    }

    /// All about it, asked once.
    pub async fn facts(&self) -> Result<&Facts, NodeError> {
        self.facts
            .get_or_try_init(async || self.fresh_facts().await)
            .await
    }

    /// All about it now.
    pub async fn fresh_facts(&self) -> Result<Facts, NodeError> {
        self.scope.facts(&self.frame, self.brief.reference).await
    }

    /// The part of the page inside it; of a frame, the page in it.
    pub async fn inside(&self) -> Result<Scope, NodeError> {
        if self.kind != Kind::Frame {
            return Ok(self
                .scope
                .inside(&self.frame, self.brief.reference, self.path.clone()));
        }
        let frame = self.scope.frame_of(&self.frame, self.brief.reference).await?;
        let path = format!("{}.app", self.path);
        Ok(Scope {
            frame,
            within: None,
            path,
            ..self.scope.clone()
        })
    }

    /// How it stands in a sentence: `button "Save"`.
    pub fn shown(&self) -> String {
        match self.brief.name.is_empty() {
            true => format!("{} [ref={}]", self.brief.role, self.ref_text()),
            false => format!("{} {}", self.brief.role, crate::PageText::new(&self.brief.name)),
        }
    }
}

fn kind_of(facts: &Facts) -> Kind {
    let takes_files = facts
        .takes
        .as_deref()
        .is_some_and(|takes| takes.starts_with("file"));
    match (takes_files, facts.frame) {
        (true, _) => Kind::FileInput,
        (_, true) => Kind::Frame,
        _ => Kind::of_role(&facts.role),
    }
}

#[async_trait]
impl Node for Control {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.kind.descriptor()
    }

    fn identity(&self) -> Option<String> {
        self.identity.clone()
    }

    fn indexable(&self) -> bool {
        self.lone.is_some() || composite::takes_keys(self.kind)
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let own = composite::takes_keys(self.kind);
        match &self.lone {
            Some(lone) if !own || lone.admits(key).await => Some(lone.item(key).await),
            _ if own => Some(composite::item(self, key).await),
            _ => None,
        }
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        reading::children(self).await
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        reading::summary(self).await.map(Some)
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "name" => Ok(self.brief.name.as_str().into()),
            "role" => Ok(self.brief.role.as_str().into()),
            "ref" => Ok(self.ref_text().into()),
            "app" => super::app_of(&self.inside().await?).await.map(Value::Node),
            "items" => Ok(Value::Node(Arc::new(composite::ItemsNode::of(self).await?))),
            "rows" => Ok(Value::Node(Arc::new(rows::RowsNode::of(self)))),
            _ => match role_word(member) {
                Some(word)
                    if self
                        .kind
                        .descriptor()
                        .find(member)
                        .is_some_and(|found| found.node) =>
                {
                    collection::enter(&self.inside().await?, word).await
                }
                _ => reading::property(self, member).await,
            },
        }
    }

    async fn holds_text(&self, _member: &str) -> bool {
        false
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        self.assign(member, value).await.map(drop)
    }

    async fn assign(&self, member: &str, value: Json) -> Result<Json, NodeError> {
        let done = acting::assign(self, member, &value).await;
        let done = done.map_err(NodeError::whole)?;
        Ok(assigned(self, member, done).await)
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        match member {
            "fill" | "submit" | "accept" | "cancel" => forms::call(self, member, &args).await,
            "records" | "find" | "cell" | "sort" if matches!(self.kind, Kind::Table | Kind::Grid) => {
                table::call(self, member, &args).await
            }
            "choose" | "open" => composite::call(self, member, &args).await,
            "select" if self.kind == Kind::Tabs => composite::call(self, member, &args).await,
            "find" => super::search::find_within(&self.inside().await?, &args).await,
            "highlight" => super::overlay::highlight_control(self, &args).await,
            _ => acting::call(self, member, &args).await,
        }
    }
}

/// An assignment's proof: what was done to what, and what the control holds since.
async fn assigned(control: &Control, member: &str, done: Value) -> Json {
    let mut proof = match done {
        Value::Json(Json::Object(proof)) => proof,
        _ => serde_json::Map::new(),
    };
    proof.insert("did".into(), "set".into());
    proof
        .entry("target")
        .or_insert_with(|| format!("{} [ref={}]", control.shown(), control.ref_text()).into());
    if !proof.contains_key("value") || member != "value" {
        proof.remove("value");
        if let Some(now) = reading::after(control, member).await {
            proof.insert("value".into(), now);
        }
    }
    Json::Object(proof)
}

/// A short object that says what something is.
pub fn stamp(control: &Control) -> serde_json::Map<String, Json> {
    let mut out = serde_json::Map::new();
    out.insert("role".into(), control.brief().role.as_str().into());
    out.insert("name".into(), control.brief().name.as_str().into());
    out.insert("ref".into(), json!(control.ref_text()));
    out
}
