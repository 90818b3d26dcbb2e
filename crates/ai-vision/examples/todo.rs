//! A collection of nodes, live children, cautions, options and search: a todo list.
//!
//! Run it with `cargo run -p ai-vision --example todo -- 'add("Buy milk", {"urgent": true})' 'items[0]'`.

use std::sync::{Arc, Mutex};

use ai_vision::{
    ArgRule, CallRequest, Child, Descriptor, Effect, Json, JsonType, Key, Member, Node, NodeError, SeenKinds,
    Value, async_trait, find_near_names, format_key, help_search, resolve_call,
};
use serde_json::json;

#[derive(Default)]
struct Todo {
    title: String,
    done: bool,
    urgent: bool,
}

type Todos = Arc<Mutex<Vec<Todo>>>;

fn lock(todos: &Todos) -> std::sync::MutexGuard<'_, Vec<Todo>> {
    todos.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The root: what there is to do, and how to add to it.
pub struct TodoApp {
    todos: Todos,
    descriptor: Arc<Descriptor>,
}

impl TodoApp {
    /// An empty list.
    pub fn root() -> Arc<dyn Node> {
        let descriptor = Descriptor::new("TodoApp", "A list of things to do.")
            .overview("Read items, add to them, or look for a member with helpSearch.")
            .member(Member::node("items", "The todos, by position or title."))
            .member(
                Member::method("add", "add(title, {urgent?}?)", "Add a todo.")
                    .arg(ArgRule::string("title"))
                    .option("urgent", JsonType::Boolean)
                    .example("add(\"Buy milk\", {\"urgent\":true})")
                    .acts(),
            )
            .member(
                Member::method("clear", "clear()", "Remove all todos.")
                    .caution("cannot be undone")
                    .acts(),
            )
            .member(
                Member::method(
                    "helpSearch",
                    "helpSearch(query, limit?)",
                    "Find a member by purpose.",
                )
                .arg(ArgRule::string("query"))
                .arg(ArgRule::number("limit").minimum(1.0)),
            );
        Arc::new(Self {
            todos: Todos::default(),
            descriptor: descriptor.shared(),
        })
    }
}

#[async_trait]
impl Node for TodoApp {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let todos = lock(&self.todos);
        let open = todos.iter().filter(|todo| !todo.done).count();
        Ok(Some(json!({"todos": todos.len(), "open": open})))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "items" => Ok(Value::node(Items {
                todos: self.todos.clone(),
            })),
            _ => Ok(Value::NULL),
        }
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        match member {
            "add" => {
                let title = args[0].as_str().unwrap_or_default().to_owned();
                let urgent = args.get(1).is_some_and(|options| options["urgent"] == true);
                let mut todos = lock(&self.todos);
                todos.push(Todo {
                    title,
                    urgent,
                    done: false,
                });
                Ok(Value::from(todos.len() - 1))
            }
            "clear" => Ok(Value::from(lock(&self.todos).drain(..).count())),
            _ => {
                let root: Arc<dyn Node> = Arc::new(Self {
                    todos: self.todos.clone(),
                    descriptor: self.descriptor.clone(),
                });
                let limit = args
                    .get(1)
                    .and_then(Json::as_u64)
                    .and_then(|limit| usize::try_from(limit).ok());
                let hits = help_search(&root, args[0].as_str().unwrap_or_default(), limit).await;
                Ok(serde_json::to_value(hits).unwrap_or_default().into())
            }
        }
    }
}

/// The todos as a collection.
struct Items {
    todos: Todos,
}

#[async_trait]
impl Node for Items {
    fn descriptor(&self) -> Arc<Descriptor> {
        Descriptor::new("Todos", "The todos, by position or title.")
            .member(Member::property("count", "How many there are."))
            .shared()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let todos = lock(&self.todos);
        let at = match key {
            Key::Int(_) => key.position(todos.len()),
            Key::Text(title) => todos.iter().position(|todo| todo.title == *title),
        };
        let near = |title: &str| {
            let near = find_near_names(title, todos.iter().map(|todo| todo.title.as_str()));
            NodeError::new(format!("No todo {} here.", format_key(title))).suggest(near)
        };
        Some(match (at, key) {
            (Some(at), _) => Ok(Value::node(Item {
                todos: self.todos.clone(),
                at,
            })),
            (None, Key::Text(title)) => Err(near(title)),
            (None, Key::Int(_)) => Err(NodeError::no_item()),
        })
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let todos = lock(&self.todos);
        Ok(todos
            .iter()
            .enumerate()
            .map(|(at, todo)| Child::new(format!("[{at}]"), "Todo", &todo.title))
            .collect())
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(lock(&self.todos).len().into())
    }
}

/// One todo.
struct Item {
    todos: Todos,
    at: usize,
}

#[async_trait]
impl Node for Item {
    fn descriptor(&self) -> Arc<Descriptor> {
        let toggle = Member::method("toggle", "toggle()", "Mark it as done, or as not done.");
        Descriptor::new("Todo", "One thing to do.")
            .member(Member::property("title", "What to do.").writable())
            .member(Member::property("done", "Whether it is done."))
            .member(Member {
                effect: Effect::Acts,
                ..toggle
            })
            .shared()
    }

    fn identity(&self) -> Option<String> {
        Some(format!("items[{}]", self.at))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let todos = lock(&self.todos);
        Ok(todos
            .get(self.at)
            .map(|todo| json!({"title": todo.title, "done": todo.done, "urgent": todo.urgent})))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        let todos = lock(&self.todos);
        let todo = todos.get(self.at).ok_or("This todo is gone.")?;
        Ok(if member == "title" {
            todo.title.as_str().into()
        } else {
            todo.done.into()
        })
    }

    async fn set(&self, _member: &str, value: Json) -> Result<(), NodeError> {
        let mut todos = lock(&self.todos);
        let todo = todos.get_mut(self.at).ok_or("This todo is gone.")?;
        todo.title = value.as_str().ok_or("A title is text.")?.to_owned();
        Ok(())
    }

    async fn call(&self, _member: &str, _args: Vec<Json>) -> Result<Value, NodeError> {
        let mut todos = lock(&self.todos);
        let todo = todos.get_mut(self.at).ok_or("This todo is gone.")?;
        todo.done = !todo.done;
        Ok(todo.done.into())
    }
}

/// Runs calls one after the other, and answers as a host would print them.
pub async fn run(paths: &[String]) -> String {
    let root = TodoApp::root();
    let mut seen = SeenKinds::new();
    let mut out = String::new();
    for path in paths {
        let answer = resolve_call(&root, &CallRequest::read(path.as_str()), &mut seen).await;
        let said = answer.error.map(|error| format!("error: {error}"));
        let said = said
            .or(answer.result.map(|result| result.to_string()))
            .unwrap_or_default();
        out.push_str(&format!("> {path}\n{said}\n"));
        if let Some(hint) = answer.hint {
            out.push_str(&format!("{}\n", hint.text));
        }
    }
    out
}

#[allow(
    dead_code,
    reason = "the test that includes this example calls its transcript instead"
)]
fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let paths = if paths.is_empty() {
        vec![String::new()]
    } else {
        paths
    };
    print!("{}", futures::executor::block_on(run(&paths)));
}
