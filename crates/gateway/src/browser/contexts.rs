//! `browser.contexts`: cookie jars that share nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai_vision::{Child, Descriptor, Json, Key, Node, NodeError, Value, async_trait, find_near_names};
use eyeline_chromium::ContextId;
use indexmap::IndexMap;
use serde_json::json;

use super::members;
use crate::context::CallContext;

/// The cookie jars of a browser, by name.
#[derive(Debug, Default)]
pub struct Contexts(Mutex<IndexMap<String, ContextId>>);

impl Contexts {
    /// Their names.
    pub fn names(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// The one of that name.
    pub fn get(&self, name: &str) -> Option<ContextId> {
        self.lock().get(name).cloned()
    }

    /// The name of one.
    pub fn name_of(&self, id: &ContextId) -> Option<String> {
        self.lock()
            .iter()
            .find(|(_, known)| *known == id)
            .map(|(name, _)| name.clone())
    }

    /// Forgets all: the browser that had them is gone.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, IndexMap<String, ContextId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The cookie jar of that name, or an error that says how to make one.
pub fn context_named(context: &CallContext, name: &str) -> Result<ContextId, NodeError> {
    let contexts = context.gateway().contexts();
    contexts.get(name).ok_or_else(|| {
        let names = contexts.names();
        NodeError::new(format!("There is no context {name:?}."))
            .suggest(find_near_names(name, names.iter().map(String::as_str)))
            .retry("Make one with browser.contexts.open(name).")
    })
}

/// The cookie jar that an option names, else the session's own, else the usual one.
pub fn context_option(context: &CallContext, options: Option<&Json>) -> Result<Option<ContextId>, NodeError> {
    match options
        .and_then(|options| options.get("context"))
        .and_then(Json::as_str)
    {
        Some(name) => context_named(context, name).map(Some),
        None => Ok(context.session().context()),
    }
}

/// `browser.contexts`.
pub struct ContextsNode(Arc<CallContext>);

impl ContextsNode {
    /// The cookie jars, as one call sees them.
    pub fn new(context: &Arc<CallContext>) -> Self {
        ContextsNode(context.clone())
    }

    fn item(&self, name: String, id: ContextId) -> ContextNode {
        ContextNode {
            context: self.0.clone(),
            name,
            id,
        }
    }
}

#[async_trait]
impl Node for ContextsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::CONTEXTS.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("browser.contexts".into())
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let names = self.0.gateway().contexts().names();
        let name = match key {
            Key::Text(name) => name.clone(),
            position => match position.position(names.len()).and_then(|at| names.get(at)) {
                Some(name) => name.clone(),
                None => return Some(Err(NodeError::no_item())),
            },
        };
        Some(context_named(&self.0, &name).map(|id| Value::node(self.item(name, id))))
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let names = self.0.gateway().contexts().names();
        Ok(names
            .iter()
            .map(|name| Child::new(format!("[{}]", json!(name)), "Context", "a cookie jar"))
            .collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(json!(self.0.gateway().contexts().names())))
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(self.0.gateway().contexts().names().len().into())
    }

    async fn call(&self, _member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let name = crate::pages::checked_label(args.first().and_then(Json::as_str).unwrap_or_default())?;
        if self.0.gateway().contexts().get(name).is_some() {
            return Err(NodeError::new(format!(
                "There is a context {name:?} already; use it, or choose another name."
            )));
        }
        let browser = self.0.browser().await?;
        let id = browser
            .create_context(self.0.deadline())
            .await
            .map_err(|error| NodeError::new(error.to_string()))?;
        self.0
            .gateway()
            .contexts()
            .lock()
            .insert(name.to_owned(), id.clone());
        Ok(Value::node(self.item(name.to_owned(), id)))
    }
}

struct ContextNode {
    context: Arc<CallContext>,
    name: String,
    id: ContextId,
}

impl ContextNode {
    fn pages(&self) -> Vec<String> {
        let tabs = self
            .context
            .running_browser()
            .map(|browser| browser.tabs())
            .unwrap_or_default();
        tabs.iter()
            .filter(|tab| tab.context() == Some(&self.id))
            .map(|tab| tab.id().to_string())
            .collect()
    }
}

#[async_trait]
impl Node for ContextNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        members::CONTEXT.clone()
    }

    fn identity(&self) -> Option<String> {
        Some(format!("browser.contexts[{}]", json!(self.name)))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(json!({ "name": self.name, "pages": self.pages() })))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(match member {
            "name" => self.name.as_str().into(),
            _ => self.pages().into(),
        })
    }

    async fn call(&self, _member: &str, _args: Vec<Json>) -> Result<Value, NodeError> {
        let browser = self.context.browser().await?;
        let closed = self.pages();
        let done = browser.dispose_context(&self.id, self.context.deadline()).await;
        done.map_err(|error| NodeError::new(error.to_string()))?;
        self.context.gateway().contexts().lock().shift_remove(&self.name);
        Ok(json!({ "did": "closed", "name": self.name, "pages": closed }).into())
    }
}
