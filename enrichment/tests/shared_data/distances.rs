//! Locations of points and distances from them, compared with a scan.

use std::collections::HashMap;

use enrichment::fields::Field;
use enrichment::geo::{NearestIndex, Position};
use enrichment::pack::{Pack, TableData};

use super::support::*;

#[test]
fn points_lie_in_the_county_that_the_listing_names() {
    let Some(imported) = imported() else { return };
    let borders = borders_of_georgia(&imported.pack);
    let (mut agree, mut near, mut far) = (0_usize, Vec::new(), Vec::new());
    for row in rows("snap-retailers-ga/GA-EBT.csv", b',') {
        let degrees = |name: &str| row[name].parse::<f64>().ok();
        let Some(at) = degrees("Latitude").zip(degrees("Longitude")) else {
            continue;
        };
        let facts = imported.reference.enrich(&subject(at), None);
        let county = facts.text(Field::County).map(letters).unwrap_or_default();
        let named = letters(&row["County"]);
        if county == named {
            agree += 1;
            continue;
        }
        let point = Position::from_degrees(at.0, at.1).unwrap();
        let off = borders[&named].nearest(point).unwrap().distance_m;
        let line = format!(
            "{off:>6.0} m  {} {at:?}: {named}, lies in {county}",
            row["Store_Name"]
        );
        if off <= 1_200.0 {
            near.push(line);
        } else {
            far.push(line);
        }
    }
    let percent = |of: usize| 100.0 * agree as f64 / of as f64;
    let all = agree + near.len() + far.len();
    println!("{agree} of {all} agree: {:.2} %", percent(all));
    println!(
        "{} lie within 1.2 km of the county that the listing names:",
        near.len()
    );
    near.iter().for_each(|line| println!("  {line}"));
    println!(
        "{} lie deep in another county than the listing names:",
        far.len()
    );
    far.iter().for_each(|line| println!("  {line}"));
    assert!(percent(agree + near.len()) >= 98.5);
    assert!(percent(all) >= 97.5);
}

fn letters(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

fn borders_of_georgia(pack: &Pack) -> HashMap<String, NearestIndex> {
    let shapes = pack.tables.iter().find_map(|table| match &table.data {
        TableData::Shapes(shapes) if !shapes.geography.is_tracts() => Some(&shapes.shapes),
        _ => None,
    });
    let shapes = shapes.unwrap();
    (0..shapes.len())
        .filter(|shape| shapes.geoids[*shape] / 1000 == 13)
        .map(|shape| {
            let edges = shapes.rings(shape).flat_map(|ring| {
                ring.iter()
                    .zip(ring.iter().cycle().skip(1))
                    .map(|(a, b)| (0, *a, *b))
            });
            (
                letters(&shapes.names[shape]),
                NearestIndex::of_segments(edges),
            )
        })
        .collect()
}

/// Done-when 3: the index compared with a scan of every segment, in a separate plane around each point.
#[test]
fn distances_to_baltimores_roads_are_those_of_a_scan() {
    let Some(imported) = imported_of(&["osm-pbf"]) else {
        return;
    };
    let table = imported
        .pack
        .tables
        .iter()
        .find(|t| t.info.id == "osm-roads")
        .unwrap();
    let TableData::Roads(roads) = &table.data else {
        panic!("roads")
    };
    let mut checked = 0;
    for step in 0..800 {
        let at = (
            39.25 + 0.00008 * f64::from(step),
            -76.63 + 0.00013 * f64::from(step * 37 % 800),
        );
        let facts = imported.reference.enrich(&subject(at), None);
        let Some(found) = facts.number(Field::DistanceInterstate) else {
            continue;
        };
        let scan = roads
            .roads
            .iter()
            .filter(|road| road.class == enrichment::pack::RoadClass::Interstate)
            .flat_map(|road| road.course.windows(2))
            .map(|pair| {
                let degrees = |p: enrichment::geo::Position| (p.latitude(), p.longitude());
                haversine_to_segment(at, degrees(pair[0]), degrees(pair[1]))
            })
            .fold(f64::INFINITY, f64::min);
        // The sphere of this check is off by up to 0.3 % from the ellipsoid at this latitude.
        assert!(
            (found - scan).abs() <= 0.005 * scan + 0.0005,
            "{at:?}: {found} and {scan}"
        );
        checked += 1;
    }
    println!("{checked} points");
    assert!(checked > 200);
}

/// Miles on a sphere to the nearest point of a segment, found by narrowing it from both ends.
fn haversine_to_segment(at: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let to = |t: f64| haversine(at, (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if to(low + third) < to(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    to(f64::midpoint(low, high))
}

fn haversine(a: (f64, f64), b: (f64, f64)) -> f64 {
    let half = |x: f64| (x.to_radians() / 2.0).sin().powi(2);
    let h = half(b.0 - a.0) + a.0.to_radians().cos() * b.0.to_radians().cos() * half(b.1 - a.1);
    2.0 * 3_958.761 * h.sqrt().asin()
}

#[test]
fn airports_and_superfund_sites_are_those_of_a_scan() {
    let Some(imported) = imported() else { return };
    let sites = |kind: enrichment::pack::SiteKind| -> Vec<(f64, f64)> {
        let tables = imported.pack.tables.iter().filter_map(|t| match &t.data {
            TableData::Sites(sites) => Some(sites),
            _ => None,
        });
        let of_kind = tables
            .flat_map(|t| &t.sites)
            .filter(|site| site.kind == kind);
        of_kind
            .map(|site| (site.at.latitude(), site.at.longitude()))
            .collect()
    };
    let commercial = sites(enrichment::pack::SiteKind::CommercialAirport);
    let superfund = sites(enrichment::pack::SiteKind::Superfund);
    assert_eq!(superfund.len(), 1334);
    for (_, at) in breweries().into_iter().step_by(7) {
        let facts = imported.reference.enrich(&subject(at), None);
        if facts.get(Field::CountyFips).is_none() {
            continue;
        }
        for (field, list) in [
            (Field::DistanceCommercial, &commercial),
            (Field::SuperfundDistance, &superfund),
        ] {
            let scan = list
                .iter()
                .map(|site| haversine(at, *site))
                .fold(f64::INFINITY, f64::min);
            let found = facts.number(field).unwrap();
            assert!(
                (found - scan).abs() <= 0.006 * scan + 0.0005,
                "{at:?}: {found} and {scan}"
            );
        }
        let near = superfund
            .iter()
            .filter(|site| haversine(at, **site) <= 5.0)
            .count();
        let count = facts.number(Field::SuperfundCount).unwrap();
        assert!((count - near as f64).abs() <= 1.0);
    }
}
