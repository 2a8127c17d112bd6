use proptest::prelude::*;

use super::*;

fn at(latitude: f64, longitude: f64) -> Position {
    Position::rounded(latitude, longitude)
}

fn square(south: f64, west: f64, size: f64) -> Vec<Position> {
    vec![
        at(south, west),
        at(south, west + size),
        at(south + size, west + size),
        at(south + size, west),
        at(south, west),
    ]
}

/// Two neighbors with a common border at 74° W. The western one has a hole with an enclave of a third area in
/// it, and an island.
fn coast() -> ShapeIndex {
    let mut builder = ShapeSetBuilder::default();
    builder.push(
        1,
        "West",
        [
            square(40.0, -75.0, 1.0),
            square(40.4, -74.6, 0.2),
            square(42.0, -75.0, 0.1),
        ],
    );
    builder.push(2, "East", [square(40.0, -74.0, 1.0)]);
    builder.push(3, "Enclave", [square(40.4, -74.6, 0.2)]);
    ShapeIndex::new(builder.finish())
}

fn geoid(index: &ShapeIndex, latitude: f64, longitude: f64) -> Option<u64> {
    index
        .containing(at(latitude, longitude))
        .map(|shape| index.set().geoids[shape])
}

#[test]
fn holes_islands_and_neighbours_are_told_apart() {
    let index = coast();
    assert_eq!(geoid(&index, 40.1, -74.9), Some(1));
    assert_eq!(geoid(&index, 40.5, -74.5), Some(3));
    assert_eq!(geoid(&index, 42.05, -74.95), Some(1));
    assert_eq!(geoid(&index, 40.5, -73.5), Some(2));
    assert_eq!(geoid(&index, 45.0, -73.5), None);
}

#[test]
fn a_point_on_a_border_is_in_exactly_one_area() {
    let index = coast();
    for step in 0..100 {
        let latitude = 40.0 + f64::from(step) / 100.0;
        assert!(geoid(&index, latitude, -74.0).is_some(), "{latitude}");
        let both = [0, 1].map(|shape| index.set().contains(shape, at(latitude, -74.0)));
        assert_eq!(both.iter().filter(|inside| **inside).count(), 1);
    }
}

#[test]
fn the_areas_within_a_distance_are_those_that_a_circle_touches() {
    let index = coast();
    let within = |latitude, longitude, limit_m| {
        let point = at(latitude, longitude);
        let near = index.near(point, limit_m).into_iter();
        let near = near.filter(|shape| index.is_within(*shape, point, limit_m));
        near.map(|shape| index.set().geoids[shape])
            .collect::<Vec<_>>()
    };
    // The common border is 8.5 km away.
    assert_eq!(within(40.1, -74.1, 8_000.0), [1]);
    assert_eq!(within(40.1, -74.1, 9_000.0), [1, 2]);
    assert_eq!(within(40.5, -74.5, 1_000.0), [3]);
    assert_eq!(within(40.5, -74.5, 40_000.0), [1, 3]);
    // On the water, and far from everything.
    assert_eq!(within(41.05, -73.9, 6_000.0), [2]);
    assert_eq!(within(45.0, -73.9, 6_000.0), [0; 0]);
}

proptest! {
    #[test]
    fn no_area_that_a_circle_touches_is_left_out(
        latitude in 39.5..42.5_f64,
        longitude in -75.5..-72.5_f64,
        limit_m in 10.0..60_000.0_f64,
    ) {
        let (index, point) = (coast(), at(latitude, longitude));
        let near = index.near(point, limit_m);
        for shape in 0..index.set().len() {
            let is_within = index.is_within(shape, point, limit_m);
            prop_assert!(!is_within || near.contains(&shape), "{shape}");
        }
    }
}

#[test]
fn a_point_on_the_water_belongs_to_the_shore_within_2_km() {
    let index = coast();
    let wet = index.locate(at(41.01, -73.5)).unwrap();
    assert_eq!(wet.geoid, 2);
    assert!((wet.outside_m - 1110.4).abs() < 1.0, "{}", wet.outside_m);
    assert_eq!(index.locate(at(40.5, -73.5)).unwrap().outside_m, 0.0);
    assert!(index.locate(at(41.03, -73.5)).is_none());
}

