//! Any text, a path on its first line and a shape below: a remote shape is taken or refused, and what it makes of itself can be walked, explained and searched.
//! The remote answers every request with that same JSON.
//!
//! `cargo +nightly fuzz run remote_shape -- -max_total_time=60`

#![no_main]

use std::sync::Arc;

use ai_vision::{
    CallRequest, HintMode, HostSignal, Json, Node, NodeError, RemoteOptions, RemoteProxy, RemoteRequest, RemoteResponse,
    SeenKinds, Shape, Transport, async_trait, help_search, resolve_call,
};
use futures_executor::block_on;
use libfuzzer_sys::fuzz_target;

struct Parrot(Json);

#[async_trait]
impl Transport for Parrot {
    async fn send(&self, _request: RemoteRequest) -> Result<RemoteResponse, NodeError> {
        Ok(RemoteResponse { ok: true, result: Some(self.0.clone()), ..RemoteResponse::default() })
    }
}

fuzz_target!(|text: &str| {
    let (path, shape) = text.split_once('\n').unwrap_or(("", text));
    let _ = HostSignal::parse(shape);
    let Ok(json) = serde_json::from_str::<Json>(shape) else { return };
    let Ok(shape) = Shape::from_json(json.clone()) else { return };
    let root = RemoteProxy::root(&shape, Arc::new(Parrot(json)), RemoteOptions::default());
    block_on(walk(&root, path));
});

async fn walk(root: &Arc<dyn Node>, path: &str) {
    let mut seen = SeenKinds::new();
    let paths = ["", "$help", "$describe", path].map(str::to_owned).into_iter();
    let members = root.descriptor().members.iter().map(|member| member.name.to_string()).collect::<Vec<_>>();
    for path in paths.chain(members.iter().take(8).cloned()) {
        let request = CallRequest::read(path).hints(HintMode::Always).max_length(500);
        let answer = resolve_call(root, &request, &mut seen).await;
        assert!(answer.error.is_some() || answer.result.is_some());
    }
    assert!(help_search(root, path, None).await.len() <= 20);
}
