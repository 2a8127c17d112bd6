//! One job, from where the log says it stands to its end.

use std::sync::Arc;
use std::time::Duration;

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal, ReleaseReason};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::scrape_job::{
    CompletionReason, EnrichmentRefusal, JobStatus, ScrapeJob, ScrapeJobCommand, ScrapeJobRefusal,
    Search,
};
use futures::StreamExt;
use jiff::SignedDuration;
use places::{PlaceQuery, PlaceSource, Sources};
use store::documents::Documents;
use store::leases::Lease;
use tokio_util::sync::CancellationToken;

use super::delivery::Delivery;
use super::enrichment::ERROR_OF_OURS;
use crate::clock::Clock;
use crate::dispatcher::{CommandPart, Context, Dispatcher, on};
use crate::enricher::Enricher;
use crate::error::{CommandError, Refusal};

/// How often a running job looks whether it was cancelled.
pub(super) const LOOK: Duration = Duration::from_millis(250);
/// After that long an abandoned hold may be swept away.
const HOLD_FOR: SignedDuration = SignedDuration::from_mins(15);

/// Why a run ended before the job did.
#[derive(Debug, thiserror::Error)]
pub(super) enum RunError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("the process is stopping")]
    Stopped,
    #[error("another worker has taken the job over")]
    LeaseLost,
    #[error("the job is not where this run believed it: to be read from the log again")]
    Overtaken,
}

impl From<store::StoreError> for RunError {
    fn from(error: store::StoreError) -> Self {
        Self::Command(error.into())
    }
}

/// What a job's run needs.
pub(super) struct JobRun<'a> {
    pub(super) dispatcher: &'a Dispatcher,
    pub(super) documents: &'a Documents,
    pub(super) sources: &'a Sources,
    pub(super) enricher: &'a Enricher,
    pub(super) clock: &'a dyn Clock,
    pub(super) session: SessionKey,
    /// What allows this run to store rows.
    pub(super) lease: &'a Lease,
    /// Never the same for two runs of a job.
    pub(super) id: String,
}

/// What the job itself answers to a command after its end.
fn ended(status: JobStatus) -> RunError {
    let refusal = Refusal::ScrapeJob(ScrapeJobRefusal::Ended(status));
    RunError::Command(refusal.into())
}

/// How a job ends.
enum End {
    Completed(CompletionReason),
    Failed(String),
}

