//! The outline against Chromium's accessibility tree: role, name and states of every listed element, on every page of
//! `fixtures/` and every case. `EYELINE_CASES_DIR` names another folder of cases.
//!
//! Prints the share that agrees, per property. What differs must be in [`KNOWN`], each with its reason.

mod outline_lab;
use outline_lab::{Lab, Page, ax, backend_id, fixtures, serve, soon};

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use eyeline_chromium::Frame;
use eyeline_gateway::outline::{Entry, Infer, ReadMemory, SnapshotOptions, read_tree};
use futures::future::join_all;
use outline_lab::ax::AxNode;
use serde_json::json;

/// What the outline says otherwise than the tree, on purpose. Role, property, and why.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "textbox",
        "role",
        "an editable region without a role is generic to the tree; to an agent it is a field",
    ),
    (
        "combobox",
        "required",
        "the tree leaves `required` out for native selects; forms do not",
    ),
    (
        "checkbox",
        "required",
        "the tree leaves `required` out for check boxes; forms do not",
    ),
    (
        "spinbutton",
        "readonly",
        "the tree leaves `readonly` out for number fields; a user cannot type there",
    ),
    (
        "option",
        "selected",
        "the tree leaves `selected` out below a disabled select",
    ),
    (
        "video",
        "disabled",
        "to the tree, media that cannot be played is disabled",
    ),
    (
        "audio",
        "disabled",
        "to the tree, media that cannot be played is disabled",
    ),
    (
        "plugin",
        "disabled",
        "to the tree, a plug-in that cannot run is disabled",
    ),
    (
        "image",
        "listed",
        "the tree passes over an SVG without name and content",
    ),
];

/// Agreements and disagreements of one property.
#[derive(Default)]
struct Score {
    same: usize,
    all: usize,
}

#[derive(Default)]
struct Tally {
    scores: BTreeMap<&'static str, Score>,
    unknown: Vec<String>,
    known: usize,
}

impl Tally {
    fn note(&mut self, page: &str, what: &'static str, entry: &Entry, ours: &str, theirs: &str) {
        let score = self.scores.entry(what).or_default();
        score.all += 1;
        if ours == theirs {
            score.same += 1;
            return;
        }
        let role = entry.item.role.as_str();
        if KNOWN
            .iter()
            .any(|(known, property, _)| *known == role && *property == what)
        {
            self.known += 1;
        } else {
            let name = &entry.item.name;
            self.unknown.push(format!(
                "{page}: {what} of {role} {name:?}: outline {ours:?}, Chromium {theirs:?}"
            ));
        }
    }
}

#[tokio::test]
async fn the_outline_says_what_chromium_says() {
    let lab = Lab::start().await;
    let mut tally = Tally::default();
    let pages = pages();
    assert!(pages.len() > 20, "only {} pages were found", pages.len());
    for (folder, file) in &pages {
        let server = serve(folder, HashMap::new());
        let page = lab.open(&format!("{}/{file}", server.a)).await;
        let label = format!(
            "{}/{file}",
            folder.file_name().unwrap_or_default().to_string_lossy()
        );
        compare(&page, &label, &mut tally).await;
        page.close().await;
    }
    let (same, all) = tally
        .scores
        .values()
        .fold((0, 0), |sum, score| (sum.0 + score.same, sum.1 + score.all));
    for (what, score) in &tally.scores {
        report(&format!(
            "{what:>10}: {} of {} = {:.2} %",
            score.same,
            score.all,
            share(score.same, score.all)
        ));
    }
    report(&format!(
        "{:>10}: {same} of {all} = {:.2} % on {} pages; {} known differences",
        "all",
        share(same, all),
        pages.len(),
        tally.known
    ));
    let unknown = tally.unknown.join("\n");
    report(&unknown);
    assert!(share(same, all) >= 99.5, "agreement is below 99.5 %");
    if std::env::var_os("EYELINE_CASES_DIR").is_none() {
        assert!(
            tally.unknown.is_empty(),
            "{} differences are not in the table:\n{unknown}",
            tally.unknown.len()
        );
    }
}

