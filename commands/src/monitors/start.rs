//! Commands on monitors, for their owners and for the keeper.

use std::sync::Arc;

use domain::credit_account::CreditAccount;
use domain::ids::{MonitorId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::monitor::{
    Monitor, MonitorCommand, MonitorCreated, MonitorRefusal, PausedBy, SkipReason, Terms,
    TermsChange,
};
use domain::scrape_job::{
    First, JobKind, MonitorRun, OpenJobs, ScrapeJob, ScrapeJobCommand, Search,
};
use jiff::Timestamp;
use places::Sources;
use store::log::{CommandRecord, Cursor};
use store::monitors::{MonitorAgenda, MonitorDocuments};
use store::user_keys::UserKeys;
use uuid::Uuid;

use super::fold::fold_open_runs;
use super::reactor::note;
use super::sources::{NotAsked, Releases, ask};
use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher, Done, on};
use crate::error::{CommandError, Refusal};
use crate::jobs::ENRICHMENT_NEEDS_TIER;
use crate::scraping::FactSource;

/// Runs of a user that are under way at once.
const MOST_RUNNING: u32 = 2;

/// What monitors work with.
#[derive(Clone)]
pub struct MonitorPorts {
    pub dispatcher: Dispatcher,
    pub sources: Arc<Sources>,
    pub facts: Arc<dyn FactSource>,
    pub agenda: MonitorAgenda,
    pub documents: MonitorDocuments,
    /// With which what is known is closed.
    pub keys: UserKeys,
    pub clock: Arc<dyn Clock>,
}

/// The users' monitors.
#[derive(Clone)]
pub struct Monitors {
    pub(super) ports: MonitorPorts,
}

/// A monitor to create.
#[derive(Debug, Clone)]
pub struct NewMonitor {
    pub search: Search,
    pub terms: Terms,
    pub first: First,
    /// An earlier search of the user, whose rows count as known and paid.
    pub known_from: Option<SessionKey>,
}

/// Why a search cannot be watched.
#[derive(Debug, thiserror::Error)]
pub enum NotWatchable {
    #[error("Choose cities or an area: a search without them has no end.")]
    Wide,
    #[error("Rows of Google and the public OpenStreetMap server cannot be watched.")]
    Source,
    #[error("Nothing loaded here covers this search.")]
    Nothing,
    #[error("The listings cannot be read at the moment. Please try again.")]
    Unavailable,
    #[error(transparent)]
    Command(#[from] CommandError),
}

/// What came of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Started {
    Run,
    Skipped,
    Paused,
    /// The slot was looked at before.
    Before,
    /// As many runs of the user are under way as may be.
    Later,
}

impl Monitors {
    /// With those ports.
    pub const fn new(ports: MonitorPorts) -> Self {
        Self { ports }
    }

    /// Creates a monitor, whose first run begins at once. A `record` makes it repeatable.
    pub async fn create(
        &self,
        user: &UserId,
        new: NewMonitor,
        record: Option<CommandRecord>,
    ) -> Result<(MonitorId, Cursor), NotWatchable> {
        let NewMonitor {
            search,
            terms,
            first,
            known_from,
        } = new;
        if search.is_wide() || search.reading.is_some() {
            return Err(NotWatchable::Wide);
        }
        self.plan_allows(user, terms.enrich).await?;
        let search = search.repeated();
        self.can_be_asked(&search).await?;
        let id = MonitorId::new(Uuid::new_v4());
        let now = self.ports.clock.now();
        let created = MonitorCreated {
            user: user.clone(),
            search,
            terms,
            first,
            known_from,
            from: now,
        };
        let mut context = self.context(Actor::User(user.clone()), id);
        context.record = record.map(|record| CommandRecord {
            answer: id.to_string(),
            ..record
        });
        let create = MonitorCommand::Create(Box::new(created));
        let done = self.execute(id, create, &context).await?;
        if let Done::Repeated(first) = &done {
            let id = first.answer.parse().map_err(|_| {
                CommandError::from(store::StoreError::Damaged(
                    "the record of a monitor holds no id".to_owned(),
                ))
            })?;
            return Ok((id, self.head().await?));
        }
        // If this fails, the keeper begins.
        if let Err(error) = self.look_at(id, now).await {
            tracing::warn!(%error, "a first run waits for the keeper");
        }
        Ok((id, self.head().await?))
    }

    async fn can_be_asked(&self, search: &Search) -> Result<(), NotWatchable> {
        let MonitorPorts { sources, facts, .. } = &self.ports;
        match ask(sources, &**facts, search).await {
            Ok(_) => Ok(()),
            Err(NotAsked::Nothing) => Err(NotWatchable::Nothing),
            Err(NotAsked::Unwatchable) => Err(NotWatchable::Source),
            Err(NotAsked::Unavailable(error)) => {
                tracing::error!(error, "the sources of a search cannot be determined");
                Err(NotWatchable::Unavailable)
            }
        }
    }

