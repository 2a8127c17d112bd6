//! The index's folder, which may be read-only.
//!
//! Readers of an index briefly take a lock file, so that no file is removed while they open it. In a
//! read-only folder no one removes files, so the lock is not needed.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, META_LOCK, WatchCallback, WatchHandle, WritePtr,
};

/// A folder whose readers go without a lock file if none can be created.
#[derive(Debug, Clone)]
pub(super) struct ReadableDirectory<D>(pub(super) D);

impl<D: Directory + Clone> Directory for ReadableDirectory<D> {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.0.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> std::io::Result<()> {
        self.0.atomic_write(path, data)
    }

    fn sync_directory(&self) -> std::io::Result<()> {
        self.0.sync_directory()
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        match self.0.acquire_lock(lock) {
            Err(LockError::IoError(error))
                if lock.filepath == META_LOCK.filepath
                    && matches!(
                        error.kind(),
                        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
                    ) =>
            {
                Ok(DirectoryLock::from(Box::new(())))
            }
            outcome => outcome,
        }
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}

#[cfg(test)]
mod tests {
    use tantivy::directory::{INDEX_WRITER_LOCK, RamDirectory};

    use super::*;

    #[derive(Debug, Clone)]
    struct ReadOnly(RamDirectory);

    impl Directory for ReadOnly {
        fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
            self.0.get_file_handle(path)
        }

        fn delete(&self, path: &Path) -> Result<(), DeleteError> {
            self.0.delete(path)
        }

        fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
            self.0.exists(path)
        }

        fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
            self.0.open_write(path)
        }

        fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
            self.0.atomic_read(path)
        }

        fn atomic_write(&self, path: &Path, data: &[u8]) -> std::io::Result<()> {
            self.0.atomic_write(path, data)
        }

        fn sync_directory(&self) -> std::io::Result<()> {
            self.0.sync_directory()
        }

        fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
            let error = std::io::Error::from(ErrorKind::ReadOnlyFilesystem);
            Err(LockError::IoError(Arc::new(error)))
        }

        fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
            self.0.watch(callback)
        }
    }

    #[test]
    fn a_reader_needs_no_lock_file_and_a_writer_does() {
        let folder = ReadableDirectory(ReadOnly(RamDirectory::create()));
        assert!(folder.acquire_lock(&META_LOCK).is_ok());
        assert!(folder.acquire_lock(&INDEX_WRITER_LOCK).is_err());
    }
}