/// Prints what the harness would keep to itself when the test passes.
fn report(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

fn share(same: usize, all: usize) -> f64 {
    if all == 0 {
        100.0
    } else {
        100.0 * same as f64 / all as f64
    }
}

/// Folder and file of every page.
fn pages() -> Vec<(PathBuf, String)> {
    let cases = std::env::var_os("EYELINE_CASES_DIR").map_or_else(|| fixtures("cases"), PathBuf::from);
    let mut pages = Vec::new();
    for folder in folders(&cases) {
        pages.push((folder, "page.html".to_owned()));
    }
    for folder in ["names", "outline", "truth", "act", "models", "demo-site"].map(fixtures) {
        html_files(&folder, &mut pages);
    }
    for site in folders(&fixtures("sites")) {
        html_files(&site, &mut pages);
    }
    pages.retain(|(folder, file)| folder.join(file).is_file());
    pages.sort();
    pages
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(of).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect()
}

fn html_files(folder: &Path, pages: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.ends_with(".html") {
            pages.push((folder.to_owned(), file));
        }
    }
}

/// Compares a page that holds still while it is read twice, with the tree read in between.
async fn compare(page: &Page, label: &str, tally: &mut Tally) {
    let options: SnapshotOptions =
        serde_json::from_value(json!({"text": "full", "infer": false, "maxChars": 5_000_000})).unwrap();
    assert_eq!(options.infer, Infer::Off);
    let mut frame_options = options.for_frames();
    frame_options.keep_email = Some(".".into());
    let mut memory = ReadMemory::default();
    for attempt in 0..6 {
        let Ok(before) = read_tree(&page.tab, None, &frame_options, &mut memory, soon()).await else {
            continue;
        };
        let mut truths = Vec::new();
        for frame in page.tab.frames() {
            truths.push((frame.clone(), ax::tree(&frame).await));
        }
        let Ok(after) = read_tree(&page.tab, None, &frame_options, &mut memory, soon()).await else {
            continue;
        };
        if before.entries != after.entries && attempt < 5 {
            continue;
        }
        for (frame, truth) in truths {
            let number = frame.number().unwrap_or(u32::MAX);
            let entries: Vec<&Entry> = after
                .entries
                .iter()
                .filter(|entry| entry.frame == number)
                .collect();
            if !entries.is_empty() {
                compare_frame(&frame, truth, &entries, label, tally).await;
            }
        }
        return;
    }
    tally.unknown.push(format!("{label}: could not be read"));
}

async fn compare_frame(
    frame: &Frame,
    mut truth: HashMap<i64, AxNode>,
    entries: &[&Entry],
    label: &str,
    tally: &mut Tally,
) {
    let asked = entries
        .iter()
        .filter_map(|entry| entry.item.reference.map(|reference| (*entry, reference)));
    let found = join_all(asked.map(|(entry, reference)| async move {
        let handle = frame.element(reference, soon()).await.ok()??;
        Some((entry, backend_id(&handle).await))
    }));
    for (entry, id) in found.await.into_iter().flatten() {
        match id.and_then(|id| truth.remove(&id)) {
            Some(node) => compare_node(entry, &node, label, tally),
            None => tally.note(label, "listed", entry, "yes", "no"),
        }
    }
    for (id, node) in truth {
        if MUST_BE_LISTED.contains(&ax::outline_role(&node.role)) && is_the_pages_own(frame, id).await {
            tally.scores.entry("found").or_default().all += 1;
            tally
                .unknown
                .push(format!("{label}: {} {:?} is not listed", node.role, node.name));
        }
    }
}

