//! One run of one job: what searching and enriching both ask of the log, the account and the rows.

use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal, ReleaseReason};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::scrape_job::{EnrichmentRefusal, JobStatus, ScrapeJob, ScrapeJobRefusal};
use jiff::SignedDuration;
use places::Place;
use store::StoreError;
use store::documents::ResultRow;
use store::leases::Lease;
use tokio_util::sync::CancellationToken;

use super::ports::WorkerPorts;
use super::turns::Turns;
use crate::dispatcher::{CommandPart, Context};
use crate::error::{CommandError, Refusal};
use crate::session_end::SessionEnd;

/// How often a running job looks whether it was cancelled.
pub(super) const LOOK: Duration = Duration::from_millis(250);
/// After that long an abandoned hold may be swept away.
const HOLD_FOR: SignedDuration = SignedDuration::from_mins(15);

/// Why a run ended before the job did.
#[derive(Debug, thiserror::Error)]
pub(super) enum RunError {
    #[error(transparent)]
    Command(CommandError),
    #[error("the process is stopping")]
    Stopped,
    #[error("{0}")]
    Panicked(String),
    #[error("another worker has taken the job over")]
    LeaseLost,
    #[error("another user's job has its turn")]
    Yielded,
    #[error("the job has moved on without this run and has to be read from the log again")]
    Overtaken,
}

impl RunError {
    /// What the job itself answers to a command after its end.
    pub(super) fn ended(status: JobStatus) -> Self {
        Self::refused(ScrapeJobRefusal::Ended(status))
    }

    pub(super) fn refused(refusal: ScrapeJobRefusal) -> Self {
        Self::Command(Refusal::ScrapeJob(refusal).into())
    }
}

impl From<CommandError> for RunError {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Overtaken => Self::LeaseLost,
            error => Self::Command(error),
        }
    }
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> Self {
        Self::Command(error.into())
    }
}

/// A job in the hands of a worker.
pub(super) struct JobRun<'a> {
    pub(super) ports: &'a WorkerPorts,
    pub(super) session: SessionKey,
    /// What allows this run to store rows.
    lease: &'a Lease,
    /// Never the same for two runs of a job.
    id: String,
    stop: &'a CancellationToken,
    turns: &'a Mutex<Turns>,
}

impl<'a> JobRun<'a> {
    /// The run of that number under a lease.
    pub(super) fn new(
        ports: &'a WorkerPorts,
        session: SessionKey,
        lease: &'a Lease,
        number: u32,
        stop: &'a CancellationToken,
        turns: &'a Mutex<Turns>,
    ) -> Self {
        Self {
            ports,
            session,
            lease,
            id: format!("{}.{number}", lease.fence),
            stop,
            turns,
        }
    }

    /// Is the process stopping?
    pub(super) fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Between two pieces of work: fails where another user's job is to have its turn.
    pub(super) fn may_go_on(&self) -> Result<(), RunError> {
        let now = self.ports.clock.now();
        if Turns::of(self.turns).is_over_at_slice(self.session, now) {
            return Err(RunError::Yielded);
        }
        Ok(())
    }

    /// The job as the log has it, other processes' events included.
    pub(super) async fn job(&self) -> Result<ScrapeJob, RunError> {
        let id = self.session.to_string();
        let store = self.ports.dispatcher.store();
        let loaded = self.in_time(store.refresh::<ScrapeJob>(&id)).await?;
        Ok(loaded.aggregate().clone())
    }

    /// The same in the middle of the work; fails where the process is stopping, and where another user's job is to have
    /// the place of one of this user's.
    pub(super) async fn job_meanwhile(&self) -> Result<ScrapeJob, RunError> {
        if self.is_stopping() {
            return Err(RunError::Stopped);
        }
        if Turns::of(self.turns).is_over(self.session) {
            return Err(RunError::Yielded);
        }
        self.job().await
    }

    /// The name of this run's hold for the slice of rows that starts there.
    pub(super) fn slice_hold(&self, first_row: u32) -> HoldId {
        HoldId::for_slice(self.session, first_row, &self.id)
    }

    /// The name of this run's hold for the enrichment of the rows that start there.
    pub(super) fn enrichment_hold(&self, first_row: u32) -> HoldId {
        HoldId::for_enrichment(self.session, first_row, &self.id)
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
        let dispatcher = &self.ports.dispatcher;
        let held = dispatcher.execute::<CreditAccount>(owner, command, &context);
        match self.in_time(held).await {
            Ok(_) => {}
            Err(RunError::Command(CommandError::Refused(Refusal::Credit(
                CreditRefusal::InsufficientCredits { .. },
            )))) => return Ok(None),
            Err(error) => return Err(error),
        }
        let account = self
            .in_time(dispatcher.store().refresh::<CreditAccount>(owner))
            .await?;
        // Where it is gone, somebody has taken the job over, or ended it, in between: the log tells.
        let open = account.aggregate().hold(hold).ok_or(RunError::Overtaken)?;
        Ok(Some(open.amount))
    }

    /// Gives back what the job holds, whichever run took it.
    pub(super) async fn release(
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
        let dispatcher = &self.ports.dispatcher;
        self.in_time(dispatcher.execute::<CreditAccount>(owner.as_str(), release, &context))
            .await?;
        Ok(())
    }

