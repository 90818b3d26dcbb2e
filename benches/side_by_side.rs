//! What Eyeline costs beside bare CDP, on the same page, in the same run: `cargo bench -p eyeline --bench side_by_side`,
//! or parts of it: `… -- reading shapes`, `… -- acting`.
//!
//! - a `snapshot` over MCP beside a raw `Accessibility.getFullAXTree`, at 1,000, 10,000 and 50,000 elements
//! - reading `app`, and one property of a control, beside a `snapshot`
//! - a click on a button that does nothing, beside a raw press and release
//! - typing twenty characters, beside a raw `Input.insertText`
//!
//! Each pair is measured turn by turn, so that a busy machine burdens both; medians are compared. A line that misses its
//! bound says so; with `EYELINE_BENCH_STRICT=1` the run then fails.

mod cdp;
#[path = "../crates/eyeline/tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use cdp::Raw;
use serde_json::{Value, json};
use support::mcp::{Answer, Client, Start};
use support::paths;
use support::server::Server;

/// Elements, rounds, and how many times cheaper than the raw tree a snapshot has to be.
const SIZES: [(usize, usize, f64); 3] = [(1_000, 25, 10.0), (10_000, 9, 30.0), (50_000, 4, 80.0)];
/// Pages that are all alike, all different, or deep.
const SHAPES: [&str; 5] = ["divs", "buttons", "table", "nested", "mixed"];
/// One frame at 60 Hz.
const FRAME: Duration = Duration::from_micros(16_667);

fn main() -> Result<(), String> {
    if std::env::args().any(|argument| argument == "--list") {
        return Ok(()); // test runners ask benches what they hold
    }
    let parts = Parts::asked_for()?;
    let server = Server::start(&paths::repository().join("benches/pages"), Default::default());
    let bench = Bench {
        client: Client::start(&Start::default()).map_err(|e| e.to_string())?,
        server,
        missed: 0.into(),
    };
    println!("{:<42} {:>11} {:>11} {:>9}  bound", "", "raw", "eyeline", "ratio");
    for (elements, rounds, cheaper) in SIZES {
        if parts.reading {
            bench.reading(elements, rounds, cheaper)?;
        }
        for shape in SHAPES.iter().filter(|_| parts.shapes) {
            bench.shape(shape, elements, rounds.min(7), cheaper)?;
        }
    }
    if parts.acting {
        bench.acting()?;
    }
    let missed = bench.missed.get();
    println!("{missed} bounds missed");
    if missed > 0 && std::env::var_os("EYELINE_BENCH_STRICT").is_some() {
        Err("too slow".into())
    } else {
        Ok(())
    }
}

/// Which parts are run: those that are named on the command line, else all.
struct Parts {
    reading: bool,
    shapes: bool,
    acting: bool,
}

impl Parts {
    fn asked_for() -> Result<Parts, String> {
        let named: Vec<String> = std::env::args()
            .skip(1)
            .filter(|argument| !argument.starts_with("--"))
            .collect();
        if let Some(unknown) = named
            .iter()
            .find(|name| !["reading", "shapes", "acting"].contains(&name.as_str()))
        {
            return Err(format!(
                "there is no part {unknown:?}; the parts are reading, shapes and acting"
            ));
        }
        let asked = |name: &str| named.is_empty() || named.iter().any(|one| one == name);
        Ok(Parts {
            reading: asked("reading"),
            shapes: asked("shapes"),
            acting: asked("acting"),
        })
    }
}

struct Bench {
    client: Client,
    server: Server,
    missed: std::cell::Cell<usize>,
}

impl Bench {
    fn reading(&self, elements: usize, rounds: usize, cheaper: f64) -> Result<(), String> {
        let mut raw = self.open(&format!("sized.html?n={elements}"))?;
        self.snapshots(&mut raw, "snapshot", elements, rounds, cheaper)?;
        self.editor(
            "evaluate",
            json!(["document.getElementById('counter').textContent = 'changed'"]),
        )?;
        let diff = self.editor("snapshot", json!([{"diff": true}]))?;
        let length = diff.block(0).encode_utf16().count();
        self.note(
            &format!("  characters of a diff after one change: {length}"),
            "500",
            length < 500,
        );
        self.app(elements, rounds)
    }

