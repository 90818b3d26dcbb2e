//! The smallest application: one struct, described in a few lines, driven through paths.
//!
//! Run it with `cargo run -p ai-vision --example greeting`.

use std::sync::{Arc, Mutex};

use ai_vision::{CallRequest, CallResult, Described, Node, SeenKinds, resolve_call};
use serde_json::json;

struct Greeting {
    message: String,
    count: u32,
}

/// The model an agent sees.
pub fn model() -> Arc<dyn Node> {
    let state = Arc::new(Mutex::new(Greeting {
        message: "hello".to_owned(),
        count: 0,
    }));
    Described::new(state, "GreetingApp", "A tiny greeting model.")
        .property("message", "Greeting prefix.", |app| app.message.clone())
        .writable(
            "count",
            "Number of greetings.",
            |app| app.count,
            |app, count| app.count = count,
        )
        .method(
            "greet",
            "greet(name)",
            "Greet one person.",
            |app, (name,): (String,)| {
                app.count += 1;
                Ok(format!("{}, {name}!", app.message))
            },
        )
        .help("Read message or set count. Call greet with a name.")
        .summarize(|app| json!({"message": app.message, "count": app.count}))
        .node()
}

/// What an agent would do, and what it would read.
pub async fn transcript() -> String {
    let root = model();
    let mut seen = SeenKinds::new();
    let calls = [
        CallRequest::read(""),
        CallRequest::read("greet"),
        CallRequest::call("greet", [json!("Ann")]),
        CallRequest::read("gret(\"Ann\")"),
        CallRequest::assign("count", 5),
        CallRequest::read("count"),
        CallRequest::read("message()"),
        CallRequest::read("greet()"),
    ];
    let mut out = String::new();
    for request in calls {
        let answer = resolve_call(&root, &request, &mut seen).await;
        out.push_str(&printed(&request, &answer));
    }
    out
}

fn printed(request: &CallRequest, answer: &CallResult) -> String {
    let mut out = format!(
        "> {}",
        if request.path.is_empty() {
            "(root)"
        } else {
            &request.path
        }
    );
    if let Some(args) = &request.args {
        out.push_str(&format!("  args {}", json!(args)));
    }
    if let Some(value) = &request.value {
        out.push_str(&format!("  value {value}"));
    }
    out.push('\n');
    match (&answer.error, &answer.result) {
        (Some(error), _) => out.push_str(&format!("error: {error}\n")),
        (None, Some(result)) => out.push_str(&format!("{result}\n")),
        (None, None) => {}
    }
    if let Some(hint) = &answer.hint {
        out.push_str(&format!("{}\n", hint.text));
    }
    out
}

#[allow(
    dead_code,
    reason = "the test that includes this example calls its transcript instead"
)]
fn main() {
    print!("{}", futures::executor::block_on(transcript()));
}
