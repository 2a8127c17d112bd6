//! GeoJSON files: whatever the bytes, an import ends with a report or an error, and the catalogue has the reported rows
//! or none.

#![no_main]

use libfuzzer_sys::fuzz_target;
use places::import::Format;

#[path = "../import.rs"]
mod import;

fuzz_target!(|data: &[u8]| import::import(data, Format::GeoJson));
