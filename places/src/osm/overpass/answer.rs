//! Overpass's answers.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::osm::tags::{OsmTags, is_outer};
use crate::outline::{Corner, largest, rings};

/// An answer, as far as needed.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    #[serde(default)]
    osm3s: Base,
    elements: Vec<Element>,
    #[serde(default)]
    remark: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Base {
    timestamp_osm_base: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Element {
    #[serde(rename = "type")]
    kind: String,
    id: i64,
    lat: Option<f64>,
    lon: Option<f64>,
    /// The center, in answers without geometry.
    center: Option<Centre>,
    bounds: Option<Bounds>,
    /// Corners of a way; `null` outside of the requested area.
    #[serde(default)]
    geometry: Vec<Option<Centre>>,
    /// What a relation is made of.
    #[serde(default)]
    members: Vec<Member>,
    #[serde(default)]
    tags: Option<Map<String, Value>>,
}

#[derive(Debug, Deserialize)]
struct Centre {
    lat: f64,
    lon: f64,
}

#[derive(Debug, Deserialize)]
struct Bounds {
    minlat: f64,
    minlon: f64,
    maxlat: f64,
    maxlon: f64,
}

#[derive(Debug, Deserialize)]
struct Member {
    #[serde(default)]
    role: String,
    #[serde(default)]
    geometry: Vec<Option<Centre>>,
}

pub(super) struct Business<'a> {
    pub(super) kind: &'a str,
    pub(super) id: i64,
    pub(super) tags: OsmTags,
    pub(super) at: Option<(f64, f64)>,
    pub(super) outline: Vec<Corner>,
}

impl Element {
    /// Its own position, or the middle of its box.
    fn position(&self) -> Option<(f64, f64)> {
        let own = self.lat.zip(self.lon);
        let centre = || self.center.as_ref().map(|at| (at.lat, at.lon));
        let middle = |of: &Bounds| {
            (
                f64::midpoint(of.minlat, of.maxlat),
                f64::midpoint(of.minlon, of.maxlon),
            )
        };
        own.or_else(centre)
            .or_else(|| self.bounds.as_ref().map(middle))
    }

    /// The outline of a closed way, or the largest outer ring of a relation.
    fn outline(&self) -> Vec<Corner> {
        let outer = self.members.iter().filter(|member| is_outer(&member.role));
        let lines = outer.map(|member| &member.geometry).chain([&self.geometry]);
        largest(rings(lines.filter_map(|line| corners(line))))
    }
}

/// `None` if a corner is missing.
fn corners(line: &[Option<Centre>]) -> Option<Vec<Corner>> {
    let corner = |at: &Option<Centre>| at.as_ref().map(|at| [at.lat, at.lon]);
    line.iter().map(corner).collect()
}

impl Answer {
    /// Parses an answer, or says what is wrong with it.
    pub(super) fn parse(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| {
            if error.is_eof() {
                "it breaks off".to_owned()
            } else {
                "it is not an Overpass answer".to_owned()
            }
        })
    }

    /// Why the server did not finish. With elements of a complete answer, a remark is only a warning.
    pub(super) fn failure(&self) -> Option<&str> {
        let remark = self.remark.as_deref()?;
        let has_results = self.elements.iter().any(|element| element.tags.is_some());
        let is_failure = !has_results || remark.contains("error");
        is_failure.then_some(remark)
    }

    /// Whether the city has a boundary: relations without tags are the requested boundaries.
    pub(super) fn has_boundary(&self) -> bool {
        self.elements
            .iter()
            .any(|element| element.kind == "relation" && element.tags.is_none())
    }

    pub(super) fn timestamp(&self) -> Option<&str> {
        self.osm3s.timestamp_osm_base.as_deref()
    }

    pub(super) fn businesses(&self) -> impl Iterator<Item = Business<'_>> {
        self.elements.iter().filter_map(|element| {
            let tags = element.tags.as_ref()?;
            let texts = tags
                .iter()
                .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)));
            let tags = OsmTags::of_business(texts)?;
            Some(Business {
                kind: &element.kind,
                id: element.id,
                tags,
                at: element.position(),
                outline: element.outline(),
            })
        })
    }
}
