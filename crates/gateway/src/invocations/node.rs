//! `invocations` and its items as nodes.

use std::sync::{Arc, LazyLock};

use ai_vision::{Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait};
use serde_json::json;

use super::{Invocation, Outcome};
use crate::PageText;
use crate::context::CallContext;

static INVOCATIONS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Invocations", "Your calls that outlived their deadline and go on; by id or position.")
        .members([Member::property("count", "How many there are.")])
        .help("A call that may go on after its deadline answers with its id. Read invocations[\"i1\"] to see how it stands.")
        .shared()
});

static INVOCATION: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Invocation", "A call that goes on.")
        .members([
            Member::property("id", "Its name."),
            Member::property("path", "What was called."),
            Member::property("status", "running, done, failed or cancelled."),
            Member::property("result", "Its value, once done; else the error, or null."),
            Member::method(
                "wait",
                "wait({timeoutMs?})",
                "Wait until it ends; answers with the result.",
            ),
            Member::method("cancel", "cancel()", "End it.").acts(),
        ])
        .shared()
});

/// `invocations`.
pub struct InvocationsNode(pub Arc<CallContext>);

impl InvocationsNode {
    fn all(&self) -> Vec<Arc<Invocation>> {
        self.0.session().invocations().all()
    }
}

#[async_trait]
impl Node for InvocationsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        INVOCATIONS.clone()
    }

    fn identity(&self) -> Option<String> {
        Some("invocations".into())
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let all = self.all();
        let found = match key {
            Key::Text(id) => all.iter().find(|one| one.id == *id),
            position => position.position(all.len()).and_then(|at| all.get(at)),
        };
        Some(match found {
            Some(one) => Ok(Value::node(InvocationNode {
                context: self.0.clone(),
                invocation: one.clone(),
            })),
            None => {
                let ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
                let known = if ids.is_empty() {
                    "none".into()
                } else {
                    ids.join(", ")
                };
                Err(NodeError::new(format!(
                    "No invocation {key} here; there are: {known}."
                )))
            }
        })
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let child = |one: &Arc<Invocation>| {
            let summary = format!(
                "{} ({})",
                PageText::new(&one.path).as_str(),
                one.outcome().status()
            );
            Child::new(format!("[\"{}\"]", one.id), "Invocation", summary)
        };
        Ok(self.all().iter().map(child).collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(self.all().iter().map(|one| brief(one)).collect()))
    }

    async fn get(&self, _member: &str) -> Result<Value, NodeError> {
        Ok(self.all().len().into())
    }
}

struct InvocationNode {
    context: Arc<CallContext>,
    invocation: Arc<Invocation>,
}

#[async_trait]
impl Node for InvocationNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        INVOCATION.clone()
    }

    fn identity(&self) -> Option<String> {
        Some(format!("invocations[\"{}\"]", self.invocation.id))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(brief(&self.invocation)))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        Ok(match member {
            "id" => self.invocation.id.as_str().into(),
            "path" => self.invocation.path.as_str().into(),
            "status" => self.invocation.outcome().status().into(),
            _ => match self.invocation.outcome() {
                Outcome::Done(value) => value.into(),
                Outcome::Failed(error) => json!({ "error": error }).into(),
                Outcome::Running | Outcome::Cancelled => Value::NULL,
            },
        })
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        if member == "cancel" {
            let ended = self.invocation.cancel();
            return Ok(json!({ "cancelled": ended, "status": self.invocation.outcome().status() }).into());
        }
        self.context.take_timeout(args.first())?;
        let deadline = self.context.deadline();
        match deadline.run("The invocation", self.invocation.ended()).await {
            Ok(Outcome::Done(value)) => Ok(value.into()),
            Ok(Outcome::Failed(error)) => Err(NodeError::new(error)),
            Ok(_) => Err(NodeError::new("It was cancelled.")),
            Err(_) => Err(NodeError::new(format!(
                "{} still runs; wait again, or cancel it.",
                self.invocation.id
            ))),
        }
    }
}

fn brief(one: &Invocation) -> Json {
    let seconds = one.since.elapsed().as_secs_f64();
    let mut brief = json!({ "id": one.id, "path": one.path, "status": one.outcome().status(), "seconds": seconds.round() });
    match one.outcome() {
        Outcome::Done(value) => brief["result"] = value,
        Outcome::Failed(error) => brief["error"] = error.into(),
        Outcome::Running | Outcome::Cancelled => {}
    }
    brief
}
