//! Starting and cancelling scrape jobs for their owner.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::credit_account::{CreditAccount, CreditRefusal};
use domain::ids::{SessionKey, UserId};
use domain::metadata::Actor;
use domain::scrape_job::{
    EnrichmentCommand, JobKind, OpenJobs, ScrapeJob, ScrapeJobCommand, ScrapeJobEventType, Search,
    WorkChange,
};
use store::StoreError;
use store::log::{CommandRecord, Cursor};
use uuid::Uuid;

use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher, Done};
use crate::error::{CommandError, Refusal};
use crate::session_end::SessionEnd;

/// Events read at a time.
const PORTION: usize = 5_000;
/// Shown to users whose plan has no enrichment (specification B5).
pub(crate) const ENRICHMENT_NEEDS_TIER: &str = "Data enrichment requires Business or Pro tier";

/// The API's commands on jobs.
#[derive(Clone)]
pub struct Jobs {
    dispatcher: Dispatcher,
    clock: Arc<dyn Clock>,
}

impl Jobs {
    /// Over the dispatcher.
    pub fn new(dispatcher: Dispatcher, clock: Arc<dyn Clock>) -> Self {
        Self { dispatcher, clock }
    }

    /// Queues a search under a new session key; its rows are enriched afterwards if `enrich` says so. Refused as by
    /// [`Jobs::may_start`], and if the user has the maximum of open jobs: `open_jobs` is the number that the caller
    /// has seen. A `record` makes it repeatable: the same key finds the first session.
    pub async fn start(
        &self,
        user: &UserId,
        search: Search,
        kind: JobKind,
        enrich: bool,
        open_jobs: OpenJobs,
        record: Option<CommandRecord>,
    ) -> Result<(SessionKey, Cursor), CommandError> {
        if let Some(first) = self.first_session(record.as_ref()).await? {
            return Ok(first);
        }
        self.may_start(user, enrich).await?;
        let session = SessionKey::new(Uuid::new_v4());
        let command = ScrapeJobCommand::Queue {
            user: user.clone(),
            search,
            kind,
            enrich,
            open_jobs,
        };
        let mut context = self.context(user, session);
        context.record = record.map(|record| CommandRecord {
            answer: session.to_string(),
            ..record
        });
        let done = self
            .dispatcher
            .execute::<ScrapeJob>(&session.to_string(), command, &context)
            .await?;
        match done {
            Done::Stored(cursor) => Ok((session, cursor)),
            Done::Repeated(first) => self.session_of(&first).await,
        }
    }

    /// Refuses if not one row could be paid for, and enrichment if the plan has none.
    pub async fn may_start(&self, user: &UserId, enrich: bool) -> Result<(), CommandError> {
        let account = self.account(user).await?;
        if enrich {
            plan_allows_enrichment(&account)?;
        }
        Ok(with_credits(&account)?)
    }

    /// The session of a request that was carried out before. A balance that it has used up since must not refuse its
    /// repetition.
    pub async fn first_session(
        &self,
        record: Option<&CommandRecord>,
    ) -> Result<Option<(SessionKey, Cursor)>, CommandError> {
        let Some(record) = record else {
            return Ok(None);
        };
        match self
            .dispatcher
            .store()
            .log()
            .find_command(&record.key)
            .await?
        {
            None => Ok(None),
            Some(first) if first.body_hash != record.body_hash => Err(CommandError::KeyReused),
            Some(first) => self.session_of(&first).await.map(Some),
        }
    }

    async fn session_of(
        &self,
        first: &CommandRecord,
    ) -> Result<(SessionKey, Cursor), CommandError> {
        let session = first.answer.parse().map_err(|_| {
            StoreError::Damaged("the record of a started job holds no session key".to_owned())
        })?;
        Ok((session, self.dispatcher.store().log().head().await?))
    }

    /// The user's account as it is now.
    async fn account(&self, user: &UserId) -> Result<CreditAccount, CommandError> {
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        Ok(account.aggregate().at(self.clock.now()))
    }

    /// Is a job of this user under this key in the log? Returns the cursor that a view must reach to show it.
    pub async fn recorded(
        &self,
        user: &UserId,
        session: SessionKey,
    ) -> Result<Option<Cursor>, CommandError> {
        let store = self.dispatcher.store();
        let job = store.load::<ScrapeJob>(&session.to_string()).await?;
        if job.aggregate().owner() != Some(user) {
            return Ok(None);
        }
        Ok(Some(store.log().head().await?))
    }

