//! A publisher's bucket with made-up businesses, and what a fetch from it may request.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use arrow_array::{ArrayRef, Float32Array, RecordBatch, StringArray, StructArray};
use outgoing::Retries;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use places::fetch::overture::{self, Fetched};
use places::fetch::{FetchError, Publisher};
use places::import::{Import, ImportOptions};
use places::{Area, Catalogue};
use testkit::{Asked, Bucket};

use crate::support::find;

pub(crate) const RELEASE: &str = "2026-10-21.0";

/// Businesses per row group.
pub(crate) const GROUP: usize = 300;

/// How much of a file's end may be requested to find the metadata.
pub(crate) const TAIL: u64 = 64 << 10;

/// Positions of the businesses of a row group.
pub(crate) const PROVIDENCE: (f32, f32) = (41.824, -71.4128);
pub(crate) const BOSTON: (f32, f32) = (42.36, -71.06);
pub(crate) const PORTLAND: (f32, f32) = (45.5234, -122.6762);

/// A file of places in which each row group is in one city, with a column that nobody needs.
pub(crate) fn parquet(file: usize, cities: &[(f32, f32)]) -> Vec<u8> {
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    let mut writer = None;
    for (group, (latitude, longitude)) in cities.iter().enumerate() {
        let texts = |make: &dyn Fn(usize) -> String| -> ArrayRef {
            Arc::new(StringArray::from_iter_values((0..GROUP).map(make)))
        };
        let degrees = |from: f32| -> ArrayRef {
            let step = |place: usize| from + 0.000_01 * place as f32;
            Arc::new(Float32Array::from_iter_values((0..GROUP).map(step)))
        };
        let structure = |columns: Vec<(&str, ArrayRef)>| -> ArrayRef {
            Arc::new(StructArray::try_from(columns).unwrap())
        };
        let number = |place: usize| (file * cities.len() + group) * GROUP + place;
        let batch = RecordBatch::try_from_iter([
            ("id", texts(&|place| format!("id-{}", number(place)))),
            (
                "names",
                structure(vec![(
                    "primary",
                    texts(&|place| format!("Made Up Cafe {}", number(place))),
                )]),
            ),
            (
                "sources",
                texts(&|place| format!("{:x}", number(place)).repeat(300)),
            ),
            (
                "categories",
                structure(vec![("primary", texts(&|_| "cafe".to_owned()))]),
            ),
            (
                "bbox",
                structure(vec![
                    ("xmin", degrees(*longitude)),
                    ("xmax", degrees(*longitude)),
                    ("ymin", degrees(*latitude)),
                    ("ymax", degrees(*latitude)),
                ]),
            ),
        ])
        .unwrap();
        let writer = writer.get_or_insert_with(|| {
            let properties = properties.clone().build();
            ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap()
        });
        writer.write(&batch).unwrap();
        writer.flush().unwrap();
    }
    writer.unwrap().into_inner().unwrap()
}

pub(crate) fn key(release: &str, file: usize) -> String {
    format!("release/{release}/theme=places/type=place/part-0000{file}.zstd.parquet")
}

/// A release of three files: Providence is in two of them.
pub(crate) fn files() -> [Vec<u8>; 3] {
    [
        parquet(0, &[BOSTON, PROVIDENCE, PORTLAND]),
        parquet(1, &[PORTLAND, BOSTON, BOSTON]),
        parquet(2, &[PROVIDENCE, BOSTON, PROVIDENCE]),
    ]
}

/// A bucket with that release and other objects.
pub(crate) fn bucket() -> Bucket {
    let release = files()
        .into_iter()
        .enumerate()
        .map(|(file, content)| (key(RELEASE, file), content));
    let beside = [
        (
            "release/2026-09-23.0/theme=places/type=place/part-0.zstd.parquet",
            "old",
        ),
        (
            "release/2026-10-21.0/theme=base/type=water/part-0.zstd.parquet",
            "water",
        ),
        ("release/2026-10-21.0/theme=places/type=place/_SUCCESS", ""),
        ("bridgefiles/2026-10-21.0/part-0.parquet", "bridge"),
    ];
    let beside = beside.map(|(key, text)| (key.to_owned(), text.as_bytes().to_vec()));
    Bucket::serve(release.chain(beside))
}

pub(crate) fn soon() -> Retries {
    Retries {
        most: 3,
        first: Duration::from_millis(1),
        longest: Duration::from_millis(5),
    }
}

pub(crate) fn publisher(bucket: &str) -> Publisher {
    Publisher {
        retries: soon(),
        ..Publisher::at(bucket).unwrap()
    }
}

pub(crate) fn rhode_island() -> Area {
    Area::parse_state("RI").unwrap()
}

pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

pub(crate) fn fetch_from(url: &str, folder: &Path) -> Result<Fetched, FetchError> {
    let publisher = publisher(url);
    let area = rhode_island();
    let mut go_on = |_| ControlFlow::Continue(());
    block_on(overture::fetch(&publisher, None, &area, folder, &mut go_on))
}

pub(crate) fn fetch(bucket: &Bucket, folder: &Path) -> Result<Fetched, FetchError> {
    fetch_from(&bucket.url(), folder)
}

/// What the area needs of a file: its row groups there, without the unused column.
pub(crate) fn needed(content: &[u8], wanted: (f32, f32)) -> Vec<std::ops::Range<u64>> {
    let reader = SerializedFileReader::new(bytes::Bytes::copy_from_slice(content)).unwrap();
    let mut spans = Vec::new();
    for group in reader.metadata().row_groups() {
        let path = |c: &&ColumnChunkMetaData| c.column_path().string();
        let latitudes = group.columns().iter().find(|c| path(c) == "bbox.ymin");
        let Some(Statistics::Float(latitudes)) = latitudes.unwrap().statistics() else {
            panic!("no statistics");
        };
        if (latitudes.min_opt().unwrap() - wanted.0).abs() < 0.01 {
            let read = group.columns().iter().filter(|c| path(c) != "sources");
            spans.extend(read.map(|c| {
                let (start, length) = c.byte_range();
                start..start + length
            }));
        }
    }
    spans
}

/// All of Rhode Island was fetched, and nothing else.
pub(crate) fn assert_complete(fetched: &Fetched) {
    let data = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(data.path()).unwrap();
    let options = ImportOptions {
        source: Some("overture-ri".to_owned()),
        area: Some(rhode_island()),
        release: Some(fetched.release.clone()),
        ..ImportOptions::default()
    };
    let import = Import::open_overture(&fetched.files, options).unwrap();
    let report = import
        .run(&catalogue, |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(report.imported, 3 * GROUP as u64, "{}", report.reasons());
    assert_eq!(
        find(&catalogue, "cafe", "RI", "Providence").len(),
        3 * GROUP
    );
    assert!(find(&catalogue, "cafe", "MA", "Boston").is_empty());
    let dataset = &catalogue.datasets().unwrap()[0];
    assert_eq!(dataset.release.as_deref(), Some(RELEASE));
    assert_eq!(dataset.coverage.to_string(), "all kinds of business in RI");
}

pub(crate) fn sum(asked: &[Asked]) -> u64 {
    asked
        .iter()
        .map(|asked| asked.bytes.end - asked.bytes.start)
        .sum()
}
