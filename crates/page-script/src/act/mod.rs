//! What the acting half of the page script takes and returns.
//!
//! - [`Wanted`]: which element, `prepare` → [`Ready`]: found, enabled, still, in view; `candidates` → [`Candidates`]
//! - `settle` → [`Settled`]: what came of it, as [`ChangeRow`]s; `lateChanges` → [`LateChanges`]: what came later
//! - `readField` → [`FieldReading`], `findOption` → [`FoundOption`], `checkState` → [`CheckState`]: controls

mod controls;
mod settle;
mod target;

pub use controls::{
    CheckState, ChooserKind, ChosenNative, FieldReading, FileField, FoundOption, HeldChoice, NativeChoice,
    ScrollPlace,
};
pub use settle::{ChangeRow, Invalid, LateChanges, Leaving, Press, SettleOptions, Settled};
pub use target::{Candidates, EditPlan, EditStart, ListedOption, Need, Place, Prepare, Ready, Said, Wanted};
