//! Every path that a hint, an error or a search prints leads where it says, on every page there is in `fixtures/`.
//!
//! `EYELINE_PATHS_ONLY=stock,case` picks pages by parts of their names, `EYELINE_PATHS_SHOW=1` prints each path.

mod support;

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::cases::spec::Case;
use support::mcp::{Answer, Client, Start};
use support::printed::{in_another_role, listed_instead, paths_in, proposed};
use support::server::{Rule, Server};
use support::{paths, report};

/// How many paths of one page are followed.
const PATHS: usize = 70;
/// How many of the names on a page are asked for wrongly.
const NAMES: usize = 4;
/// What one call may take: a page that is never still is left then.
const CALL: Duration = Duration::from_secs(6);

/// How many pages are walked side by side: more make pages on a busy machine miss their time.
const WALKERS: usize = 2;

/// A page of `fixtures/`.
struct Fixture {
    name: String,
    folder: PathBuf,
    file: String,
    rules: HashMap<String, Rule>,
}

/// Every page: those of cases with what their server does; those that npm has to build first are left out.
fn all() -> Vec<Fixture> {
    let mut found = Vec::new();
    gather(&paths::fixtures(""), &mut found);
    found.retain(|page| !page.folder.ends_with("editors"));
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn gather(folder: &Path, found: &mut Vec<Fixture>) {
    let case = Case::read(folder).ok();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let file = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            gather(&path, found);
        }
        let entry_page = case
            .as_ref()
            .map(|case| case.setup.entry.as_deref().unwrap_or("page.html"));
        if !file.ends_with(".html") || entry_page.is_some_and(|entry| entry != file) {
            continue;
        }
        let root = paths::fixtures("");
        let name = path
            .strip_prefix(&root)
            .unwrap_or(&path)
            .to_string_lossy()
            .into_owned();
        let rules = case.as_ref().map(|case| case.setup.rules()).unwrap_or_default();
        found.push(Fixture {
            name,
            folder: folder.to_owned(),
            file,
            rules,
        });
    }
}

/// A path that a hostile page puts into its names, where it stands in quotes.
const FORGED: &str = "page.editor.app.wipe";

/// The paths in a line, but for those that a page put there.
fn own_paths(line: &str) -> impl Iterator<Item = String> + use<> {
    paths_in(line).into_iter().filter(|path| !path.contains(FORGED))
}

/// What a walk over one page came to.
#[derive(Default)]
struct Walked {
    paths: usize,
    proposals: usize,
    hits: usize,
    troubles: Vec<String>,
}

/// A path that was printed: where, and the name that stood beside it.
struct Printed {
    path: String,
    origin: String,
    name: Option<String>,
}

/// One page in one program.
struct Walk<'a> {
    client: &'a Client,
    name: &'a str,
    seen: HashSet<String>,
    waiting: VecDeque<Printed>,
    kinds: HashSet<String>,
    names: Vec<(String, String, String)>,
    walked: Walked,
}

impl<'a> Walk<'a> {
    fn new(client: &'a Client, name: &'a str) -> Self {
        Walk {
            client,
            name,
            seen: HashSet::new(),
            waiting: VecDeque::new(),
            kinds: HashSet::new(),
            names: Vec::new(),
            walked: Walked::default(),
        }
    }

    /// A call with its hint, in which paths are printed.
    fn call(&self, path: &str, args: Option<Value>) -> Option<Answer> {
        self.ask(path, args, "always")
    }

    /// A call of which only the answer counts, or the error: a hint reads the page once more.
    fn look(&self, path: &str) -> Option<Answer> {
        self.ask(path, None, "never")
    }

    fn ask(&self, path: &str, args: Option<Value>, hints: &str) -> Option<Answer> {
        let mut asked = json!({"path": path, "hints": hints, "timeoutMs": CALL.as_millis() as u64});
        if let Some(args) = args {
            asked["args"] = args;
        }
        self.client.call_within(asked, CALL * 2).ok()
    }

