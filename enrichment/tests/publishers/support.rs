//! Shared by the tests of publishers' files.

use std::ops::ControlFlow;

use enrichment::import::{ImportReport, Said, import_folder};
use enrichment::pack::Pack;
use enrichment::{Enriched, Reference, Subject};

/// Providence, Rhode Island.
pub(crate) const PROVIDENCE: (f64, f64) = (41.824, -71.4128);

pub(crate) fn import(files: &[(&str, &str)]) -> (Pack, ImportReport) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut pack = Pack::builtin();
    let report = import_folder(&mut pack, folder.path(), &Said::new(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    (pack, report)
}

pub(crate) fn reference(files: &[(&str, &str)]) -> Reference {
    let (pack, report) = import(files);
    assert_eq!(report.taken(), files.len(), "{:#?}", report.files);
    Reference::new(pack)
}

pub(crate) fn enrich<'r>(reference: &'r Reference, naics: Option<&str>) -> Enriched<'r> {
    let subject = Subject {
        coordinates: Some(PROVIDENCE),
        naics,
        ..Subject::default()
    };
    reference.enrich(&subject, None)
}