    /// The same on a page of one shape.
    fn shape(&self, shape: &str, elements: usize, rounds: usize, cheaper: f64) -> Result<(), String> {
        let mut raw = self.open(&format!("shapes.html?shape={shape}&n={elements}"))?;
        self.snapshots(&mut raw, shape, elements, rounds, cheaper)
    }

    fn snapshots(
        &self,
        raw: &mut Raw,
        what: &str,
        elements: usize,
        rounds: usize,
        cheaper: f64,
    ) -> Result<(), String> {
        self.editor("snapshot", json!([]))?;
        raw.call("Accessibility.getFullAXTree", json!({}))?;
        let mut times = Pairs::default();
        let mut length = 0;
        for _ in 0..rounds {
            let tree = timed(|| raw.call("Accessibility.getFullAXTree", json!({})))?;
            // Chromium takes its tree down after the answer is sent; that is none of the snapshot's time.
            raw.call("Runtime.evaluate", json!({"expression": "0"}))?;
            let (took, answer) = timed_value(|| self.editor("snapshot", json!([])))?;
            length = answer.block(0).encode_utf16().count();
            times.push(tree, took);
        }
        let ratio = times.raw().as_secs_f64() / times.ours().as_secs_f64();
        let (title, bound) = (format!("{what}, {elements} elements"), format!("1/{cheaper:.0}"));
        self.line(&title, &times, format!("1/{ratio:.0}"), &bound, ratio >= cheaper);
        let title = format!("  characters of the answer: {length}");
        self.note(&title, "6000", length <= 6_000);
        Ok(())
    }

    /// `app` beside `snapshot`; a property beside a raw round trip.
    fn app(&self, elements: usize, rounds: usize) -> Result<(), String> {
        let mut times = Pairs::default();
        for _ in 0..rounds.max(7) {
            let snapshot = timed(|| self.editor("snapshot", json!([])))?;
            let app = timed(|| self.read("page.editor.app"))?;
            times.push(snapshot, app);
        }
        let ratio = times.ratio();
        let title = format!("app (right) beside snapshot (left), {elements}");
        self.line(&title, &times, format!("{ratio:.2}"), "1.3", ratio <= 1.3);
        Ok(())
    }

    fn acting(&self) -> Result<(), String> {
        let mut raw = self.open("sized.html?n=1000&for=acting")?;
        self.clicks(&mut raw, "nothing", "Does nothing", 2)?;
        let changed = self.editor("click", json!([{"role": "button", "name": "Count up"}]))?;
        let told = changed.text().contains("changes:");
        self.note("click with a DOM change tells its changes", "yes", told);
        self.typing(&mut raw)
    }

