//! Where a command writes a file: one writer for all of them, which never destroys anything of its user's.
//!
//! - `-` is standard output.
//! - An existing file is left alone unless `--force` is given; the command's input is left alone always.
//! - A file appears under its name only once it is complete. A link stays a link; its target is written.
//! - What is not a regular file (a device, a pipe) is written to and never replaced.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use tempfile::NamedTempFile;

use super::terminal::say;

const STANDARD_OUTPUT: &str = "-";

/// The options of commands that write a file.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// The file to write; - is standard output
    #[arg(long, short, value_name = "FILE", default_value = STANDARD_OUTPUT)]
    pub(super) output: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    Owner,
    /// Whoever the umask admits.
    Usual,
}

/// An output being written. Dropped before [`Output::finish`], it leaves everything unchanged.
pub(super) struct Output {
    to: To,
}

enum To {
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// A draft next to the file that it will become.
    Draft(BufWriter<NamedTempFile>, PathBuf),
}

impl OutputArgs {
    /// Opens the output. `inputs` are files that the command reads and must not overwrite.
    pub(super) fn open(&self, readers: Readers, inputs: &[&Path]) -> anyhow::Result<Output> {
        let path = &self.output;
        if path.as_os_str() == STANDARD_OUTPUT {
            return Ok(Output::stream(io::stdout()));
        }
        for input in inputs {
            if same_file::is_same_file(path, input).unwrap_or(false) {
                bail!("{} is the input: write to another file.", path.display());
            }
        }
        let cannot = || format!("{} cannot be written", path.display());
        match std::fs::metadata(path) {
            Ok(there) if there.is_dir() => {
                bail!("{} is a folder: name a file in it.", path.display())
            }
            Ok(there) if !there.is_file() => {
                let stream = OpenOptions::new()
                    .write(true)
                    .open(path)
                    .with_context(cannot)?;
                Ok(Output::stream(stream))
            }
            Ok(_) if !self.force => bail!(
                "{} already exists. Name another file, or replace it with --force.",
                path.display()
            ),
            Ok(there) => {
                // Resolve links, so that a link stays one.
                let target = path.canonicalize().with_context(cannot)?;
                Output::draft(target, there.permissions()).with_context(cannot)
            }
            Err(_) => Output::draft(path.clone(), readers.permissions()).with_context(cannot),
        }
    }

    /// Whether the rows go to standard output, where nothing else may be printed.
    pub(super) fn is_standard_output(&self) -> bool {
        self.output.as_os_str() == STANDARD_OUTPUT
    }

    /// Prints a message about the work, separate from the rows.
    #[expect(clippy::print_stderr, reason = "standard output may hold the rows")]
    pub(super) fn tell(&self, line: impl std::fmt::Display) {
        if self.is_standard_output() {
            eprintln!("{line}");
        } else {
            say(line);
        }
    }
}

impl Readers {
    #[cfg(unix)]
    fn permissions(self) -> Permissions {
        use std::os::unix::fs::PermissionsExt;
        Permissions::from_mode(match self {
            Self::Owner => 0o600,
            Self::Usual => 0o666, // minus the umask, as for any new file
        })
    }

    #[cfg(not(unix))]
    fn permissions(self) -> Permissions {
        let _the_folder_decides = self;
        std::fs::metadata(".").map_or_else(
            |_| unreachable!("there is a working folder"),
            |data| data.permissions(),
        )
    }
}

impl Output {
    fn stream(stream: impl Write + Send + 'static) -> Self {
        let to = To::Stream(BufWriter::new(Box::new(stream)));
        Self { to }
    }

    fn draft(path: PathBuf, permissions: Permissions) -> io::Result<Self> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let draft = tempfile::Builder::new()
            .permissions(permissions)
            .tempfile_in(folder)?;
        let to = To::Draft(BufWriter::new(draft), path);
        Ok(Self { to })
    }

    /// Flushes; a file then appears under its name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.to {
            To::Stream(mut stream) => Ok(stream.flush()?),
            To::Draft(draft, path) => {
                let cannot = || format!("{} cannot be written", path.display());
                let draft = draft.into_inner().map_err(io::IntoInnerError::into_error);
                let draft = draft.with_context(cannot)?;
                draft.as_file().sync_all().with_context(cannot)?;
                draft
                    .persist(&path)
                    .map_err(|error| error.error)
                    .with_context(cannot)?;
                sync_folder(&path);
                Ok(())
            }
        }
    }
}

/// Makes the new name survive a power failure, if the system can.
fn sync_folder(path: &Path) {
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        // The file itself is synced; some file systems cannot sync folders.
        let _synced = folder.sync_all();
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Stream(stream) => stream.write(bytes),
            To::Draft(draft, _) => draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(stream) => stream.flush(),
            To::Draft(draft, _) => draft.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(output: &Path, force: bool, inputs: &[&Path]) -> anyhow::Result<()> {
        let args = OutputArgs {
            output: output.to_owned(),
            force,
        };
        let mut output = args.open(Readers::Usual, inputs)?;
        output.write_all(b"new")?;
        output.finish()
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_when_asked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.csv");
        write(&file, false, &[]).unwrap();
        std::fs::write(&file, "old").unwrap();
        let error = write(&file, false, &[]).unwrap_err().to_string();
        assert!(
            error.contains("rows.csv") && error.contains("--force"),
            "{error}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        write(&file, true, &[]).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
    }

    #[test]
    fn an_input_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("in.csv");
        std::fs::write(&file, "old").unwrap();
        let by_another_name = folder.path().join(".").join("in.csv");
        let error = write(&by_another_name, true, &[&file])
            .unwrap_err()
            .to_string();
        assert!(error.contains("is the input"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    }

    #[test]
    fn what_was_not_finished_leaves_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let args = OutputArgs {
            output: folder.path().join("rows.csv"),
            force: false,
        };
        let mut output = args.open(Readers::Owner, &[]).unwrap();
        output.write_all(b"half").unwrap();
        drop(output);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let link = folder.path().join("link");
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, true, &[]).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");

        write(Path::new("/dev/null"), false, &[]).unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_for_its_owner_is_read_by_nobody_else() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let args = OutputArgs {
            output: folder.path().join("log"),
            force: false,
        };
        args.open(Readers::Owner, &[]).unwrap().finish().unwrap();
        let mode = std::fs::metadata(&args.output)
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0);
    }
}
