//! Making a page believe that it is somewhere else: another screen, place, time, language, network.
//!
//! An [`Emulation`] says what is to change; what it does not mention stays as it is. The commands are kept per tab, because
//! Chromium has to be told again for every frame that comes to live in a process of its own.
//!
//! - `options`: what can be asked for
//! - `known`: devices and networks by name
//! - `commands`: what Chromium is told
//! - `state`: what is on in a tab

mod commands;
mod error;
mod known;
mod options;
mod state;

pub use error::{EmulateFailure, EmulationError};
pub use known::{DEVICES, Device, NETWORKS};
pub use options::{ColorScheme, Emulation, Geolocation, Network, NetworkNumbers, Viewport};
pub(crate) use state::EmulationState;
