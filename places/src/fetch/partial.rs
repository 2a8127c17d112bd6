//! A publisher's file, of which only some parts were downloaded.
//!
//! Each part is at the same offset as in the complete file, so that readers find it; the rest is a hole that
//! takes no disk space. A journal next to it (`NAME.ranges`) records the file's version and the parts
//! downloaded. A part is on disk before the journal lists it, so after a kill only the part being written is
//! downloaded again.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use outgoing::RemoteFile;

use super::error::FetchError;
use super::spans;

/// The downloaded parts of one file.
pub(super) struct PartialFile {
    path: PathBuf,
    file: File,
    journal: File,
    there: Vec<Range<u64>>,
}

impl PartialFile {
    /// Opens the parts downloaded earlier if they are of this version of the file, else an empty file.
    pub(super) fn open(path: &Path, remote: &RemoteFile) -> Result<Self, FetchError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let journal_path = path.with_file_name(format!("{name}.ranges"));
        let failed = FetchError::write(path);
        let head = format!(
            "{} {}\n",
            remote.size,
            remote.etag.as_deref().unwrap_or_default()
        );
        let size_here = std::fs::metadata(path).map_or(0, |data| data.len());
        let known = std::fs::read_to_string(&journal_path).unwrap_or_default();
        let there = known
            .strip_prefix(&head)
            .filter(|_| size_here == remote.size)
            .map(|lines| read_spans(lines, remote.size));
        let is_new = there.is_none();
        if is_new {
            // The journal goes first: without it, the data counts for nothing.
            drop(std::fs::remove_file(&journal_path));
            drop(std::fs::remove_file(path));
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .and_then(|file| file.set_len(remote.size).map(|()| file))
            .map_err(&failed)?;
        let mut journal = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&journal_path)
            .map_err(&failed)?;
        // Keeps a line cut off by a kill apart from the next one.
        let begin = if is_new { head.as_str() } else { "\n" };
        journal.write_all(begin.as_bytes()).map_err(&failed)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            journal,
            there: there.unwrap_or_default(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file, of which only the downloaded parts may be read.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// What is wanted and not yet downloaded.
    pub(super) fn missing(&self, wanted: &[Range<u64>]) -> Vec<Range<u64>> {
        spans::missing(wanted, &self.there)
    }

    pub(super) fn store(&mut self, span: Range<u64>, bytes: &[u8]) -> Result<(), FetchError> {
        let line = format!("{} {}\n", span.start, span.end);
        let stored = self
            .file
            .seek(SeekFrom::Start(span.start))
            .and_then(|_| self.file.write_all(bytes))
            .and_then(|()| self.file.sync_data())
            .and_then(|()| self.journal.write_all(line.as_bytes()));
        stored.map_err(FetchError::write(&self.path))?;
        self.there.push(span);
        self.there = spans::joined(std::mem::take(&mut self.there), 0);
        Ok(())
    }
}

/// The parts that a journal lists, ignoring lines cut off by a kill.
fn read_spans(lines: &str, size: u64) -> Vec<Range<u64>> {
    let ends_whole = lines.ends_with('\n') || lines.is_empty();
    let lines: Vec<&str> = lines.lines().collect();
    let whole = lines.len() - usize::from(!ends_whole);
    let spans = lines[..whole].iter().filter_map(|line| {
        let (start, end) = line.split_once(' ')?;
        let span = start.parse().ok()?..end.parse().ok()?;
        (span.start < span.end && span.end <= size).then_some(span)
    });
    spans::joined(spans.collect(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remote(etag: &str) -> RemoteFile {
        RemoteFile {
            url: "https://a.example/f".parse().unwrap(),
            size: 100,
            etag: Some(etag.to_owned()),
        }
    }

    #[test]
    #[expect(
        clippy::single_range_in_vec_init,
        reason = "lists of ranges, some of one"
    )]
    fn parts_are_kept_until_the_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part-0.parquet");
        let missing = |etag| {
            PartialFile::open(&path, &remote(etag))
                .unwrap()
                .missing(&[0..100])
        };
        let mut partial = PartialFile::open(&path, &remote("\"a\"")).unwrap();
        partial.store(10..13, b"abc").unwrap();
        partial.store(90..100, &[7; 10]).unwrap();
        drop(partial);
        assert_eq!(missing("\"a\""), [0..10, 13..90]);
        assert_eq!(&std::fs::read(&path).unwrap()[10..13], b"abc");

        // A kill in the middle of a line, followed by one more part.
        let journal = folder.path().join("part-0.parquet.ranges");
        let mut text = std::fs::read_to_string(&journal).unwrap();
        text.push_str("20 5");
        std::fs::write(&journal, text).unwrap();
        assert_eq!(missing("\"a\""), [0..10, 13..90]);
        let mut partial = PartialFile::open(&path, &remote("\"a\"")).unwrap();
        partial.store(13..14, b"d").unwrap();
        drop(partial);
        assert_eq!(missing("\"a\""), [0..10, 14..90]);

        assert_eq!(missing("\"b\""), [0..100], "another version of the file");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(missing("\"b\""), [0..100], "the parts themselves are gone");
    }
}
