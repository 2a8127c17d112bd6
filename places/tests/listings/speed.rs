//! How fast imports and searches are. Run it by hand, with optimization:
//! `cargo test -p places --release --test listings speed -- --ignored --nocapture`

use std::time::{Duration, Instant};

use crate::support::{Fixture, big_listing};
use futures::TryStreamExt;
use places::{Place, PlaceQuery, PlaceSource};

#[test]
#[ignore = "a measurement: run it by hand, in release"]
fn a_million_places() {
    let rows: u64 =
        std::env::var("ROWS").map_or(1_000_000, |rows| rows.parse().expect("ROWS is a number"));
    let fixture = Fixture::new();
    let listing = fixture.file("big.csv", big_listing(rows));
    let before = cpu_seconds();
    let report = fixture.import(&listing).unwrap();
    let cpu = cpu_seconds() - before;
    assert_eq!(report.imported, rows);
    let rate = rows as f64 / report.duration.as_secs_f64();
    let took = report.duration;
    println!("import: {rows} places in {took:.1?}, {rate:.0} a second; {cpu:.1} s of CPU time");

    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut first_page = Vec::new();
    let mut all = Vec::new();
    let cities = [
        "Atlanta", "Macon", "Rome", "Perry", "Dublin", "Newnan", "Athens", "Jesup",
    ];
    let terms = [
        "brewery",
        "dentists",
        "hardware store",
        "restaurants",
        "car repair",
    ];
    for round in 0..200 {
        let (term, city) = (terms[round % terms.len()], cities[round % cities.len()]);
        let query = PlaceQuery::new(term, "GA", city).unwrap();
        let started = Instant::now();
        let mut stream = fixture.catalogue.search(query);
        let first: Option<Place> = runtime.block_on(stream.try_next()).unwrap();
        first_page.push(started.elapsed());
        assert!(first.is_some());
        let rest: Vec<Place> = runtime.block_on(stream.try_collect()).unwrap();
        all.push(started.elapsed());
        assert_eq!(rest.len() as u64 + 1, rows / 200, "{term} {city}");
    }
    println!(
        "search, to the first page: {}",
        percentiles(&mut first_page)
    );
    println!("search, all {} rows: {}", rows / 200, percentiles(&mut all));
}

fn percentiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    format!("p50 {:.2?}, p99 {:.2?}", at(0.5), at(0.99))
}

/// CPU time of this process so far, which a busy machine does not distort; 0 if the system does not report it
/// (Linux does, in hundredths of a second).
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}
