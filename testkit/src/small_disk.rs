//! A disk that can be full.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small file system of its own, taken down at the end.
#[derive(Debug)]
pub struct SmallDisk {
    at: PathBuf,
}

impl SmallDisk {
    /// A file system of so many megabytes, mounted at a folder that is made for it. None, which is said,
    /// where this machine does not let its user mount one: no setting could provide that, so that it is
    /// never a failure.
    ///
    /// # Panics
    /// Where the folder cannot be made.
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

    /// Where it is mounted.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.at
    }

    /// Fills it to the last byte.
    ///
    /// # Panics
    /// Where it cannot be written at all.
    pub fn fill(&self) {
        let mut file = File::create(self.ballast()).expect("the disk takes a file");
        for size in [1 << 16, 1 << 8, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
    }

    /// Makes the room again that [`fill`](Self::fill) took.
    ///
    /// # Panics
    /// Where it was not filled.
    pub fn free(&self) {
        std::fs::remove_file(self.ballast()).expect("the disk was filled");
    }

    fn ballast(&self) -> PathBuf {
        self.at.join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: whoever failed an assertion may still have files open.
        let _ = Command::new("umount").arg("-l").arg(&self.at).output();
    }
}
