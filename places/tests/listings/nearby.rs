//! Listings around a point: only if the data sets that are complete for the kind cover the whole circle, and
//! each business once (ENR-07).

use crate::support::{Fixture, made_up};
use places::catalogue::{Around, CoveredArea, Kinds, Neighbour};
use places::import::{Covers, ImportOptions};
use places::{Area, Ground, Nearby, NotCovered, UsState};

const FIVE_MILES_M: f64 = 8_046.72;

const BEND: (f64, f64) = (44.0582, -121.3153);
const PORTLAND: (f64, f64) = (45.5234, -122.6762);

/// Oregon south of a line, Washington north of it.
struct Line(f64);

impl Ground for Line {
    fn states_within(&self, at: (f64, f64), limit_m: f64) -> Vec<UsState> {
        let north = at.0 + limit_m / 111_195.0;
        let south = at.0 - limit_m / 111_195.0;
        let states = [(south < self.0, "OR"), (north >= self.0, "WA")];
        let states = states.into_iter().filter(|(is_there, _)| *is_there);
        states
            .filter_map(|(_, code)| UsState::from_code(code))
            .collect()
    }

    fn state_at(&self, at: (f64, f64)) -> Option<UsState> {
        UsState::from_code(if at.0 < self.0 { "OR" } else { "WA" })
    }
}

/// Michigan, with Canada south and east of Detroit.
struct Detroit;

impl Ground for Detroit {
    fn states_within(&self, _: (f64, f64), _: f64) -> Vec<UsState> {
        UsState::from_code("MI").into_iter().collect()
    }

    fn state_at(&self, at: (f64, f64)) -> Option<UsState> {
        let is_abroad = at.0 < 42.32 || at.1 > -83.0;
        UsState::from_code("MI").filter(|_| !is_abroad)
    }
}

