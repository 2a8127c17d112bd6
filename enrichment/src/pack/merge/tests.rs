use super::*;
use crate::geo::{Position, ShapeSetBuilder};
use crate::measure::Measure;
use crate::pack::{Geography, MetricTable, TableInfo};
use crate::vintage::Vintage;

fn info(id: &str, year: u16) -> TableInfo {
    TableInfo::new(id, Vintage::year(year))
}

fn metrics(year: u16, value: f64) -> Table {
    let rows = vec![(1001, vec![Some(value)])];
    Table {
        info: info("laus", year),
        data: TableData::Metrics(MetricTable::new(
            Geography::Counties,
            &[Measure::UnemploymentRate],
            rows,
        )),
    }
}

fn shapes(year: u16, geoid: u64, vertices: u32) -> Table {
    let ring = (0..vertices).map(|step| {
        let angle = f64::from(step) / f64::from(vertices) * std::f64::consts::TAU;
        Position::rounded(40.0 + angle.sin(), -75.0 + angle.cos())
    });
    let mut builder = ShapeSetBuilder::default();
    builder.push(geoid, "", [ring.collect()]);
    Table {
        info: info("county-shapes", year),
        data: TableData::Shapes(AreaShapes {
            geography: Geography::Counties,
            shapes: builder.finish(),
        }),
    }
}

fn vintages(pack: &Pack) -> Vec<u16> {
    pack.tables.iter().map(|t| t.info.vintage.last).collect()
}

#[test]
fn the_two_newest_vintages_are_kept_whatever_the_order() {
    let mut pack = Pack::default();
    assert_eq!(pack.merge(metrics(2020, 5.0)), Merged::Taken);
    assert_eq!(pack.merge(metrics(2018, 4.0)), Merged::Taken);
    assert!(matches!(pack.merge(metrics(2016, 3.0)), Merged::Left(why) if why.contains("2020")));
    assert_eq!(pack.merge(metrics(2023, 6.0)), Merged::Taken);
    assert_eq!(vintages(&pack), [2020, 2023]);
    assert_eq!(pack.merge(metrics(2023, 7.0)), Merged::Replaced);
    assert_eq!(vintages(&pack), [2020, 2023]);
}

#[test]
fn coarser_shapes_never_replace_finer_ones() {
    let mut pack = Pack::default();
    pack.merge(shapes(2017, 1001, 50));
    assert!(matches!(
        pack.merge(shapes(2023, 1001, 10)),
        Merged::Left(_)
    ));
    assert!(matches!(
        pack.merge(shapes(2017, 1001, 50)),
        Merged::Left(_)
    ));
    assert_eq!(vintages(&pack), [2017]);
    assert_eq!(pack.merge(shapes(2023, 1001, 90)), Merged::Replaced);
    assert_eq!(vintages(&pack), [2023]);
}

#[test]
fn another_state_is_joined_and_planning_regions_stand_beside() {
    let mut pack = Pack::default();
    pack.merge(shapes(2017, 9001, 50));
    assert_eq!(pack.merge(shapes(2017, 10001, 20)), Merged::Joined);
    assert_eq!(pack.merge(shapes(2023, 9110, 20)), Merged::Taken);
    assert_eq!(pack.tables.len(), 2);
    let TableData::Shapes(joined) = &pack.tables[0].data else {
        panic!("shapes");
    };
    assert_eq!(joined.shapes.geoids, [9001, 10001]);
}