#[test]
fn sets_merge_and_the_newer_shape_stays() {
    let mut older = ShapeSetBuilder::default();
    older.push(1, "One", [square(40.0, -75.0, 1.0)]);
    older.push(2, "Two", [square(40.0, -74.0, 1.0)]);
    let mut newer = ShapeSetBuilder::default();
    newer.push(2, "Two anew", [square(40.0, -74.0, 0.5)]);
    let merged = older.finish().merged(&newer.finish());
    assert_eq!(merged.geoids, [1, 2]);
    assert_eq!(merged.names, ["One", "Two anew"]);
    assert!(!merged.contains(1, at(40.7, -73.3)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The grid finds what a scan of all shapes finds, for diamonds that do not overlap: each is in its own
    /// square of seven degrees.
    #[test]
    fn the_grid_agrees_with_a_scan(
        jitters in proptest::collection::vec((-0.4..0.4_f64, -0.4..0.4_f64, 0.01..3.0_f64), 1..12),
        points in proptest::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 200),
    ) {
        let mut builder = ShapeSetBuilder::default();
        let centres: Vec<(f64, f64, f64)> = (0_u32..)
            .zip(&jitters)
            .map(|(n, (lat, lon, size))| {
                let (row, column) = (f64::from(n % 3), f64::from(n / 3));
                (26.0 + 7.0 * row + lat, -120.0 + 7.0 * column + lon, *size)
            })
            .collect();
        for (geoid, (lat, lon, size)) in (0_u64..).zip(&centres) {
            builder.push(geoid, "", [vec![
                at(lat - size, *lon), at(*lat, lon + size), at(lat + size, *lon), at(*lat, lon - size),
            ]]);
        }
        let index = ShapeIndex::new(builder.finish());
        for (u, v) in points {
            let (lat, lon, size) = centres[points_of(u, centres.len())];
            let point = at(lat + (v * 2.4 - 1.2) * size, lon + (u * 2.4 - 1.2) * size);
            let scan = (0..index.set().len()).any(|shape| index.set().contains(shape, point));
            let found = index.containing(point);
            prop_assert_eq!(found.is_some(), scan);
            if let Some(shape) = found {
                prop_assert!(index.set().contains(shape, point));
            }
        }
    }
}

fn points_of(u: f64, count: usize) -> usize {
    let index = (u * 1e6) as usize;
    index % count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The same for adjacent slices, some narrower than a cell: a border next to a cell must not count as its
    /// own.
    #[test]
    fn the_grid_agrees_with_a_scan_where_areas_touch(
        widths in proptest::collection::vec(proptest::array::uniform3(0.001..0.3_f64), 2..6),
        points in proptest::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 300),
    ) {
        let latitudes = [40.0, 40.03, 40.5];
        let ends: [f64; 3] = std::array::from_fn(|row| widths.iter().map(|of| of[row]).sum());
        // From north to south, each slice starts where the previous one ends.
        let mut border: Vec<Position> = latitudes.map(|latitude| at(latitude, -75.0)).to_vec();
        let mut reached = [0.0; 3];
        let mut builder = ShapeSetBuilder::default();
        for (geoid, of) in (0_u64..).zip(&widths) {
            let next: Vec<Position> = (0..3)
                .map(|row| {
                    reached[row] += of[row];
                    at(latitudes[row], -75.0 + reached[row] / ends[row])
                })
                .collect();
            let mut ring = border.clone();
            ring.extend(next.iter().rev());
            ring.push(border[0]);
            builder.push(geoid, "", [ring]);
            border = next;
        }
        let index = ShapeIndex::new(builder.finish());
        for (u, v) in points {
            let point = at(40.0 + v * 0.5, -75.0 + u);
            let scan = (0..index.set().len()).find(|shape| index.set().contains(*shape, point));
            prop_assert_eq!(index.containing(point), scan, "{:?}", point);
        }
    }
}
