//! Matching lines against the words asked for, and ordering what matched.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::words::for_each_word;
use super::{Hit, HitOrigin};

/// What matched so far.
pub(super) struct Matches {
    wanted: Vec<String>,
    found: Vec<(Score, Hit)>,
    known: HashSet<(String, String, HitOrigin)>,
}

/// How good a hit is: smaller is better.
type Score = (Reverse<usize>, Reverse<usize>, u8, bool);

impl Matches {
    pub fn new(wanted: Vec<String>) -> Self {
        Self {
            wanted,
            found: Vec::new(),
            known: HashSet::new(),
        }
    }

    /// Takes a line if it matches and is new. `place` says where it belongs, and what the hit shows beyond the words
    /// that are searched; it is asked only about a match.
    pub fn offer(
        &mut self,
        kind: &str,
        line: &str,
        origin: HitOrigin,
        place: impl FnOnce() -> (String, String),
    ) {
        let (covered, exact) = self.matched(line);
        if covered == 0 {
            return;
        }
        let (path, said) = place();
        let matched_line = format!("{line}{said}");
        if !self.known.insert((path.clone(), matched_line.clone(), origin)) {
            return;
        }
        let score = (
            Reverse(covered),
            Reverse(exact),
            tier(origin),
            !path.contains('['),
        );
        self.found.push((
            score,
            Hit {
                path,
                kind: kind.to_owned(),
                matched_line,
                origin,
            },
        ));
    }

    /// How many wanted words a line has, as a word or the beginning of one, and how many as a whole word.
    fn matched(&self, line: &str) -> (usize, usize) {
        let mut covered = vec![0_u8; self.wanted.len()];
        for_each_word(line, |word| {
            for (wanted, state) in self.wanted.iter().zip(&mut covered) {
                if *state < 2 && word.starts_with(wanted.as_str()) {
                    *state = if word.len() == wanted.len() { 2 } else { 1 };
                }
            }
        });
        let exact = covered.iter().filter(|state| **state == 2).count();
        (covered.iter().filter(|state| **state > 0).count(), exact)
    }

    /// The best of them.
    pub fn best(mut self, limit: usize) -> Vec<Hit> {
        self.found.sort_by_key(|(score, _)| *score);
        self.found.into_iter().take(limit).map(|(_, hit)| hit).collect()
    }
}

fn tier(origin: HitOrigin) -> u8 {
    match origin {
        HitOrigin::Member | HitOrigin::KindSummary | HitOrigin::Element => 0,
        HitOrigin::ChildEntry => 1,
        HitOrigin::HelpText => 2,
    }
}