    /// Follows what is printed, from the page as a whole inwards.
    fn follow(&mut self) {
        self.wait_for(APP, "", None);
        while let Some(Printed { path, origin, name }) = self.waiting.pop_front() {
            if self.walked.paths >= PATHS || !self.seen.insert(path.clone()) {
                continue;
            }
            let Some(answer) = self.call(&path, None) else {
                self.trouble(format!("{path} (printed by {origin}) is not answered"));
                return;
            };
            self.walked.paths += 1;
            if std::env::var_os("EYELINE_PATHS_SHOW").is_some() {
                report(&format!("{}: {path} (printed by {origin})", self.name));
            }
            if answer.is_error && !said_in_advance(&answer) && self.still_printed(&path, &origin, "") {
                self.trouble(format!("{path} (printed by {origin}): {}", answer.block(0)));
            }
            if let Some(name) = name.filter(|name| !answers_to(&answer, name))
                && self.still_printed(&path, &origin, &name)
            {
                self.trouble(format!(
                    "{path} (printed by {origin}) is not {name:?}: {}",
                    answer.block(0)
                ));
            }
            self.gather(&path, &answer);
        }
    }

    fn wait_for(&mut self, path: &str, origin: &str, name: Option<String>) {
        let (path, origin) = (path.to_owned(), origin.to_owned());
        self.waiting.push_back(Printed { path, origin, name });
    }

    fn trouble(&mut self, what: String) {
        self.walked.troubles.push(what);
    }

    /// A page may have changed since: what it prints now is what counts.
    fn still_printed(&self, path: &str, origin: &str, name: &str) -> bool {
        let again = self.call(origin, None);
        let printed = again.is_some_and(|again| {
            again
                .text()
                .lines()
                .any(|line| line.contains(path) && line.contains(name))
        });
        let wrong = |answer: Answer| answer.is_error || !(name.is_empty() || answers_to(&answer, name));
        printed && self.call(path, None).is_some_and(wrong)
    }

    fn gather(&mut self, path: &str, answer: &Answer) {
        for text in (0..answer.blocks.len()).map(|at| answer.block(at)) {
            for line in text.lines() {
                for printed in own_paths(line) {
                    let name = name_beside(line, &printed);
                    self.wait_for(&printed, path, name);
                }
            }
            self.members(path, text);
            self.remember_names(text);
        }
    }

    /// The paths that events name.
    fn events(&mut self, answer: &Answer) {
        let text = answer.text();
        for line in text.lines().filter(|line| line.trim_start().starts_with("[seq ")) {
            for printed in own_paths(line) {
                self.wait_for(&printed, "events", None);
            }
        }
    }

    /// The members that a hint lists, of the first node of each kind.
    fn members(&mut self, path: &str, hint: &str) {
        let Some((head, members)) = hint.split_once("\nmembers:\n") else {
            return;
        };
        let kind = head.split(" — ").next().unwrap_or_default();
        if !self.kinds.insert(kind.to_owned()) {
            return;
        }
        for line in members.lines().filter_map(|line| line.strip_prefix("  ")) {
            let name: String = line
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            if !name.is_empty() {
                self.wait_for(&format!("{path}.{name}"), path, None);
            }
        }
    }

    /// Names of controls, with the collection they stand in.
    fn remember_names(&mut self, text: &str) {
        for printed in own_paths(text) {
            let Some((collection, name)) = split_name(&printed) else {
                continue;
            };
            let role = collection.rsplit('.').next().unwrap_or_default().to_owned();
            let known = self.names.iter().any(|(_, known, _)| *known == role);
            if !known && name.chars().count() > 4 {
                self.names.push((collection, role, name));
            }
        }
    }

