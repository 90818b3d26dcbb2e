//! The browser's processes.

/// Owns a browser's process group and temporary profile.
#[derive(Debug)]
pub struct ProcessGuard {
    pid: u32,
}

impl ProcessGuard {
    /// Process id of the browser, which is also its process group.
    pub fn pid(&self) -> u32 {
        self.pid
    }
}
