//! A thousand random actions from eight sessions on one browser, while tabs close, navigate and crash under them.
//!
//! The seed is fixed. What has to hold: every call comes back, in time, with an effect or a reason; no task panics; an
//! action in one tab is never felt in another. The counting page knows how often it was really pressed, and by whose tab.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use eyeline_gateway::{Answer, CallRequest, Config, Gateway, SessionId};
use serde_json::{Value, json};
use support::cases::session::descendants;
use support::server::Server;
use support::{paths, report};

const SESSIONS: usize = 8;
const ACTIONS: usize = 125;
const SEED: u64 = 0x005e_ed0f_e7e1_13e5;
/// All actions are to be done by then.
const BOUND: Duration = Duration::from_secs(170);
/// What one call may take, with room for a machine that eight sessions keep busy; the calls ask for less.
const CALL: Duration = Duration::from_secs(25);
const ASKED_MS: u64 = 2_000;
const SITES: &[&str] = &[
    "shop", "mail", "tracker", "admin", "settings", "wizard", "map", "chat", "docs", "contacts", "stock",
];

/// A small generator of fixed sequences (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

struct World {
    gateway: Arc<Gateway>,
    counter: Server,
    sites: Vec<Server>,
    reasons: AtomicUsize,
    acted: AtomicUsize,
    effects: AtomicUsize,
}

/// One session with its tab.
struct Agent {
    name: String,
    id: SessionId,
    dice: Dice,
    tab: String,
    /// On the counting page: presses that were answered as done, and presses that were tried.
    done: usize,
    tried: usize,
    counting: bool,
    /// Presses whose call ran out of time: the page may still feel them, whatever it shows by then.
    late: usize,
    /// What was done since the page was loaded, for the report.
    trail: Vec<String>,
    problems: Vec<String>,
}

#[test]
fn a_thousand_random_actions_end_in_an_effect_or_a_reason() {
    let panics = Arc::new(AtomicUsize::new(0));
    let counted = panics.clone();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        counted.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let began = Instant::now();
    let (problems, world) = runtime.block_on(all_sessions());
    let took = began.elapsed();
    let count = |counter: &AtomicUsize| counter.load(Ordering::SeqCst);
    let (acted, effects, reasons) = (count(&world.acted), count(&world.effects), count(&world.reasons));
    let seconds = took.as_secs();
    report(&format!(
        "{acted} actions in {seconds} s: {effects} effects, {reasons} reasons, {} problems",
        problems.len()
    ));
    problems
        .iter()
        .take(30)
        .for_each(|problem| report(&format!("  {problem}")));
    assert!(problems.is_empty(), "{} problems", problems.len());
    assert_eq!(panics.load(Ordering::SeqCst), 0, "something panicked");
    assert!(effects > acted / 2, "most actions should have an effect");
}

async fn all_sessions() -> (Vec<String>, Arc<World>) {
    let gateway = Gateway::new(Config::default());
    let serve = |site: &str| Server::start(&paths::fixtures("sites").join(site), Default::default());
    let world = Arc::new(World {
        gateway: gateway.clone(),
        counter: serve("counter"),
        sites: SITES.iter().map(|site| serve(site)).collect(),
        reasons: AtomicUsize::new(0),
        acted: AtomicUsize::new(0),
        effects: AtomicUsize::new(0),
    });
    let end = Instant::now() + BOUND;
    let mut tasks = Vec::new();
    for number in 0..SESSIONS {
        let world = world.clone();
        tasks.push(tokio::spawn(async move { one_session(world, number, end).await }));
    }
    let mut problems = Vec::new();
    for task in tasks {
        match task.await {
            Ok(found) => problems.extend(found),
            Err(error) => problems.push(format!("a session's task ended with {error}")),
        }
    }
    if tokio::time::timeout(Duration::from_secs(20), gateway.shutdown())
        .await
        .is_err()
    {
        problems.push("the gateway did not shut down".into());
    }
    (problems, world)
}