impl JobRun<'_> {
    /// Runs the job, or the enrichment of its rows. Somebody else may end either at any moment, between a
    /// hold and its delivery too: then what it holds is given back here, also by a worker that finds it
    /// ended after a crash.
    pub(super) async fn to_its_end(&self, stop: &CancellationToken) -> Result<(), RunError> {
        match self.run(stop).await {
            Err(RunError::Command(CommandError::Refused(Refusal::ScrapeJob(refusal)))) => {
                match refusal {
                    ScrapeJobRefusal::Ended(status) => self.release(status).await,
                    ScrapeJobRefusal::Enrichment(EnrichmentRefusal::NotProcessing(_)) => {
                        self.release(JobStatus::Cancelled).await
                    }
                    refusal => Err(RunError::Command(Refusal::from(refusal).into())),
                }
            }
            ended => ended,
        }
    }

    async fn release(&self, ended: JobStatus) -> Result<(), RunError> {
        let Some(owner) = self.job().await?.owner().cloned() else {
            return Ok(());
        };
        let reason = match ended {
            JobStatus::Failed => ReleaseReason::JobFailed,
            JobStatus::Cancelled => ReleaseReason::JobCancelled,
            _ => ReleaseReason::JobCompleted,
        };
        self.release_holds(&owner, reason).await
    }

    pub(super) async fn release_holds(
        &self,
        owner: &UserId,
        reason: ReleaseReason,
    ) -> Result<(), RunError> {
        let context = self.context();
        let release = CreditCommand::ReleaseSession {
            session: self.session,
            reason,
            now: context.at,
        };
        self.dispatcher
            .execute::<CreditAccount>(owner.as_str(), release, &context)
            .await?;
        Ok(())
    }

    async fn run(&self, stop: &CancellationToken) -> Result<(), RunError> {
        let job = self.job().await?;
        let (Some(owner), Some(search)) = (job.owner().cloned(), job.search().cloned()) else {
            return Ok(());
        };
        if job.enrichment().is_runnable() {
            return self.enrich(&owner, stop).await;
        }
        if job.status().is_end() {
            return Err(ended(job.status()));
        }
        // What an earlier run held is given back, so that it cannot settle any more.
        self.release_holds(&owner, ReleaseReason::TakenOver).await?;
        let wanted = job.source().or(search.source.as_deref());
        let Some(source) = self.source(wanted) else {
            let name = wanted.unwrap_or_default();
            let reason = format!("There is no maps service called '{name}'.");
            return self.end(&owner, End::Failed(reason)).await;
        };
        let descriptor = source.descriptor();
        self.tell(ScrapeJobCommand::Start {
            source: descriptor.name,
            sample: descriptor.is_sample,
        })
        .await?;
        let end = self.search(&owner, &search, &job, &source, stop).await?;
        self.end(&owner, end).await
    }

    /// Asks once a job: a job stays with one source.
    fn source(&self, wanted: Option<&str>) -> Option<Arc<dyn PlaceSource>> {
        match wanted {
            Some(name) => self.sources.by_name(name),
            None => Some(self.sources.active()),
        }
    }

    async fn search(
        &self,
        owner: &UserId,
        search: &Search,
        job: &ScrapeJob,
        source: &Arc<dyn PlaceSource>,
        stop: &CancellationToken,
    ) -> Result<End, RunError> {
        let mut delivery = Delivery::resume(self, owner, search, job).await?;
        for (city, name) in (0_u32..)
            .zip(&search.cities)
            .skip(job.cities_done() as usize)
        {
            let query = match PlaceQuery::new(&search.term, search.state.as_str(), name) {
                Ok(query) => query,
                Err(error) => return Ok(End::Failed(error.to_string())),
            };
            let mut places = source.search(query);
            let mut found = 0;
            let mut look = tokio::time::interval(LOOK);
            loop {
                let next = tokio::select! {
                    biased;
                    _ = look.tick() => {
                        self.still_wanted(stop).await?;
                        // However long the look took, the search has its turn before the next.
                        look.reset();
                        continue;
                    }
                    next = places.next() => next,
                };
                match next {
                    None => break,
                    Some(Err(error)) => {
                        delivery.flush().await?;
                        return Ok(End::Failed(error.to_string()));
                    }
                    Some(Ok(place)) => {
                        found += 1;
                        if let Some(reason) = delivery.take(&place).await? {
                            return Ok(End::Completed(reason));
                        }
                    }
                }
            }
            delivery.finish_city(city, found).await?;
        }
        Ok(End::Completed(CompletionReason::AllFound))
    }

    /// Ends a job that no trying again will help.
    pub(super) async fn give_up(&self) -> Result<(), RunError> {
        let job = self.job().await?;
        let Some(owner) = job.owner() else {
            return Ok(());
        };
        if job.enrichment().is_runnable() {
            return self.fail_enrichment(owner, ERROR_OF_OURS).await;
        }
        let reason = "The job could not be finished because of an error on our side.".to_owned();
        self.end(owner, End::Failed(reason)).await
    }

    /// Holds up to `wanted` credits. Answers how many, none where no credits are left.
    pub(super) async fn hold(
        &self,
        owner: &UserId,
        hold: &HoldId,
        wanted: Credits,
    ) -> Result<Option<Credits>, RunError> {
        let context = self.context();
        let command = CreditCommand::HoldCredits {
            hold: hold.clone(),
            session: self.session,
            wanted,
            expires_at: context.at.saturating_add(HOLD_FOR).unwrap_or(context.at),
            now: context.at,
        };
        let owner = owner.as_str();
        let held = self
            .dispatcher
            .execute::<CreditAccount>(owner, command, &context)
            .await;
        match held {
            Ok(_) => {}
            Err(CommandError::Refused(Refusal::Credit(CreditRefusal::InsufficientCredits {
                ..
            }))) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(owner).await?;
        // Where it is gone, somebody has taken the job over, or ended it, in between: the log tells.
        let open = account.aggregate().hold(hold).ok_or(RunError::Overtaken)?;
        Ok(Some(open.amount))
    }

    /// Fails where somebody has cancelled the job or the process is stopping.
    async fn still_wanted(&self, stop: &CancellationToken) -> Result<(), RunError> {
        if stop.is_cancelled() {
            return Err(RunError::Stopped);
        }
        let status = self.job().await?.status();
        if status.is_end() {
            return Err(ended(status));
        }
        Ok(())
    }

    /// Ends the job and gives back what it still holds, in one commit: credits first, so that nobody
    /// sees the end before them.
    async fn end(&self, owner: &UserId, end: End) -> Result<(), RunError> {
        let (command, reason) = match end {
            End::Completed(reason) => (
                ScrapeJobCommand::Complete { reason },
                ReleaseReason::JobCompleted,
            ),
            End::Failed(reason) => (ScrapeJobCommand::Fail { reason }, ReleaseReason::JobFailed),
        };
        let context = self.context();
        let release = CreditCommand::ReleaseSession {
            session: self.session,
            reason,
            now: context.at,
        };
        let parts = [
            on::<CreditAccount>(owner.as_str(), vec![release]),
            on::<ScrapeJob>(self.session.to_string(), vec![command]),
        ];
        self.dispatcher.execute_all(&parts, &context).await?;
        Ok(())
    }

    /// Carries parts out together. A hold that is gone, and rows that somebody else has enriched, say that
    /// another worker has taken the job over.
    pub(super) async fn carry_out(&self, parts: &[Box<dyn CommandPart>]) -> Result<(), RunError> {
        let done = self.dispatcher.execute_all(parts, &self.context()).await;
        match done {
            Ok(_) => Ok(()),
            Err(CommandError::Refused(
                Refusal::Credit(CreditRefusal::HoldNotOpen(_))
                | Refusal::ScrapeJob(ScrapeJobRefusal::Enrichment(
                    EnrichmentRefusal::RowsOutOfOrder { .. },
                )),
            )) => Err(RunError::Overtaken),
            Err(error) => Err(error.into()),
        }
    }

    /// The job as the log has it, other processes' events included.
    pub(super) async fn job(&self) -> Result<ScrapeJob, RunError> {
        let id = self.session.to_string();
        let loaded = self.dispatcher.store().refresh::<ScrapeJob>(&id).await?;
        Ok(loaded.aggregate().clone())
    }

    async fn tell(&self, command: ScrapeJobCommand) -> Result<(), RunError> {
        self.dispatcher
            .execute::<ScrapeJob>(&self.session.to_string(), command, &self.context())
            .await?;
        Ok(())
    }

    pub(super) fn context(&self) -> Context {
        Context::new(Actor::System, self.session.to_string(), self.clock.now())
    }
}
