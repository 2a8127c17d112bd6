//! A search as maps services are asked for it, part by part: its cities, or the regions of its area.

use commands::areas;
use domain::scrape_job::Search;
use places::{PlaceQuery, Region};

use super::facts::unavailable;
use crate::http::error::ApiError;
use crate::state::Starts;

/// A search with the regions of its area.
pub(crate) struct Asked {
    pub(crate) search: Search,
    /// One for each county of its area; none if it has cities.
    pub(crate) regions: Vec<Region>,
}

impl Asked {
    pub(crate) async fn of(starts: &Starts, search: Search) -> Result<Self, ApiError> {
        let regions = match &search.area {
            None => Vec::new(),
            Some(area) => {
                let ground = starts.enricher.county_ground().await;
                let ground = ground.map_err(|error| unavailable(&error))?;
                areas::regions(area, &ground).map_err(|reason| ApiError::unavailable(&reason))?
            }
        };
        Ok(Self { search, regions })
    }

    /// The query for a part; `None` if there is none.
    pub(super) fn query(&self, part: u32) -> Option<PlaceQuery> {
        let name = *self.search.parts().get(part as usize)?;
        areas::query_of(&self.search, name, self.regions.get(part as usize)).ok()
    }

    /// Names of the parts at these positions.
    pub(crate) fn parts_at(&self, positions: &[u32]) -> Vec<String> {
        let parts = self.search.parts();
        let names = positions
            .iter()
            .filter_map(|part| parts.get(*part as usize));
        names.map(|name| (*name).to_owned()).collect()
    }
}
