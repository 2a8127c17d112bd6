//! The files of a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::error::ImportError;
use crate::readers::release_of_dictionary;
use crate::vintage::Vintage;

pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
}

/// A file name's extension, in lower case.
pub(super) fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.unwrap_or_default().to_ascii_lowercase()
}

/// The file itself, or every file below a folder.
pub(super) fn files_at(path: &Path) -> Result<Vec<Found>, ImportError> {
    let failed = |error| ImportError::Folder(path.to_owned(), error);
    let data = std::fs::metadata(path).map_err(failed)?;
    if data.is_dir() {
        return files_below(path);
    }
    Ok(vec![Found {
        path: path.to_owned(),
        bytes: data.len(),
    }])
}

/// Every file below a folder, by path, except hidden ones.
pub(super) fn files_below(folder: &Path) -> Result<Vec<Found>, ImportError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error| ImportError::Folder(folder.clone(), error);
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let data = std::fs::metadata(&path).map_err(failed)?;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if data.is_dir() {
                folders.push(path);
            } else if !hidden {
                files.push(Found {
                    path,
                    bytes: data.len(),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The releases named by dictionaries in the folders.
pub(super) fn releases(files: &[Found]) -> BTreeMap<PathBuf, Vintage> {
    files
        .iter()
        .filter(|file| {
            let name = file
                .path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .to_lowercase();
            name.contains("dictionary") && ending(&file.path) == "csv" && file.bytes < 10 << 20
        })
        .filter_map(|file| {
            let release = release_of_dictionary(&std::fs::read(&file.path).ok()?)?;
            Some((file.path.parent()?.to_owned(), release))
        })
        .collect()
}
