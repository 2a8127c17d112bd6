//! What a worker works with.

use std::sync::Arc;

use async_trait::async_trait;
use enrichment::RowFacts;
use places::{CountyGround, Place, Sources};
use store::documents::Documents;
use store::known::LeftOut;
use store::leases::Leases;
use store::monitors::MonitorDocuments;
use store::user_keys::UserKeys;
use store::websites::WebsiteReads;

use super::queue::WorkTable;
use crate::clock::Clock;
use crate::companies::ListingChanges;
use crate::dispatcher::Dispatcher;
use crate::enricher::{Enricher, EnricherError};
use crate::known::KnownIndex;
use crate::limits::LiveLimits;
use crate::websites::WebsiteSource;

/// The ports of a worker.
#[derive(Clone)]
pub struct WorkerPorts {
    pub dispatcher: Dispatcher,
    pub documents: Documents,
    pub sources: Arc<Sources>,
    /// The users' limits on live services.
    pub live: Arc<LiveLimits>,
    pub facts: Arc<dyn FactSource>,
    pub websites: Arc<dyn WebsiteSource>,
    pub website_reads: WebsiteReads,
    /// Which businesses users know.
    pub known: KnownIndex,
    pub left_out: LeftOut,
    /// What differs from what they saved.
    pub listing_changes: ListingChanges,
    /// What monitors know.
    pub monitors: MonitorDocuments,
    /// With which that is closed.
    pub keys: UserKeys,
    pub leases: Leases,
    pub work: WorkTable,
    pub clock: Arc<dyn Clock>,
}

/// A source of facts about rows.
#[async_trait]
pub trait FactSource: Send + Sync {
    /// The row, with its position marked if that contradicts the rest of the row.
    async fn judged(&self, row: Place) -> Place;

    /// The counties that searches of an area look in.
    async fn county_ground(&self) -> Result<Arc<dyn CountyGround>, EnricherError>;

    /// Do the terms of a maps service allow its rows to be enriched?
    fn may_enrich(&self, source: &str) -> bool;

    /// What is known about each row of a maps service, in their order; none if nothing is.
    async fn facts(
        &self,
        source: &str,
        rows: Vec<Place>,
    ) -> Result<Vec<Option<RowFacts>>, EnricherError>;
}

#[async_trait]
impl FactSource for Enricher {
    async fn judged(&self, row: Place) -> Place {
        self.judged(row).await
    }

    async fn county_ground(&self) -> Result<Arc<dyn CountyGround>, EnricherError> {
        self.county_ground().await
    }

    fn may_enrich(&self, source: &str) -> bool {
        self.may_enrich(source)
    }

    async fn facts(
        &self,
        source: &str,
        rows: Vec<Place>,
    ) -> Result<Vec<Option<RowFacts>>, EnricherError> {
        self.facts(source, rows).await
    }
}
