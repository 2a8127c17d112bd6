//! The maps service of a search.

use std::sync::Arc;
use std::time::Duration;

use domain::scrape_job::Search;
use places::{PlaceQuery, PlaceSource, Sources};

use crate::http::error::ApiError;

/// How long an answer to a start waits for the rows to be counted, in all.
const COUNTING: Duration = Duration::from_millis(400);

/// Searches over more cities are not counted beforehand.
const MOST_COUNTED_CITIES: usize = 50;

/// The source that a search would run on.
pub(crate) fn source_of(
    sources: &Sources,
    search: &Search,
) -> Result<Arc<dyn PlaceSource>, ApiError> {
    let Some(name) = &search.source else {
        return Ok(sources.active());
    };
    sources.by_name(name).ok_or_else(|| {
        let known = Sources::NAMES.contains(&name.as_str());
        ApiError::invalid(if known {
            format!("The maps service '{name}' is not switched on here. GET /api/sources lists those that are.")
        } else {
            format!("There is no maps service called '{name}'. GET /api/sources lists those that are on.")
        })
    })
}

/// How many rows a search will find at most, where its source can tell at once.
pub(crate) async fn rows_at_most(source: &dyn PlaceSource, search: &Search) -> Option<u64> {
    if search.cities.len() > MOST_COUNTED_CITIES {
        return None;
    }
    let counting = async {
        let mut rows = 0;
        for city in &search.cities {
            let query = PlaceQuery::new(&search.term, search.state.as_str(), city).ok()?;
            // A search that fails says so as a job does.
            rows += source.count(query).await.ok()??;
        }
        Some(rows)
    };
    let rows = tokio::time::timeout(COUNTING, counting).await.ok()??;
    Some(
        search
            .max_results
            .map_or(rows, |most| rows.min(u64::from(most))),
    )
}
