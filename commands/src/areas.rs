//! Areas of searches on the ground: the counties that they touch, and the regions that maps services are asked for.

use std::sync::Arc;

use domain::scrape_job::{AreaCounty, AreaShape, Corner, InvalidArea, Search, SearchArea};
use enrichment::geo::METERS_PER_MILE;
use enrichment::geoid::CountyFips;
use enrichment::{CountyMap, NamedCounty, Reference};
use places::{CountyGround, Limit, PlaceQuery, QueryError, Region};

/// An area with the counties that it touches; `chosen` are those of an area of whole counties, by their codes.
pub fn located(
    shape: AreaShape,
    chosen: &[String],
    reference: &Reference,
) -> Result<SearchArea, InvalidArea> {
    let map = reference.county_map().ok_or(InvalidArea::Outside)?;
    let touched = match &shape {
        AreaShape::Counties => chosen_counties(chosen, map)?,
        AreaShape::Radius { center, miles, .. } => {
            map.within(center.position(), f64::from(*miles) * METERS_PER_MILE)
        }
        AreaShape::Box { .. } | AreaShape::Polygon { .. } => map.touched(&rings_of(&shape)),
    };
    let named = |county: NamedCounty| AreaCounty {
        fips: county.fips.to_string(),
        name: county.with_state(),
    };
    SearchArea::new(shape, touched.into_iter().map(named).collect())
}

/// Each once, in the order given.
fn chosen_counties(chosen: &[String], map: CountyMap<'_>) -> Result<Vec<NamedCounty>, InvalidArea> {
    let mut counties: Vec<NamedCounty> = Vec::with_capacity(chosen.len());
    for code in chosen {
        let unknown = || {
            let shown = code.chars().filter(|c| !c.is_control()).take(40);
            InvalidArea::UnknownCounty(shown.collect())
        };
        let fips = CountyFips::parse(code).ok_or_else(unknown)?;
        let county = map.named(fips.current()).ok_or_else(unknown)?;
        if !counties.contains(&county) {
            counties.push(county);
        }
    }
    Ok(counties)
}

/// The parts of an area, one for each of its counties.
///
/// # Errors
/// If the ground has lost a county, in words for the user.
pub fn regions(area: &SearchArea, ground: &Arc<dyn CountyGround>) -> Result<Vec<Region>, String> {
    let limit = limit_of(&area.shape);
    let numbers = area.counties.iter().map(|county| county.fips.parse());
    let touched: Arc<[u32]> = numbers.flatten().collect();
    let region = |AreaCounty { fips, name }: &AreaCounty| {
        let (limit, touched) = (limit.clone(), Arc::clone(&touched));
        Region::new(
            fips.parse().ok()?,
            name.clone(),
            limit,
            touched,
            Arc::clone(ground),
        )
    };
    let unknown = |county: &AreaCounty| format!("The shape of {} is not loaded here.", county.name);
    area.counties
        .iter()
        .map(|county| region(county).ok_or_else(|| unknown(county)))
        .collect()
}

/// What a source is asked for a part of a search: a city, or a region of its area.
pub fn query_of(
    search: &Search,
    part: &str,
    region: Option<&Region>,
) -> Result<PlaceQuery, QueryError> {
    match region {
        Some(region) => PlaceQuery::in_region(&search.term, region.clone()),
        None => PlaceQuery::new(&search.term, search.state_code(), part),
    }
}

fn limit_of(shape: &AreaShape) -> Limit {
    match shape {
        AreaShape::Counties => Limit::Counties,
        AreaShape::Radius { center, miles, .. } => Limit::Circle {
            center: center.position(),
            meters: f64::from(*miles) * METERS_PER_MILE,
        },
        AreaShape::Box { .. } | AreaShape::Polygon { .. } => Limit::Rings(rings_of(shape)),
    }
}

/// The rings of a drawn area, in degrees north and east.
fn rings_of(shape: &AreaShape) -> Vec<Vec<(f64, f64)>> {
    match shape {
        AreaShape::Counties | AreaShape::Radius { .. } => Vec::new(),
        AreaShape::Box {
            southwest: Corner(west, south),
            northeast: Corner(east, north),
        } => {
            let (west, south, east, north) = (west.get(), south.get(), east.get(), north.get());
            vec![vec![
                (south, west),
                (south, east),
                (north, east),
                (north, west),
            ]]
        }
        AreaShape::Polygon { rings } => rings
            .iter()
            .map(|ring| ring.iter().map(|corner| corner.position()).collect())
            .collect(),
    }
}

#[cfg(test)]
mod tests;
