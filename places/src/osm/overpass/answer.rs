//! What Overpass answers.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::osm::tags::OsmTags;

/// An answer, as far as it matters here.
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
    center: Option<Centre>,
    #[serde(default)]
    tags: Option<Map<String, Value>>,
}

#[derive(Debug, Deserialize)]
struct Centre {
    lat: f64,
    lon: f64,
}

impl Answer {
    /// Reads an answer, or says what is wrong with it.
    pub(super) fn parse(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| {
            if error.is_eof() {
                "it breaks off".to_owned()
            } else {
                "it is not what Overpass servers answer".to_owned()
            }
        })
    }

    /// Why the server did not finish. A remark beside elements of a complete answer is a warning.
    pub(super) fn failure(&self) -> Option<&str> {
        let remark = self.remark.as_deref()?;
        let has_results = self.elements.iter().any(|element| element.tags.is_some());
        let is_failure = !has_results || remark.contains("error");
        is_failure.then_some(remark)
    }

    /// Whether the city has a boundary: relations without tags are the boundaries asked for.
    pub(super) fn has_boundary(&self) -> bool {
        self.elements
            .iter()
            .any(|element| element.kind == "relation" && element.tags.is_none())
    }

    /// The data's time.
    pub(super) fn timestamp(&self) -> Option<&str> {
        self.osm3s.timestamp_osm_base.as_deref()
    }

    /// The elements that are businesses: kind, id, tags, position.
    pub(super) fn elements(
        &self,
    ) -> impl Iterator<Item = (&str, i64, OsmTags, Option<(f64, f64)>)> {
        self.elements.iter().filter_map(|element| {
            let tags = element.tags.as_ref()?;
            let texts = tags
                .iter()
                .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)));
            let tags = OsmTags::of_business(texts)?;
            let own = element.lat.zip(element.lon);
            let at = own.or_else(|| element.center.as_ref().map(|at| (at.lat, at.lon)));
            Some((element.kind.as_str(), element.id, tags, at))
        })
    }
}
