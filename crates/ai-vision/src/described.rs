//! A node out of a few closures, for state that a lock guards.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use indexmap::IndexMap;
use serde::de::DeserializeOwned;

use crate::descriptor::{Child, Descriptor, Element};
use crate::error::NodeError;
use crate::member::Member;
use crate::node::Node;
use crate::path::Key;
use crate::text::Text;
use crate::value::{Json, Value};

type Get<S> = Box<dyn Fn(&S) -> Result<Value, NodeError> + Send + Sync>;
type Set<S> = Box<dyn Fn(&mut S, Json) -> Result<(), NodeError> + Send + Sync>;
type Run<S> = Box<dyn Fn(&mut S, Vec<Json>) -> Result<Value, NodeError> + Send + Sync>;
type List<S> = Box<dyn Fn(&S) -> Vec<Child> + Send + Sync>;
type Summary<S> = Box<dyn Fn(&S) -> Json + Send + Sync>;
type Index<S> = Box<dyn Fn(&S, &Key) -> Option<Value> + Send + Sync>;

/// Describes shared state in a few lines, without implementing [`Node`] by hand.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use ai_vision::{CallRequest, Described, SeenKinds, resolve_call};
///
/// struct Counter {
///     count: i64,
/// }
///
/// # futures::executor::block_on(async {
/// let app = Described::new(Arc::new(Mutex::new(Counter { count: 0 })), "Counter", "Counts things.")
///     .writable("count", "How many.", |app| app.count, |app, count| app.count = count)
///     .method("add", "add(amount?)", "Count more.", |app, (amount,): (Option<i64>,)| {
///         app.count += amount.unwrap_or(1);
///         Ok(app.count)
///     })
///     .summarize(|app| app.count)
///     .node();
/// let answer = resolve_call(&app, &CallRequest::read("add(2)"), &mut SeenKinds::new()).await;
/// assert_eq!(answer.result, Some(2.into()));
/// # });
/// ```
pub struct Described<S> {
    state: Arc<Mutex<S>>,
    descriptor: Descriptor,
    gets: IndexMap<Text, Get<S>>,
    sets: IndexMap<Text, Set<S>>,
    runs: IndexMap<Text, Run<S>>,
    index: Option<Index<S>>,
    children: Option<List<S>>,
    summary: Option<Summary<S>>,
}

