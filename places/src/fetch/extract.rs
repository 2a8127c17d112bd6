//! OpenStreetMap's extract of a state, as Geofabrik cuts it out every day.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use outgoing::{Download, DownloadError, Downloaded, download};
use us::UsState;

use super::error::FetchError;
use super::publisher::{Progress, Publisher};

/// The folder of the states' extracts.
pub const DEFAULT_EXTRACTS_URL: &str = "https://download.geofabrik.de/north-america/us/";

/// The largest, California's, has some 1.3 GB.
const LARGEST: u64 = 8 << 30;

/// An extract that is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extract {
    /// Where it lies.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Whether it was here from before and is still the newest.
    pub unchanged: bool,
}

/// Brings the newest extract of a state into `folder`.
///
/// # Errors
/// See [`FetchError`]; what came is kept, and the next call goes on.
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

/// The file's name at the publisher's and here.
fn file_name(state: UsState) -> Result<String, FetchError> {
    let name = match state.code() {
        // These lie in an extract of the whole Pacific.
        "AS" | "GU" | "MP" => return Err(FetchError::NoExtract(state.name())),
        "VI" => "us-virgin-islands".to_owned(),
        _ => state.name().to_lowercase().replace(' ', "-"),
    };
    Ok(format!("{name}-latest.osm.pbf"))
}

/// What the publisher calls the file that is here: a size and a tag, in a file beside it.
struct Known {
    bytes: u64,
    tag: String,
}

impl Known {
    fn path(file: &Path) -> PathBuf {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        file.with_file_name(format!(".{name}.known"))
    }

    /// None where the file is not the one that was written down.
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
            // Without a tag nobody can tell whether the file has changed: it is fetched every time.
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
