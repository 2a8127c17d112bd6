//! Carries out commands: load, decide, commit, and again after a conflict.
//!
//! Commands to the same stream queue within the process, so conflicts come only from other processes. Commands to
//! several aggregates are committed together.

mod observed;
mod part;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::codec::EventSourced;
use domain::metadata::{Actor, Metadata};
use jiff::Timestamp;
use store::StoreError;
use store::aggregates::AggregateStore;
use store::leases::Lease;
use store::log::{Appended, CommandRecord, Cursor, EventLog};
use telemetry::Outcome;
use tokio::sync::Mutex;
use tracing::Instrument;
use uuid::Uuid;

use crate::error::{CommandError, Refusal};

use observed::Observed;
pub(crate) use part::{CommandPart, Decided, Decision, Judge, PartError, on, returning_events};

/// Attempts before a command fails as a conflict.
const ATTEMPTS: u32 = 32;
/// Locks for streams, by hash; more than concurrent clients, so that few wait for an unrelated stream.
const TURNS: usize = 4096;

/// The context of a command.
#[derive(Debug, Clone)]
pub struct Context {
    pub actor: Actor,
    /// The job or request that the command belongs to.
    pub correlation_id: String,
    pub causation_id: Option<String>,
    pub at: Timestamp,
    /// Makes the command repeatable: carried out once, always answered the same.
    pub record: Option<CommandRecord>,
    /// A lease that must still be held at the commit.
    pub guard: Option<Lease>,
}

impl Context {
    /// A command that is not repeatable.
    pub fn new(actor: Actor, correlation_id: impl Into<String>, at: Timestamp) -> Self {
        Self {
            actor,
            correlation_id: correlation_id.into(),
            causation_id: None,
            at,
            record: None,
            guard: None,
        }
    }

    fn metadata(&self) -> String {
        let metadata = Metadata {
            command_id: self
                .record
                .as_ref()
                .map_or_else(|| Uuid::new_v4().to_string(), |record| record.key.clone()),
            correlation_id: self.correlation_id.clone(),
            causation_id: self.causation_id.clone(),
            actor: self.actor.clone(),
            at: self.at,
        };
        serde_json::to_string(&metadata).expect("metadata is strings and a time: always JSON")
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// It is in the log up to this cursor; nothing was appended if that is the start.
    Stored(Cursor),
    /// It was carried out before.
    Repeated(CommandRecord),
}

impl Done {
    /// The cursor that a read model must reach to show it.
    pub const fn cursor(&self) -> Cursor {
        match self {
            Self::Stored(cursor) => *cursor,
            Self::Repeated(_) => Cursor::START,
        }
    }

    /// The same for callers who must also see what others appended: if nothing was appended now, the log's end.
    pub async fn cursor_or_head(&self, log: &EventLog) -> Result<Cursor, StoreError> {
        match self.cursor() {
            Cursor::START => log.head().await,
            cursor => Ok(cursor),
        }
    }
}

#[derive(Clone)]
pub struct Dispatcher {
    store: AggregateStore,
    turns: Arc<[Mutex<()>]>,
}

impl Dispatcher {
    pub fn new(store: AggregateStore) -> Self {
        Self {
            store,
            turns: (0..TURNS).map(|_| Mutex::new(())).collect(),
        }
    }

    /// The aggregates.
    pub const fn store(&self) -> &AggregateStore {
        &self.store
    }

    /// Runs one command on one aggregate.
    pub async fn execute<A>(
        &self,
        id: &str,
        command: A::Command,
        context: &Context,
    ) -> Result<Done, CommandError>
    where
        A: EventSourced<Services = ()>,
        A::Command: Clone + Send + Sync,
        A::Error: Send,
        Refusal: From<A::Error>,
    {
        self.execute_all(&[on::<A>(id, vec![command])], context)
            .await
    }

    /// The same, with the recorded events; none if it was carried out before.
    pub(crate) async fn execute_returning_events<A>(
        &self,
        id: &str,
        command: A::Command,
        context: &Context,
    ) -> Result<(Done, Vec<A::Event>), CommandError>
    where
        A: EventSourced<Services = ()>,
        A::Command: Clone + Send + Sync,
        A::Error: Send,
        Refusal: From<A::Error>,
    {
        let (part, decided) = returning_events::<A>(id, vec![command], None);
        let done = self.execute_all(&[part], context).await?;
        let events = match done {
            Done::Stored(_) => decided.take(),
            Done::Repeated(_) => Vec::new(),
        };
        Ok((done, events))
    }

