//! What a worker works with, and what it asks for facts.

use std::sync::Arc;

use async_trait::async_trait;
use enrichment::RowFacts;
use places::{Place, Sources};
use store::documents::Documents;
use store::leases::Leases;

use super::queue::WorkTable;
use crate::clock::Clock;
use crate::dispatcher::Dispatcher;
use crate::enricher::{Enricher, EnricherError};
use crate::limits::LiveLimits;

/// The ports of a worker.
#[derive(Clone)]
pub struct WorkerPorts {
    /// Carries its commands out.
    pub dispatcher: Dispatcher,
    /// Where rows and their facts are stored.
    pub documents: Documents,
    /// The maps services.
    pub sources: Arc<Sources>,
    /// What users may ask of those that are live.
    pub live: Arc<LiveLimits>,
    /// What knows facts of rows.
    pub facts: Arc<dyn FactSource>,
    /// Who may work on a job.
    pub leases: Leases,
    /// The jobs that wait.
    pub work: WorkTable,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// Knows facts of rows.
#[async_trait]
pub trait FactSource: Send + Sync {
    /// The row, its position marked where that contradicts what else it says.
    async fn judged(&self, row: Place) -> Place;

    /// Do the terms of a maps service allow its rows to be enriched?
    fn may_enrich(&self, source: &str) -> bool;

    /// What is known of each of the rows of a maps service, in their order; none where nothing is.
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
