//! OpenStreetMap's extract of a state, which Geofabrik updates daily.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use outgoing::{Download, DownloadError, Downloaded, download};
use us::UsState;

use super::error::FetchError;
use super::publisher::{Progress, Publisher};

/// The folder with the extracts of the states.
pub const DEFAULT_EXTRACTS_URL: &str = "https://download.geofabrik.de/north-america/us/";

/// The largest extract, California's, has about 1.3 GB.
const LARGEST: u64 = 8 << 30;

/// A downloaded extract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extract {
    pub path: PathBuf,
    pub bytes: u64,
    /// Whether it was already there and is still the newest.
    pub unchanged: bool,
}

/// Downloads the newest extract of a state into `folder`.
///
/// # Errors
/// See [`FetchError`]. Whatever was downloaded is kept, and the next call resumes.
pub async fn fetch(
    publisher: &Publisher,
    state: UsState,
    folder: &Path,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Extract, FetchError> {
    let name = file_name(state)?;
    std::fs::create_dir_all(folder).map_err(FetchError::write(folder))?;
    let path = folder.join(&name);
    let known = Known::of(&path);
    let client = publisher.client()?;
    let url = publisher.join(&name)?;
    let what = Download {
        url: &url,
        file: &path,
        known: known.as_ref().map(|known| known.tag.as_str()),
        largest: LARGEST,
        retries: publisher.retries,
    };
    let brought = download(&client, &what, |at| {
        progress(Progress {
            files: (0, 1),
            bytes: (at.bytes, at.total.unwrap_or(at.bytes)),
        })
    });
    match brought
        .await
        .map_err(|error| failed(publisher, &name, error))?
    {
        Downloaded::Unchanged => Ok(Extract {
            bytes: known.map_or(0, |known| known.bytes),
            path,
            unchanged: true,
        }),
        Downloaded::Whole { bytes, tag, .. } => {
            Known::write(&path, tag, bytes)?;
            Ok(Extract {
                path,
                bytes,
                unchanged: false,
            })
        }
    }
}

/// The file's name, at the publisher and locally.
fn file_name(state: UsState) -> Result<String, FetchError> {
    let name = match state.code() {
        // Published only as part of an extract of the whole Pacific.
        "AS" | "GU" | "MP" => return Err(FetchError::NoExtract(state.name())),
        "VI" => "us-virgin-islands".to_owned(),
        _ => state.name().to_lowercase().replace(' ', "-"),
    };
    Ok(format!("{name}-latest.osm.pbf"))
}

/// Size and tag (ETag) of the local file, stored in a file next to it.
struct Known {
    bytes: u64,
    tag: String,
}

impl Known {
    fn path(file: &Path) -> PathBuf {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        file.with_file_name(format!(".{name}.known"))
    }

    /// `None` if the file is not the recorded one.
    fn of(file: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(Self::path(file)).ok()?;
        let (bytes, tag) = text.split_once(' ')?;
        let bytes = bytes.parse().ok()?;
        let is_same = std::fs::metadata(file).is_ok_and(|data| data.len() == bytes);
        is_same.then(|| Self {
            bytes,
            tag: tag.to_owned(),
        })
    }

    fn write(file: &Path, tag: Option<String>, bytes: u64) -> Result<(), FetchError> {
        let path = Self::path(file);
        let Some(tag) = tag else {
            // Without a tag, changes cannot be detected: the file is downloaded every time.
            drop(std::fs::remove_file(&path));
            return Ok(());
        };
        std::fs::write(&path, format!("{bytes} {tag}")).map_err(FetchError::write(&path))
    }
}

fn failed(publisher: &Publisher, name: &str, error: DownloadError) -> FetchError {
    match error {
        DownloadError::Refused(_, status) => FetchError::Refused {
            server: publisher.server(),
            status: status.as_u16(),
            what: name.to_owned(),
        },
        DownloadError::Broken(_, reason) => publisher.unreachable(&reason),
        DownloadError::Unusable(_, reason) => publisher.unusable(&reason),
        DownloadError::Write(path, error) => FetchError::write(&path)(error),
        DownloadError::Stopped => FetchError::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_named_as_the_publisher_names_them() {
        let name = |code| file_name(UsState::from_code(code).unwrap()).ok();
        assert_eq!(name("RI").as_deref(), Some("rhode-island-latest.osm.pbf"));
        assert_eq!(
            name("DC").as_deref(),
            Some("district-of-columbia-latest.osm.pbf")
        );
        assert_eq!(name("GU"), None);
    }
}
