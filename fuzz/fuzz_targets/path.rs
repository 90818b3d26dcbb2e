//! Any text: the path parser answers with a path that prints and parses to itself, or with an error inside the text.
//!
//! `cargo +nightly fuzz run path -- -max_total_time=60`

#![no_main]

use ai_vision::{Path, utf16_len};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Path>() {
        Ok(path) => {
            let printed = path.to_string();
            assert_eq!(printed.parse::<Path>().as_ref(), Ok(&path), "{printed}");
        }
        Err(error) => {
            assert!(error.offset <= utf16_len(text));
            assert!(!error.to_string().is_empty());
        }
    }
});
