//! Runs the fuzz targets of `fuzz/` on the made-up files and on parts of them. Fuzzing itself needs a nightly
//! compiler; this keeps the targets correct without one.

#[allow(
    clippy::expect_used,
    unreachable_pub,
    reason = "a fuzz target is not of this crate"
)]
#[path = "../../../fuzz/import.rs"]
mod import;

use crate::support::made_up;
use places::import::Format;

#[test]
fn the_fuzz_targets_hold_on_the_made_up_files_in_every_format() {
    let formats = [Format::Csv, Format::GeoJson, Format::Osm, Format::Overture];
    for file in [
        "made-up-listing.csv",
        "made-up.geojson",
        "made-up.osm.pbf",
        "made-up-overture.parquet",
    ] {
        let whole = std::fs::read(made_up(file)).unwrap();
        for format in formats {
            for length in [0, whole.len() / 3, whole.len()] {
                import::import(&whole[..length], format);
            }
        }
    }
}
