//! Which files may be read and written: those inside the workspace folders, however the path is spelled.

use std::path::{Path, PathBuf};

/// The folders that a gateway may read from and write to.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    roots: Vec<PathBuf>,
}

/// Why a file may not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// No folder was opened to the gateway.
    #[error(
        "No workspace folder was given to this gateway, so it uses no files. Start it with --workspace <folder>."
    )]
    NoWorkspace,
    /// The path leads out of every workspace folder.
    #[error("{path} is outside the workspace folders ({roots}). Use a path inside one of them.")]
    Outside {
        /// The path as given.
        path: String,
        /// The folders that are open.
        roots: String,
    },
    /// The file cannot be used.
    #[error("{path} cannot be used: {reason}.")]
    Unusable {
        /// The path as given.
        path: String,
        /// What the system said.
        reason: String,
    },
}

impl Workspace {
    /// A workspace of these folders. Folders that do not exist are left out.
    pub fn new(folders: &[PathBuf]) -> Self {
        Workspace {
            roots: folders
                .iter()
                .filter_map(|folder| folder.canonicalize().ok())
                .collect(),
        }
    }

    /// The folders, as the system knows them.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The workspace with one more folder.
    #[must_use]
    pub fn with(mut self, folder: &Path) -> Self {
        self.roots.extend(folder.canonicalize().ok());
        self
    }

    /// The file that a path names, if it is there and inside a workspace folder (symbolic links followed).
    pub fn readable(&self, path: &str) -> Result<PathBuf, FileError> {
        let real = self
            .absolute(path)?
            .canonicalize()
            .map_err(|error| unusable(path, &error))?;
        if path.is_empty() || real.is_dir() {
            return Err(FileError::Unusable {
                path: path.to_owned(),
                reason: "it is a folder, not a file".to_owned(),
            });
        }
        self.inside(path, real)
    }

    /// The file that a path names, which need not be there yet, but whose folder must be inside a workspace folder.
    pub fn writable(&self, path: &str) -> Result<PathBuf, FileError> {
        let absolute = self.absolute(path)?;
        if path.trim().is_empty() {
            return Err(FileError::Unusable {
                path: format!("{path:?}"),
                reason: "it names no file".to_owned(),
            });
        }
        let (Some(folder), Some(name)) = (absolute.parent(), absolute.file_name()) else {
            return Err(FileError::Unusable {
                path: path.to_owned(),
                reason: "it names no file".to_owned(),
            });
        };
        let folder = folder.canonicalize().map_err(|error| unusable(path, &error))?;
        let file = self.inside(path, folder)?.join(name);
        match file.canonicalize() {
            Ok(real) if real.is_dir() => Err(FileError::Unusable {
                path: path.to_owned(),
                reason: "it is a folder".to_owned(),
            }),
            Ok(real) => self.inside(path, real),
            // What is written through a link to nothing yet would come to be wherever the link says.
            Err(_) if file.is_symlink() => Err(FileError::Unusable {
                path: path.to_owned(),
                reason: "it is a link that leads to no file".to_owned(),
            }),
            Err(_) => Ok(file),
        }
    }

    fn absolute(&self, path: &str) -> Result<PathBuf, FileError> {
        let first = self.roots.first().ok_or(FileError::NoWorkspace)?;
        Ok(first.join(path))
    }

    fn inside(&self, path: &str, real: PathBuf) -> Result<PathBuf, FileError> {
        if self.roots.iter().any(|root| real.starts_with(root)) {
            return Ok(real);
        }
        let roots: Vec<String> = self.roots.iter().map(|root| root.display().to_string()).collect();
        Err(FileError::Outside {
            path: path.to_owned(),
            roots: roots.join(", "),
        })
    }
}

fn unusable(path: &str, error: &std::io::Error) -> FileError {
    let reason = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        _ => error.to_string(),
    };
    FileError::Unusable {
        path: path.to_owned(),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_inside_the_folders_are_used() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "a").unwrap();
        std::fs::write(outside.path().join("b.txt"), "b").unwrap();
        let workspace = Workspace::new(&[folder.path().to_owned()]);
        assert!(workspace.readable("a.txt").is_ok());
        assert!(workspace.writable("new.pdf").is_ok());
        let escape = format!(
            "../{}/b.txt",
            outside.path().file_name().unwrap().to_str().unwrap()
        );
        assert!(matches!(
            workspace.readable(&escape),
            Err(FileError::Outside { .. })
        ));
        assert!(matches!(
            workspace.writable("/etc/passwd"),
            Err(FileError::Outside { .. })
        ));
        assert!(matches!(
            workspace.readable("none.txt"),
            Err(FileError::Unusable { .. })
        ));
        assert!(matches!(
            Workspace::default().readable("a"),
            Err(FileError::NoWorkspace)
        ));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_followed_and_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).unwrap();
        let workspace = Workspace::new(&[folder.path().to_owned()]);
        assert!(matches!(
            workspace.readable("link"),
            Err(FileError::Outside { .. })
        ));
        assert!(matches!(
            workspace.writable("link"),
            Err(FileError::Outside { .. })
        ));
        let nowhere = folder.path().with_extension("none").join("x");
        std::os::unix::fs::symlink(nowhere, folder.path().join("dangling")).unwrap();
        for unusable in ["dangling", "", "."] {
            assert!(
                workspace.writable(unusable).is_err(),
                "{unusable:?} must not be written"
            );
        }
    }
}
