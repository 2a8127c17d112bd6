//! What the routes of the Demand Map ask of the server.

use std::sync::Arc;

use commands::enricher::{Enricher, KindListings, Known};
use enrichment::Reference;
use enrichment::atlas::Kind;
use enrichment::geoid::CountyFips;

use crate::http::error::ApiError;
use crate::sessions::facts::reference;

/// On a thread where computing keeps nobody waiting.
pub(crate) async fn computed<T: Send + 'static>(
    make: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(make).await.map_err(|error| {
        tracing::error!(%error, "an answer of the Demand Map was not computed");
        ApiError::unavailable("The Demand Map is unavailable at the moment.")
    })
}

pub(crate) async fn known(enricher: &Enricher) -> Result<Arc<Reference>, ApiError> {
    let Known { reference, .. } = reference(enricher).await?;
    Ok(reference)
}

/// The listings of a kind, where some data set is whole for it.
pub(crate) async fn listings(
    enricher: &Enricher,
    kind: Kind,
    reference: &Arc<Reference>,
) -> Result<Arc<KindListings>, ApiError> {
    enricher.listings(kind, reference).await.map_err(|error| {
        tracing::error!(%error, "the listings of a kind were not read");
        ApiError::unavailable("The listings are unavailable at the moment.")
    })
}

pub(crate) fn kind(name: &str) -> Result<Kind, ApiError> {
    Kind::named(name).ok_or_else(|| {
        let message = format!(
            "'{name}' is no kind of business of the Demand Map. GET /api/atlas/kinds lists them."
        );
        ApiError::invalid(message)
    })
}

pub(crate) fn county(fips: &str, reference: &Reference) -> Result<CountyFips, ApiError> {
    let county = (fips.len() == 5).then(|| CountyFips::parse(fips)).flatten();
    let inputs = reference.atlas_inputs();
    county
        .filter(|county| inputs.is_some_and(|inputs| inputs.place(*county).is_some()))
        .ok_or_else(|| ApiError::not_found("There is no county with this FIPS code."))
}
