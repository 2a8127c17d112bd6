//! Damaged files of every format: a clear message, and the catalogue unchanged.

use std::path::Path;
use std::sync::Arc;

use crate::support::{Fixture, made_up, made_up_listing};
use arrow_array::{ArrayRef, RecordBatch, StringArray, StructArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use places::import::{Format, ImportOptions};

/// Imports a file into a filled catalogue, which must refuse it and keep its rows.
fn refused(name: &str, content: &[u8]) -> String {
    let fixture = Fixture::new();
    fixture.import(&made_up_listing()).unwrap();
    let path = fixture.file(name, content);
    let error = fixture.import(&path).unwrap_err();
    assert_eq!(fixture.catalogue.rows(), 38, "{name}");
    assert!(fixture.catalogue.unfinished().unwrap().is_empty());
    error.to_string()
}

fn content(file: &str) -> Vec<u8> {
    std::fs::read(made_up(file)).unwrap()
}

#[test]
fn a_parquet_file_that_is_cut_off_is_refused() {
    let whole = content("made-up-overture.parquet");
    for length in [4, 100, whole.len() / 2, whole.len() - 1] {
        let message = refused("places.parquet", &whole[..length]);
        assert!(
            message.contains("not an intact Overture"),
            "{length}: {message}"
        );
    }
}

#[test]
fn a_parquet_file_with_other_bytes_in_it_is_refused_or_read_but_never_half() {
    let whole = content("made-up-overture.parquet");
    for position in (8..whole.len() - 8).step_by(whole.len() / 60) {
        let mut broken = whole.clone();
        broken[position] ^= 0xff;
        let fixture = Fixture::new();
        let path = fixture.file("places.parquet", &broken);
        let rows = fixture.import(&path).map_or(0, |report| report.imported);
        assert_eq!(fixture.catalogue.rows(), rows, "byte {position}");
    }
}

/// With gzip, the reader unpacks everything, whatever size a page declares.
#[test]
fn a_parquet_file_whose_packing_does_not_tell_its_size_is_refused() {
    let column = |texts: Vec<&str>| -> ArrayRef { Arc::new(StringArray::from(texts)) };
    let names = StructArray::try_from(vec![("primary", column(vec!["Rose Beer"]))]).unwrap();
    let batch = RecordBatch::try_from_iter([
        ("id", column(vec!["1"])),
        ("names", Arc::new(names)),
        ("geometry", column(vec![""])),
    ])
    .unwrap();
    let packed = |method: Compression| {
        let properties = WriterProperties::builder().set_compression(method).build();
        let mut writer =
            ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.into_inner().unwrap()
    };
    let message = refused(
        "places.parquet",
        &packed(Compression::GZIP(GzipLevel::default())),
    );
    assert!(
        message.contains("GZIP") && message.contains("not known in advance"),
        "{message}"
    );
    for method in [Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default())] {
        let message = refused("places.parquet", &packed(method));
        assert!(!message.contains("not known in advance"), "{message}");
    }
}

#[test]
fn a_pbf_file_that_is_cut_off_is_refused() {
    let whole = content("made-up.osm.pbf");
    for length in [60, 300, whole.len() / 2, whole.len() - 1] {
        let message = refused("places.osm.pbf", &whole[..length]);
        assert!(
            message.contains("not an intact OpenStreetMap"),
            "{length}: {message}"
        );
    }
}

#[test]
fn a_pbf_file_with_other_bytes_in_it_is_refused_or_read_but_never_half() {
    let whole = content("made-up.osm.pbf");
    for position in (70..whole.len()).step_by(9) {
        let mut broken = whole.clone();
        broken[position] ^= 0xff;
        let fixture = Fixture::new();
        let path = fixture.file("places.osm.pbf", &broken);
        let rows = fixture.import(&path).map_or(0, |report| report.imported);
        assert_eq!(fixture.catalogue.rows(), rows, "byte {position}");
    }
}

#[test]
fn geojson_that_is_no_listing_is_refused() {
    let whole = content("made-up.geojson");
    let message = refused("cut.geojson", &whole[..whole.len() / 2]);
    assert!(
        message.contains("ends in the middle, after feature"),
        "{message}"
    );
    let message = refused("other.geojson", b"{\"a\": 1}");
    assert!(
        message.contains("neither a FeatureCollection nor a Feature"),
        "{message}"
    );
    let message = refused(
        "empty.geojson",
        b"{\"type\":\"FeatureCollection\",\"features\":[]}",
    );
    assert!(message.contains("no features"), "{message}");
    let nowhere = br#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"name":"A (made up)"}}]}"#;
    let message = refused("null.geojson", nowhere);
    assert!(
        message.contains("neither a state nor usable coordinates"),
        "{message}"
    );
    let message = refused(
        "nameless.geojson",
        br#"{"type":"Feature","geometry":null,"properties":{"label":"A"}}"#,
    );
    assert!(
        message.contains("--map name=COLUMN") && message.contains("'label'"),
        "{message}"
    );
    let message = refused(
        "syntax.geojson",
        br#"{"type":"FeatureCollection","features":[{"type":]}"#,
    );
    assert!(message.contains("not an intact GeoJSON"), "{message}");
}

#[test]
fn a_feature_without_an_end_is_refused_without_being_read_whole() {
    let head =
        br#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":""#;
    let mut bomb = head.to_vec();
    bomb.resize(40 << 20, b'x');
    let message = refused("bomb.geojson", &bomb);
    assert!(message.contains("longer than 16 MiB"), "{message}");
    let mut deep = head.to_vec();
    deep.truncate(head.len() - 1);
    deep.extend(std::iter::repeat_n(b'[', 1 << 20));
    assert!(refused("deep.geojson", &deep).contains("not an intact GeoJSON"));
}

#[test]
fn a_format_that_the_file_does_not_have_is_told() {
    let fixture = Fixture::new();
    let import = |path: &Path, format| {
        let options = ImportOptions {
            format: Some(format),
            ..ImportOptions::default()
        };
        fixture.import_with(path, options).unwrap_err().to_string()
    };
    for (file, format) in [
        ("made-up.geojson", Format::Overture),
        ("made-up-listing.csv", Format::Osm),
        ("made-up.osm.pbf", Format::GeoJson),
    ] {
        let message = import(&made_up(file), format);
        assert!(message.contains("not an intact"), "{message}");
    }
    assert!(import(&made_up("made-up-overture.parquet"), Format::Csv).contains("a Parquet file"));
}
