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
/// Refusal of an enrichment that the plan does not include (specification B5).
pub(crate) const ENRICHMENT_NEEDS_TIER: &str = "Data enrichment requires Business or Pro tier";

/// The users' jobs.
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

    /// Queues a search under a new session key, once [`Jobs::may_start`] allows it; `enrich` has its rows enriched
    /// afterwards. Refused if the user has too many open jobs. A `record` makes it repeatable: the same key finds the
    /// first session.
    pub async fn start(
        &self,
        user: &UserId,
        search: Search,
        kind: JobKind,
        enrich: bool,
        open_jobs: OpenJobs,
        record: Option<CommandRecord>,
    ) -> Result<(SessionKey, Cursor), CommandError> {
        let session = SessionKey::new(Uuid::new_v4());
        self.start_as(session, user, search, kind, enrich, open_jobs, record)
            .await
    }

    /// The same under a session key that is new.
    #[expect(
        clippy::too_many_arguments,
        reason = "what is queued, for whom, and how it is repeated"
    )]
    pub(crate) async fn start_as(
        &self,
        session: SessionKey,
        user: &UserId,
        search: Search,
        kind: JobKind,
        enrich: bool,
        open_jobs: OpenJobs,
        record: Option<CommandRecord>,
    ) -> Result<(SessionKey, Cursor), CommandError> {
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
            Done::Repeated(first) => {
                let head = self.dispatcher.store().log().head().await?;
                Ok((session_of(&first)?, head))
            }
        }
    }

    /// The session that an earlier identical request has started, if any: the credits that it has used since must not
    /// refuse its repetition. Else refused if not one row could be paid, or if the plan cannot `enrich`.
    pub async fn may_start(
        &self,
        user: &UserId,
        enrich: bool,
        record: Option<&CommandRecord>,
    ) -> Result<Option<SessionKey>, CommandError> {
        if let Some(record) = record {
            let log = self.dispatcher.store().log();
            match log.find_command(&record.key).await? {
                None => {}
                Some(first) if first.body_hash != record.body_hash => {
                    return Err(CommandError::KeyReused);
                }
                Some(first) => return session_of(&first).map(Some),
            }
        }
        let account = self.account(user).await?;
        if enrich {
            plan_allows_enrichment(&account)?;
        }
        with_credits(&account)?;
        Ok(None)
    }

    /// The user's account as it is now.
    async fn account(&self, user: &UserId) -> Result<CreditAccount, CommandError> {
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        Ok(account.aggregate().at(self.clock.now()))
    }

    /// Where a view must have come to show the user's job; `None` if the log has no such job of this user.
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

    /// Ends every job and enrichment that the events up to `end` leave open, and releases what they hold: their rows did
    /// not come with the log. Returns how many. Those started since continue.
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
            // Another process may be ending it too.
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

    /// Starts the enrichment of the remaining rows. Does nothing if it is running already, or if no row remains, so
    /// asking again is harmless. Refused as a start is. Returns where the log ends.
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
        // Another call may have started it a moment ago; the caller must see that.
        Ok(done.cursor_or_head(store.log()).await?)
    }

    /// Stops the user's job, or the enrichment of its rows, and releases what it holds in the same commit. A `record`
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

fn session_of(first: &CommandRecord) -> Result<SessionKey, CommandError> {
    let damaged = "the record of a started job holds no session key";
    let session = first.answer.parse();
    session.map_err(|_| StoreError::Damaged(damaged.to_owned()).into())
}

fn plan_allows_enrichment(account: &CreditAccount) -> Result<(), CommandError> {
    let allowed = account.tier().can_enrich();
    allowed
        .then_some(())
        .ok_or(CommandError::NotInPlan(ENRICHMENT_NEEDS_TIER))
}

/// Refused if not one row could be paid.
fn with_credits(account: &CreditAccount) -> Result<(), Refusal> {
    match account.available() {
        available @ ..1 => Err(CreditRefusal::InsufficientCredits { available }.into()),
        _ => Ok(()),
    }
}
