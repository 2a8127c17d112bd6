//! Fetching open data of an area: only what is needed is requested, whatever goes wrong on the way.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use crate::made_up_bucket::*;
use crate::support::made_up;
use places::fetch::overture;
use places::fetch::{FetchError, Publisher, extract};
use places::{Area, UsState};
use testkit::{Asked, Bucket, Failure};

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
    // As many failures as a request is retried.
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
        busy.contains("answered 503") && busy.contains("what was downloaded is kept"),
        "{busy}"
    );
    let denied = message(&[Failure::Denied]);
    assert!(denied.contains("answered 403"), "{denied}");
    let whole = message(&[Failure::WholeFile; 4]);
    assert!(
        whole.contains("sent something other than the requested bytes"),
        "{whole}"
    );

    // A network that requires sign-in answers everything with a page.
    bucket.answer_with(Some("<html><body>Welcome to the hotel</body></html>"));
    let hotel = fetch(&bucket, folder.path()).unwrap_err().to_string();
    assert!(
        hotel.contains("something other than the list of release/"),
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
    // Same content under a new tag: nothing downloaded earlier may be used.
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

/// Tells a child process of this test where to fetch from, into which folder, and after how many bytes to
/// die.
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
                "fetch::a_fetch_that_is_killed_twice_is_complete_in_the_end_and_asks_for_little_again",
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

    // A killed process loses the requests under way, four at most.
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