async fn one_session(world: Arc<World>, number: usize, end: Instant) -> Vec<String> {
    let mut agent = Agent {
        name: format!("s{number}"),
        id: world.gateway.open_session().await,
        dice: Dice(SEED ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        tab: String::new(),
        done: 0,
        tried: 0,
        counting: false,
        late: 0,
        trail: Vec::new(),
        problems: Vec::new(),
    };
    agent.fresh_tab(&world).await;
    let mut acted = 0;
    while acted < ACTIONS && Instant::now() < end {
        agent.act(&world).await;
        acted += 1;
    }
    agent.settle_accounts(&world).await;
    if acted < ACTIONS {
        agent.problems.push(format!(
            "{}: only {acted} of {ACTIONS} actions in {} s",
            agent.name,
            BOUND.as_secs()
        ));
    }
    world.acted.fetch_add(acted, Ordering::SeqCst);
    world.gateway.close_session(&agent.id).await;
    agent.problems
}

impl Agent {
    /// Does one random thing.
    async fn act(&mut self, world: &World) {
        match self.dice.below(100) {
            0..22 => self.press(world).await,
            22..32 => drop(self.editor(world, "snapshot", json!([])).await),
            32..40 => drop(
                self.call(
                    world,
                    CallRequest::to(format!("pages[\"{}\"].editor.app", self.tab)),
                )
                .await,
            ),
            40..55 => self.click_anything(world).await,
            55..65 => self.type_anywhere(world).await,
            65..72 => {
                self.tried += 1; // Enter on the counted button is a press as well
                let key = self
                    .dice
                    .pick(&["Tab", "Enter", "ArrowDown", "Escape", "Shift+Tab", "End"]);
                drop(self.editor(world, "pressKey", json!([key])).await);
            }
            72..76 => self.own_page(world).await,
            76..84 => self.go_elsewhere(world).await,
            84..87 => self.leave(world).await,
            87..91 => drop(
                self.editor(world, "scroll", json!([{"by": {"x": 0, "y": 400}}]))
                    .await,
            ),
            91..93 => drop(
                self.editor(world, "screenshot", json!([{"format": "jpeg", "quality": 30}]))
                    .await,
            ),
            93..97 => self.close_and_reopen(world).await,
            97..98 => crash_one_renderer(&mut self.dice),
            _ => drop(self.editor(world, "snapshot", json!([{"diff": true}])).await),
        }
        self.clear_dialog(world).await;
    }

    /// On the counting page each press is accounted for; elsewhere the button is not there, which is a reason.
    async fn press(&mut self, world: &World) {
        if !self.counting {
            self.own_page(world).await;
        }
        self.tried += 1;
        let target = json!([{"role": "button", "name": "Press", "exact": true}]);
        let answer = self.editor(world, "click", target).await;
        self.done += usize::from(!answer.is_error);
        self.late += usize::from(answer.is_error && answer.text().contains("deadline"));
    }

    async fn click_anything(&mut self, world: &World) {
        let role = self
            .dice
            .pick(&["button", "link", "checkbox", "tab", "clickable"]);
        let nth = self.dice.below(6);
        let before = self.counting;
        drop(
            self.editor(world, "click", json!([{"role": role, "nth": nth}]))
                .await,
        );
        if before && role == "button" && nth == 0 {
            self.tried += 1; // that may have been the counted one
        }
        self.counting &= role != "link";
    }

    async fn type_anywhere(&mut self, world: &World) {
        let role = self
            .dice
            .pick(&["textbox", "searchbox", "spinbutton", "combobox"]);
        let text = self.dice.pick(&["sea", "12", "Ünïcode 🦀", "", "2026-02-03"]);
        let nth = self.dice.below(3);
        drop(
            self.editor(world, "type", json!([{"role": role, "nth": nth}, text]))
                .await,
        );
    }

    async fn own_page(&mut self, world: &World) {
        self.settle_accounts(world).await;
        let url = format!("{}/page.html?owner={}", world.counter.a, self.name);
        let there = self.editor(world, "navigate", json!([url])).await;
        (self.done, self.tried, self.counting) = (0, self.late, !there.is_error);
    }

    async fn go_elsewhere(&mut self, world: &World) {
        self.settle_accounts(world).await;
        let url = format!("{}/page.html", world.sites[self.dice.below(world.sites.len())].a);
        self.counting = false;
        drop(
            self.editor(world, "navigate", json!([url, {"waitUntil": "domcontentloaded"}]))
                .await,
        );
    }

    async fn leave(&mut self, world: &World) {
        self.settle_accounts(world).await;
        self.counting = false;
        let member = self.dice.pick(&["back", "reload", "forward"]);
        drop(self.editor(world, member, json!([])).await);
    }

    /// Closes the tab, now and then while a call in it is under way.
    async fn close_and_reopen(&mut self, world: &World) {
        self.settle_accounts(world).await;
        let close = CallRequest::to(format!("pages[\"{}\"].close", self.tab)).with_args(vec![]);
        if self.dice.below(2) == 0 {
            let waiting = CallRequest::to(format!("pages[\"{}\"].editor.waitFor", self.tab))
                .with_args(vec![json!({"text": "never to be seen"})])
                .with_timeout_ms(ASKED_MS);
            let (waited, _) = tokio::join!(
                world.gateway.call(&self.id, waiting),
                world.gateway.call(&self.id, close)
            );
            if !waited.is_error {
                self.problems.push(format!(
                    "{}: waiting in a closed tab succeeded: {}",
                    self.name,
                    waited.text()
                ));
            }
        } else {
            drop(self.call(world, close).await);
        }
        self.fresh_tab(world).await;
    }

    async fn fresh_tab(&mut self, world: &World) {
        let url = format!("{}/page.html?owner={}", world.counter.a, self.name);
        let open = CallRequest::to("pages.open").with_args(vec![json!(url)]);
        let answer = if self.tab.is_empty() {
            // The first tab waits for the browser to start, together with those of seven others.
            world.gateway.call(&self.id, open.with_timeout_ms(60_000)).await
        } else {
            self.call(world, open).await
        };
        self.trail.clear();
        let id = first_json(&answer)["id"].as_str().map(str::to_owned);
        (self.done, self.tried, self.counting) = (0, 0, !answer.is_error && id.is_some());
        match id {
            Some(id) => self.tab = id,
            None if self.tab.is_empty() => {
                self.problems
                    .push(format!("{}: no tab: {}", self.name, answer.text()))
            }
            None => {}
        }
    }

    /// The counting page has felt no press that was not tried here, and every press that was answered as done.
    async fn settle_accounts(&mut self, world: &World) {
        if !self.counting {
            return;
        }
        let answer = self
            .editor(
                world,
                "evaluate",
                json!(["[window.owner ?? null, window.presses ?? null]"]),
            )
            .await;
        let told = first_json(&answer);
        let (Some(owner), Some(presses)) = (told[0].as_str(), told[1].as_u64()) else {
            return;
        }; // it crashed or went elsewhere
        if owner != self.name {
            self.problems.push(format!(
                "{}: tab {} shows the page of {owner}",
                self.name, self.tab
            ));
        }
        let presses = presses as usize;
        if presses > self.tried {
            let (name, tried, trail) = (&self.name, self.tried, self.trail.join(" ; "));
            self.problems
                .push(format!("{name}: {presses} presses, {tried} were tried: {trail}"));
        }
        if presses < self.done {
            self.problems.push(format!(
                "{}: {presses} presses, {} were told done",
                self.name, self.done
            ));
        }
    }

    async fn clear_dialog(&mut self, world: &World) {
        let path = format!("pages[\"{}\"].editor.dialog.dismiss", self.tab);
        let request = CallRequest::to(path).with_args(vec![]).with_timeout_ms(ASKED_MS);
        drop(tokio::time::timeout(CALL, world.gateway.call(&self.id, request)).await);
    }

    async fn editor(&mut self, world: &World, member: &str, args: Value) -> Answer {
        if member == "navigate" {
            self.trail.clear();
        }
        let path = format!("pages[\"{}\"].editor.{member}", self.tab);
        let request = CallRequest::to(path).with_args(args.as_array().cloned().unwrap_or_default());
        let answer = self.call(world, request).await;
        let first = answer
            .text()
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(160)
            .collect::<String>();
        self.trail.push(format!("{member}{args} -> {first}"));
        answer
    }

    /// Every call comes back, with an effect or a reason.
    async fn call(&mut self, world: &World, request: CallRequest) -> Answer {
        let path = request.path.clone();
        let began = Instant::now();
        let call = world.gateway.call(&self.id, request.with_timeout_ms(ASKED_MS));
        let Ok(answer) = tokio::time::timeout(CALL, call).await else {
            self.problems.push(format!(
                "{}: {path} did not come back within {} s",
                self.name,
                CALL.as_secs()
            ));
            return Answer::error("no answer");
        };
        if answer.is_error {
            world.reasons.fetch_add(1, Ordering::SeqCst);
            if answer.text().len() < "error: ".len() + 8 {
                self.problems.push(format!(
                    "{}: {path} failed without a reason: {:?}",
                    self.name,
                    answer.text()
                ));
            }
        } else {
            world.effects.fetch_add(1, Ordering::SeqCst);
        }
        let slow = Duration::from_millis(ASKED_MS) + Duration::from_secs(6);
        if began.elapsed() > slow {
            self.problems.push(format!(
                "{}: {path} took {} ms",
                self.name,
                began.elapsed().as_millis()
            ));
        }
        answer
    }
}

fn first_json(answer: &Answer) -> Value {
    match answer.blocks.first() {
        Some(eyeline_gateway::Block::Text(text)) => serde_json::from_str(text).unwrap_or(Value::Null),
        _ => Value::Null,
    }
}

/// Kills one renderer of the browser that this test started, whoever's tab that is.
fn crash_one_renderer(dice: &mut Dice) {
    let is_renderer = |pid: &u32| {
        let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.contains("--type=renderer")
    };
    let renderers: Vec<u32> = descendants(std::process::id())
        .into_iter()
        .filter(is_renderer)
        .collect();
    if !renderers.is_empty() {
        let pid = renderers[dice.below(renderers.len())];
        let _ = std::process::Command::new("kill")
            .args(["-9", &pid.to_string()])
            .status();
    }
}
