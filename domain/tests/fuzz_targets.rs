//! What the fuzz target of stored events does (`fuzz/`), on its seeds and on pieces of them: it needs a nightly
//! compiler to run, and this keeps it true without one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    unreachable_pub,
    reason = "test code"
)]

#[path = "../../fuzz/event.rs"]
mod event;

use std::fs;
use std::path::Path;

#[test]
fn the_fuzz_target_of_events_holds_on_every_version_ever_stored() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for file in fs::read_dir(here.join("tests/golden")).unwrap() {
        let golden = file.unwrap().path();
        let stem = golden.file_stem().unwrap().to_str().unwrap();
        let (aggregate, named) = stem.split_once('.').unwrap();
        let (name, version) = named.split_once('-').unwrap();
        let payload = fs::read_to_string(&golden).unwrap();
        let seed = fs::read(here.join("../fuzz/seeds/event").join(stem)).unwrap_or_default();
        let expected = format!("{aggregate}\n{name}\n{version}\n{payload}");
        assert_eq!(seed, expected.as_bytes(), "the seed of {stem}");
        for length in 0..=seed.len() {
            event::read(&seed[..length]);
        }
        seen += 1;
    }
    assert!(seen > 30);
}
