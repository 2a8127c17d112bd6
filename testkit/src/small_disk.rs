//! A disk that can fill up.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small file system, unmounted on drop.
#[derive(Debug)]
pub struct SmallDisk {
    at: PathBuf,
}

impl SmallDisk {
    /// A file system of this many megabytes, mounted at a new folder. `None`, with a printed reason, if the user may
    /// not mount one on this machine: no setting could change that, so it is never a failure.
    ///
    /// # Panics
    /// When the folder cannot be made.
    #[must_use]
    pub fn mount(at: PathBuf, megabytes: u32) -> Option<Self> {
        std::fs::create_dir(&at).expect("the folder to mount at can be made");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"])
            .arg(&at)
            .output()
            .is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!("skipped: a small file system can be mounted by root on Linux only");
        }
        mounted.then_some(Self { at })
    }

    /// The mount point.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.at
    }

    /// Fills it to the last byte.
    ///
    /// # Panics
    /// When nothing can be written at all.
    pub fn fill(&self) {
        let mut file = File::create(self.ballast()).expect("the disk takes a file");
        for size in [1 << 16, 1 << 8, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    /// Frees the space that [`fill`](Self::fill) took.
    ///
    /// # Panics
    /// When it was not filled.
    pub fn free(&self) {
        std::fs::remove_file(self.ballast()).expect("the disk was filled");
    }

    fn ballast(&self) -> PathBuf {
        self.at.join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a test that failed may still have open files.
        let _ = Command::new("umount").arg("-l").arg(&self.at).output();
    }
}
