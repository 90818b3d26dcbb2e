//! A step becomes calls.

use std::time::Duration;

use serde_json::{Value, json};

use super::matching;
use super::run::Run;
use super::session::{Failure, until};
use super::spec::{Node, Step};

/// Does what the step says.
pub fn perform(run: &mut Run<'_>, step: &Step) -> Result<(), Failure> {
    match step.kind.as_str() {
        "read" => read(run),
        "wait" => wait(run, step),
        "click" => click(run, step),
        "check" | "uncheck" | "hover" => run.act(&step.kind, json!([target(run, step)?]), limit(step)),
        "type" => type_text(run, step),
        "select" => run.act("select", json!([target(run, step)?, step.options]), limit(step)),
        "press" => press(run, step),
        "scroll" => scroll(run, step),
        "drag" => drag(run, step),
        "upload" => upload(run, step),
        "dialog" => answer_dialog(run, step),
        "goto" => {
            let url = format!("{}/{}", run.server.a, step.url.as_deref().unwrap_or_default());
            let wait_until = step.wait_until.as_deref().unwrap_or("load");
            run.act(
                "navigate",
                json!([url, {"waitUntil": wait_until}]),
                Duration::from_secs(6),
            )
        }
        "reload" | "back" => run.act(&step.kind, json!([]), Duration::from_secs(6)),
        "new_tab" => {
            let origin = if step.origin.as_deref() == Some("b") {
                &run.server.b
            } else {
                &run.server.a
            };
            let url = format!("{origin}/{}", step.url.as_deref().unwrap_or_default());
            run.open(&url).map_err(Failure::Refused)
        }
        "switch_tab" => switch_tab(run, step),
        "remember" => {
            let reference = reference(run, step.target.as_ref().unwrap_or(&Node::default()))?;
            run.remembered
                .insert(step.remembered.clone().unwrap_or_default(), reference);
            Ok(())
        }
        "click_old" => {
            let reference = &run.remembered[step.remembered.as_deref().unwrap_or_default()];
            run.act("click", json!([{"ref": reference}]), limit(step))
        }
        "crash" => crash(run),
        other => Err(Failure::Refused(format!("unknown step {other}"))),
    }
}

/// What the step may take: little where it has to fail anyway.
fn limit(step: &Step) -> Duration {
    let usual = if step.must_fail { 1200 } else { 4000 };
    Duration::from_millis(if step.may_hang {
        2500
    } else {
        step.timeout.unwrap_or(usual)
    })
}

fn read(run: &Run<'_>) -> Result<(), Failure> {
    run.session.outline(&run.tab, Duration::from_secs(4)).map(|_| ())
}

fn wait(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let limit = Duration::from_millis(step.timeout.unwrap_or(4000));
    let true_yet = |code: &str| match run.session.evaluate(&run.tab, code, None) {
        Ok(value) if value.as_bool() == Some(true) || value.as_f64().is_some_and(|n| n != 0.0) => Ok(()),
        Ok(value) => Err(format!("never true, last {value}: {code}")),
        Err(why) => Err(why.to_string()),
    };
    match (&step.eval, &step.wanted) {
        (Some(code), _) => until(limit, || true_yet(&format!("!!({code})"))).map_err(Failure::Refused),
        (None, Some(node)) => until(limit, || await_line(run, node)).map_err(Failure::Refused),
        (None, None) => {
            std::thread::sleep(Duration::from_millis(step.ms.unwrap_or(0)));
            Ok(())
        }
    }
}

fn await_line(run: &Run<'_>, node: &Node) -> Result<(), String> {
    let outline = run
        .session
        .outline(&run.tab, Duration::from_secs(4))
        .map_err(|e| e.to_string())?;
    let found = matching::find(&outline, node).len();
    if found == 1 || node.nth.is_some_and(|nth| found > nth) {
        Ok(())
    } else {
        Err(format!("{node:?} matched {found} lines"))
    }
}

fn click(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let mut options = json!({});
    let place = step
        .position
        .or_else(|| step.target.as_ref().and_then(|node| node.xy));
    if let Some([x, y]) = place {
        options["position"] = json!({"x": x, "y": y});
    }
    if let Some(button) = &step.button {
        options["button"] = json!(button);
    }
    if let Some(count) = step.count {
        options["count"] = json!(count);
    }
    if step.via.as_deref() == Some("force") {
        options["force"] = json!(true);
    }
    run.act("click", json!([target(run, step)?, options]), limit(step))
}

/// Typing without a target goes where the focus is, at the caret, key by key.
fn type_text(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let text = step.text.as_deref().unwrap_or_default();
    let options = match (&step.target, step.mode.as_deref()) {
        (None, _) => json!({"append": true, "slowly": true}),
        (_, Some("keys")) => json!({"append": !step.clear, "slowly": true}),
        _ => json!({}),
    };
    let target = if step.target.is_some() {
        target(run, step)?
    } else {
        json!("focused")
    };
    run.act("type", json!([target, text, options]), limit(step))
}

