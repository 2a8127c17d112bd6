//! Roads, with their courses as one track.

use serde::{Deserialize, Serialize};

use super::pen::{Pen, Reader, Track};
use crate::geo::Position;
use crate::pack::{Road, RoadClass, RoadTable};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Written {
    classes: Vec<RoadClass>,
    names: Vec<String>,
    /// Number of positions of each road's course.
    lengths: Vec<u32>,
    courses: Track,
    extents: Vec<(Position, Position)>,
}

pub(super) fn write(table: &RoadTable) -> Written {
    let positions = || {
        table
            .roads
            .iter()
            .flat_map(|road| road.course.iter().copied())
    };
    let mut pen = Pen::new(positions());
    positions().for_each(|at| pen.draw(at));
    let length = |road: &Road| {
        u32::try_from(road.course.len()).expect("a road has fewer than 2^32 positions")
    };
    Written {
        classes: table.roads.iter().map(|road| road.class).collect(),
        names: table.roads.iter().map(|road| road.name.clone()).collect(),
        lengths: table.roads.iter().map(length).collect(),
        courses: pen.track(),
        extents: table.extents.clone(),
    }
}

pub(super) fn read(written: Written) -> Option<RoadTable> {
    let Written {
        classes,
        names,
        lengths,
        courses,
        extents,
    } = written;
    if classes.len() != names.len() || classes.len() != lengths.len() {
        return None;
    }
    let mut reader = Reader::new(&courses);
    let roads = classes.into_iter().zip(names).zip(lengths);
    let road = |((class, name), length)| {
        let course = (0..length).map(|_| reader.next()).collect::<Option<_>>()?;
        Some(Road {
            class,
            name,
            course,
        })
    };
    Some(RoadTable {
        roads: roads.map(road).collect::<Option<_>>()?,
        extents,
    })
}
