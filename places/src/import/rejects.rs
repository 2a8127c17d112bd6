//! The list of rows that were not imported, one per line, to help fix the file.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::error::ImportError;

/// Writes the list; does nothing if none was requested.
pub(super) struct RejectList {
    writer: Option<(csv::Writer<File>, PathBuf)>,
}

impl RejectList {
    pub(super) fn create(path: Option<&Path>, unit: &str) -> Result<Self, ImportError> {
        let Some(path) = path else {
            return Ok(Self { writer: None });
        };
        let unwritable = |error: csv::Error| unwritable(path, &error);
        let mut writer = csv::Writer::from_path(path).map_err(unwritable)?;
        writer
            .write_record([unit, "outcome", "name"])
            .map_err(unwritable)?;
        Ok(Self {
            writer: Some((writer, path.to_owned())),
        })
    }

    pub(super) fn add(&mut self, at: u64, outcome: &str, name: &str) -> Result<(), ImportError> {
        let Some((writer, path)) = &mut self.writer else {
            return Ok(());
        };
        writer
            .write_record([&at.to_string(), outcome, &*formula_escaping::escaped(name)])
            .map_err(|error| unwritable(path, &error))
    }

    pub(super) fn finish(&mut self) -> Result<(), ImportError> {
        match &mut self.writer {
            Some((writer, path)) => writer
                .flush()
                .map_err(|error| unwritable(path, &csv::Error::from(error))),
            None => Ok(()),
        }
    }

    pub(super) fn is_kept(&self) -> bool {
        self.writer.is_some()
    }
}

fn unwritable(path: &Path, error: &csv::Error) -> ImportError {
    ImportError::RejectList {
        file: path.to_owned(),
        reason: error.to_string(),
    }
}
