//! Runs the bodies of the fuzz targets for websites (`fuzz/`) on their seeds and on pieces of them. The targets themselves
//! need a nightly compiler; this keeps them working without one.

#[allow(
    clippy::expect_used,
    unreachable_pub,
    reason = "a fuzz target is not of this crate"
)]
#[path = "../../../fuzz/website.rs"]
mod website;

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder and those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    files.collect()
}

#[test]
fn the_fuzz_target_of_pages_holds_on_the_labelled_websites() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for file in files(&here.join("tests/sites")) {
        let seed = fs::read(file).unwrap();
        for length in [seed.len() / 3, seed.len()] {
            website::html(&seed[..length]);
        }
        seen += 1;
    }
    assert!(seen > 300);
    for line in ["", "text/html; charset=utf-16le", "text/html; charset=gbk"] {
        let body = "<title>Caf\u{e9}</title><a href='mailto:info@shop.example'>\u{feff}write</a>";
        website::html(format!("content-type:{line}\n{body}").as_bytes());
    }
}

#[test]
fn the_fuzz_target_of_json_ld_holds_on_the_blocks_of_the_labelled_websites() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/website_json_ld");
    let mut seen = 0;
    for file in files(&seeds) {
        let seed = fs::read(file).unwrap();
        for length in [0, seed.len() / 3, seed.len() - 1, seed.len()] {
            website::json_ld(&seed[..length]);
        }
        seen += 1;
    }
    assert!(seen > 50);
}
