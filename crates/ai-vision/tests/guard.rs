//! What a guard learns, and what it can do.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ai_vision::{
    Access, AccessKind, CallRequest, Descriptor, Guard, Json, Member, Node, NodeError, SeenKinds, Value,
    async_trait, resolve_call_guarded,
};
use futures::future::BoxFuture;
use serde_json::json;

/// A page with an identity, and a method that never ends.
struct Page {
    called: Arc<Mutex<Vec<String>>>,
}

#[async_trait]
impl Node for Page {
    fn descriptor(&self) -> Arc<Descriptor> {
        Descriptor::new("Page", "A page.")
            .member(Member::node("self", "The page again."))
            .member(Member::property("title", "Its title.").writable())
            .member(
                Member::method("click", "click(target, {count?})", "Press.")
                    .example("click(\"#save\")")
                    .acts(),
            )
            .member(Member::method("wait", "wait()", "Wait for ever.").timeout_ms(20))
            .shared()
    }

    fn identity(&self) -> Option<String> {
        Some("pages[\"t1\"]".to_owned())
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "self" => Ok(Value::node(Page {
                called: self.called.clone(),
            })),
            _ => Ok("Start".into()),
        }
    }

    async fn set(&self, member: &str, _value: Json) -> Result<(), NodeError> {
        self.called.lock().unwrap().push(format!("set {member}"));
        Ok(())
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        self.called.lock().unwrap().push(format!("{member} {args:?}"));
        match member {
            "wait" => std::future::pending().await,
            _ => Ok(Value::NULL),
        }
    }
}

/// Writes down every access, refuses writes, and holds members to their declared deadlines.
#[derive(Default)]
struct Watch(Mutex<Vec<String>>);

#[async_trait]
impl Guard for Watch {
    async fn around<'a>(
        &self,
        access: Access<'a>,
        work: BoxFuture<'a, Result<Value, NodeError>>,
    ) -> Result<Value, NodeError> {
        let canonical = access.canonical.unwrap_or("-");
        self.0
            .lock()
            .unwrap()
            .push(format!("{} {canonical} {}", access.path, access.owner));
        if matches!(access.kind, AccessKind::Write(_)) {
            return Err(NodeError::new(format!("{} may only be read.", access.path)));
        }
        let Some(ms) = access.member.and_then(|member| member.timeout_ms) else {
            return work.await;
        };
        match tokio::time::timeout(Duration::from_secs_f64(ms / 1000.0), work).await {
            Ok(done) => done,
            Err(_) => Err(NodeError::new(format!(
                "{} took longer than {ms} ms.",
                access.path
            ))),
        }
    }
}

async fn answer(request: CallRequest) -> (Option<String>, Vec<String>, Vec<String>) {
    let called = Arc::new(Mutex::new(Vec::new()));
    let root: Arc<dyn Node> = Arc::new(Page {
        called: called.clone(),
    });
    let watch = Watch::default();
    let answer = resolve_call_guarded(&root, &request, &mut SeenKinds::new(), &watch).await;
    let asked = watch.0.lock().unwrap().clone();
    let called = called.lock().unwrap().clone();
    (answer.error, asked, called)
}

#[tokio::test]
async fn a_guard_learns_both_paths_of_every_access() {
    let (error, asked, called) = answer(CallRequest::call("self.click", [json!("#a")])).await;
    assert_eq!(error, None);
    assert_eq!(
        asked,
        [
            "self pages[\"t1\"].self Page",
            "self.click pages[\"t1\"].click Page"
        ]
    );
    assert_eq!(called.len(), 1);
}

#[tokio::test]
async fn what_a_guard_refuses_has_no_effect() {
    let (error, _, called) = answer(CallRequest::assign("title", "x")).await;
    assert_eq!(error.as_deref(), Some("title may only be read."));
    assert!(called.is_empty());
}

#[tokio::test]
async fn a_guard_holds_a_member_to_its_deadline() {
    let (error, ..) = answer(CallRequest::read("wait()")).await;
    assert_eq!(error.as_deref(), Some("wait took longer than 20 ms."));
}

#[tokio::test]
async fn wrong_arguments_reach_neither_the_guard_nor_the_node() {
    let (error, asked, called) = answer(CallRequest::call("click", [json!("#a"), json!({"cuont": 2})])).await;
    assert_eq!(
        error.as_deref(),
        Some(
            "unknown option \"cuont\"; did you mean \"count\"? click takes: count. Example: click(\"#save\")"
        )
    );
    assert!(asked.is_empty() && called.is_empty());
}
