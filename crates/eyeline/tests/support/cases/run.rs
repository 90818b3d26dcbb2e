//! One case, from its first load to its last expectation.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::expect;
use super::session::{Failure, Session};
use super::spec::Case;
use super::step;
use crate::support::server::Server;

/// The limit of one case.
const CASE: Duration = Duration::from_secs(45);

/// What a running case knows.
pub struct Run<'a> {
    pub session: &'a Session,
    pub case: &'a Case,
    pub server: &'a Server,
    /// Tabs that were open before the case began: none of its business.
    pub before: Vec<String>,
    /// The tab that steps act on.
    pub tab: String,
    /// Refs that a step remembered.
    pub remembered: HashMap<String, String>,
    /// Events up to here belong to other cases.
    pub first_event: u64,
    /// What went wrong so far.
    pub problems: Vec<String>,
    end: Instant,
}

/// How a case went.
pub struct Outcome {
    pub problems: Vec<String>,
    /// Whether the program can be trusted with the next case.
    pub healthy: bool,
}

/// Runs one case folder in this program.
pub fn run(session: &Session, folder: &Path) -> Outcome {
    let case = match Case::read(folder) {
        Ok(case) => case,
        Err(why) => {
            return Outcome {
                problems: vec![why],
                healthy: true,
            };
        }
    };
    let server = Server::start(folder, case.setup.rules());
    let mut run = Run {
        session,
        case: &case,
        server: &server,
        before: session.tabs().unwrap_or_default(),
        tab: String::new(),
        remembered: HashMap::new(),
        first_event: session.last_event(),
        problems: Vec::new(),
        end: Instant::now() + CASE,
    };
    run.all();
    let hung = case
        .steps
        .iter()
        .any(|step| step.may_hang || step.kind == "crash");
    let closed = session.close_all_but(&run.before);
    Outcome {
        healthy: run.problems.is_empty() && closed && !hung,
        problems: run.problems,
    }
}

impl Run<'_> {
    fn all(&mut self) {
        if let Err(why) = self.load() {
            self.problems.push(format!("first load: {why}"));
            if self.tab.is_empty() {
                return;
            }
        }
        expect::check_all(self, -1);
        for index in 0..self.case.steps.len() {
            if Instant::now() > self.end {
                self.problems.push(format!(
                    "step {index}: the case took more than {} s",
                    CASE.as_secs()
                ));
                return;
            }
            if let Err(why) = self.step(index) {
                self.problems
                    .push(format!("step {index} ({}): {why}", self.case.steps[index].kind));
                return;
            }
            expect::check_all(self, index as i64);
        }
    }

    /// Opens a tab of the case's size and loads the page.
    fn load(&mut self) -> Result<(), String> {
        let setup = &self.case.setup;
        self.open("about:blank")?;
        let size = setup
            .viewport
            .map_or((1000, 700), |size| (size.width, size.height));
        let viewport = json!([{"viewport": {"width": size.0, "height": size.1}}]);
        self.act("emulate", viewport, Duration::from_secs(4))
            .map_err(|e| e.to_string())?;
        let url = format!(
            "{}/{}",
            self.server.a,
            setup.entry.as_deref().unwrap_or("page.html")
        );
        let until = setup.wait_until.as_deref().unwrap_or("load");
        match self.act(
            "navigate",
            json!([url, {"waitUntil": until}]),
            Duration::from_secs(8),
        ) {
            Err(Failure::Silent(why)) => Err(why),
            Err(why) if !setup.load_may_fail && !self.case.dialog_follows(-1) => Err(why.to_string()),
            _ => Ok(()),
        }
    }

    /// Opens a tab, which steps act on from here.
    pub fn open(&mut self, url: &str) -> Result<(), String> {
        let known = self.session.tabs().unwrap_or_default();
        let answer = self
            .session
            .call("pages.open", json!([url]), Duration::from_secs(20))
            .map_err(|e| e.to_string())?;
        let id = answer.value()["id"].as_str().map(str::to_owned);
        let new = || {
            self.session
                .tabs()
                .ok()?
                .into_iter()
                .find(|tab| !known.contains(tab))
        };
        self.tab = id
            .or_else(new)
            .ok_or_else(|| format!("pages.open told no tab: {}", answer.text()))?;
        Ok(())
    }

    fn step(&mut self, index: usize) -> Result<(), String> {
        let step = &self.case.steps[index];
        let result = step::perform(self, step);
        match result {
            Ok(()) if step.must_fail => Err("should have failed, it succeeded".into()),
            Err(Failure::Refused(_)) if step.must_fail || step.may_hang => Ok(()),
            Err(Failure::Refused(_)) if self.case.dialog_follows(index as i64) => Ok(()),
            Err(why) => Err(why.to_string()),
            Ok(()) => Ok(()),
        }
    }

    /// Calls a member of the current tab's editor.
    pub fn act(&self, member: &str, args: serde_json::Value, limit: Duration) -> Result<(), Failure> {
        let path = format!("pages[\"{}\"].editor.{member}", self.tab);
        self.session
            .call(&path, args, limit)
            .map(|_| ())
            .map_err(|failure| match failure {
                Failure::Refused(why) => Failure::Refused(format!("{member}: {why}")),
                Failure::Silent(why) => Failure::Silent(format!("{member}: {why}")),
            })
    }

    /// The tabs of this case, in order.
    pub fn tabs(&self) -> Result<Vec<String>, Failure> {
        let tabs = self.session.tabs()?;
        Ok(tabs
            .into_iter()
            .filter(|tab| !self.before.contains(tab))
            .collect())
    }
}
