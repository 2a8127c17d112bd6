//! Files and folders that only their owner may read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Creates a folder, and its parents, that only the owner can open.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a new file that only the owner can read or write.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Replaces a file with `content`, whole or not at all.
pub fn replace_private(path: &Path, content: &[u8]) -> io::Result<()> {
    let draft = path.with_extension(format!("draft-{}", uuid::Uuid::new_v4()));
    let written = private_file(&draft)
        .and_then(|mut file| file.write_all(content))
        .and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The draft may not exist; the write's own error is the one to report.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Puts a file in place whole, unless another process was first.
pub fn place(path: &Path, content: &str) -> io::Result<()> {
    let draft = path.with_extension(format!("draft-{}", uuid::Uuid::new_v4()));
    let written = private_file(&draft).and_then(|mut file| {
        file.write_all(content.as_bytes())?;
        file.sync_all()
    });
    let linked = written.and_then(|()| match fs::hard_link(&draft, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    });
    let removed = fs::remove_file(&draft);
    linked.and(removed)
}

/// Reads a private file, and restricts its permissions if others could read it.
pub fn read_private(path: &Path) -> io::Result<Vec<u8>> {
    let content = fs::read(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
            tracing::warn!(path = %path.display(), "a private file was readable by others; restricting its permissions");
            fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(content)
}