    /// Asks for what is not there, and for one of several; what the errors propose has to be there.
    fn propose(&mut self) {
        let names: Vec<_> = self.names.iter().take(NAMES).cloned().collect();
        for (collection, role, name) in names {
            let mut letters: Vec<char> = name.chars().collect();
            letters.remove(letters.len() / 2);
            let wrong: String = letters.into_iter().collect();
            for wrong in [wrong.as_str(), "Qqqqq zzzzz"] {
                self.instead(&format!("{collection}[{}]", Value::from(wrong)), &collection);
            }
            self.instead(&format!("{collection}.name"), &collection);
            let other = if role == "button" { "checkbox" } else { "button" };
            if let Some(parent) = collection.strip_suffix(&format!(".{role}")) {
                let collection = format!("{parent}.{other}");
                self.instead(&format!("{collection}[{}]", Value::from(name)), &collection);
            }
        }
        let misspelt = format!("{APP}.buton");
        let words = self.look(&misspelt).map(|answer| proposed(answer.block(0)));
        for word in words.unwrap_or_default() {
            self.resolves(&format!("{APP}.{word}"), &misspelt);
        }
    }

    /// What an error says is there instead.
    fn instead(&mut self, asked: &str, collection: &str) {
        let Some(answer) = self.look(asked).filter(|answer| answer.is_error) else {
            return;
        };
        let error = answer.block(0).to_owned();
        for name in proposed(&error).into_iter().chain(listed_instead(&error)) {
            self.resolves(&format!("{collection}[{}]", Value::from(name)), asked);
        }
        if let (Some(relative), Some((parent, _))) = (in_another_role(&error), collection.rsplit_once('.')) {
            self.resolves(&format!("{parent}.{relative}"), asked);
        }
        for path in own_paths(&error) {
            self.resolves(&path, asked);
        }
    }

    fn resolves(&mut self, path: &str, asked: &str) {
        self.walked.proposals += 1;
        let answer = self.look(path);
        if answer.as_ref().is_none_or(|answer| answer.is_error) {
            let said = answer
                .map(|answer| answer.block(0).to_owned())
                .unwrap_or_default();
            self.trouble(format!("{path} (proposed for {asked}): {said}"));
        }
    }

    /// Searches for the names there are, on the page and from the root.
    fn search(&mut self) {
        let names: Vec<String> = self
            .names
            .iter()
            .take(NAMES)
            .map(|(_, _, name)| name.clone())
            .collect();
        for name in names {
            let words = first_words(&name);
            for asked in [
                "helpSearch",
                "page.editor.app.find",
                "page.editor.app.screen.find",
            ] {
                let found = self
                    .ask(asked, Some(json!([words])), "never")
                    .filter(|answer| !answer.is_error);
                let hits = found.map(|answer| answer.value()).unwrap_or_default();
                for hit in hits.as_array().into_iter().flatten() {
                    let Some(path) = hit["path"].as_str().filter(|path| path.contains(".editor")) else {
                        continue;
                    };
                    self.walked.hits += 1;
                    let path = path.trim_end_matches("()");
                    if !self.seen.insert(path.to_owned()) {
                        continue;
                    }
                    let answer = self.look(path);
                    let name = hit["name"].as_str().unwrap_or_default();
                    if answer
                        .as_ref()
                        .is_none_or(|answer| answer.is_error || !answers_to(answer, name))
                    {
                        let said = answer
                            .map(|answer| answer.block(0).to_owned())
                            .unwrap_or_default();
                        self.trouble(format!("{path} (found by {asked}({words:?})): {said}"));
                    }
                }
            }
        }
    }
}

const APP: &str = "page.editor.app";

/// What is announced as closed, and a part that has several, are as they were printed.
fn said_in_advance(answer: &Answer) -> bool {
    answer.block(0).contains("locked")
}

/// The name in quotes that a hint's line gives what is at a path.
fn name_beside(line: &str, path: &str) -> Option<String> {
    let (_, rest) = line
        .trim_start()
        .strip_prefix(path)?
        .strip_prefix(" — ")?
        .split_once(": ")?;
    let mut quoted = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    quoted.next()?.ok()
}

