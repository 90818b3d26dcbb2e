//! The vectors' models as live nodes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use ai_vision::{Child, Descriptor, Element, Json, Key, Member, Method, Node, NodeError, Value, async_trait};
use serde_json::Map;

/// One freshly built model: its nodes with an `id` are shared.
pub struct Model {
    shared: Mutex<HashMap<String, Arc<ModelNode>>>,
    specs: HashMap<String, Json>,
}

impl Model {
    pub fn new(value: &Json) -> Arc<Self> {
        let mut specs = HashMap::new();
        collect_ids(value, &mut specs);
        Arc::new(Self {
            shared: Mutex::default(),
            specs,
        })
    }

    /// The value of a model expression; reading it may fail.
    pub fn value(self: &Arc<Self>, spec: &Json) -> Result<Value, NodeError> {
        let (kind, inner) = spec
            .as_object()
            .and_then(|object| object.iter().next())
            .expect("a value");
        match kind.as_str() {
            "json" => Ok(Value::Json(inner.clone())),
            "node" => Ok(Value::Node(self.node(inner))),
            "ref" => Ok(Value::Node(self.reference(inner.as_str().unwrap()))),
            "method" => Ok(Value::Method(Arc::new(ModelMethod::new(self, inner, None)))),
            "error" => Err(NodeError::new(inner.as_str().unwrap())),
            "list" => inner
                .as_array()
                .unwrap()
                .iter()
                .map(|item| self.value(item))
                .collect::<Result<_, _>>()
                .map(Value::List),
            "object" => inner
                .as_object()
                .unwrap()
                .iter()
                .map(|(key, entry)| Ok((key.clone(), self.value(entry)?)))
                .collect::<Result<_, NodeError>>()
                .map(Value::Object),
            other => panic!("unknown value {other}"),
        }
    }

    fn node(self: &Arc<Self>, spec: &Json) -> Arc<dyn Node> {
        match spec["id"].as_str() {
            Some(id) => self.reference(id),
            None => ModelNode::new(self, spec),
        }
    }

    fn reference(self: &Arc<Self>, id: &str) -> Arc<dyn Node> {
        if let Some(node) = self.shared.lock().unwrap().get(id) {
            return node.clone();
        }
        let node = ModelNode::new(self, &self.specs[id]);
        self.shared.lock().unwrap().insert(id.to_owned(), node.clone());
        node
    }
}

fn collect_ids(value: &Json, specs: &mut HashMap<String, Json>) {
    match value {
        Json::Object(entries) => {
            if let (Some(id), Some(_)) = (entries.get("id").and_then(Json::as_str), entries.get("members")) {
                specs.insert(id.to_owned(), value.clone());
            }
            entries.values().for_each(|entry| collect_ids(entry, specs));
        }
        Json::Array(items) => items.iter().for_each(|item| collect_ids(item, specs)),
        _ => {}
    }
}

/// What stands at a name: values are made once and then shared, as properties of an object are.
enum Slot {
    Spec(Json),
    Made(Value),
}

pub struct ModelNode {
    this: Weak<ModelNode>,
    model: Arc<Model>,
    spec: Json,
    descriptor: Arc<Descriptor>,
    values: Mutex<HashMap<String, Slot>>,
    items: Mutex<HashMap<String, Slot>>,
}

impl ModelNode {
    fn new(model: &Arc<Model>, spec: &Json) -> Arc<Self> {
        let slots = |key: &str| spec[key].as_object().cloned().unwrap_or_default();
        let mut values = slots("values");
        values.extend(slots("provided"));
        Arc::new_cyclic(|this| Self {
            this: this.clone(),
            model: model.clone(),
            spec: spec.clone(),
            descriptor: descriptor(spec),
            values: Mutex::new(unmade(values)),
            items: Mutex::new(unmade(slots("index"))),
        })
    }

    fn slot(&self, slots: &Mutex<HashMap<String, Slot>>, name: &str) -> Option<Result<Value, NodeError>> {
        let spec = match slots.lock().unwrap().get(name)? {
            Slot::Made(value) => return Some(Ok(value.clone())),
            Slot::Spec(spec) => spec.clone(),
        };
        let made = match spec.get("method") {
            Some(method) => Ok(Value::Method(Arc::new(ModelMethod::new(
                &self.model,
                method,
                Some(&self.this),
            )))),
            None => self.model.value(&spec),
        };
        if let Ok(value) = &made {
            slots
                .lock()
                .unwrap()
                .insert(name.to_owned(), Slot::Made(value.clone()));
        }
        Some(made)
    }

    fn assign(&self, name: &str, value: Json) {
        self.values
            .lock()
            .unwrap()
            .insert(name.to_owned(), Slot::Made(Value::Json(value)));
    }

