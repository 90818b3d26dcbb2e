//! Acting on real pages in a real browser.

mod choosing;
mod choosing_widgets;
mod dragging;
mod effects;
mod forms;
mod frames;
mod pointing;
mod segments;
mod support;
mod typing;
mod waiting;
