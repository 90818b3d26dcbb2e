//! Where the fixtures lie.

use std::path::{Path, PathBuf};

/// A folder of `fixtures/`.
pub fn fixtures(name: &str) -> PathBuf {
    repository().join("fixtures").join(name)
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder
        .ancestors()
        .nth(2)
        .expect("the crate lies two folders deep")
        .to_owned()
}

/// A folder for what tests build, below `target/`.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the target folder takes files");
    folder
}
