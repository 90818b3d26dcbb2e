//! Looking ahead: the parts and controls that a call's path goes through, asked of the page in one question.
//!
//! A path is walked key by key, and each part on the way is a look-up of its own. What the path asks for is known before, so
//! that all of it is looked up at once; a step that meets exactly the question that was asked ahead finds its answer here.

use ai_vision::{Path, Segment};
use eyeline_chromium::Frame;
use eyeline_page_script::model::{Found, LookedAhead, Lookup};
use serde::Serialize;
use tokio::sync::Mutex;

use super::collection::questions;
use super::kinds::Kind;
use super::reach::Reach;
use super::roles::role_word;

/// The answers that were asked for ahead.
#[derive(Default)]
pub struct Ahead(Mutex<State>);

#[derive(Default)]
enum State {
    /// The steps that the path takes below `app`.
    Known(Vec<Step>),
    /// What they found: each once.
    Asked(Vec<(Lookup, Found)>),
    #[default]
    Nothing,
}

/// What one part of the path may ask.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Step {
    queries: Vec<Lookup>,
}

#[derive(Serialize)]
struct Steps<'a> {
    steps: &'a [Step],
}

impl Ahead {
    /// What a path asks for below its first `app`.
    pub fn of(path: &str) -> Self {
        let steps = steps_of(path);
        match steps.len() > 1 {
            true => Ahead(Mutex::new(State::Known(steps))),
            false => Ahead::default(),
        }
    }

    /// The answer to a question, where it was asked ahead. The first question of all has them asked.
    pub async fn answer(&self, reach: &Reach, frame: &Frame, query: &Lookup) -> Option<Found> {
        let mut state = self.0.lock().await;
        if let State::Known(steps) = &*state {
            if !frame.is_main() || query.within.is_some() {
                return None;
            }
            let asked: Result<Vec<LookedAhead>, _> = reach.ask(frame, "lookAhead", &Steps { steps }).await;
            *state = State::Asked(pair_up(steps, asked.unwrap_or_default()));
        }
        let State::Asked(known) = &mut *state else {
            return None;
        };
        let at = known
            .iter()
            .position(|(asked, _)| frame.is_main() && asked == query)?;
        Some(known.swap_remove(at).1)
    }

    /// Something is about to change: nothing of it holds any more.
    pub async fn forget(&self) {
        *self.0.lock().await = State::Nothing;
    }
}

fn pair_up(steps: &[Step], found: Vec<LookedAhead>) -> Vec<(Lookup, Found)> {
    let told = steps.iter().zip(found).flat_map(|(step, told)| {
        let within = told.within;
        let with_scope = move |query: &Lookup| Lookup {
            within,
            ..query.clone()
        };
        step.queries
            .iter()
            .map(with_scope)
            .zip(told.found)
            .collect::<Vec<_>>()
    });
    told.filter_map(|(query, found)| Some((query, found?))).collect()
}

/// The parts that a path goes through: role words below `app`, each with its key.
fn steps_of(path: &str) -> Vec<Step> {
    let Ok(path) = path.parse::<Path>() else {
        return Vec::new();
    };
    let mut rest = path
        .segments()
        .iter()
        .skip_while(|segment| !is_member(segment, "app"));
    rest.next();
    let mut rest = rest.skip_while(|segment| is_member(segment, "screen")).peekable();
    let mut steps = Vec::new();
    while let Some(Segment::Member(name)) = rest.next() {
        let Some(word) = role_word(name).filter(|word| word.kind != Kind::Frame) else {
            break;
        };
        let key = match rest.peek() {
            Some(Segment::Index(key)) => Some(key),
            _ => None,
        };
        steps.push(Step {
            queries: questions(word, key),
        });
        if key.is_some() {
            rest.next();
        }
        // What else is in these goes by keys of their own.
        if super::composite::takes_keys(word.kind) {
            break;
        }
    }
    steps
}

fn is_member(segment: &Segment, name: &str) -> bool {
    matches!(segment, Segment::Member(member) if member == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(path: &str) -> Vec<usize> {
        steps_of(path).iter().map(|step| step.queries.len()).collect()
    }

    #[test]
    fn a_path_is_known_as_far_as_it_goes_by_roles_and_names() {
        assert_eq!(
            asked("page.editor.app.main.form[\"Settings\"].combobox[\"Colour\"].value"),
            [1, 2, 1]
        );
        assert_eq!(
            asked("pages[\"t1\"].editor.app.screen.dialog.button[0].click"),
            [1, 1]
        );
        assert_eq!(asked("page.editor.app.table[\"Keys\"].rows[2].button"), [2]);
        assert_eq!(asked("page.editor.app.frame[\"Pay\"].app.textbox"), [0; 0]);
        assert_eq!(asked("page.editor.snapshot"), [0; 0]);
    }
}