impl<S: Send + 'static> Described<S> {
    /// Begins the description of some state.
    pub fn new(state: Arc<Mutex<S>>, kind: impl Into<Text>, summary: impl Into<Text>) -> Self {
        Self {
            state,
            descriptor: Descriptor::new(kind, summary),
            gets: IndexMap::new(),
            sets: IndexMap::new(),
            runs: IndexMap::new(),
            index: None,
            children: None,
            summary: None,
        }
    }

    /// A property that can be read.
    #[must_use]
    pub fn property<V: Into<Value>>(
        mut self,
        name: impl Into<Text>,
        summary: impl Into<Text>,
        get: impl Fn(&S) -> V + Send + Sync + 'static,
    ) -> Self {
        let member = Member::property(name, summary);
        self.gets
            .insert(member.name.clone(), Box::new(move |state| Ok(get(state).into())));
        self.descriptor.members.push(member);
        self
    }

    /// A property that can also be assigned.
    #[must_use]
    pub fn writable<V: Into<Value> + DeserializeOwned>(
        mut self,
        name: impl Into<Text>,
        summary: impl Into<Text>,
        get: impl Fn(&S) -> V + Send + Sync + 'static,
        set: impl Fn(&mut S, V) + Send + Sync + 'static,
    ) -> Self {
        let name = name.into();
        let store = move |state: &mut S, value: Json| {
            set(
                state,
                serde_json::from_value(value).map_err(|error| NodeError::new(error.to_string()))?,
            );
            Ok(())
        };
        self.sets.insert(name.clone(), Box::new(store));
        self.property(name, summary, get).with(Member::writable)
    }

    /// A property that leads to another node.
    #[must_use]
    pub fn leads_to(
        self,
        name: impl Into<Text>,
        summary: impl Into<Text>,
        get: impl Fn(&S) -> Arc<dyn Node> + Send + Sync + 'static,
    ) -> Self {
        self.property(name, summary, get).with(Member::leads_to_node)
    }

    /// A method. Its arguments come as a tuple; what the signature lets be left out is an `Option`.
    #[must_use]
    pub fn method<A: DeserializeOwned, V: Into<Value>>(
        mut self,
        name: impl Into<Text>,
        signature: impl Into<Text>,
        summary: impl Into<Text>,
        run: impl Fn(&mut S, A) -> Result<V, NodeError> + Send + Sync + 'static,
    ) -> Self {
        let member = Member::method(name, signature, summary);
        let count = member
            .checks
            .as_ref()
            .map_or(0, |signature| signature.args().len());
        let usage = format!("Example: {}", member.signature.as_deref().unwrap_or_default());
        let name = member.name.clone();
        let invoke = move |state: &mut S, mut args: Vec<Json>| {
            args.resize(args.len().max(count), Json::Null);
            // An empty tuple is read from null, not from an empty list.
            let args = if args.is_empty() {
                Json::Null
            } else {
                Json::Array(args)
            };
            let args = serde_json::from_value(args)
                .map_err(|error| NodeError::new(format!("Invalid arguments for {name}: {error}. {usage}")))?;
            run(state, args).map(Into::into)
        };
        self.runs.insert(member.name.clone(), Box::new(invoke));
        self.descriptor.members.push(member);
        self
    }

    /// Refines the member that was added last: a caution, a rule, that it acts.
    #[must_use]
    pub fn with(mut self, refine: impl FnOnce(Member) -> Member) -> Self {
        if let Some(member) = self.descriptor.members.pop() {
            self.descriptor.members.push(refine(member));
        }
        self
    }

    /// Makes `[key]` mean something.
    #[must_use]
    pub fn index(mut self, index: impl Fn(&S, &Key) -> Option<Value> + Send + Sync + 'static) -> Self {
        self.index = Some(Box::new(index));
        self
    }

    /// Lists what is below it now.
    #[must_use]
    pub fn children(mut self, children: impl Fn(&S) -> Vec<Child> + Send + Sync + 'static) -> Self {
        self.children = Some(Box::new(children));
        self
    }

    /// What reading the node itself gives.
    #[must_use]
    pub fn summarize<J: Into<Json>>(mut self, summary: impl Fn(&S) -> J + Send + Sync + 'static) -> Self {
        self.summary = Some(Box::new(move |state| summary(state).into()));
        self
    }

    /// Sets the overview.
    #[must_use]
    pub fn overview(mut self, overview: impl Into<Text>) -> Self {
        self.descriptor = self.descriptor.overview(overview);
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, help: impl Into<Text>) -> Self {
        self.descriptor = self.descriptor.help(help);
        self
    }

    /// Adds a control on screen.
    #[must_use]
    pub fn element(mut self, element: Element) -> Self {
        self.descriptor = self.descriptor.element(element);
        self
    }

    /// The finished node.
    pub fn node(self) -> Arc<dyn Node> {
        let descriptor = Arc::new(self.descriptor.clone());
        Arc::new(DescribedNode {
            described: self,
            descriptor,
        })
    }
}

struct DescribedNode<S> {
    described: Described<S>,
    descriptor: Arc<Descriptor>,
}

impl<S> DescribedNode<S> {
    fn state(&self) -> MutexGuard<'_, S> {
        self.described
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl<S: Send + 'static> Node for DescribedNode<S> {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    fn indexable(&self) -> bool {
        self.described.index.is_some()
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let index = self.described.index.as_ref()?;
        Some(index(&self.state(), key).ok_or_else(NodeError::no_item))
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        Ok(self
            .described
            .children
            .as_ref()
            .map(|children| children(&self.state()))
            .unwrap_or_default())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(self
            .described
            .summary
            .as_ref()
            .map(|summary| summary(&self.state())))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match self.described.gets.get(member) {
            Some(get) => get(&self.state()),
            None => Ok(Value::NULL),
        }
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        match self.described.sets.get(member) {
            Some(set) => set(&mut self.state(), value),
            None => Err(NodeError::new(format!("\"{member}\" cannot be assigned here."))),
        }
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        match self.described.runs.get(member) {
            Some(run) => run(&mut self.state(), args),
            None => Err(NodeError::new(format!("\"{member}\" cannot be called here."))),
        }
    }
}