fn around(
    fixture: &Fixture,
    points: &[((f64, f64), &str)],
    ground: impl Ground + 'static,
) -> Nearby {
    let wanted = points.iter().map(|(at, category)| Around {
        at: *at,
        category: (*category).to_owned(),
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let found = fixture
        .catalogue
        .nearby(wanted.collect(), FIVE_MILES_M, ground);
    runtime.block_on(found).unwrap()
}

fn released(name: &str, release: &str) -> ImportOptions {
    ImportOptions {
        source: Some(name.to_owned()),
        release: Some(release.to_owned()),
        ..ImportOptions::default()
    }
}

/// Names with the data set of each, and the data sets that cover the circle.
fn group(nearby: &Nearby, number: usize) -> (Vec<String>, Vec<&str>) {
    let group = &nearby.groups[number];
    let name =
        |place: &Neighbour| format!("{} ({})", place.name, group.datasets[place.dataset].name);
    let mut names: Vec<_> = group.places.iter().map(name).collect();
    names.sort();
    let sets = group.datasets.iter().map(|set| set.name.as_str());
    (names, sets.collect())
}

fn listing(rows: &[&str]) -> String {
    let head = "name,category,address,city,state,zip,lat,lon\n";
    format!("{head}{}\n", rows.join("\n"))
}

#[test]
fn enr_07_a_business_of_two_data_sets_is_one_competitor_as_the_newest_has_it() {
    let fixture = Fixture::new();
    let old = listing(&[
        "Bend Beer,brewery,1 Main St,Bend,OR,97701,44.0580,-121.3100",
        "Salem Beer,brewery,2 Main St,Salem,OR,97301,44.9429,-123.0351",
    ]);
    let new = listing(&[
        "BEND BEER,brewery,1 Main Street,Bend,OR,97701-1234,44.0590,-121.3110",
        "Third Beer,brewery,3 Main St,Bend,OR,97701,44.0600,-121.3200",
    ]);
    let flowers = listing(&["Bend Flowers,florist,4 Main St,Bend,OR,97701,44.0600,-121.3200"]);
    for (name, text, release) in [
        ("old", old, "2026-01-01"),
        ("new", new, "2026-06-01"),
        ("flowers", flowers, "2026-07-01"),
    ] {
        let path = fixture.file(&format!("{name}.csv"), text);
        fixture.import_with(&path, released(name, release)).unwrap();
    }
    let points = [(BEND, "Brewery"), (BEND, "dentist"), (BEND, "florist")];
    let nearby = around(&fixture, &points, Line(46.0));
    assert_eq!(nearby.of, [Ok(0), Err(NotCovered::Kind), Ok(1)]);
    let (names, sets) = group(&nearby, 0);
    assert_eq!(names, ["Bend Beer (new)", "Third Beer (new)"]);
    assert_eq!(sets, ["new", "old"]);
    assert_eq!(group(&nearby, 1).1, ["flowers"]);

    // No listing there, yet covered: the answer is that there are none.
    let nobody = around(&fixture, &[((43.0, -120.0), "brewery")], Line(46.0));
    assert_eq!(
        (nobody.of.as_slice(), group(&nobody, 0).0.len()),
        (&[Ok(0)][..], 0)
    );
}

/// Fifty points in fifty cities touch cells with a hundred thousand restaurants: those outside every circle
/// must not be held.
#[test]
fn enr_07_only_what_lies_in_a_circle_is_held() {
    let fixture = Fixture::new();
    // 4.9 and 5.5 miles north, both in cells that the circle touches; slightly over 5.5 miles east.
    let at = |north: f64, east: f64| {
        let east = east / 69.09 / BEND.0.to_radians().cos();
        format!("{:.5},{:.5}", BEND.0 + north / 69.09, BEND.1 + east)
    };
    let row = |name: &str, at: String| format!("{name},brewery,1 {name} St,Bend,OR,97701,{at}");
    let rows = [
        row("Near", at(4.9, 0.0)),
        row("North", at(5.5, 0.0)),
        row("East", at(0.0, 5.5)),
        row("Between", at(3.8, 3.8)),
    ];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let path = fixture.file("or.csv", listing(&rows));
    fixture
        .import_with(&path, released("or", "2026-01-01"))
        .unwrap();
    let nearby = around(&fixture, &[(BEND, "brewery")], Line(46.0));
    assert_eq!(group(&nearby, 0).0, ["Near (or)"]);
}

#[test]
fn enr_07_a_circle_that_leaves_the_covered_state_is_not_covered_until_the_other_state_is() {
    let fixture = Fixture::new();
    let oregon = listing(&["Rose Beer,brewery,1 Main St,Portland,OR,97201,45.5200,-122.6800"]);
    let path = fixture.file("or.csv", oregon);
    fixture
        .import_with(&path, released("or", "2026-01-01"))
        .unwrap();
    // The border is 4.9 miles north of the first point and 5.3 of the second.
    let border = Line(PORTLAND.0 + 4.9 / 69.09);
    let points = [
        (PORTLAND, "brewery"),
        ((PORTLAND.0 - 0.4 / 69.09, PORTLAND.1), "brewery"),
    ];
    let nearby = around(&fixture, &points, Line(border.0));
    assert_eq!(nearby.of, [Err(NotCovered::Area), Ok(0)]);

    // Florists in Washington do not help.
    let flowers = listing(&["Flowers,florist,1 Main St,Vancouver,WA,98660,45.6300,-122.6700"]);
    let path = fixture.file("flowers.csv", flowers);
    fixture
        .import_with(&path, released("flowers", "2026-02-01"))
        .unwrap();
    let nearby = around(&fixture, &points, Line(border.0));
    assert_eq!(nearby.of, [Err(NotCovered::Area), Ok(0)]);

    let washington = listing(&["Van Beer,brewery,1 Main St,Vancouver,WA,98660,45.6300,-122.6700"]);
    let path = fixture.file("wa.csv", washington);
    fixture
        .import_with(&path, released("wa", "2026-03-01"))
        .unwrap();
    let nearby = around(&fixture, &points, Line(border.0));
    assert_eq!(nearby.of, [Ok(0), Ok(1)]);
    assert_eq!(group(&nearby, 0).1, ["wa", "or"]);
    assert_eq!(group(&nearby, 1).1, ["or"]);
}

#[test]
fn enr_07_a_city_is_smaller_than_five_miles_around_and_a_box_covers_what_lies_in_it() {
    let at = [(PORTLAND, "dentist")];
    let of = |covers: Option<&str>, area: Option<Area>| {
        let fixture = Fixture::new();
        let areas = covers.map(|text| vec![CoveredArea::parse(text).unwrap()]);
        let options = ImportOptions {
            area,
            covers: Covers {
                areas: areas.unwrap_or_default(),
                kinds: Some(Kinds::All),
            },
            ..released("o", "2026-07-01")
        };
        fixture
            .import_with(&made_up("made-up-overture.parquet"), options)
            .unwrap();
        around(&fixture, &at, Line(46.0)).of
    };
    let nothing = [Err(NotCovered::Area)];
    // The cities of its rows; one city by name; a box that is too small.
    assert_eq!(of(None, None), nothing);
    assert_eq!(
        of(None, Some(Area::parse_city("Portland, OR").unwrap())),
        nothing
    );
    assert_eq!(of(Some("-122.70,45.50,-122.65,45.55"), None), nothing);
    assert_eq!(of(Some("-123.00,45.40,-122.40,45.65"), None), [Ok(0)]);
    assert_eq!(of(Some("OR"), None), [Ok(0)]);
}

#[test]
fn enr_07_a_circle_that_reaches_abroad_is_never_covered() {
    let fixture = Fixture::new();
    let michigan = listing(&["Motor Beer,brewery,1 Main St,Detroit,MI,48201,42.3500,-83.0500"]);
    let path = fixture.file("mi.csv", michigan);
    fixture
        .import_with(&path, released("mi", "2026-01-01"))
        .unwrap();
    let points = [
        ((42.3314, -83.0458), "brewery"),
        ((42.7325, -84.5555), "brewery"),
    ];
    let nearby = around(&fixture, &points, Detroit);
    assert_eq!(
        nearby.of,
        [Err(NotCovered::Area), Ok(0)],
        "Detroit, Lansing"
    );
}
