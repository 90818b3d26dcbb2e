//! Every case of a folder, in a few programs at once.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use super::run::{Outcome, run};
use super::session::Session;
use crate::support::report;

/// What failed, by case.
pub struct Report {
    pub total: usize,
    pub failed: Vec<(String, Vec<String>)>,
}

/// The case folders below `root` whose name holds one of `only` (all where that is empty).
pub fn folders(root: &Path, only: &[String]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root).unwrap_or_else(|e| panic!("{}: {e}", root.display()));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.join("case.json").is_file());
    found.retain(|path| only.is_empty() || only.iter().any(|part| name(path).contains(part.as_str())));
    found.sort();
    found
}

/// Runs them in `workers` programs, each taking the next case when it is free.
pub fn run_all(folders: &[PathBuf], workers: usize) -> Report {
    let queue = Mutex::new(folders.iter());
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers.min(folders.len()) {
            scope.spawn(|| worker(&queue, &failed));
        }
    });
    let mut failed = failed
        .into_inner()
        .expect("workers do not panic while they hold the list");
    failed.sort();
    Report {
        total: folders.len(),
        failed,
    }
}

type Queue<'a> = Mutex<std::slice::Iter<'a, PathBuf>>;

fn worker(queue: &Queue<'_>, failed: &Mutex<Vec<(String, Vec<String>)>>) {
    let mut session = None;
    loop {
        let Some(folder) = queue.lock().expect("the queue is only read").next() else {
            return;
        };
        let began = Instant::now();
        let outcome = one(&mut session, folder);
        let word = if outcome.problems.is_empty() {
            "ok  "
        } else {
            "FAIL"
        };
        report(&format!(
            "{word} {} ({} ms)",
            name(folder),
            began.elapsed().as_millis()
        ));
        if !outcome.healthy {
            session = None; // the next case gets a new program
        }
        if !outcome.problems.is_empty() {
            failed
                .lock()
                .expect("workers do not panic while they hold the list")
                .push((name(folder), outcome.problems));
        }
    }
}

fn one(session: &mut Option<Session>, folder: &Path) -> Outcome {
    if session.is_none() {
        match Session::start() {
            Ok(started) => *session = Some(started),
            Err(why) => {
                return Outcome {
                    problems: vec![format!("start: {why}")],
                    healthy: false,
                };
            }
        }
    }
    match session {
        Some(session) => run(session, folder),
        None => Outcome {
            problems: vec!["no program".into()],
            healthy: false,
        },
    }
}

fn name(folder: &Path) -> String {
    folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
