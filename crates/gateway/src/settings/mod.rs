//! `settings`: what a session may decide for itself.

mod data;
mod members;
mod node;

pub use data::{DialogRule, Privacy, Settings, Viewport};
pub use node::SettingsNode;