fn press(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let options = if step.target.is_some() {
        json!({"target": target(run, step)?})
    } else {
        json!({})
    };
    run.act("pressKey", json!([step.key, options]), limit(step))
}

fn scroll(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let mut options = json!({"by": {"x": step.dx, "y": step.dy}});
    if step.target.is_some() {
        options["target"] = target(run, step)?;
    }
    run.act("scroll", json!([options]), limit(step))
}

fn drag(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let (Some(from), Some(to)) = (&step.from, &step.to) else {
        return Err(Failure::Refused("a drag needs from and to".into()));
    };
    let ends = [address(run, from)?, address(run, to)?];
    run.act("drag", json!(ends), limit(step).max(Duration::from_secs(6)))
}

fn upload(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let folder = run.session.folder.path();
    let mut paths = Vec::new();
    for file in &step.files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.content).map_err(|e| Failure::Refused(e.to_string()))?;
        paths.push(path.to_string_lossy().into_owned());
    }
    run.act("setInputFiles", json!([target(run, step)?, paths]), limit(step))
}

/// The dialog may open a moment after the answer of the action before.
fn answer_dialog(run: &Run<'_>, step: &Step) -> Result<(), Failure> {
    let (member, args) = match (step.accept, &step.text) {
        (true, Some(text)) => ("dialog.accept", json!([text])),
        (true, None) => ("dialog.accept", json!([])),
        (false, _) => ("dialog.dismiss", json!([])),
    };
    let attempt = || {
        run.act(member, args.clone(), Duration::from_secs(4))
            .map_err(|e| e.to_string())
    };
    until(Duration::from_secs(4), attempt).map_err(Failure::Refused)
}

fn switch_tab(run: &mut Run<'_>, step: &Step) -> Result<(), Failure> {
    let newest = step.which.as_str() == Some("newest");
    let choose = || {
        let tabs = run.tabs().map_err(|e| e.to_string())?;
        let index = match &step.which {
            Value::Number(n) => n.as_u64().unwrap_or(0) as usize,
            _ if newest => tabs.len().saturating_sub(1),
            _ => 0,
        };
        let enough = !newest || tabs.len() > 1;
        let chosen = tabs.get(index).filter(|_| enough).cloned();
        chosen.ok_or_else(|| format!("no tab {} among {tabs:?}", step.which))
    };
    run.tab = until(Duration::from_secs(3), choose).map_err(Failure::Refused)?;
    run.act(
        "waitFor",
        json!([{"load": "domcontentloaded"}]),
        Duration::from_secs(4),
    )
}

fn crash(run: &Run<'_>) -> Result<(), Failure> {
    run.session.crash_renderers();
    std::thread::sleep(Duration::from_millis(400));
    Ok(())
}

fn target(run: &Run<'_>, step: &Step) -> Result<Value, Failure> {
    match &step.target {
        Some(node) => address(run, node),
        None => Err(Failure::Refused(format!("{} needs a target", step.kind))),
    }
}

/// A node as a target of Eyeline: by role and name; by ref where the case asks for more than that.
fn address(run: &Run<'_>, node: &Node) -> Result<Value, Failure> {
    let role = node.role.as_ref().map(|roles| roles.list()).unwrap_or_default();
    if role.len() != 1 || node.inside.is_some() || !node.states.is_empty() {
        return Ok(json!({"ref": reference(run, node)?}));
    }
    let mut target = json!({"role": matching::target_role(&role[0])});
    if let Some(name) = &node.name {
        target["name"] = json!(name);
        target["exact"] = json!(true);
    }
    if let Some(nth) = node.nth {
        target["nth"] = json!(nth);
    }
    Ok(target)
}

fn reference(run: &Run<'_>, node: &Node) -> Result<String, Failure> {
    until(Duration::from_millis(1500), || find_line(run, node)).map_err(Failure::Refused)
}

/// The ref of the one line that matches.
fn find_line(run: &Run<'_>, node: &Node) -> Result<String, String> {
    let outline = run
        .session
        .outline(&run.tab, Duration::from_secs(4))
        .map_err(|e| e.to_string())?;
    let found = matching::find(&outline, node);
    let chosen = match node.nth {
        Some(nth) => found.get(nth),
        None => found.first().filter(|_| found.len() == 1),
    };
    let line = chosen.ok_or_else(|| format!("{node:?} matched {} lines", found.len()))?;
    let reference = outline.lines[*line].reference.clone();
    reference.ok_or_else(|| format!("{node:?} has no ref"))
}
