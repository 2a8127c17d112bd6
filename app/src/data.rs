//! Where businesses and facts come from: the starter listing, the reference pack, online look-ups.

use std::sync::Arc;

use commands::enricher::{Enricher, EnricherSettings};
use enrichment::online::{CensusGeocoder, FloodZones, LookupOptions};
use enrichment::pack::PackSource;
use places::google::GOOGLE;
use places::{Sources, StarterListing};

use crate::settings::Settings;

/// The imported reference tables, inside the data folder.
const PACK_FILE: &str = "reference.pack";

/// The reference pack: the tables that ship with the product, if enabled, and those that were imported.
pub(crate) fn pack_source(settings: &Settings) -> PackSource {
    let imported = settings.server.data_dir.join(PACK_FILE);
    PackSource::new(imported, settings.starter.reference)
}

/// Adds the starter listing to the catalogue in the background: the first start takes a moment.
pub(crate) fn ensure_starter_listing(settings: &Settings, sources: &Sources) {
    if !settings.starter.listing {
        return;
    }
    let catalogue = Arc::clone(sources.catalogue());
    tokio::task::spawn_blocking(move || match catalogue.ensure_starter() {
        Ok(StarterListing::Added(rows)) => tracing::info!(rows, "starter listing added"),
        Ok(StarterListing::AsItWas | StarterListing::Busy) => {}
        Err(error) => {
            tracing::warn!(%error, "could not add the starter listing to the catalogue");
        }
    });
}

/// Uses the reference pack, the imported listings, and the look-ups that are enabled.
pub(crate) fn enricher(settings: &Settings, sources: &Sources) -> anyhow::Result<Enricher> {
    let pack = pack_source(settings);
    let enrichment = &settings.enrichment;
    let flood_zones = enrichment.flood_zones.clone();
    let geocoder = enrichment.geocoder.clone();
    let settings = EnricherSettings {
        flood_zones: flood_zones
            .map(|url| FloodZones::new(LookupOptions::new(url)))
            .transpose()?,
        geocoder: geocoder
            .map(|url| CensusGeocoder::new(LookupOptions::new(url)))
            .transpose()?,
        agreed: enrichment.google.then_some(GOOGLE).into_iter().collect(),
    };
    let catalogue = Arc::clone(sources.catalogue());
    Ok(Enricher::new(pack, catalogue, settings))
}