    fn clicks(&self, raw: &mut Raw, id: &str, name: &str, frames: u32) -> Result<(), String> {
        let centre = format!(
            "(() => {{ const r = document.getElementById('{id}').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let point = self.editor("evaluate", json!([centre]))?.value();
        let mut times = Pairs::default();
        for _ in 0..30 {
            let pressed = timed(|| {
                for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
                    let event = json!({"type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1});
                    raw.call("Input.dispatchMouseEvent", event)?;
                }
                Ok(())
            })?;
            let clicked = timed(|| self.editor("click", json!([{"role": "button", "name": name}])))?;
            times.push(pressed, clicked);
        }
        let over = times.ours().saturating_sub(times.raw());
        let fine = over <= FRAME * frames;
        self.line(
            "click without an effect",
            &times,
            format!("+{:.1}f", over.as_secs_f64() / FRAME.as_secs_f64()),
            "+2 frames",
            fine,
        );
        Ok(())
    }

    fn typing(&self, raw: &mut Raw) -> Result<(), String> {
        let text = "twenty letters, here";
        let mut times = Pairs::default();
        for _ in 0..20 {
            self.editor(
                "evaluate",
                json!([
                    "document.getElementById('text').value = ''; document.getElementById('text').focus()"
                ]),
            )?;
            at_rest(raw)?;
            let inserted = timed(|| raw.call("Input.insertText", json!({"text": text})))?;
            at_rest(raw)?;
            let typed = timed(|| self.editor("type", json!([{"label": "Free text"}, text])))?;
            times.push(inserted, typed);
        }
        let ratio = times.ratio();
        self.line(
            "typing 20 characters",
            &times,
            format!("{ratio:.1}"),
            "3",
            ratio <= 3.0,
        );
        Ok(())
    }

    /// Loads a page in a new tab, and connects to that tab without Eyeline.
    fn open(&self, address: &str) -> Result<Raw, String> {
        self.call(json!({"path": "pages.open", "args": [format!("{}/{address}", self.server.a)], "timeoutMs": 60_000}))?;
        let endpoint = self.read("browser.endpoint")?.value();
        Raw::attach(endpoint.as_str().unwrap_or_default(), address)
    }

    fn editor(&self, member: &str, args: Value) -> Result<Answer, String> {
        self.call(json!({"path": format!("page.editor.{member}"), "args": args, "hints": "never", "timeoutMs": 60_000}))
    }

    fn read(&self, path: &str) -> Result<Answer, String> {
        self.call(json!({"path": path, "hints": "never", "timeoutMs": 60_000}))
    }

    fn call(&self, arguments: Value) -> Result<Answer, String> {
        let answer = self
            .client
            .call_within(arguments, Duration::from_secs(90))
            .map_err(|e| e.to_string())?;
        if answer.is_error {
            Err(answer.text())
        } else {
            Ok(answer)
        }
    }

    fn line(&self, title: &str, times: &Pairs, ratio: String, bound: &str, fine: bool) {
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        let mark = if fine { "" } else { "   MISSED" };
        println!(
            "{title:<42} {:>11} {:>11} {ratio:>9}  {bound}{mark}",
            ms(times.raw()),
            ms(times.ours())
        );
        self.missed.set(self.missed.get() + usize::from(!fine));
    }

    fn note(&self, text: &str, bound: &str, fine: bool) {
        println!("{text:<75}  {bound}{}", if fine { "" } else { "   MISSED" });
        self.missed.set(self.missed.get() + usize::from(!fine));
    }
}

/// Times of the two sides, measured turn by turn.
#[derive(Default)]
struct Pairs {
    raw: Vec<Duration>,
    ours: Vec<Duration>,
}

impl Pairs {
    fn push(&mut self, raw: Duration, ours: Duration) {
        self.raw.push(raw);
        self.ours.push(ours);
    }

    fn raw(&self) -> Duration {
        median(&self.raw)
    }

    fn ours(&self) -> Duration {
        median(&self.ours)
    }

    fn ratio(&self) -> f64 {
        self.ours().as_secs_f64() / self.raw().as_secs_f64()
    }
}

/// Lets the page draw what was done last, so that this is none of what is timed next.
fn at_rest(raw: &mut Raw) -> Result<(), String> {
    let frames = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))";
    raw.call(
        "Runtime.evaluate",
        json!({"expression": frames, "awaitPromise": true}),
    )?;
    Ok(())
}

fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted[sorted.len() / 2]
}

fn timed<T>(work: impl FnOnce() -> Result<T, String>) -> Result<Duration, String> {
    timed_value(work).map(|(took, _)| took)
}

fn timed_value<T>(work: impl FnOnce() -> Result<T, String>) -> Result<(Duration, T), String> {
    let began = Instant::now();
    let value = work()?;
    Ok((began.elapsed(), value))
}
