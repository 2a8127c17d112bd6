//! OpenStreetMap `.osm.pbf`: the nodes, ways and relations that have a name and are some kind of
//! business.
//!
//! The file is read three times, because it lists nodes before the ways that refer to them: first relations,
//! then ways, then nodes with the positions found to be needed. The position of a way or relation is the
//! middle of its box, as in Overpass; its shape is kept as the outline. Objects whose positions are not in
//! the file (at the edge of an extract) are counted as rejected.

mod centres;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use osmpbf::{BlobDecode, BlobReader, PrimitiveBlock, RelMemberType};

use self::centres::{Centres, Shape};
use super::tags::{OsmTags, fill, is_outer, page};
use crate::import::error::ImportError;
use crate::import::format::Format;
use crate::import::listing::cells::{Cells, Values};
use crate::import::listing::fields::Field;
use crate::import::listing::outcome::Rejected;
use crate::import::listing::rows::{Meter, Metered, Rows, Sink};

/// How often the file is read.
const PASSES: u64 = 3;

/// The format's features that this reader supports; a file that requires another cannot be read.
const KNOWN_FEATURES: [&str; 3] = ["OsmSchema-V0.6", "DenseNodes", "Sort.Type_then_ID"];

/// An opened file whose header was read.
pub(crate) struct OsmRows {
    path: PathBuf,
    meter: Meter,
    release: Option<String>,
}

/// A way or relation that is a business.
struct Found {
    id: i64,
    tags: OsmTags,
    shape: Shape,
}

impl OsmRows {
    pub(crate) fn open(path: &Path) -> Result<Self, ImportError> {
        let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        let mut rows = Self {
            path: path.to_owned(),
            meter: Meter::new(size * PASSES),
            release: None,
        };
        let header = Self {
            meter: Meter::new(size),
            path: path.to_owned(),
            release: None,
        };
        let first = header.blobs()?.next();
        let decoded = match &first {
            Some(Ok(blob)) => blob.decode(),
            Some(Err(error)) => return Err(rows.damaged(error)),
            None => return Err(rows.damaged(&"it is empty")),
        };
        match decoded {
            Ok(BlobDecode::OsmHeader(header)) => {
                let unknown = header
                    .required_features()
                    .iter()
                    .find(|feature| !KNOWN_FEATURES.contains(&feature.as_str()));
                if let Some(feature) = unknown {
                    let reason =
                        format!("it requires the feature '{feature}', which is not supported");
                    return Err(rows.damaged(&reason));
                }
                rows.release = header
                    .osmosis_replication_timestamp()
                    .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
                    .map(|time| time.strftime("%Y-%m-%d").to_string());
                Ok(rows)
            }
            Ok(_) => Err(rows.damaged(&"it does not begin with a header")),
            Err(error) => Err(rows.damaged(&error)),
        }
    }

    fn blobs(&self) -> Result<BlobReader<BufReader<Metered>>, ImportError> {
        let file = File::open(&self.path).map_err(|error| ImportError::Unreadable {
            file: self.path.clone(),
            reason: error.to_string(),
        })?;
        Ok(BlobReader::new(BufReader::with_capacity(
            1 << 16,
            self.meter.measure(file),
        )))
    }

    fn each_block(
        &self,
        sink: &mut dyn Sink,
        mut take: impl FnMut(&mut dyn Sink, &PrimitiveBlock) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        for blob in self.blobs()? {
            let blob = blob.map_err(|error| self.damaged(&error))?;
            if let BlobDecode::OsmData(block) =
                blob.decode().map_err(|error| self.damaged(&error))?
            {
                take(sink, &block)?;
            }
            sink.tick()?;
        }
        Ok(())
    }

    fn damaged(&self, reason: &dyn std::fmt::Display) -> ImportError {
        ImportError::Damaged {
            file: self.path.clone(),
            format: Format::Osm,
            reason: reason.to_string(),
        }
    }