    /// Does the owner's plan include enrichment? It may have changed since it was asked for.
    pub(super) async fn plan_allows_enrichment(&self, owner: &UserId) -> Result<bool, RunError> {
        let store = self.ports.dispatcher.store();
        let account = store.refresh::<CreditAccount>(owner.as_str());
        let account = self.in_time(account).await?;
        let account = account.aggregate().at(self.ports.clock.now());
        Ok(account.tier().can_enrich())
    }

    /// Company keys of the rows that the session has.
    pub(super) async fn delivered_keys(&self, delivered: u32) -> Result<Vec<String>, RunError> {
        let documents = &self.ports.documents;
        self.in_time(documents.place_keys(self.session, delivered))
            .await
    }

    /// Stores rows at `first_row` and after.
    pub(super) async fn store_rows(
        &self,
        first_row: u32,
        rows: &[ResultRow],
    ) -> Result<(), RunError> {
        let documents = &self.ports.documents;
        let stored = documents.put(self.session, first_row, rows, Some(self.lease));
        self.in_time(stored)
            .await?
            .then_some(())
            .ok_or(RunError::LeaseLost)
    }

    /// Notes that the session has rows that may not be kept, before they are stored.
    pub(super) async fn note_passing(&self) -> Result<(), RunError> {
        let sessions = self.ports.documents.passing();
        let now = self.ports.clock.now().as_microsecond();
        self.in_time(sessions.note(self.session, now)).await
    }

    /// Up to `limit` stored rows from `first_row` on; at least one, where it is below `delivered`.
    pub(super) async fn stored_rows(
        &self,
        first_row: u32,
        limit: u32,
        delivered: u32,
    ) -> Result<Vec<Place>, RunError> {
        let damaged = |row: u32, why: &str| {
            StoreError::Damaged(format!("row {row} of {}: {why}", self.session))
        };
        let documents = &self.ports.documents;
        let rows = self
            .in_time(documents.read(self.session, first_row, limit, delivered))
            .await?;
        if rows.is_empty() {
            return Err(damaged(first_row, "it is missing").into());
        }
        let places = (first_row..)
            .zip(rows)
            .map(|(expected, (row_idx, document))| {
                if row_idx != expected {
                    return Err(damaged(expected, "it is missing"));
                }
                serde_json::from_str(&document).map_err(|why| damaged(expected, &why.to_string()))
            });
        Ok(places.collect::<Result<_, StoreError>>()?)
    }

    /// Stores the facts of some of the rows of a range, JSON text each.
    pub(super) async fn store_facts(
        &self,
        range: Range<u32>,
        facts: &[(u32, String)],
    ) -> Result<(), RunError> {
        let documents = &self.ports.documents;
        let stored = documents.put_facts(self.session, range, facts, self.lease);
        self.in_time(stored)
            .await?
            .then_some(())
            .ok_or(RunError::LeaseLost)
    }

    /// Carries parts out together. A hold that is gone, and rows or cities that are there already, say that the
    /// job has moved on: by another worker, or by a commit of this one that came late.
    pub(super) async fn carry_out(&self, parts: &[Box<dyn CommandPart>]) -> Result<(), RunError> {
        let dispatcher = &self.ports.dispatcher;
        let context = self.context();
        match self.in_time(dispatcher.execute_all(parts, &context)).await {
            Ok(_) => Ok(()),
            Err(RunError::Command(CommandError::Refused(
                Refusal::Credit(CreditRefusal::HoldNotOpen(_))
                | Refusal::ScrapeJob(
                    ScrapeJobRefusal::RowOutOfOrder { .. }
                    | ScrapeJobRefusal::CityOutOfOrder { .. }
                    | ScrapeJobRefusal::Enrichment(EnrichmentRefusal::RowsOutOfOrder { .. }),
                ),
            ))) => Err(RunError::Overtaken),
            Err(error) => Err(error),
        }
    }

    /// Ends the job, or the enrichment of its rows, and gives back what it still holds, in one commit.
    pub(super) async fn end(&self, owner: &UserId, end: SessionEnd) -> Result<(), RunError> {
        let dispatcher = &self.ports.dispatcher;
        let context = self.context();
        self.in_time(dispatcher.end_session(self.session, owner, end, &context))
            .await?;
        Ok(())
    }

    /// Of a command that only this run's lease allows.
    pub(super) fn context(&self) -> Context {
        let now = self.ports.clock.now();
        let mut context = Context::new(Actor::System, self.session.to_string(), now);
        context.guard = Some(self.lease.clone());
        context
    }

    /// The step's outcome, or that the database is silent: as long as a read model's step is waited for.
    async fn in_time<T, E: Into<RunError>>(
        &self,
        step: impl Future<Output = Result<T, E>>,
    ) -> Result<T, RunError> {
        let longest = self.ports.dispatcher.store().log().limits().step();
        let silent = || StoreError::Unavailable(sqlx::Error::PoolTimedOut).into();
        match tokio::time::timeout(longest, step).await {
            Ok(outcome) => outcome.map_err(Into::into),
            Err(_) => Err(silent()),
        }
    }
}