/// Roles of which no outline may miss one.
const MUST_BE_LISTED: &[&str] = &[
    "button",
    "link",
    "checkbox",
    "radio",
    "switch",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "option",
    "slider",
    "spinbutton",
    "tab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "treeitem",
    "heading",
    "navigation",
    "main",
    "banner",
    "contentinfo",
    "complementary",
    "form",
    "region",
    "search",
    "dialog",
    "alertdialog",
    "table",
    "grid",
    "treegrid",
    "row",
    "cell",
    "gridcell",
    "columnheader",
    "rowheader",
    "list",
    "listitem",
    "tree",
    "tablist",
    "tabpanel",
    "menu",
    "menubar",
    "alert",
    "status",
    "log",
    "progressbar",
    "meter",
    "summary",
    "frame",
];

/// Whether a node belongs to the page, and not to the inside of a native control.
async fn is_the_pages_own(frame: &Frame, id: i64) -> bool {
    const INSIDE: &str = "function() { const root = this.getRootNode();
      return root instanceof ShadowRoot && /^(input|video|audio|select|textarea|details|meter|progress)$/.test(root.host.localName); }";
    let Ok(handle) = frame.resolve_node(id, soon()).await else {
        return false;
    };
    matches!(handle.call(INSIDE, &[], soon()).await, Ok(inside) if inside == json!(false))
}

fn compare_node(entry: &Entry, node: &AxNode, label: &str, tally: &mut Tally) {
    let item = &entry.item;
    tally.note(label, "listed", entry, "yes", "yes");
    if MUST_BE_LISTED.contains(&item.role.as_str()) {
        tally.note(label, "found", entry, "yes", "yes");
    }
    tally.note(label, "role", entry, &item.role, ax::outline_role(&node.role));
    tally.note(
        label,
        "name",
        entry,
        &item.name,
        &as_long_as(&item.name, &node.name),
    );
    let has = |word: &str| item.states.iter().any(|state| state == word);
    let flags = ["disabled", "required", "readonly", "focused", "selected"];
    for flag in flags {
        tally.note(label, flag, entry, yes(has(flag)), yes(node.is(flag)));
    }
    tally.note(
        label,
        "invalid",
        entry,
        yes(has("invalid")),
        yes(node.is("invalid")),
    );
    tally.note(label, "busy", entry, yes(has("busy")), yes(node.is("busy")));
    tally.note(
        label,
        "multiple",
        entry,
        yes(has("multiple")),
        yes(node.is("multiselectable")),
    );
    tally.note(
        label,
        "checked",
        entry,
        three(has("checked") || has("on"), has("mixed")),
        three(node.is("checked"), node.word("checked") == "mixed"),
    );
    tally.note(
        label,
        "pressed",
        entry,
        three(has("pressed"), has("pressed mixed")),
        three(node.is("pressed"), node.word("pressed") == "mixed"),
    );
    // The tree also says this of selects and fields with suggestions, where it goes without saying.
    if item.role != "combobox" {
        let theirs = match node.word("expanded") {
            "true" => "expanded",
            "false" => "collapsed",
            _ => "",
        };
        let ours = if has("expanded") {
            "expanded"
        } else if has("collapsed") {
            "collapsed"
        } else {
            ""
        };
        tally.note(label, "expanded", entry, ours, theirs);
    }
    if item.role == "heading" {
        tally.note(
            label,
            "level",
            entry,
            &item.level.unwrap_or(0).to_string(),
            node.word("level"),
        );
    }
}

/// The outline cuts very long names; the rest is compared.
fn as_long_as(ours: &str, theirs: &str) -> String {
    let start: String = ours.chars().take(1900).collect();
    let cut = start.len() < theirs.len() && ours.len() > start.len() && theirs.starts_with(&start);
    if cut { ours.to_owned() } else { theirs.to_owned() }
}

fn yes(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

fn three(flag: bool, mixed: bool) -> &'static str {
    if mixed { "mixed" } else { yes(flag) }
}
