//! Areas of searches on the wire.

use commands::areas;
use commands::enricher::{Enricher, Known};
use domain::scrape_job::{
    AreaCounty, AreaShape, Corner, InvalidArea, InvalidSearch, Search, SearchArea,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::facts::reference;
use crate::http::error::ApiError;

/// An area to search in place of cities. It may touch at most 100 counties.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = AreaSearch)]
pub(crate) enum AreaRequest {
    /// Whole counties.
    #[schema(title = "AreaOfCounties")]
    Counties {
        /// Their five-digit codes.
        #[schema(example = json!(["41061"]), min_items = 1, max_items = 100)]
        counties: Vec<String>,
    },
    /// A circle.
    #[schema(title = "AreaOfCircle")]
    Radius {
        /// Degrees north of its middle (WGS 84).
        #[schema(example = 44.06, minimum = -90, maximum = 90)]
        latitude: f64,
        /// Degrees east of its middle (WGS 84).
        #[schema(example = -121.31, minimum = -180, maximum = 180)]
        longitude: f64,
        /// Whole miles.
        #[schema(minimum = 1, maximum = 50)]
        miles: u8,
        /// What its middle is called; shown in the search's name.
        #[schema(example = "Bend, OR", max_length = 100)]
        around: Option<String>,
    },
    /// The box between two opposite corners.
    #[schema(title = "AreaOfBox")]
    Box {
        /// Degrees north (WGS 84).
        #[schema(minimum = -90, maximum = 90)]
        south: f64,
        /// Degrees east (WGS 84).
        #[schema(minimum = -180, maximum = 180)]
        west: f64,
        #[schema(minimum = -90, maximum = 90)]
        north: f64,
        #[schema(minimum = -180, maximum = 180)]
        east: f64,
    },
    /// A polygon, which may have holes and at most 500 corners.
    #[schema(title = "AreaOfPolygon")]
    Polygon {
        /// GeoJSON: a Polygon, a MultiPolygon of one polygon, a Feature with either, or a collection of one such Feature.
        #[schema(value_type = Object)]
        geojson: Value,
    },
}

impl AreaRequest {
    /// The area, and its counties where it consists of some.
    fn shape(&self) -> Result<(AreaShape, &[String]), InvalidArea> {
        let corner = |longitude: &f64, latitude: &f64| Corner::new(*longitude, *latitude);
        let shape = match self {
            Self::Counties { counties } => return Ok((AreaShape::Counties, counties)),
            Self::Radius {
                latitude,
                longitude,
                miles,
                around,
            } => AreaShape::radius(corner(longitude, latitude), *miles, around.as_deref()),
            Self::Box {
                south,
                west,
                north,
                east,
            } => AreaShape::between(corner(west, south), corner(east, north)),
            Self::Polygon { geojson } => {
                let rings = rings_of(geojson).ok_or(InvalidArea::NoPolygon)?;
                AreaShape::polygon(&rings)
            }
        };
        Ok((shape?, &[]))
    }
}

/// The rings of the one polygon of a GeoJSON object.
fn rings_of(geojson: &Value) -> Option<Vec<Vec<Option<Corner>>>> {
    let only = |of: &'static str| match geojson.get(of)?.as_array()?.as_slice() {
        [one] => Some(one),
        _ => None,
    };
    let polygon = match geojson.get("type")?.as_str()? {
        "Polygon" => geojson.get("coordinates")?,
        "MultiPolygon" => only("coordinates")?,
        "Feature" => return rings_of(geojson.get("geometry")?),
        "FeatureCollection" => return rings_of(only("features")?),
        _ => return None,
    };
    let ring = |ring: &Value| {
        let corners = ring.as_array()?.iter();
        Some(
            corners
                .map(|at| Corner::new(at.get(0)?.as_f64()?, at.get(1)?.as_f64()?))
                .collect(),
        )
    };
    polygon.as_array()?.iter().map(ring).collect()
}

/// The parts of a request that say what is searched.
pub(crate) struct Wanted<'a> {
    pub(crate) term: &'a str,
    pub(crate) state: &'a str,
    pub(crate) cities: &'a [String],
    pub(crate) area: Option<&'a AreaRequest>,
    pub(crate) max_results: Option<u32>,
    pub(crate) source: Option<String>,
}