    /// Changes the terms of the user's monitor.
    pub async fn change(
        &self,
        user: &UserId,
        id: MonitorId,
        change: TermsChange,
    ) -> Result<Cursor, CommandError> {
        self.owned(user, id).await?;
        self.plan_allows(user, change.enrich == Some(true)).await?;
        let now = self.ports.clock.now();
        let change = Box::new(change);
        self.by_user(user, id, MonitorCommand::Change { change, now })
            .await
    }

    /// Pauses the user's monitor.
    pub async fn pause(&self, user: &UserId, id: MonitorId) -> Result<Cursor, CommandError> {
        self.owned(user, id).await?;
        self.by_user(user, id, MonitorCommand::Pause(PausedBy::User))
            .await
    }

    /// Resumes the user's monitor.
    pub async fn resume(&self, user: &UserId, id: MonitorId) -> Result<Cursor, CommandError> {
        let monitor = self.owned(user, id).await?;
        let enrich = monitor.terms().is_some_and(|terms| terms.enrich);
        self.plan_allows(user, enrich).await?;
        let now = self.ports.clock.now();
        self.by_user(user, id, MonitorCommand::Resume { now }).await
    }

    /// Deletes the user's monitor. A run under way goes on.
    pub async fn delete(&self, user: &UserId, id: MonitorId) -> Result<Cursor, CommandError> {
        self.owned(user, id).await?;
        self.by_user(user, id, MonitorCommand::Delete).await
    }

    /// Runs the user's monitor now.
    pub async fn run_now(&self, user: &UserId, id: MonitorId) -> Result<Cursor, CommandError> {
        let monitor = self.owned(user, id).await?;
        if monitor.running().is_some() {
            return Err(Refusal::from(MonitorRefusal::Running).into());
        }
        if monitor.paused().is_some() {
            return Err(Refusal::from(MonitorRefusal::Paused).into());
        }
        let now = self.ports.clock.now();
        match self.start(id, &monitor, now, Some(user)).await? {
            Started::Later => Err(Refusal::from(MonitorRefusal::TooManyRunning).into()),
            Started::Run | Started::Skipped | Started::Paused | Started::Before => {
                Ok(self.head().await?)
            }
        }
    }

    /// What becomes of a slot: a run begins, or it is recorded why there is none. `by` asked for it by hand.
    pub(super) async fn start(
        &self,
        id: MonitorId,
        monitor: &Monitor,
        slot: Timestamp,
        by: Option<&UserId>,
    ) -> Result<Started, CommandError> {
        let Some(created) = monitor.created() else {
            return Ok(Started::Before);
        };
        let owner = &created.user;
        let MonitorPorts {
            sources,
            facts,
            agenda,
            documents,
            dispatcher,
            ..
        } = &self.ports;
        if agenda.running(owner).await? >= MOST_RUNNING {
            return Ok(Started::Later);
        }
        let account = self.account(owner).await?;
        if account.is_suspended() || (created.terms.enrich && !account.tier().can_enrich()) {
            return self.paused(id, PausedBy::Plan).await;
        }
        let asked = match ask(sources, &**facts, &created.search).await {
            Ok(asked) => Some(asked),
            // The run asks again, and fails if nothing answers then either.
            Err(NotAsked::Unavailable(_)) => None,
            Err(NotAsked::Nothing | NotAsked::Unwatchable) => {
                return self.paused(id, PausedBy::Source).await;
            }
        };
        fold_open_runs(documents, dispatcher.store(), id, None).await?;
        let left = monitor.budget_left(slot);
        if let Some(asked) = asked.as_ref().filter(|_| monitor.first().is_none()) {
            let (last, waits) = documents.last_source(id).await?;
            let last: Option<Releases> = last.and_then(|last| serde_json::from_str(&last).ok());
            let is_same = last.is_some_and(|last| last.is_same_as(&asked.releases));
            let reason = match (waits, left) {
                (false, _) => Some(SkipReason::Unchanged),
                (true, 0) => Some(SkipReason::Budget),
                (true, _) if account.available() < 1 => Some(SkipReason::Credits),
                (true, _) => None,
            };
            if let Some(reason) = reason.filter(|_| is_same) {
                self.skip(id, slot, reason, 1).await?;
                return Ok(Started::Skipped);
            }
        }
        let run = MonitorRun {
            monitor: id,
            slot,
            most_credits: left,
            first: monitor.first(),
            hours: created.terms.watch_hours,
        };
        let mut search = created.search.clone();
        search.answering = asked.map(|asked| asked.answering);
        self.begin(created, search.as_run(run), by).await
    }