    fn relations(&self, sink: &mut dyn Sink) -> Result<Vec<Found>, ImportError> {
        let mut found = Vec::new();
        self.each_block(sink, |_, block| {
            for relation in block.groups().flat_map(|group| group.relations()) {
                let Some(tags) = OsmTags::of_business(relation.tags()) else {
                    continue;
                };
                let mut shape = Shape::default();
                for member in relation.members() {
                    match member.member_type {
                        RelMemberType::Node => shape.nodes.push(member.member_id),
                        RelMemberType::Way => {
                            shape.ways.push(member.member_id);
                            if member.role().is_ok_and(is_outer) {
                                shape.outer.push(member.member_id);
                            }
                        }
                        RelMemberType::Relation => {}
                    }
                }
                found.push(Found {
                    id: relation.id(),
                    tags,
                    shape,
                });
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The ways that are businesses; `centres` receives the shapes of those that relations need.
    fn ways(&self, sink: &mut dyn Sink, centres: &mut Centres) -> Result<Vec<Found>, ImportError> {
        let mut found = Vec::new();
        self.each_block(sink, |_, block| {
            for way in block.groups().flat_map(|group| group.ways()) {
                if centres.needs_way(way.id()) {
                    centres.add_way(way.id(), way.refs());
                }
                if let Some(tags) = OsmTags::of_business(way.tags()) {
                    let shape = Shape {
                        nodes: way.refs().collect(),
                        ..Shape::default()
                    };
                    found.push(Found {
                        id: way.id(),
                        tags,
                        shape,
                    });
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Passes the nodes that are businesses to the sink; `centres` receives the positions it needs.
    fn nodes(&self, sink: &mut dyn Sink, centres: &mut Centres) -> Result<(), ImportError> {
        let mut values = Values::new();
        self.each_block(sink, |sink, block| {
            for group in block.groups() {
                for node in group.dense_nodes() {
                    centres.add_node(node.id(), (node.decimicro_lat(), node.decimicro_lon()));
                    if let Some(tags) = OsmTags::of_business(node.tags()) {
                        let at = Some((node.lat(), node.lon()));
                        values.clear();
                        give(sink, &mut values, "node", node.id(), &tags, at)?;
                    }
                }
                for node in group.nodes() {
                    centres.add_node(node.id(), (node.decimicro_lat(), node.decimicro_lon()));
                    if let Some(tags) = OsmTags::of_business(node.tags()) {
                        let at = Some((node.lat(), node.lon()));
                        values.clear();
                        give(sink, &mut values, "node", node.id(), &tags, at)?;
                    }
                }
            }
            Ok(())
        })
    }
}

impl Rows for OsmRows {
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError> {
        let relations = self.relations(sink)?;
        let mut centres = Centres::for_relations(relations.iter().map(|found| &found.shape));
        let ways = self.ways(sink, &mut centres)?;
        centres.look_for(ways.iter().chain(&relations).map(|found| &found.shape));
        self.nodes(sink, &mut centres)?;
        let mut values = Values::new();
        for (kind, objects) in [("way", ways), ("relation", relations)] {
            for found in objects {
                let at = centres.middle(&found.shape);
                values.clear();
                values.outline = centres.outline(&found.shape);
                give(sink, &mut values, kind, found.id, &found.tags, at)?;
            }
        }
        Ok(())
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }

    fn release(&self) -> Option<String> {
        self.release.clone()
    }
}

/// Passes an object to the sink. The values hold at most the outline yet.
fn give(
    sink: &mut dyn Sink,
    values: &mut Values,
    kind: &str,
    id: i64,
    tags: &OsmTags,
    at: Option<(f64, f64)>,
) -> Result<(), ImportError> {
    fill(tags, values);
    values.set(Field::Id, &format!("{kind}/{id}"));
    values.set(Field::ListingUrl, &page(kind, id));
    let place = u64::try_from(id).unwrap_or_default();
    let Some((latitude, longitude)) = at else {
        return sink.reject(place, Rejected::NoGeometry, Cells::Values(values));
    };
    values.set(Field::Latitude, &latitude.to_string());
    values.set(Field::Longitude, &longitude.to_string());
    sink.row(place, Cells::Values(values))
}