impl Wanted<'_> {
    /// The search; refused for the first rule that it breaks.
    pub(crate) async fn search(self, enricher: &Enricher) -> Result<Search, ApiError> {
        let Self {
            term,
            state,
            cities,
            area,
            max_results,
            source,
        } = self;
        let Some(area) = area else {
            return Ok(Search::new(term, state, cities, max_results, source)?);
        };
        if !cities.is_empty() {
            return Err(ApiError::invalid("Search either cities or an area."));
        }
        Search::check_term(term)?;
        let (shape, chosen) = area.shape().map_err(InvalidSearch::from)?;
        let Known { reference, .. } = reference(enricher).await?;
        let located = areas::located(shape, chosen, &reference).map_err(InvalidSearch::from)?;
        Ok(Search::in_area(term, located, max_results, source)?)
    }
}

/// A county of an area.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AreaCounty)]
pub(crate) struct CountyBody {
    /// Its five digits.
    #[schema(example = "41061")]
    fips: String,
    /// With its state's code.
    #[schema(example = "Union County, OR")]
    name: String,
}

impl From<AreaCounty> for CountyBody {
    fn from(county: AreaCounty) -> Self {
        Self {
            fips: county.fips,
            name: county.name,
        }
    }
}

/// The kinds of areas.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AreaKind {
    Counties,
    Radius,
    Box,
    Polygon,
}

/// The area of a search.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchArea)]
pub(crate) struct AreaBody {
    kind: AreaKind,
    /// What it is called.
    #[schema(example = "12 mi around Bend, OR")]
    label: String,
    /// The counties that it touches: they are searched one by one.
    counties: Vec<CountyBody>,
    /// The middle of a circle: degrees east, then north.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = json!([-121.31, 44.06]), min_items = 2, max_items = 2)]
    center: Option<Vec<f64>>,
    /// The radius of a circle.
    #[serde(skip_serializing_if = "Option::is_none")]
    miles: Option<u8>,
    /// What the middle of a circle is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<String>,
    /// The rings of a box or polygon, as GeoJSON has them, without repeated corners; empty for others.
    rings: Vec<Vec<Vec<f64>>>,
}

impl From<SearchArea> for AreaBody {
    fn from(area: SearchArea) -> Self {
        let label = area.label();
        let point = |corner: Corner| {
            let (latitude, longitude) = corner.position();
            vec![longitude, latitude]
        };
        let mut body = Self {
            kind: AreaKind::Counties,
            label,
            counties: area.counties.into_iter().map(CountyBody::from).collect(),
            center: None,
            miles: None,
            around: None,
            rings: Vec::new(),
        };
        match area.shape {
            AreaShape::Counties => {}
            AreaShape::Radius {
                center,
                miles,
                around,
            } => {
                body.kind = AreaKind::Radius;
                body.center = Some(point(center));
                body.miles = Some(miles);
                body.around = around;
            }
            AreaShape::Box {
                southwest: Corner(west, south),
                northeast: Corner(east, north),
            } => {
                body.kind = AreaKind::Box;
                let corners = [(west, south), (east, south), (east, north), (west, north)];
                let ring = corners.map(|(x, y)| vec![x.get(), y.get()]);
                body.rings = vec![ring.to_vec()];
            }
            AreaShape::Polygon { rings } => {
                body.kind = AreaKind::Polygon;
                let ring = |ring: Vec<Corner>| ring.into_iter().map(point).collect();
                body.rings = rings.into_iter().map(ring).collect();
            }
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rings(geojson: &Value) -> Option<usize> {
        rings_of(geojson).map(|rings| rings.len())
    }

    #[test]
    fn one_polygon_is_read_in_whatever_it_is_wrapped() {
        let ring = json!([
            [-121.0, 44.0],
            [-120.0, 44.0],
            [-120.0, 45.0],
            [-121.0, 44.0]
        ]);
        let polygon = json!({"type": "Polygon", "coordinates": [ring]});
        let multi = json!({"type": "MultiPolygon", "coordinates": [[ring]]});
        let feature = json!({"type": "Feature", "properties": {}, "geometry": multi});
        let collection = json!({"type": "FeatureCollection", "features": [feature]});
        for geojson in [&polygon, &multi, &feature, &collection] {
            assert_eq!(rings(geojson), Some(1), "{geojson}");
        }
        for other in [
            json!({"type": "MultiPolygon", "coordinates": [[ring], [ring]]}),
            json!({"type": "FeatureCollection", "features": []}),
            json!({"type": "Point", "coordinates": [-121.0, 44.0]}),
            json!({"type": "Polygon", "coordinates": "here"}),
            json!([1, 2]),
        ] {
            assert_eq!(rings(&other), None, "{other}");
        }
        // Corners that are none are told by the domain.
        let odd = json!({"type": "Polygon", "coordinates": [[[-121.0], ["x", 1.0], [500.0, 1.0]]]});
        assert_eq!(rings_of(&odd), Some(vec![vec![None, None, None]]));
    }
}
