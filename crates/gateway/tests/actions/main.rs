//! Acting on real pages in a real browser.

mod choosing;
mod effects;
mod frames;
mod pointing;
mod support;
mod typing;
mod waiting;
