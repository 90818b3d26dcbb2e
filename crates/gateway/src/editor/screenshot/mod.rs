//! `screenshot`: a picture, small enough to be looked at, with the refs drawn in when asked.

mod labels;
mod place;
mod take;

pub use labels::Labelled;
pub use take::run;
