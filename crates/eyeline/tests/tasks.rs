//! The scripts of `fixtures/tasks`: real jobs on real kinds of sites, done through `app` paths alone.
//!
//! `EYELINE_TASKS_ONLY=stock,shop` picks scripts by parts of their names, `EYELINE_TASKS_SHOW=1` prints each answer.

mod support;

use std::sync::Mutex;

use support::{report, tasks::Script, tasks::scripts};

#[test]
fn every_task_is_done_through_app_paths() {
    let only = std::env::var("EYELINE_TASKS_ONLY").unwrap_or_default();
    let only: Vec<&str> = only.split(',').filter(|part| !part.is_empty()).collect();
    let mut paths = scripts();
    paths.retain(|path| only.is_empty() || only.iter().any(|part| path.to_string_lossy().contains(part)));
    assert!(!paths.is_empty(), "no script to run");
    let queue = Mutex::new(paths.iter());
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(path) = { queue.lock().expect("nothing panics with the queue").next() } {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy();
                    match Script::read(path).and_then(|script| script.run()) {
                        Ok(cost) => report(&format!(
                            "ok   {name}: {} calls, {} characters",
                            cost.calls, cost.chars
                        )),
                        Err(why) => {
                            report(&format!("FAIL {name}: {why}"));
                            failed
                                .lock()
                                .expect("nothing panics with the list")
                                .push(name.into_owned());
                        }
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("nothing panics with the list");
    report(&format!(
        "{} of {} tasks done",
        paths.len() - failed.len(),
        paths.len()
    ));
    assert!(failed.is_empty(), "not done: {failed:?}");
}

#[test]
fn scripts_use_app_paths_only_and_keep_to_their_size() {
    let mut sites = std::collections::BTreeSet::new();
    for path in scripts() {
        let script = Script::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for line in &script.lines {
            let path = line.call["path"].as_str().unwrap_or_default();
            let allowed = path.contains("editor.app")
                || path.starts_with("downloads")
                || path.contains("editor.dialog");
            assert!(allowed, "{}: {path} is no app path", script.name);
        }
        let range = if script.head.page == "stock" {
            1..=5
        } else {
            5..=12
        };
        assert!(
            range.contains(&script.lines.len()),
            "{}: {} calls",
            script.name,
            script.lines.len()
        );
        assert!(
            !script.head.about.is_empty(),
            "{} does not say what it is about",
            script.name
        );
        sites.insert(script.head.page);
    }
    assert!(sites.len() >= 13, "sites with a task: {sites:?}");
}