    /// Carries out the parts together: all are in the log, in this order, or none.
    pub(crate) async fn execute_all(
        &self,
        parts: &[Box<dyn CommandPart>],
        context: &Context,
    ) -> Result<Done, CommandError> {
        let turns: BTreeSet<usize> = parts.iter().map(|part| part.turn(TURNS)).collect();
        let mut held = Vec::with_capacity(turns.len());
        for turn in turns {
            held.push(self.turns[turn].lock().await);
        }
        let observed = Observed::new(parts, &context.actor, &context.correlation_id);
        let attempts = self.attempts(parts, context);
        let done = attempts.instrument(observed.span.clone()).await;
        observed.ended(outcome(&done));
        done
    }

    async fn attempts(
        &self,
        parts: &[Box<dyn CommandPart>],
        context: &Context,
    ) -> Result<Done, CommandError> {
        let metadata = context.metadata();
        for attempt in 1..ATTEMPTS {
            let fresh = attempt > 1;
            match self.attempt(parts, &metadata, context, fresh).await {
                Err(CommandError::Conflict) => {}
                answer => return answer,
            }
        }
        self.attempt(parts, &metadata, context, true).await
    }

    async fn attempt(
        &self,
        parts: &[Box<dyn CommandPart>],
        metadata: &str,
        context: &Context,
        fresh: bool,
    ) -> Result<Done, CommandError> {
        let mut decisions = Vec::with_capacity(parts.len());
        let mut refused = None;
        let mut maybe_stale = false;
        for part in parts {
            match part.decide(&self.store, metadata, fresh).await {
                Ok(decision) => {
                    maybe_stale |= decision.cached && decision.idle;
                    decisions.push(decision);
                }
                Err(PartError::Store(error)) => return Err(error.into()),
                Err(PartError::Refused { refusal, cached }) => {
                    maybe_stale |= cached;
                    refused = Some(refusal);
                    break;
                }
            }
        }
        let idle = decisions.iter().all(|decision| decision.idle);
        // A commit verifies the sequence of every part, those without events included.
        if maybe_stale && (refused.is_some() || idle) {
            return Err(CommandError::Conflict);
        }
        if let Some(refusal) = refused {
            return self.refuse(refusal, context).await;
        }
        if idle && context.record.is_none() {
            return Ok(Done::Stored(Cursor::START));
        }
        let (mut record, guard) = (context.record.clone(), context.guard.clone());
        let outcome = decisions
            .iter_mut()
            .find_map(|decision| decision.outcome.take());
        if let (Some(record), Some(outcome)) = (&mut record, outcome) {
            record.answer = outcome;
        }
        let changes = decisions
            .into_iter()
            .map(|decision| decision.change)
            .collect();
        match self.store.commit_changes(changes, record, guard).await? {
            Appended::Stored { cursor } => Ok(Done::Stored(cursor)),
            Appended::Repeated(record) => self.repeated(record, context),
        }
    }

    /// A repeated command may be refused now precisely because it was carried out before.
    async fn refuse(&self, refusal: Refusal, context: &Context) -> Result<Done, CommandError> {
        let Some(record) = &context.record else {
            return Err(refusal.into());
        };
        match self.store.log().find_command(&record.key).await? {
            Some(first) => self.repeated(first, context),
            None => Err(refusal.into()),
        }
    }

    /// The outcome of a command whose key is that of an earlier one.
    pub(crate) fn repeated(
        &self,
        first: CommandRecord,
        context: &Context,
    ) -> Result<Done, CommandError> {
        let same = context
            .record
            .as_ref()
            .is_some_and(|record| record.body_hash == first.body_hash);
        if same {
            Ok(Done::Repeated(first))
        } else {
            Err(CommandError::KeyReused)
        }
    }
}

fn outcome(done: &Result<Done, CommandError>) -> Outcome {
    match done {
        Ok(Done::Stored(Cursor::START)) => Outcome::Idle,
        Ok(Done::Stored(_)) => Outcome::Stored,
        Ok(Done::Repeated(_)) => Outcome::Repeated,
        Err(CommandError::Conflict) => Outcome::Conflict,
        Err(CommandError::Overtaken) => Outcome::Overtaken,
        Err(CommandError::Unavailable(_)) => Outcome::Failed,
        Err(
            CommandError::Refused(_)
            | CommandError::NotFound(_)
            | CommandError::NotInPlan(_)
            | CommandError::DayUsedUp(_)
            | CommandError::KeyReused,
        ) => Outcome::Refused,
    }
}
