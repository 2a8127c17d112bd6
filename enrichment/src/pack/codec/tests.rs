use proptest::prelude::*;

use super::*;
use crate::geo::{Position, ShapeSetBuilder};
use crate::geoid::CountyFips;
use crate::measure::Measure;
use crate::pack::{
    AreaShapes, Geography, Industry, IndustryTable, MetricTable, Road, RoadClass, RoadTable, Site,
    SiteKind, ZipEntry, ZipTable,
};

fn at(x: i32, y: i32) -> Position {
    Position {
        x: x * 1000,
        y: y * 1000,
    }
}

fn again(data: &TableData) -> TableData {
    let (packed, plain) = encode(data, Effort::Quick).unwrap();
    decode(&packed, plain).unwrap()
}

fn shapes(areas: &[(u64, Vec<Vec<Position>>)]) -> TableData {
    let mut builder = ShapeSetBuilder::default();
    for (geoid, rings) in areas {
        builder.push(*geoid, "Example", rings.iter().cloned());
    }
    TableData::Shapes(AreaShapes {
        geography: Geography::Tracts2010,
        shapes: builder.finish(),
    })
}

fn square(x: i32, y: i32, size: i32) -> Vec<Position> {
    vec![
        at(x, y),
        at(x + size, y),
        at(x + size, y + size),
        at(x, y + size),
    ]
}

#[test]
fn shapes_come_out_as_they_went_in() {
    let mut backwards = square(10, 0, 10);
    backwards.reverse();
    let table = shapes(&[
        (
            2,
            vec![square(0, 0, 10), square(3, 3, 2), square(50, 50, 1)],
        ),
        // Its neighbor in the opposite direction, its enclave, and an area without a shape.
        (1, vec![backwards]),
        (3, vec![square(3, 3, 2)]),
        (9, vec![]),
    ]);
    assert_eq!(again(&table), table);
    assert_eq!(again(&shapes(&[])), shapes(&[]));
}

#[test]
fn a_common_border_is_written_once() {
    let coast = |from: i32| (0..2000).map(move |step| at(from + step * 7919 % 31, step));
    let area = |geoid, x: i32| {
        let (mut ring, right): (Vec<_>, Vec<_>) = (coast(x).collect(), coast(x + 40).collect());
        ring.extend(right.into_iter().rev());
        (geoid, vec![ring])
    };
    let size = |areas: &[_]| encode(&shapes(areas), Effort::Small).unwrap().0.len();
    let (one, four) = (
        size(&[area(1, 0)]),
        size(&[area(1, 0), area(2, 40), area(3, 80), area(4, 120)]),
    );
    // Five coasts instead of two, not eight.
    assert!(four < one * 3, "{one} and {four}");
}

#[test]
fn every_other_table_comes_out_as_it_went_in() {
    let industry = |area, naics, employment| Industry {
        area,
        naics,
        establishments: Some(3),
        employment,
        weekly_wage: employment.map(|_| u32::MAX),
    };
    let entries = vec![
        industry(1001, 72, Some(0)),
        industry(1001, 722_511, None),
        industry(48_201, 0, Some(7)),
    ];
    let zip = |zip, at, counties: &[u32]| ZipEntry {
        zip,
        at,
        counties: counties.iter().copied().map(CountyFips).collect(),
    };
    let zips = vec![
        zip(2903, Some(at(-714_128, 418_240)), &[44_007]),
        zip(501, None, &[36_103, 9_001]),
        zip(99_999, Some(at(-1, 1)), &[]),
    ];
    let road = Road {
        class: RoadClass::Interstate,
        name: "I 95".to_owned(),
        course: vec![at(0, 0), at(5, -5), at(6, -6)],
    };
    let site = Site {
        kind: SiteKind::Superfund,
        at: at(1, 2),
        name: "Example".to_owned(),
        code: None,
        state: Some("RI".to_owned()),
    };
    let measures = [Measure::PovertyRate, Measure::MedianHouseholdIncome];
    let rows = vec![
        (1_001, vec![Some(12.5), None]),
        (72_153, vec![None, Some(71_234.0)]),
    ];
    for table in [
        TableData::Industries(IndustryTable::new(entries)),
        TableData::Industries(IndustryTable::default()),
        TableData::Zips(ZipTable::new(zips)),
        TableData::Roads(RoadTable {
            roads: vec![road.clone(), road],
            extents: vec![(at(0, 0), at(9, 9))],
        }),
        TableData::Sites(SiteTable { sites: vec![site] }),
    ] {
        assert_eq!(again(&table), table);
    }
    let table = MetricTable::new(Geography::Counties, &measures, rows);
    let TableData::Metrics(read) = again(&TableData::Metrics(table.clone())) else {
        panic!("metrics");
    };
    for key in [1_001, 72_153, 5] {
        for measure in measures {
            assert_eq!(read.get(key, measure), table.get(key, measure));
        }
    }
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let table = shapes(&[(1, vec![square(0, 0, 10)])]);
    let (packed, plain) = encode(&table, Effort::Quick).unwrap();
    assert!(decode(&packed, plain - 1).is_err(), "larger than declared");
    assert!(decode(&packed[..packed.len() - 1], plain).is_err());
    let bytes = zstd::bulk::decompress(&packed, plain as usize).unwrap();
    for place in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[place] ^= 1;
        let packed = zstd::bulk::compress(&bad, 1).unwrap();
        // Another table, or an error; never a panic.
        let _ = decode(&packed, plain);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Rings on a small lattice touch, overlap and intersect themselves in every way.
    #[test]
    fn any_rings_come_out_as_they_went_in(
        areas in proptest::collection::vec(
            proptest::collection::vec(
                proptest::collection::vec((0..4_i32, 0..4_i32), 0..12), 0..4),
            0..6)
    ) {
        let areas: Vec<(u64, Vec<Vec<Position>>)> = (1_u64..)
            .zip(areas)
            .map(|(geoid, rings)| {
                let ring = |ring: Vec<(i32, i32)>| ring.into_iter().map(|(x, y)| at(x, y)).collect();
                (geoid, rings.into_iter().map(ring).collect())
            })
            .collect();
        let table = shapes(&areas);
        prop_assert_eq!(again(&table), table);
    }
}
