//! Made-up tracts, roads, businesses and points over the contiguous states.

use std::io::{BufWriter, Write};
use std::path::Path;

use enrichment::geo::{Position, ShapeSet, ShapeSetBuilder};
use enrichment::pack::{
    AreaShapes, Geography, Road, RoadClass, RoadTable, Table, TableData, TableInfo,
};
use enrichment::vintage::Vintage;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

pub(super) const SEED: u64 = 20_261_121;
pub(super) const BUSINESSES: usize = 100_000;
/// Vertices on each side of a tract between its corners.
const BENDS: usize = 12;
const BENDS_OF_ROAD: usize = 500;

const SOUTH: f64 = 25.0;
const NORTH: f64 = 49.0;
const WEST: f64 = -124.0;
const EAST: f64 = -67.0;

/// How much is made up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    points: usize,
    /// Tracts each way.
    lattice: usize,
    roads: usize,
}

impl Size {
    /// 70,225 tracts, as many as the nation has, and a million points.
    pub(super) const NATION: Self = Self {
        points: 1_000_000,
        lattice: 265,
        roads: 2_000,
    };
    /// A tenth of that.
    pub(super) const SHORT: Self = Self {
        points: 100_000,
        lattice: 84,
        roads: 200,
    };
}

/// What all contestants are asked about.
pub(super) struct MadeUp {
    pub(super) tracts: ShapeSet,
    pub(super) roads: Vec<Vec<Position>>,
    pub(super) points: Vec<(f64, f64)>,
}

fn position(latitude: f64, longitude: f64) -> Position {
    Position::from_degrees(latitude, longitude).expect("made up within the contiguous states")
}

impl MadeUp {
    pub(super) fn new(seed: u64, size: Size) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let points = (0..size.points)
            .map(|_| {
                (
                    random.random_range(SOUTH..NORTH),
                    random.random_range(WEST..EAST),
                )
            })
            .collect();
        Self {
            tracts: lattice(&mut random, size.lattice),
            roads: (0..size.roads).map(|_| road(&mut random)).collect(),
            points,
        }
    }

    pub(super) fn tract_table(&self) -> Table {
        let shapes = self.tracts.clone();
        let data = TableData::Shapes(AreaShapes {
            geography: Geography::Tracts2020,
            shapes,
        });
        table("tract-shapes", data)
    }

    pub(super) fn road_table(&self) -> Table {
        let road = |(number, course): (usize, &Vec<Position>)| Road {
            class: if number % 2 == 0 {
                RoadClass::Interstate
            } else {
                RoadClass::UsHighway
            },
            name: format!("Example {number}"),
            course: course.clone(),
        };
        let roads = self.roads.iter().enumerate().map(road).collect();
        table(
            "tiger-roads",
            TableData::Roads(RoadTable {
                roads,
                extents: vec![],
            }),
        )
    }

    /// Writes the peers' input: shapes as lines of JSON rings, segments and points as numbers.
    pub(super) fn write(&self, folder: &Path, counties: &ShapeSet) -> std::io::Result<()> {
        for (name, set) in [("counties", counties), ("tracts", &self.tracts)] {
            let mut file = create(folder, &format!("{name}.jsonl"))?;
            for shape in 0..set.len() {
                let rings: Vec<Vec<[f64; 2]>> = set
                    .rings(shape)
                    .map(|ring| {
                        ring.iter()
                            .map(|at| [at.longitude(), at.latitude()])
                            .collect()
                    })
                    .collect();
                serde_json::to_writer(&mut file, &rings)?;
                file.write_all(b"\n")?;
            }
            file.flush()?;
        }
        let mut file = create(folder, "segments.f64")?;
        for pair in self.roads.iter().flat_map(|course| course.windows(2)) {
            for at in pair {
                file.write_all(&at.longitude().to_le_bytes())?;
                file.write_all(&at.latitude().to_le_bytes())?;
            }
        }
        file.flush()?;
        let mut file = create(folder, "points.f64")?;
        for (latitude, longitude) in &self.points {
            file.write_all(&longitude.to_le_bytes())?;
            file.write_all(&latitude.to_le_bytes())?;
        }
        file.flush()
    }
}

fn create(folder: &Path, name: &str) -> std::io::Result<BufWriter<std::fs::File>> {
    Ok(BufWriter::new(std::fs::File::create(folder.join(name))?))
}

fn table(id: &str, data: TableData) -> Table {
    Table {
        info: TableInfo::new(id, Vintage::year(2023)),
        data,
    }
}

/// A partition: sides are bent alike for both of their neighbours.
fn lattice(random: &mut StdRng, each_way: usize) -> ShapeSet {
    let (high, wide) = (
        (NORTH - SOUTH) / each_way as f64,
        (EAST - WEST) / each_way as f64,
    );
    let corner =
        |row: usize, column: usize| (SOUTH + row as f64 * high, WEST + column as f64 * wide);
    let mut side = |from: (f64, f64), to: (f64, f64)| -> Vec<Position> {
        (0..=BENDS)
            .map(|bend| {
                let t = bend as f64 / (BENDS + 1) as f64;
                let shift = if bend == 0 {
                    0.0
                } else {
                    random.random_range(-0.05..0.05)
                };
                let latitude = from.0 + t * (to.0 - from.0) + shift * high;
                position(latitude, from.1 + t * (to.1 - from.1) + shift * wide)
            })
            .collect()
    };
    let lying: Vec<Vec<Vec<Position>>> = (0..=each_way)
        .map(|row| {
            (0..each_way)
                .map(|c| side(corner(row, c), corner(row, c + 1)))
                .collect()
        })
        .collect();
    let standing: Vec<Vec<Vec<Position>>> = (0..each_way)
        .map(|row| {
            (0..=each_way)
                .map(|c| side(corner(row, c), corner(row + 1, c)))
                .collect()
        })
        .collect();
    let mut builder = ShapeSetBuilder::default();
    for row in 0..each_way {
        for column in 0..each_way {
            let end = |row, column| {
                let (latitude, longitude) = corner(row, column);
                std::iter::once(position(latitude, longitude))
            };
            let back = |side: &[Position]| side[1..].iter().rev().copied().collect::<Vec<_>>();
            let ring = lying[row][column]
                .iter()
                .copied()
                .chain(standing[row][column + 1].iter().copied())
                .chain(end(row + 1, column + 1))
                .chain(back(&lying[row + 1][column]))
                .chain(end(row + 1, column))
                .chain(back(&standing[row][column]))
                .collect();
            let geoid = 48_001_000_000 + (row * each_way + column) as u64;
            builder.push(geoid, "", [ring]);
        }
    }
    builder.finish()
}

/// A wandering line with steps of half a kilometer.
fn road(random: &mut StdRng) -> Vec<Position> {
    let mut at = (
        random.random_range(SOUTH..NORTH),
        random.random_range(WEST..EAST),
    );
    let mut heading: f64 = random.random_range(0.0..std::f64::consts::TAU);
    (0..BENDS_OF_ROAD)
        .map(|_| {
            heading += random.random_range(-0.2..0.2);
            at = (
                (at.0 + 0.005 * heading.sin()).clamp(SOUTH, NORTH),
                (at.1 + 0.005 * heading.cos()).clamp(WEST, EAST),
            );
            position(at.0, at.1)
        })
        .collect()
}