/// Whether an answer that gives a name gives this one.
fn answers_to(answer: &Answer, name: &str) -> bool {
    let told = answer.value();
    told.get("name")
        .and_then(Value::as_str)
        .is_none_or(|told| told.starts_with(name.trim_end_matches('…')))
}

/// `….button["Save"]` as the collection and the name.
fn split_name(path: &str) -> Option<(String, String)> {
    let at = path.rfind("[\"").filter(|_| path.ends_with("\"]"))?;
    let name: String = serde_json::from_str(&path[at + 1..path.len() - 1]).ok()?;
    Some((path[..at].to_owned(), name))
}

fn first_words(name: &str) -> String {
    name.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

fn walk(client: &Client, page: &Fixture) -> Walked {
    let server = Server::start(&page.folder, page.rules.clone());
    let url = format!("{}/{}", server.a, page.file);
    let opened = client.call_within(
        json!({"path": "pages.open", "args": [url, {"waitUntil": "domcontentloaded", "timeoutMs": 5000}]}),
        CALL * 3,
    );
    let mut walk = Walk::new(client, &page.name);
    if let Ok(opened) = opened {
        walk.events(&opened);
        let _ = client.call_within(json!({"path": "page.editor.dialog.accept", "args": []}), CALL);
        let began = client.call_within(json!({"path": APP, "timeoutMs": 4000}), CALL);
        if began.is_ok_and(|answer| !answer.is_error) {
            walk.follow();
            walk.propose();
            walk.search();
        }
    }
    let _ = client.call_within(json!({"path": "page.close", "args": []}), CALL);
    walk.walked
}

/// Pages that cannot be read, since they never give the browser time to.
const UNREADABLE: [&str; 1] = ["202-endless-loop"];

#[test]
fn every_path_that_is_printed_resolves_on_every_fixture() {
    let only = std::env::var("EYELINE_PATHS_ONLY").unwrap_or_default();
    let mut pages = all();
    pages.retain(|page| only.is_empty() || only.split(',').any(|part| page.name.contains(part)));
    let queue = Mutex::new(pages.iter());
    let done = Mutex::new(Vec::new());
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..WALKERS {
            scope.spawn(|| {
                let client = Client::start(&Start::default()).expect("the program starts");
                while let Some(page) = { queue.lock().expect("nothing panics with the queue").next() } {
                    let began = Instant::now();
                    let walked = walk(&client, page);
                    if began.elapsed() > CALL {
                        report(&format!(
                            "{} took {:?} for {} paths",
                            page.name,
                            began.elapsed(),
                            walked.paths
                        ));
                    }
                    done.lock()
                        .expect("nothing panics with the list")
                        .push((page, walked));
                }
            });
        }
    });
    let done = done.into_inner().expect("nothing panics with the list");
    let sum = |of: fn(&Walked) -> usize| done.iter().map(|(_, walked)| of(walked)).sum::<usize>();
    report(&format!(
        "{} pages in {:?}: {} paths, {} proposals, {} hits",
        done.len(),
        began.elapsed(),
        sum(|w| w.paths),
        sum(|w| w.proposals),
        sum(|w| w.hits)
    ));
    let mut wrong = 0;
    for (page, walked) in &done {
        let unread = walked.paths == 0 && !UNREADABLE.iter().any(|name| page.name.contains(name));
        if unread {
            report(&format!("FAIL {}: not read", page.name));
        }
        for trouble in &walked.troubles {
            report(&format!("FAIL {}: {trouble}", page.name));
        }
        wrong += walked.troubles.len() + usize::from(unread);
    }
    assert_eq!(wrong, 0, "paths that do not lead where they say");
    assert!(
        !only.is_empty() || sum(|w| w.paths) > 2_000,
        "{} paths",
        sum(|w| w.paths)
    );
}
