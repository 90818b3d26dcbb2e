//! Acting on real pages in a real browser.

mod choosing;
mod choosing_widgets;
mod dragging;
mod effects;
mod forms;
mod frames;
mod native;
mod pointing;
mod segments;
mod support;
mod ticking;
mod typing;
mod waiting;
