//! What a call costs: resolving with a hint, shaping a full answer, searching a tree.
//!
//! `cargo bench -p ai-vision`

use std::hint::black_box;
use std::sync::Arc;

use ai_vision::{
    CallRequest, Child, Descriptor, HintMode, Json, Key, Member, Node, NodeError, SeenKinds, Value,
    async_trait, help_search, resolve_call, shape_result,
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use futures::executor::block_on;
use serde_json::json;

/// A tree of nodes, each of a kind of its own.
struct Branch {
    descriptor: Arc<Descriptor>,
    below: Vec<Arc<dyn Node>>,
    listed: usize,
}

impl Branch {
    fn grow(name: &str, below: Vec<Arc<dyn Node>>, listed: usize) -> Arc<dyn Node> {
        let purposes = [
            "Title of the page.",
            "Rows of the table.",
            "Whether it is open.",
            "Where it is stored.",
        ];
        let properties = purposes
            .iter()
            .enumerate()
            .map(|(at, purpose)| Member::property(format!("field{at}"), *purpose));
        let descriptor = Descriptor::new(format!("Kind{name}"), "A branch of the tree.")
            .members(properties)
            .member(Member::node("next", "The next branch."))
            .member(Member::method(
                "addRows",
                "addRows(count?, at?)",
                "Add empty rows.",
            ))
            .help("Rows start at 0.\nTo add a row call addRows.");
        Arc::new(Self {
            descriptor: descriptor.shared(),
            below,
            listed,
        })
    }
}

#[async_trait]
impl Node for Branch {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        let at = key.position(self.below.len());
        Some(
            at.map(|at| Value::Node(self.below[at].clone()))
                .ok_or_else(NodeError::no_item),
        )
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        let child = |at| Child::new(format!("[{at}]"), "Branch", format!("branch number {at}"));
        Ok((0..self.listed).map(child).collect())
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(json!({"id": "t1", "title": "A page", "loading": false})))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match (member, self.below.first()) {
            ("next", Some(next)) => Ok(Value::Node(next.clone())),
            _ => Ok(Value::NULL),
        }
    }
}

fn resolving(criterion: &mut Criterion) {
    let leaf = Branch::grow("Leaf", Vec::new(), 50);
    let root = (0..5).fold(leaf, |below, at| Branch::grow(&at.to_string(), vec![below], 1));
    let request = CallRequest::read("next[0].next[0].next").hints(HintMode::Always);
    let mut seen = SeenKinds::new();
    assert!(
        block_on(resolve_call(&root, &request, &mut seen))
            .hint
            .is_some_and(|hint| hint.text.contains("[49]"))
    );
    criterion.bench_function(
        "resolve five segments, hint of 50 children (aim 30 µs)",
        |bencher| {
            bencher.iter(|| block_on(resolve_call(black_box(&root), black_box(&request), &mut seen)));
        },
    );
}

fn shaping(criterion: &mut Criterion) {
    let row = |at: u32| json!({"id": at, "label": format!("row {at}"), "cells": ["a", 1.5, true, null]});
    let rows: Json = (0..400).map(row).collect();
    assert!(shape_result(rows.clone(), 20_000).cut.truncated);
    criterion.bench_function("shape 20,000 units (aim 200 µs)", |bencher| {
        bencher.iter_batched(
            || rows.clone(),
            |rows| shape_result(rows, 20_000),
            BatchSize::SmallInput,
        );
    });
}

fn searching(criterion: &mut Criterion) {
    let wing = |wing: usize| {
        let leaves = (0..11)
            .map(|at| Branch::grow(&format!("Leaf{wing}x{at}"), Vec::new(), 0))
            .collect();
        Branch::grow(&format!("Wing{wing}"), leaves, 11)
    };
    let root = Branch::grow("Root", (0..25).map(wing).collect(), 25);
    assert_eq!(block_on(help_search(&root, "how do I add a row", None)).len(), 20);
    criterion.bench_function("help_search over 300 nodes (aim 5 ms)", |bencher| {
        bencher.iter(|| block_on(help_search(black_box(&root), "how do I add a row", None)));
    });
}

criterion_group!(benches, resolving, shaping, searching);
criterion_main!(benches);
