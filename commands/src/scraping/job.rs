//! One run of one job: what searching and enriching both need from the log, the account and the rows.

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
use store::websites::{ReadDocument, ShownWebsite, WebsiteToRead};
use tokio_util::sync::CancellationToken;

use super::ports::WorkerPorts;
use super::turns::Turns;
use crate::dispatcher::{CommandPart, Context};
use crate::error::{CommandError, Refusal};
use crate::session_end::SessionEnd;

/// How often a running job checks whether it was cancelled.
pub(super) const LOOK: Duration = Duration::from_millis(250);
/// An abandoned hold expires after this.
const HOLD_FOR: SignedDuration = SignedDuration::from_mins(15);
/// The turn to pay for websites of a run that died ends after this.
const PAYING_TURN: Duration = Duration::from_secs(30);

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
    /// The job's own refusal of a command after its end.
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

/// A job that a worker runs.
pub(super) struct JobRun<'a> {
    pub(super) ports: &'a WorkerPorts,
    pub(super) session: SessionKey,
    /// Allows this run to store rows.
    lease: &'a Lease,
    /// Differs between any two runs of a job.
    id: String,
    stop: &'a CancellationToken,
    turns: &'a Mutex<Turns>,
}

impl<'a> JobRun<'a> {
    /// Run `number` under a lease.
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

    pub(super) fn is_stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Between two pieces of work: fails if the job must make room for another user's.
    pub(super) fn may_go_on(&self) -> Result<(), RunError> {
        let now = self.ports.clock.now();
        if Turns::of(self.turns).is_over_at_slice(self.session, now) {
            return Err(RunError::Yielded);
        }
        Ok(())
    }

    /// The job as the log has it, including other processes' events.
    pub(super) async fn job(&self) -> Result<ScrapeJob, RunError> {
        let id = self.session.to_string();
        let store = self.ports.dispatcher.store();
        let loaded = self.in_time(store.refresh::<ScrapeJob>(&id)).await?;
        Ok(loaded.aggregate().clone())
    }

    /// The same in the middle of the work; fails if the process is stopping or the job must make room for another
    /// user's.
    pub(super) async fn job_meanwhile(&self) -> Result<ScrapeJob, RunError> {
        if self.is_stopping() {
            return Err(RunError::Stopped);
        }
        if Turns::of(self.turns).is_over(self.session) {
            return Err(RunError::Yielded);
        }
        self.job().await
    }

    /// The name of this run's hold for the slice that starts at this row.
    pub(super) fn slice_hold(&self, first_row: u32) -> HoldId {
        HoldId::for_slice(self.session, first_row, &self.id)
    }

    /// The name of this run's hold for the enrichment of the rows from this one on.
    pub(super) fn enrichment_hold(&self, first_row: u32) -> HoldId {
        HoldId::for_enrichment(self.session, first_row, &self.id)
    }