    /// Ends every job and every enrichment that the log's events up to `end` leave open, and releases what they hold:
    /// their rows are not where the log is now. Returns how many. Later ones continue.
    pub async fn end_all_open(&self, end: Cursor, reason: &str) -> Result<u64, CommandError> {
        let log = self.dispatcher.store().log();
        let mut open: BTreeSet<String> = BTreeSet::new();
        let mut at = Cursor::START;
        while at < end {
            let events = log.read_all_after(at, PORTION).await?;
            let Some(last) = events.last() else {
                break;
            };
            at = last.cursor;
            for event in events.into_iter().take_while(|event| event.cursor <= end) {
                let known = ScrapeJobEventType::from_name(&event.event_type);
                match known.map(ScrapeJobEventType::work) {
                    Some(WorkChange::Begins) => open.insert(event.aggregate_id),
                    Some(WorkChange::Ends) => open.remove(&event.aggregate_id),
                    Some(WorkChange::Unchanged) | None => false,
                };
            }
        }
        let mut ended = 0;
        for session in open {
            let job = self
                .dispatcher
                .store()
                .refresh::<ScrapeJob>(&session)
                .await?;
            let job = job.aggregate();
            let (Some(owner), Ok(session)) = (job.owner(), session.parse()) else {
                continue;
            };
            // Another process may be doing the same.
            if !job.status().is_runnable() && !job.enrichment().is_runnable() {
                continue;
            }
            let end = if job.enrichment().is_runnable() {
                SessionEnd::EnrichmentFailed(reason.to_owned())
            } else {
                SessionEnd::Failed(reason.to_owned())
            };
            let context = Context::new(Actor::Operator, format!("{session}"), self.clock.now());
            let done = self.dispatcher.end_session(session, owner, end, &context);
            done.await?;
            ended += 1;
        }
        Ok(ended)
    }

    /// Asks for the enrichment of the remaining rows; does nothing if it is under way or no row remains, so asking
    /// again is harmless. Refused like a start. Returns the end of the log.
    pub async fn enrich(
        &self,
        user: &UserId,
        session: SessionKey,
        open_jobs: OpenJobs,
    ) -> Result<Cursor, CommandError> {
        let store = self.dispatcher.store();
        let id = session.to_string();
        let job = store.refresh::<ScrapeJob>(&id).await?;
        let job = job.aggregate();
        if job.owner() != Some(user) {
            return Err(CommandError::NotFound("session"));
        }
        let account = self.account(user).await?;
        plan_allows_enrichment(&account)?;
        let enrichment = job.enrichment();
        if !enrichment.is_runnable() && enrichment.enriched() < job.delivered() {
            match with_credits(&account) {
                // What was paid for is returned again.
                Err(_) if enrichment.enriched() > 0 => return Ok(store.log().head().await?),
                enough => enough?,
            }
        }
        let context = self.context(user, session);
        let start = EnrichmentCommand::Start { open_jobs };
        let done = self
            .dispatcher
            .execute::<ScrapeJob>(&id, start.into(), &context)
            .await?;
        // Another call may have asked a moment ago: the caller must see that.
        Ok(done.cursor_or_head(store.log()).await?)
    }

    /// Stops the user's job, or the enrichment of its rows; what it holds is released in the same commit. A `record`
    /// makes it repeatable.
    pub async fn cancel(
        &self,
        user: &UserId,
        session: SessionKey,
        record: Option<CommandRecord>,
    ) -> Result<Cursor, CommandError> {
        let store = self.dispatcher.store();
        let loaded = store.refresh::<ScrapeJob>(&session.to_string()).await?;
        if loaded.aggregate().owner() != Some(user) {
            return Err(CommandError::NotFound("job"));
        }
        let mut context = self.context(user, session);
        context.record = record;
        let by = Actor::User(user.clone());
        let end = SessionEnd::Cancelled(by);
        let done = self
            .dispatcher
            .end_session(session, user, end, &context)
            .await?;
        Ok(done.cursor_or_head(store.log()).await?)
    }

    fn context(&self, user: &UserId, session: SessionKey) -> Context {
        Context::new(
            Actor::User(user.clone()),
            session.to_string(),
            self.clock.now(),
        )
    }
}

fn plan_allows_enrichment(account: &CreditAccount) -> Result<(), CommandError> {
    let allowed = account.tier().can_enrich();
    allowed
        .then_some(())
        .ok_or(CommandError::NotInPlan(ENRICHMENT_NEEDS_TIER))
}

/// Refused if not one row could be paid for.
fn with_credits(account: &CreditAccount) -> Result<(), Refusal> {
    match account.available() {
        available @ ..1 => Err(CreditRefusal::InsufficientCredits { available }.into()),
        _ => Ok(()),
    }
}
