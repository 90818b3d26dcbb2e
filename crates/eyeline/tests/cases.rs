//! Every case of `fixtures/cases` and `fixtures/own-cases`, each step and expectation, through the real binary over MCP.
//!
//! `EYELINE_CASES_DIR` names another folder of the same format, `EYELINE_CASES_ONLY=sticky,frame` picks cases by
//! parts of their names, `EYELINE_CASES_WORKERS` says how many programs run them at once.

mod support;

use std::path::Path;

use support::{cases::all, paths, report};

#[test]
fn every_case_passes() {
    let root = std::env::var_os("EYELINE_CASES_DIR").map_or_else(|| paths::fixtures("cases"), Into::into);
    run("", &root);
}

/// Cases that come from no report, but from what users of such a tool do all day.
#[test]
fn every_case_of_our_own_passes() {
    run("own cases: ", &paths::fixtures("own-cases"));
}

fn run(what: &str, root: &Path) {
    let only = std::env::var("EYELINE_CASES_ONLY").unwrap_or_default();
    let only: Vec<String> = only
        .split(',')
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let workers = std::env::var("EYELINE_CASES_WORKERS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(3);
    let folders = all::folders(root, &only);
    let outcome = all::run_all(&folders, workers);
    for (case, problems) in &outcome.failed {
        report(&format!("FAIL {case}"));
        problems
            .iter()
            .for_each(|problem| report(&format!("       {problem}")));
    }
    report(&format!(
        "{what}passed {} of {}",
        outcome.total - outcome.failed.len(),
        outcome.total
    ));
    assert!(!folders.is_empty(), "no case in {}", root.display());
    assert!(outcome.failed.is_empty(), "{} cases failed", outcome.failed.len());
}
