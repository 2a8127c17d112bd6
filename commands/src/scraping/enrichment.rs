//! The enrichment of a job's rows, slice by slice: facts are found, credits held for the rows that have
//! any, the facts stored, and then paid and counted in one commit. Rows of which nothing is known cost
//! nothing.

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand, DebitKind, ReleaseReason};
use domain::ids::{HoldId, UserId};
use domain::scrape_job::{EnrichmentCommand, EnrichmentReason, EnrichmentRefusal, ScrapeJob};
use enrichment::RowFacts;
use places::Place;
use store::StoreError;
use tokio_util::sync::CancellationToken;

use super::run::{JobRun, LOOK, RunError};
use crate::dispatcher::on;
use crate::enricher::EnricherError;
use crate::error::{CommandError, Refusal};

/// Rows in a slice.
const SLICE_ROWS: u32 = 50;

/// What the owner hears; what it was stands in the log of the server.
pub(super) const ERROR_OF_OURS: &str =
    "The results could not be enriched because of an error on our side.";

/// What is known of the rows of a slice.
type Facts = Vec<Option<RowFacts>>;

impl JobRun<'_> {
    /// Enriches the rows that are left, as far as credits go.
    pub(super) async fn enrich(
        &self,
        owner: &UserId,
        stop: &CancellationToken,
    ) -> Result<(), RunError> {
        // What an earlier run held is given back, so that it cannot settle any more.
        self.release_holds(owner, ReleaseReason::TakenOver).await?;
        loop {
            let job = self.still_enriching(stop).await?;
            let first_row = job.enrichment().enriched();
            if first_row >= job.delivered() {
                let reason = EnrichmentReason::AllEnriched;
                return self.complete_enrichment(owner, reason).await;
            }
            let places = self.places(first_row, job.delivered()).await?;
            let source = job.source().unwrap_or_default();
            let facts = match self.facts(source, places, stop).await? {
                Ok(facts) => facts,
                Err(_) if stop.is_cancelled() => return Err(RunError::Stopped),
                Err(error) => {
                    tracing::error!(job = %self.session, %error, "an enrichment failed");
                    return self.fail_enrichment(owner, ERROR_OF_OURS).await;
                }
            };
            if !self.pay_for(owner, first_row, &facts).await? {
                let reason = EnrichmentReason::CreditsUsedUp;
                return self.complete_enrichment(owner, reason).await;
            }
        }
    }

    async fn places(&self, first_row: u32, delivered: u32) -> Result<Vec<Place>, RunError> {
        let rows = self
            .documents
            .read(self.session, first_row, SLICE_ROWS, delivered)
            .await?;
        let places = (first_row..)
            .zip(rows)
            .map(|(expected, (row_idx, document))| {
                let place = serde_json::from_str(&document).map_err(|error| error.to_string());
                match place {
                    Ok(place) if row_idx == expected => Ok(place),
                    Ok(_) => Err("it is missing".to_owned()),
                    Err(error) => Err(error),
                }
                .map_err(|why| {
                    StoreError::Damaged(format!("row {expected} of {}: {why}", self.session))
                })
            });
        let places: Vec<Place> = places.collect::<Result<_, StoreError>>()?;
        if places.is_empty() {
            let why = format!("row {first_row} of {}: it is missing", self.session);
            return Err(StoreError::Damaged(why).into());
        }
        Ok(places)
    }

    /// Asks the enricher, and looks in between whether the facts are still wanted.
    async fn facts(
        &self,
        source: &str,
        places: Vec<Place>,
        stop: &CancellationToken,
    ) -> Result<Result<Facts, EnricherError>, RunError> {
        let mut facts = std::pin::pin!(self.enricher.facts(source, places));
        loop {
            tokio::select! {
                facts = &mut facts => return Ok(facts),
                () = tokio::time::sleep(LOOK) => {
                    self.still_enriching(stop).await?;
                }
            }
        }
    }

    /// Stores and pays the first rows that the user's credits cover. False where they cover none.
    async fn pay_for(
        &self,
        owner: &UserId,
        first_row: u32,
        facts: &[Option<RowFacts>],
    ) -> Result<bool, RunError> {
        let wanted = facts.iter().flatten().count() as Credits;
        let hold = HoldId::for_enrichment(self.session, first_row, &self.id);
        let held = match wanted {
            0 => 0,
            _ => self.hold(owner, &hold, wanted).await?.unwrap_or_default(),
        };
        let mut stored: Vec<(u32, String)> = Vec::new();
        let mut next = first_row;
        for row in facts {
            if let Some(row) = row {
                if stored.len() as Credits == held {
                    break;
                }
                let document = serde_json::to_string(row)
                    .expect("facts are strings and finite numbers: always JSON");
                stored.push((next, document));
            }
            next += 1;
        }
        if next == first_row {
            return Ok(false);
        }
        if !self
            .documents
            .put_facts(self.session, first_row..next, &stored, self.lease)
            .await?
        {
            return Err(RunError::LeaseLost);
        }
        let with_facts = u32::try_from(stored.len()).unwrap_or(u32::MAX);
        let count = EnrichmentCommand::EnrichRows {
            first_row,
            rows: next - first_row,
            with_facts,
        };
        let mut parts = Vec::new();
        if held > 0 {
            let settle = CreditCommand::SettleHold {
                hold,
                results: with_facts,
                kind: DebitKind::Enrichment,
                now: self.context().at,
            };
            parts.push(on::<CreditAccount>(owner.as_str(), vec![settle]));
        }
        parts.push(on::<ScrapeJob>(
            self.session.to_string(),
            vec![count.into()],
        ));
        self.carry_out(&parts).await?;
        Ok(true)
    }

    async fn complete_enrichment(
        &self,
        owner: &UserId,
        reason: EnrichmentReason,
    ) -> Result<(), RunError> {
        let complete = EnrichmentCommand::Complete { reason };
        self.end_enrichment(owner, complete, ReleaseReason::JobCompleted)
            .await
    }

    pub(super) async fn fail_enrichment(
        &self,
        owner: &UserId,
        reason: &str,
    ) -> Result<(), RunError> {
        let reason = reason.to_owned();
        let fail = EnrichmentCommand::Fail { reason };
        self.end_enrichment(owner, fail, ReleaseReason::JobFailed)
            .await
    }

    /// Ends the run and gives back what it still holds, in one commit.
    async fn end_enrichment(
        &self,
        owner: &UserId,
        end: EnrichmentCommand,
        reason: ReleaseReason,
    ) -> Result<(), RunError> {
        let release = CreditCommand::ReleaseSession {
            session: self.session,
            reason,
            now: self.context().at,
        };
        let parts = [
            on::<CreditAccount>(owner.as_str(), vec![release]),
            on::<ScrapeJob>(self.session.to_string(), vec![end.into()]),
        ];
        self.carry_out(&parts).await
    }

    /// The job as the log has it; fails where its rows are not to be enriched any more.
    async fn still_enriching(&self, stop: &CancellationToken) -> Result<ScrapeJob, RunError> {
        if stop.is_cancelled() {
            return Err(RunError::Stopped);
        }
        let job = self.job().await?;
        let enrichment = job.enrichment();
        if enrichment.is_processing() {
            return Ok(job);
        }
        let refusal = EnrichmentRefusal::NotProcessing(enrichment.status());
        Err(CommandError::from(Refusal::ScrapeJob(refusal.into())).into())
    }
}
