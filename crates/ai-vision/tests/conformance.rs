//! The golden vectors of the ai-vision engine, run against this one.
//!
//! Prints for each file `passed N, deviations N, failed 0`. `EYELINE_CONFORMANCE_DIR` names another folder of vectors in
//! the same format; there, a tagged case that the table of deviations does not know counts as one and is listed.

#[path = "conformance/cases.rs"]
mod cases;
#[path = "conformance/deviations.rs"]
mod deviations;
#[path = "conformance/model.rs"]
mod model;
#[path = "conformance/wire.rs"]
mod wire;

use std::path::{Path, PathBuf};

use ai_vision::Json;
use cases::{Named, Outcome};
use deviations::Verdict;

const FILES: [&str; 9] = [
    "path",
    "suggest",
    "resolve",
    "shape",
    "help_search",
    "validate",
    "events",
    "remote",
    "timeout",
];

#[derive(Default)]
struct Tally {
    passed: usize,
    deviations: Vec<(String, String)>,
    failed: Vec<String>,
    skipped: usize,
}

#[tokio::test]
async fn the_golden_vectors() {
    let other = std::env::var_os("EYELINE_CONFORMANCE_DIR").map(PathBuf::from);
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/conformance/ai-vision");
    let folder = other.as_deref().unwrap_or(&shipped);
    let named = Named {
        models: read(folder, "models"),
        shapes: read(folder, "shapes"),
    };
    let (mut used, mut failed) = (Vec::new(), 0);
    for file in FILES {
        let mut tally = Tally::default();
        for case in read(folder, file).as_array().expect("a list of cases") {
            take(&mut tally, file, case, &named, other.is_none()).await;
        }
        report(file, &tally);
        failed += tally.failed.len();
        used.extend(
            tally
                .deviations
                .into_iter()
                .map(|(name, _)| (file.to_owned(), name)),
        );
    }
    assert_eq!(failed, 0, "{failed} cases failed");
    if other.is_none() {
        let unused = deviations::unused(&used);
        assert!(unused.is_empty(), "deviations that are none: {unused:?}");
    }
}

async fn take(tally: &mut Tally, file: &str, case: &Json, named: &Named, shipped: bool) {
    if deviations::skipped(file, case) {
        tally.skipped += 1;
        return;
    }
    let Err(difference) = outcome(file, case, named).await else {
        tally.passed += 1;
        return;
    };
    let name = case["name"].as_str().unwrap_or_default().to_owned();
    match deviations::judge(file, case, shipped) {
        Verdict::Deviation(reason) => tally.deviations.push((name, reason)),
        Verdict::Failure => tally.failed.push(format!("{name}: {difference}")),
    }
}

async fn outcome(file: &str, case: &Json, named: &Named) -> Outcome {
    match file {
        "path" => cases::path(case),
        "suggest" => cases::suggest(case),
        "resolve" => cases::resolve(case, named).await,
        "shape" => cases::shape(case).await,
        "help_search" => cases::search(case, named).await,
        "validate" => cases::validate(case),
        "events" => cases::events(case),
        "remote" => cases::remote(case, named).await,
        _ => cases::timeout(case),
    }
}

fn read(folder: &Path, name: &str) -> Json {
    let path = folder.join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn report(file: &str, tally: &Tally) {
    let Tally {
        passed,
        deviations,
        failed,
        skipped,
    } = tally;
    let skipped = if *skipped > 0 {
        format!(", skipped {skipped} uncertain")
    } else {
        String::new()
    };
    println!(
        "{file}.json: passed {passed}, deviations {}, failed {}{skipped}",
        deviations.len(),
        failed.len()
    );
    for (name, reason) in deviations {
        println!("    deviates: {name}: {reason}");
    }
    for failure in failed {
        println!("  FAILED {failure}");
    }
}