    /// `RunStarted` and the job's `JobQueued`, in one commit.
    async fn begin(
        &self,
        created: &MonitorCreated,
        search: Search,
        by: Option<&UserId>,
    ) -> Result<Started, CommandError> {
        let Some(run) = search.run.as_deref() else {
            return Ok(Started::Before);
        };
        let (id, slot) = (run.monitor, run.slot);
        let session = id.run_at(slot);
        let start = MonitorCommand::StartRun {
            slot,
            session,
            by_hand: by.is_some(),
        };
        let queue = ScrapeJobCommand::Queue {
            user: created.user.clone(),
            search,
            kind: JobKind::Monitor,
            enrich: created.terms.enrich,
            // Runs have a limit of their own.
            open_jobs: OpenJobs { open: 0, most: 1 },
        };
        let parts = [
            on::<Monitor>(id.to_string(), vec![start]),
            on::<ScrapeJob>(session.to_string(), vec![queue]),
        ];
        let actor = by.map_or(Actor::System, |user| Actor::User(user.clone()));
        let context = Context::new(actor, session.to_string(), self.ports.clock.now());
        match self.ports.dispatcher.execute_all(&parts, &context).await {
            Ok(_) => {
                self.note(id).await?;
                Ok(Started::Run)
            }
            // Another process, or this one by a clock that was ahead.
            Err(CommandError::Refused(Refusal::ScrapeJob(_) | Refusal::Monitor(_))) => {
                Ok(Started::Before)
            }
            Err(error) => Err(error),
        }
    }

    async fn paused(&self, id: MonitorId, by: PausedBy) -> Result<Started, CommandError> {
        let context = self.context(Actor::System, id);
        self.execute(id, MonitorCommand::Pause(by), &context)
            .await?;
        Ok(Started::Paused)
    }

    /// Records that there was no run at some slots, the last of which is `slot`.
    pub(super) async fn skip(
        &self,
        id: MonitorId,
        slot: Timestamp,
        reason: SkipReason,
        slots: u32,
    ) -> Result<(), CommandError> {
        let context = self.context(Actor::System, id);
        let skip = MonitorCommand::SkipRun {
            slot,
            reason,
            slots,
            now: context.at,
        };
        self.execute(id, skip, &context).await?;
        Ok(())
    }

    async fn by_user(
        &self,
        user: &UserId,
        id: MonitorId,
        command: MonitorCommand,
    ) -> Result<Cursor, CommandError> {
        let context = self.context(Actor::User(user.clone()), id);
        let done = self.execute(id, command, &context).await?;
        Ok(done
            .cursor_or_head(self.ports.dispatcher.store().log())
            .await?)
    }

    /// The agenda follows at once; if that fails, its reactor follows.
    async fn execute(
        &self,
        id: MonitorId,
        command: MonitorCommand,
        context: &Context,
    ) -> Result<Done, CommandError> {
        let dispatcher = &self.ports.dispatcher;
        let done = dispatcher
            .execute::<Monitor>(&id.to_string(), command, context)
            .await?;
        self.note(id).await?;
        Ok(done)
    }

    pub(super) async fn note(&self, id: MonitorId) -> Result<(), CommandError> {
        let MonitorPorts {
            dispatcher,
            agenda,
            clock,
            ..
        } = &self.ports;
        Ok(note(dispatcher.store(), agenda, id, &**clock).await?)
    }

    /// Notes the first slot after one that was looked at before.
    pub(super) async fn note_after(
        &self,
        id: MonitorId,
        slot: Timestamp,
    ) -> Result<(), CommandError> {
        let monitor = self.monitor(id).await?;
        if let Some(owner) = monitor.owner() {
            let (due, now) = (monitor.slot_after(slot), self.ports.clock.now());
            let agenda = &self.ports.agenda;
            agenda.note(id, owner, due, monitor.running(), now).await?;
        }
        Ok(())
    }

    async fn owned(&self, user: &UserId, id: MonitorId) -> Result<Monitor, CommandError> {
        let monitor = self.monitor(id).await?;
        match monitor.owner() == Some(user) {
            true => Ok(monitor),
            false => Err(CommandError::NotFound("schedule")),
        }
    }

    pub(super) async fn monitor(&self, id: MonitorId) -> Result<Monitor, CommandError> {
        let store = self.ports.dispatcher.store();
        let monitor = store.refresh::<Monitor>(&id.to_string()).await?;
        Ok(monitor.aggregate().clone())
    }

    async fn account(&self, user: &UserId) -> Result<CreditAccount, CommandError> {
        let store = self.ports.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        Ok(account.aggregate().at(self.ports.clock.now()))
    }

    async fn plan_allows(&self, user: &UserId, enrich: bool) -> Result<(), CommandError> {
        if enrich && !self.account(user).await?.tier().can_enrich() {
            return Err(CommandError::NotInPlan(ENRICHMENT_NEEDS_TIER));
        }
        Ok(())
    }

    async fn head(&self) -> Result<Cursor, CommandError> {
        Ok(self.ports.dispatcher.store().log().head().await?)
    }

    fn context(&self, actor: Actor, id: MonitorId) -> Context {
        Context::new(actor, id.to_string(), self.ports.clock.now())
    }
}
