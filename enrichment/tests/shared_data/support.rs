//! Shared by the tests on real public data: the import, and tables read without any code of ours.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::OnceLock;

use enrichment::import::{ImportReport, Provenance, Said, import_files, import_folder};
use enrichment::pack::Pack;
use enrichment::{Reference, Subject};
use testkit::shared_data;

pub(crate) struct Imported {
    pub(crate) pack: Pack,
    pub(crate) report: ImportReport,
    pub(crate) reference: Reference,
}

/// The import of the whole folder, once for all tests.
pub(crate) fn imported() -> Option<&'static Imported> {
    static IMPORTED: OnceLock<Imported> = OnceLock::new();
    let folder = shared_data()?;
    Some(IMPORTED.get_or_init(|| {
        let mut pack = Pack::builtin();
        let report = import_folder(&mut pack, &folder, &Said::new(), |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        let reference = Reference::new(pack.clone());
        Imported {
            pack,
            report,
            reference,
        }
    }))
}

/// The import of some files or folders, on top of only the built-in tables.
pub(crate) fn imported_of(names: &[&str]) -> Option<Imported> {
    let folder = shared_data()?;
    let mut pack = Pack::builtin();
    let names: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    let report = import_files(&mut pack, &folder, &names, &Provenance::default()).unwrap();
    let reference = Reference::new(pack.clone());
    Some(Imported {
        pack,
        report,
        reference,
    })
}

pub(crate) type Row = HashMap<String, String>;

/// A table read with only the csv crate.
pub(crate) fn rows(file: &str, delimiter: u8) -> Vec<Row> {
    let path = shared_data().unwrap().join(file);
    let bytes = std::fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .from_reader(text.trim_start_matches('\u{FEFF}').as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

pub(crate) fn number(text: &str) -> Option<f64> {
    text.trim()
        .replace(',', "")
        .parse()
        .ok()
        .filter(|value: &f64| *value > -900.0)
}

pub(crate) fn breweries() -> Vec<(Row, (f64, f64))> {
    rows("openbrewerydb/breweries.csv", b',')
        .into_iter()
        .filter(|row| row["country"] == "United States")
        .filter_map(|row| {
            let degrees = |name: &str| row[name].parse::<f64>().ok();
            let at = (degrees("latitude")?, degrees("longitude")?);
            Some((row, at))
        })
        .collect()
}

pub(crate) fn subject<'a>(at: (f64, f64)) -> Subject<'a> {
    Subject {
        coordinates: Some(at),
        category: Some("brewery"),
        ..Subject::default()
    }
}
