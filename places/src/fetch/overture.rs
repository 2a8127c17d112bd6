//! Overture Maps places of an area, from the public GeoParquet files.

use std::io::{Read, Seek, SeekFrom};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use futures::{StreamExt, stream};
use outgoing::{Client, RangeError, RemoteFile, tell_retry, watched};

use super::error::FetchError;
use super::listing::Bucket;
use super::partial::PartialFile;
use super::publisher::{Progress, Publisher};
use super::spans;
use crate::Area;
use crate::import::overture::needed_spans;

/// Overture's public bucket.
pub const DEFAULT_OVERTURE_URL: &str = "https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/";

/// Folder of the releases in the bucket, and of the places in a release.
const RELEASES: &str = "release/";
const PLACES: &str = "theme=places/type=place/";

/// How much of a file's end is read first; footers are rarely longer.
const TAIL: u64 = 64 << 10;

/// A footer cannot be longer.
const LONGEST_FOOTER: u64 = 64 << 20;

/// Parts at most this many bytes apart share a request, which costs more than the bytes in between.
const GAP: u64 = 16 << 10;

/// The most bytes per request, and thus the most that a killed process loses.
const PIECE: u64 = 8 << 20;

/// Concurrent requests.
const AT_ONCE: usize = 4;

/// A Parquet file ends with the footer's length and this mark.
const MARK: &[u8; 4] = b"PAR1";

/// What was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    pub release: String,
    /// The files with places in the area, each holding the parts that the area needs.
    pub files: Vec<PathBuf>,
    pub asked: u64,
    /// Bytes that were already on disk.
    pub kept: u64,
}

/// Downloads what the newest or the given release has of an area into `folder`.
///
/// # Errors
/// See [`FetchError`]. Whatever was downloaded is kept, and the next call resumes.
pub async fn fetch(
    publisher: &Publisher,
    release: Option<&str>,
    area: &Area,
    folder: &Path,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Fetched, FetchError> {
    let client = publisher.client()?;
    let bucket = Bucket {
        publisher,
        client: &client,
    };
    let begin = Progress::default();
    let listed = watched(list(&bucket, release), || progress(begin)).await;
    let (release, files) = listed.ok_or(FetchError::Stopped)??;
    let folder = folder.join(&release);
    std::fs::create_dir_all(&folder).map_err(FetchError::write(&folder))?;
    forget_other_releases(&folder);
    let mut run = Run {
        publisher,
        client: &client,
        progress,
        at: Progress {
            files: (0, files.len()),
            bytes: (0, 0),
        },
        asked: 0,
    };
    let mut parts = Vec::new();
    for (name, remote) in files {
        let partial = PartialFile::open(&folder.join(&name), &remote)?;
        let mut part = Part {
            partial,
            remote,
            name,
            wanted: Vec::new(),
        };
        run.look_into(&mut part, area).await?;
        run.at.files.0 += 1;
        if !part.wanted.is_empty() {
            parts.push(part);
        }
    }
    if parts.is_empty() {
        return Err(FetchError::NothingThere {
            release: format!("Overture's release {release}"),
            area: area.to_string(),
        });
    }
    let needed: u64 = parts.iter().map(|part| spans::bytes(&part.wanted)).sum();
    let missing = |part: &Part| spans::bytes(&part.partial.missing(&part.wanted));
    let kept = needed - parts.iter().map(missing).sum::<u64>();
    run.at.bytes = (kept, needed);
    for part in &mut parts {
        let wanted = part.wanted.clone();
        run.bring(part, &wanted).await?;
    }
    Ok(Fetched {
        release,
        files: parts
            .iter()
            .map(|part| part.partial.path().to_owned())
            .collect(),
        asked: run.asked,
        kept,
    })
}

async fn list(
    bucket: &Bucket<'_>,
    wanted: Option<&str>,
) -> Result<(String, Vec<(String, RemoteFile)>), FetchError> {
    let mut releases = bucket.folders(RELEASES).await?;
    releases.retain(|name| order(name).is_some());
    releases.sort_by_key(|name| order(name));
    let release = match wanted {
        Some(wanted) => releases.iter().find(|name| *name == wanted),
        None => releases.last(),
    };
    let Some(release) = release.cloned() else {
        let there = match releases.as_slice() {
            [] => "none".to_owned(),
            all => all.join(", "),
        };
        return Err(FetchError::NoRelease {
            server: bucket.publisher.server(),
            wanted: wanted.unwrap_or("of places").to_owned(),
            there,
        });
    };
    let mut files = bucket
        .files(&format!("{RELEASES}{release}/{PLACES}"))
        .await?;
    files.retain(|(name, _)| is_file_name(name));
    if files.is_empty() {
        let reason = format!("lists no places in release {release}");
        return Err(bucket.publisher.unusable(&reason));
    }
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok((release, files))
}

/// The date and number of a release (`2026-10-21.0`); `None` for other names.
fn order(name: &str) -> Option<(jiff::civil::Date, u32)> {
    let (date, number) = name.split_once('.')?;
    Some((date.parse().ok()?, number.parse().ok()?))
}

/// The server chooses file names: they must not lead out of the folder.
fn is_file_name(name: &str) -> bool {
    name.ends_with(".parquet")
        && !name.starts_with('.')
        && name.len() <= 200
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-_=".contains(c))
}

/// Removes parts of older releases, which are useless now: the next fetch takes the newest.
fn forget_other_releases(folder: &Path) {
    let siblings = folder.parent().and_then(|all| std::fs::read_dir(all).ok());
    for other in siblings.into_iter().flatten().flatten() {
        let is_release = other.file_name().to_str().and_then(order).is_some();
        if is_release
            && other.path() != folder
            && let Err(error) = std::fs::remove_dir_all(other.path())
        {
            tracing::warn!(folder = %other.path().display(), %error, "an older release could not be removed");
        }
    }
}

struct Part {
    name: String,
    remote: RemoteFile,
    partial: PartialFile,
    /// The byte ranges that the area needs, apart from the footer.
    wanted: Vec<Range<u64>>,
}

struct Run<'a> {
    publisher: &'a Publisher,
    client: &'a Client,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    at: Progress,
    asked: u64,
}

