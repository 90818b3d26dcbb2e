//! Drives the real browser against a server on loopback that it starts itself.

mod attach;
mod dialogs;
mod files;
mod frames;
mod life;
mod navigation;
mod support;
mod tabs;
