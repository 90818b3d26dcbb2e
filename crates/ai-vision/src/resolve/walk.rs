//! The walk: one step after the other, and what may stand at the end.

use super::failure::Failure;
use super::{member, plain};
use crate::call::CallRequest;
use crate::guard::Guard;
use crate::hint::{Spot, Style, describe, help};
use crate::path::{Segment, begins_like_keyword};
use crate::value::{Json, Value};

/// An assignment to something that cannot be assigned.
pub(super) const NOT_ASSIGNABLE: &str = "\"value\" needs a path ending in a writable property name.";

/// A walk in progress.
pub(super) struct Walk<'a> {
    pub request: &'a CallRequest,
    pub guard: &'a dyn Guard,
    pub warning: Option<String>,
}

/// Where a walk stands.
pub(super) struct Place {
    pub value: Value,
    pub path: String,
    pub after_call: bool,
}

impl Place {
    /// The node here.
    pub fn spot(&self) -> Option<Spot> {
        match &self.value {
            Value::Node(node) => Some(Spot {
                node: node.clone(),
                path: self.path.clone(),
                after_call: self.after_call,
            }),
            _ => None,
        }
    }
}

/// What a step led to.
pub(super) enum Step {
    /// The next value.
    To(Value),
    /// An answer that ends the walk: a description, an acknowledgement.
    Answer(Json),
}

/// How a walk ended.
pub(super) enum End {
    /// At a value.
    Value { place: Place, warning: Option<String> },
    /// With an answer that is given as it is.
    Answer(Json),
    /// With a question about a value that does not describe itself.
    Undescribed { place: Place, verb: &'static str },
}

impl Walk<'_> {
    /// Follows the path.
    pub async fn run(mut self, root: &Value, segments: &[Segment]) -> Result<End, Failure> {
        let mut place = Place {
            value: root.clone(),
            path: String::new(),
            after_call: false,
        };
        for (position, segment) in segments.iter().enumerate() {
            let rest = &segments[position + 1..];
            match segment {
                Segment::Help => return Ok(explain(place).await),
                Segment::Describe => return Ok(describe_place(place).await),
                _ => {}
            }
            match self.step(&place, segment, rest).await? {
                Step::To(value) => place = advanced(place, segment, value),
                Step::Answer(answer) => return Ok(End::Answer(answer)),
            }
        }
        if self.request.value.is_some() {
            return Err(Failure::of_request(NOT_ASSIGNABLE));
        }
        Ok(End::Value {
            place,
            warning: self.warning,
        })
    }

    async fn step(&mut self, place: &Place, segment: &Segment, rest: &[Segment]) -> Result<Step, Failure> {
        let Some(spot) = place.spot() else {
            return plain::step(self, place, segment, rest.is_empty()).await;
        };
        if begins_like_keyword(segment) && !declares(&spot, segment) {
            return Err(keyword_failure(&spot, self.request));
        }
        if let Some(reason) = spot.restricted() {
            return Err(Failure::at(&spot, Style::Regular, reason));
        }
        match segment {
            Segment::Index(key) => member::index(self, &spot, key).await.map(Step::To),
            Segment::Member(name) => member::named(self, &spot, name, rest).await,
            Segment::Call(name, args) => {
                let args = if rest.is_empty() {
                    self.request.args.as_ref().unwrap_or(args)
                } else {
                    args
                };
                member::called(self, &spot, name, args, rest.is_empty())
                    .await
                    .map(Step::To)
            }
            Segment::Help | Segment::Describe => Ok(Step::Answer(Json::Null)),
        }
    }
}

/// The place after a step.
fn advanced(place: Place, segment: &Segment, value: Value) -> Place {
    let after_call = place.after_call || matches!(segment, Segment::Call(..));
    Place {
        value,
        path: extended(&place.path, segment),
        after_call,
    }
}

/// A path with one more step.
pub(super) fn extended(path: &str, segment: &Segment) -> String {
    match segment {
        Segment::Index(_) => format!("{path}{segment}"),
        _ if path.is_empty() => segment.to_string(),
        _ => format!("{path}.{segment}"),
    }
}

fn declares(spot: &Spot, segment: &Segment) -> bool {
    match segment {
        Segment::Member(name) | Segment::Call(name, _) => spot.node.descriptor().find(name).is_some(),
        _ => false,
    }
}

/// The path was no path after all: a keyword stands where no member is declared.
fn keyword_failure(spot: &Spot, request: &CallRequest) -> Failure {
    let error = request
        .path
        .parse::<crate::Path>()
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    let resolved = Some(spot.path.clone());
    Failure {
        error: format!("Invalid path: {error}"),
        resolved,
        about: Some(spot.clone()),
        style: Style::Regular,
    }
}

async fn explain(place: Place) -> End {
    match place.spot().or_else(|| self_described(&place)) {
        Some(spot) => End::Answer(help(&spot).await.into()),
        None => End::Undescribed {
            place,
            verb: "explain",
        },
    }
}

async fn describe_place(place: Place) -> End {
    match place.spot().or_else(|| self_described(&place)) {
        Some(spot) => End::Answer(describe(&spot).await),
        None => End::Undescribed {
            place,
            verb: "describe",
        },
    }
}

/// A function that describes itself.
fn self_described(place: &Place) -> Option<Spot> {
    let Value::Method(method) = &place.value else {
        return None;
    };
    let node = method.describes_itself()?;
    Some(Spot {
        node,
        path: place.path.clone(),
        after_call: place.after_call,
    })
}
