//! Fetching open data of an area: only what is needed is asked for, whatever goes wrong on the way.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "test code"
)]

mod support;

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
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
use places::fetch::{FetchError, Publisher, extract};
use places::import::{Import, ImportOptions};
use places::{Area, Catalogue, UsState};
use support::{find, made_up};
use testkit::{Asked, Bucket, Failure};

const RELEASE: &str = "2026-10-21.0";

/// Businesses of a row group.
const GROUP: usize = 300;

/// How much of a file's end may be asked for, to learn where things lie.
const TAIL: u64 = 64 << 10;

/// Where the businesses of a row group are.
const PROVIDENCE: (f32, f32) = (41.824, -71.4128);
const BOSTON: (f32, f32) = (42.36, -71.06);
const PORTLAND: (f32, f32) = (45.5234, -122.6762);

/// A file of places in which each row group lies in one city, with a column that nobody needs.
fn parquet(file: usize, cities: &[(f32, f32)]) -> Vec<u8> {
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

fn key(release: &str, file: usize) -> String {
    format!("release/{release}/theme=places/type=place/part-0000{file}.zstd.parquet")
}

/// A release of three files: Providence is in two of them.
fn files() -> [Vec<u8>; 3] {
    [
        parquet(0, &[BOSTON, PROVIDENCE, PORTLAND]),
        parquet(1, &[PORTLAND, BOSTON, BOSTON]),
        parquet(2, &[PROVIDENCE, BOSTON, PROVIDENCE]),
    ]
}

/// A bucket with that release, and other things.
fn bucket() -> Bucket {
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

fn soon() -> Retries {
    Retries {
        most: 3,
        first: Duration::from_millis(1),
        longest: Duration::from_millis(5),
    }
}

fn publisher(bucket: &str) -> Publisher {
    Publisher {
        retries: soon(),
        ..Publisher::at(bucket).unwrap()
    }
}

fn rhode_island() -> Area {
    Area::parse_state("RI").unwrap()
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

fn fetch_from(url: &str, folder: &Path) -> Result<Fetched, FetchError> {
    let publisher = publisher(url);
    let area = rhode_island();
    let mut go_on = |_| ControlFlow::Continue(());
    block_on(overture::fetch(&publisher, None, &area, folder, &mut go_on))
}

fn fetch(bucket: &Bucket, folder: &Path) -> Result<Fetched, FetchError> {
    fetch_from(&bucket.url(), folder)
}

/// What the area needs of a file: the parts of its row groups there, without the column that nobody reads.
fn needed(content: &[u8], wanted: (f32, f32)) -> Vec<std::ops::Range<u64>> {
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

/// Everything of Rhode Island, and nothing else, is found.
fn assert_complete(fetched: &Fetched) {
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
    assert_eq!(
        dataset.coverage.as_ref().unwrap().to_string(),
        "all kinds of business in RI"
    );
}

fn sum(asked: &[Asked]) -> u64 {
    asked
        .iter()
        .map(|asked| asked.bytes.end - asked.bytes.start)
        .sum()
}

#[test]
fn only_what_the_area_needs_is_asked_for_and_a_second_time_nothing() {
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    let fetched = fetch(&bucket, folder.path()).unwrap();
    assert_eq!(
        (fetched.release.as_str(), fetched.files.len()),
        (RELEASE, 2)
    );
    let asked = bucket.asked();
    assert_eq!(fetched.asked, sum(&asked));
    for (file, content) in files().iter().enumerate() {
        let tail = content.len() as u64 - TAIL;
        let needed = needed(content, PROVIDENCE);
        let of_file = asked.iter().filter(|asked| asked.key == key(RELEASE, file));
        for Asked { bytes, .. } in of_file {
            let begins = needed.iter().any(|span| bytes.start == span.start);
            let ends = needed.iter().any(|span| bytes.end == span.end.min(tail));
            assert!(
                bytes.start >= tail || begins && ends,
                "{bytes:?} of file {file} is asked for; its end begins at {tail}, needed are {needed:?}"
            );
        }
    }
    let all: u64 = files().iter().map(|content| content.len() as u64).sum();
    assert!(fetched.asked < all / 2, "{} of {all} bytes", fetched.asked);
    assert_complete(&fetched);

    let again = fetch(&bucket, folder.path()).unwrap();
    assert_eq!((again.asked, bucket.asked()), (0, Vec::new()));
    assert_eq!(again.files, fetched.files);
    assert!(again.kept > 0);
    assert_complete(&again);
}

#[test]
fn what_fails_for_a_while_is_asked_for_again() {
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    // As many as a question is repeated.
    bucket.fail([Failure::Busy, Failure::BrokenOff, Failure::OtherBytes]);
    let fetched = fetch(&bucket, folder.path()).unwrap();
    assert_complete(&fetched);
}

#[test]
fn what_does_not_end_is_told_in_words_and_what_came_is_kept() {
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    let message = |failures: &[Failure]| {
        bucket.fail(failures.iter().copied());
        fetch(&bucket, folder.path()).unwrap_err().to_string()
    };
    let busy = message(&[Failure::Busy; 4]);
    assert!(
        busy.contains("answered 503") && busy.contains("what came is kept"),
        "{busy}"
    );
    let denied = message(&[Failure::Denied]);
    assert!(denied.contains("answered 403"), "{denied}");
    let whole = message(&[Failure::WholeFile; 4]);
    assert!(
        whole.contains("sent something else than the bytes asked for"),
        "{whole}"
    );

    // A network that wants a sign-in first answers everything with a page.
    bucket.answer_with(Some("<html><body>Welcome to the hotel</body></html>"));
    let hotel = fetch(&bucket, folder.path()).unwrap_err().to_string();
    assert!(
        hotel.contains("something else than the list of release/"),
        "{hotel}"
    );
    bucket.answer_with(None);

    let away = fetch_from("http://127.0.0.1:1/", folder.path())
        .unwrap_err()
        .to_string();
    assert!(
        away.contains("cannot be reached") && away.contains("network connection"),
        "{away}"
    );
    assert!(matches!(
        Publisher::at("overture"),
        Err(FetchError::Address(_))
    ));
    assert_complete(&fetch(&bucket, folder.path()).unwrap());
}

#[test]
fn another_state_of_a_file_is_never_mixed_with_the_one_before() {
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    fetch(&bucket, folder.path()).unwrap();
    // The same file once more, by a publisher who calls it anew: nothing of before may be used.
    bucket.put(&key(RELEASE, 2), files()[2].clone());
    drop(bucket.asked());
    let fetched = fetch(&bucket, folder.path()).unwrap();
    let asked = bucket.asked();
    assert!(asked.iter().all(|asked| asked.key == key(RELEASE, 2)) && !asked.is_empty());
    assert_complete(&fetched);
}

#[test]
fn the_newest_release_is_taken_an_older_one_forgotten_and_a_wrong_one_refused() {
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("2026-09-23.0")).unwrap();
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    fetch(&bucket, folder.path()).unwrap();
    assert!(!folder.path().join("2026-09-23.0").exists());
    assert!(
        folder.path().join("mine").exists(),
        "only releases are removed"
    );

    let publisher = publisher(&bucket.url());
    let mut go_on = |_| ControlFlow::Continue(());
    let area = rhode_island();
    let wanted = Some("2026-01-01.0");
    let work = overture::fetch(&publisher, wanted, &area, folder.path(), &mut go_on);
    let message = block_on(work).unwrap_err().to_string();
    assert!(message.contains("no release 2026-01-01.0"), "{message}");
    assert!(message.contains("2026-09-23.0, 2026-10-21.0"), "{message}");

    let hawaii = Area::parse_state("HI").unwrap();
    let work = overture::fetch(&publisher, None, &hawaii, folder.path(), &mut go_on);
    let message = block_on(work).unwrap_err().to_string();
    assert!(message.contains("nothing in Hawaii"), "{message}");
}

#[test]
fn a_damaged_file_is_refused() {
    for content in [Vec::new(), vec![7; 200_000]] {
        let bucket = Bucket::serve([(key(RELEASE, 0), content)]);
        let folder = tempfile::tempdir().unwrap();
        let message = fetch(&bucket, folder.path()).unwrap_err().to_string();
        assert!(message.contains("damaged file"), "{message}");
    }
}

/// Tells a child process of this test where to fetch from, into what, and after how many bytes it dies.
const VICTIM: &str = "PLACES_FETCH_TEST_VICTIM";

#[test]
fn a_fetch_that_is_killed_twice_is_complete_in_the_end_and_asks_for_little_again() {
    if let Ok(victim) = std::env::var(VICTIM) {
        die_in_a_fetch(&victim);
    }
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    let mut asked = Vec::new();
    for bytes in [1_u64, 2] {
        let died = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "a_fetch_that_is_killed_twice_is_complete_in_the_end_and_asks_for_little_again",
            ])
            .env(
                VICTIM,
                format!("{} {} {bytes}", bucket.url(), folder.path().display()),
            )
            .output()
            .unwrap();
        assert!(!died.status.success());
        let marker = folder.path().join(format!("died-after-{bytes}"));
        assert!(marker.exists(), "{died:?}");
        asked.extend(bucket.asked());
    }
    let fetched = fetch(&bucket, folder.path()).unwrap();
    assert!(fetched.kept > 0 && fetched.asked > 0, "{fetched:?}");
    asked.extend(bucket.asked());
    assert_complete(&fetched);

    // A process that is killed loses the questions under way, four at most.
    asked.sort_by_key(|asked| (asked.key.clone(), asked.bytes.start));
    let all = asked.len();
    asked.dedup();
    assert!(
        all - asked.len() <= 2 * 4,
        "{} asked for again",
        all - asked.len()
    );
}

fn die_in_a_fetch(victim: &str) -> ! {
    let parts: Vec<&str> = victim.split(' ').collect();
    let &[url, folder, bytes] = parts.as_slice() else {
        panic!("{victim}");
    };
    let dies_after: u64 = bytes.parse().unwrap();
    let publisher = publisher(url);
    let area = rhode_island();
    let mut began_with = None;
    let mut progress = |at: places::fetch::Progress| {
        if at.bytes.1 > 0 {
            let begin = *began_with.get_or_insert(at.bytes.0);
            if at.bytes.0 >= begin + dies_after {
                std::fs::write(Path::new(folder).join(format!("died-after-{bytes}")), "").unwrap();
                std::process::abort();
            }
        }
        ControlFlow::Continue(())
    };
    let outcome = block_on(overture::fetch(
        &publisher,
        None,
        &area,
        Path::new(folder),
        &mut progress,
    ));
    panic!("the fetch ended: {outcome:?}");
}

#[test]
fn stopping_keeps_what_came() {
    let bucket = bucket();
    let folder = tempfile::tempdir().unwrap();
    let publisher = publisher(&bucket.url());
    let area = rhode_island();
    let mut stop = |at: places::fetch::Progress| match at.bytes.0 > 0 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let work = overture::fetch(&publisher, None, &area, folder.path(), &mut stop);
    assert!(matches!(block_on(work), Err(FetchError::Stopped)));
    drop(bucket.asked());
    let fetched = fetch(&bucket, folder.path()).unwrap();
    assert!(fetched.kept > 0);
    assert_complete(&fetched);
}

#[test]
fn an_extract_is_fetched_once_and_again_only_when_it_has_changed() {
    let content = std::fs::read(made_up("made-up.osm.pbf")).unwrap();
    let name = "maryland-latest.osm.pbf";
    let bucket = Bucket::serve([(name.to_owned(), content.clone())]);
    let folder = tempfile::tempdir().unwrap();
    let maryland = UsState::from_code("MD").unwrap();
    let publisher = publisher(&bucket.url());
    let fetch = |state| {
        let mut go_on = |_| ControlFlow::Continue(());
        block_on(extract::fetch(&publisher, state, folder.path(), &mut go_on))
    };
    bucket.fail([Failure::BrokenOff, Failure::Busy]);
    let first = fetch(maryland).unwrap();
    assert!(!first.unchanged);
    assert_eq!(std::fs::read(&first.path).unwrap(), content);
    let asked = bucket.asked();
    let half = content.len() as u64 / 2;
    assert_eq!(
        asked.last().unwrap().bytes.start,
        half,
        "it went on: {asked:?}"
    );

    assert!(fetch(maryland).unwrap().unchanged);
    assert!(bucket.asked().is_empty());
    bucket.put(name, content);
    assert!(!fetch(maryland).unwrap().unchanged);

    let nowhere = fetch(UsState::from_code("RI").unwrap())
        .unwrap_err()
        .to_string();
    assert!(nowhere.contains("answered 404"), "{nowhere}");
}