    fn text(&self, key: &str) -> Option<String> {
        self.spec[key].as_str().map(str::to_owned)
    }
}

fn unmade(specs: Map<String, Json>) -> HashMap<String, Slot> {
    specs
        .into_iter()
        .map(|(name, spec)| (name, Slot::Spec(spec)))
        .collect()
}

fn descriptor(spec: &Json) -> Arc<Descriptor> {
    let text = |json: &Json, key: &str| json[key].as_str().map(|text| text.to_owned().into());
    let list = |key: &str| spec[key].as_array().cloned().unwrap_or_default();
    let members = list("members");
    let members = members.iter().map(|json| {
        let name = json["name"].as_str().unwrap().to_owned();
        let summary = json["summary"].as_str().unwrap().to_owned();
        let plain = match json["kind"].as_str() {
            Some("method") => Member::open_method(name, text(json, "signature"), summary),
            _ => Member {
                signature: text(json, "signature"),
                ..Member::property(name, summary)
            },
        };
        Member {
            caution: text(json, "caution"),
            writable: json["writable"] == true,
            node: json["node"] == true,
            timeout_ms: json["timeoutMs"].as_f64(),
            ..plain
        }
    });
    let elements = list("elements");
    let elements = elements.iter().map(|json| Element {
        name: text(json, "name").unwrap(),
        purpose: text(json, "purpose").unwrap(),
        where_: text(json, "where"),
        selector: text(json, "selector"),
        reveal: json.get("reveal").cloned(),
    });
    Arc::new(Descriptor {
        kind: text(spec, "kind").unwrap(),
        summary: text(spec, "summary").unwrap(),
        members: members.collect(),
        overview: text(spec, "overview"),
        help: text(spec, "help"),
        elements: elements.collect(),
    })
}

#[async_trait]
impl Node for ModelNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    fn identity(&self) -> Option<String> {
        self.text("identity")
    }

    fn restricted(&self) -> Option<String> {
        self.text("restricted")
    }

    fn indexable(&self) -> bool {
        self.spec.get("index").is_some()
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        self.spec.get("index")?;
        Some(
            self.slot(&self.items, &key.to_string())
                .unwrap_or_else(|| Err(NodeError::no_item())),
        )
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        if let Some(error) = self.text("children_error") {
            return Err(NodeError::new(error));
        }
        let listed = self.spec["children"].as_array().cloned().unwrap_or_default();
        let text = |json: &Json, key: &str| json[key].as_str().unwrap_or_default().to_owned();
        Ok(listed
            .iter()
            .map(|json| Child {
                segment: text(json, "segment"),
                kind: text(json, "kind").into(),
                summary: text(json, "summary"),
                restricted: json["restricted"].as_str().map(str::to_owned),
            })
            .collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        match self.text("summarize_error") {
            Some(error) => Err(NodeError::new(error)),
            None => Ok(self.spec.get("summarize").cloned()),
        }
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        self.slot(&self.values, member).unwrap_or(Ok(Value::NULL))
    }

    async fn set(&self, member: &str, value: Json) -> Result<(), NodeError> {
        if let Some(error) = self.spec["set_errors"][member].as_str() {
            return Err(NodeError::new(error));
        }
        self.assign(member, value);
        Ok(())
    }

    async fn method(&self, member: &str) -> Result<Option<Value>, NodeError> {
        self.get(member).await.map(Some)
    }

    fn holds_functions(&self) -> bool {
        true
    }
}

struct ModelMethod {
    model: Arc<Model>,
    spec: Json,
    owner: Option<Weak<ModelNode>>,
}

impl ModelMethod {
    fn new(model: &Arc<Model>, spec: &Json, owner: Option<&Weak<ModelNode>>) -> Self {
        Self {
            model: model.clone(),
            spec: spec.clone(),
            owner: owner.cloned(),
        }
    }
}

#[async_trait]
impl Method for ModelMethod {
    async fn call(&self, args: Vec<Json>) -> Result<Value, NodeError> {
        let owner = self.owner.as_ref().and_then(Weak::upgrade);
        if let (Some(owner), Some(sets)) = (owner, self.spec["sets"].as_object()) {
            sets.iter()
                .for_each(|(name, value)| owner.assign(name, value.clone()));
        }
        if let Some(error) = self.spec["throws"].as_str() {
            return Err(NodeError::new(error));
        }
        if self.spec["echo_args"] == true {
            return Ok(Value::Json(Json::Array(args)));
        }
        self.spec
            .get("returns")
            .map_or(Ok(Value::NULL), |value| self.model.value(value))
    }

    fn describes_itself(&self) -> Option<Arc<dyn Node>> {
        self.spec.get("descriptor").map(|spec| self.model.node(spec))
    }
}