impl Run<'_> {
    /// Reads a file's footer, which locates its rows, and decides what is needed.
    async fn look_into(&mut self, part: &mut Part, area: &Area) -> Result<(), FetchError> {
        let size = part.remote.size;
        if size < 12 {
            return Err(self.damaged(part, "it is too short"));
        }
        let tail = size - size.min(TAIL)..size;
        self.bring_quietly(part, &[tail]).await?;
        let end = read_at(&part.partial, size - 8..size)?;
        if end.get(4..) != Some(MARK.as_slice()) {
            return Err(self.damaged(part, "it does not end like a Parquet file"));
        }
        let length = end
            .first_chunk::<4>()
            .map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
        if length > LONGEST_FOOTER || length + 12 > size {
            return Err(self.damaged(part, "its footer is too long"));
        }
        let footer = size - 8 - length..size;
        self.bring_quietly(part, std::slice::from_ref(&footer))
            .await?;
        let needed = needed_spans(part.partial.file(), size, area);
        let needed = needed.map_err(|reason| self.damaged(part, &reason))?;
        part.wanted = spans::joined(needed, GAP);
        Ok(())
    }

    fn damaged(&self, part: &Part, reason: &str) -> FetchError {
        let file = &part.name;
        self.publisher
            .unusable(&format!("has a damaged file ({file}: {reason})"))
    }

    /// Downloads metadata, which does not count as progress.
    async fn bring_quietly(
        &mut self,
        part: &mut Part,
        wanted: &[Range<u64>],
    ) -> Result<(), FetchError> {
        let before = self.at.bytes;
        let brought = self.bring(part, wanted).await;
        self.at.bytes = before;
        brought
    }

    async fn bring(&mut self, part: &mut Part, wanted: &[Range<u64>]) -> Result<(), FetchError> {
        let pieces = spans::pieces(&part.partial.missing(wanted), PIECE);
        let (publisher, client, remote) = (self.publisher, self.client, &part.remote);
        let mut arriving = stream::iter(pieces)
            .map(|span| async move {
                let bytes = piece(publisher, client, remote, span.clone()).await;
                (span, bytes)
            })
            .buffer_unordered(AT_ONCE);
        loop {
            let at = self.at;
            let next = watched(arriving.next(), || (self.progress)(at)).await;
            let Some((span, bytes)) = next.ok_or(FetchError::Stopped)? else {
                return Ok(());
            };
            let bytes = bytes?;
            self.asked += bytes.len() as u64;
            self.at.bytes.0 += bytes.len() as u64;
            part.partial.store(span, &bytes)?;
            if (self.progress)(self.at).is_break() {
                return Err(FetchError::Stopped);
            }
        }
    }
}

/// One piece of a file, retried if necessary.
async fn piece(
    publisher: &Publisher,
    client: &Client,
    remote: &RemoteFile,
    span: Range<u64>,
) -> Result<Vec<u8>, FetchError> {
    let mut repetition = 0;
    loop {
        let error = match client.range(remote, span.clone()).await {
            Ok(bytes) => return Ok(bytes),
            Err(error) => error,
        };
        let wait = publisher.retries.wait(repetition, error.retry_after());
        match (wait, error) {
            (Some(wait), error) if error.may_pass() => {
                tell_retry(remote.url.host_str(), &error, wait);
                repetition += 1;
                tokio::time::sleep(wait).await;
            }
            (_, RangeError::Changed) => {
                let file = remote.url.path().rsplit('/').next().unwrap_or_default();
                return Err(FetchError::Changed {
                    file: file.to_owned(),
                });
            }
            (_, RangeError::Refused { status, .. }) if !outgoing::is_trouble(status) => {
                return Err(FetchError::Refused {
                    server: publisher.server(),
                    status: status.as_u16(),
                    what: "a part of a file".to_owned(),
                });
            }
            (_, error) if error.may_pass() => return Err(publisher.unreachable(&error)),
            (_, error) => return Err(publisher.unusable(&error)),
        }
    }
}

fn read_at(partial: &PartialFile, span: Range<u64>) -> Result<Vec<u8>, FetchError> {
    let mut bytes = Vec::new();
    let mut file = partial.file();
    file.seek(SeekFrom::Start(span.start))
        .and_then(|_| file.take(span.end - span.start).read_to_end(&mut bytes))
        .map_err(FetchError::write(partial.path()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_release_is_the_last_by_date_and_number() {
        let mut names = [
            "2026-10-21.0",
            "2026-09-23.10",
            "2026-09-23.9",
            "2025-12-17.0",
        ];
        names.sort_by_key(|name| order(name));
        assert_eq!(names[3], "2026-10-21.0");
        assert_eq!(names[2], "2026-09-23.10");
        for other in ["latest", "2026-10", "2026-13-01.0", "2026-10-21", "../x"] {
            assert_eq!(order(other), None, "{other}");
        }
    }

    #[test]
    fn a_server_cannot_name_a_file_outside_of_the_folder() {
        assert!(is_file_name("part-00000-2f6d.c000.zstd.parquet"));
        for bad in [
            "../a.parquet",
            "a/b.parquet",
            ".parquet",
            "a.txt",
            "a\\b.parquet",
            "",
        ] {
            assert!(!is_file_name(bad), "{bad}");
        }
    }
}