    /// Holds up to `wanted` credits. Returns how many; none if no credits are left.
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
        // If it is gone, the job was taken over or ended in between: the log tells which.
        let open = account.aggregate().hold(hold).ok_or(RunError::Overtaken)?;
        Ok(Some(open.amount))
    }

    /// Releases what the job holds, whichever run took it.
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

    /// Does the owner's plan include enrichment? It may have changed since the request.
    pub(super) async fn plan_allows_enrichment(&self, owner: &UserId) -> Result<bool, RunError> {
        let store = self.ports.dispatcher.store();
        let account = store.refresh::<CreditAccount>(owner.as_str());
        let account = self.in_time(account).await?;
        let account = account.aggregate().at(self.ports.clock.now());
        Ok(account.tier().can_enrich())
    }

    /// Company keys of the session's rows.
    pub(super) async fn delivered_keys(&self, delivered: u32) -> Result<Vec<String>, RunError> {
        let documents = &self.ports.documents;
        self.in_time(documents.place_keys(self.session, delivered))
            .await
    }

    /// Stores rows from `first_row` on.
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

    /// Notes that the session has rows that must not be kept, before they are stored.
    pub(super) async fn note_expiring(&self) -> Result<(), RunError> {
        let sessions = self.ports.documents.expiring();
        let now = self.ports.clock.now().as_microsecond();
        self.in_time(sessions.note(self.session, now)).await
    }

    /// Up to `limit` stored rows from `first_row` on; at least one if `first_row` is below `delivered`.
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

    /// Stores the facts (JSON) of some rows of a range.
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

    /// The name of this run's hold for reading websites from this one on.
    pub(super) fn reading_hold(&self, first: u32) -> HoldId {
        HoldId::for_reading(self.session, first, &self.id)
    }

    /// The websites that the job is to read, from number `first` on.
    pub(super) async fn websites_to_read(
        &self,
        first: u32,
    ) -> Result<Vec<WebsiteToRead>, RunError> {
        let targets = self.ports.website_reads.targets(self.session, first);
        self.in_time(targets).await
    }

    /// What the owner has had read of these websites.
    pub(super) async fn websites_read_before(
        &self,
        owner: &UserId,
        websites: &[&str],
    ) -> Result<Vec<ShownWebsite>, RunError> {
        let reads = &self.ports.website_reads;
        self.in_time(reads.of_websites(owner.as_str(), websites))
            .await
    }

    /// Stores what websites say; returns the numbers of those whose saved companies are gone.
    pub(super) async fn store_websites(
        &self,
        of_companies: bool,
        read: &[ReadDocument],
    ) -> Result<Vec<u32>, RunError> {
        let reads = &self.ports.website_reads;
        self.in_time(reads.put(self.session, of_companies, read, self.lease))
            .await?
            .ok_or(RunError::LeaseLost)
    }

    /// Differs between any two runs of a job.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Allows this run to store rows.
    pub(super) const fn lease(&self) -> &Lease {
        self.lease
    }

    /// How many people and websites have asked to be removed.
    pub(super) async fn removed_contacts(&self) -> Result<i64, RunError> {
        self.in_time(self.ports.websites.removed()).await
    }

    /// Takes the owner's turn to pay for websites; false while another job has it. The next run of a job that died has
    /// its turn at once.
    pub(super) async fn takes_paying_turn(&self, owner: &UserId) -> Result<bool, RunError> {
        let (name, holder) = (paying_turn(owner), self.session.to_string());
        let taken = self.ports.leases.acquire(&name, &holder, PAYING_TURN);
        Ok(self.in_time(taken).await?.is_some())
    }

    /// Ends it. If that fails, it ends by itself.
    pub(super) async fn end_paying_turn(&self, owner: &UserId) {
        let (name, holder) = (paying_turn(owner), self.session.to_string());
        let released = self
            .in_time(self.ports.leases.release(&name, &holder))
            .await;
        if let Err(error) = released {
            tracing::warn!(%error, "a user's other readings have to wait");
        }
    }

    /// Shows the websites that the log has counted.
    pub(super) async fn show_websites(&self, counted: u32) -> Result<(), RunError> {
        let reads = &self.ports.website_reads;
        self.in_time(reads.show(self.session, counted)).await
    }

    /// Carries out parts together. If a hold is gone, or rows or cities are already there, the job has moved on:
    /// through another worker, or a commit of this one that came late.
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

    /// Ends the job, or the enrichment of its rows, and releases what it still holds, in one commit.
    pub(super) async fn end(&self, owner: &UserId, end: SessionEnd) -> Result<(), RunError> {
        let dispatcher = &self.ports.dispatcher;
        let context = self.context();
        let ending = Box::pin(dispatcher.end_session(self.session, owner, end, &context));
        self.in_time(ending).await?;
        Ok(())
    }

    /// The context of a command that only this run's lease allows.
    pub(super) fn context(&self) -> Context {
        let now = self.ports.clock.now();
        let mut context = Context::new(Actor::System, self.session.to_string(), now);
        context.guard = Some(self.lease.clone());
        context
    }

    /// The step's outcome, or an error if the database does not answer within the time of a read model's step.
    pub(super) async fn in_time<T, E: Into<RunError>>(
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

/// The lease of a user's turn to pay for websites.
fn paying_turn(owner: &UserId) -> String {
    format!("websites:{owner}")
}
