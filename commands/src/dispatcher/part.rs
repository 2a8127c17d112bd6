//! One aggregate's share of a command.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use domain::codec::{EventSourced, NamedCommand};
use domain::scrape_job::ScrapeJob;
use store::StoreError;
use store::aggregates::{AggregateStore, Change};

use crate::error::Refusal;

/// Commands for one aggregate, decided one after the other.
struct Part<A: EventSourced> {
    id: String,
    commands: Vec<A::Command>,
    decided: Option<Decided<A::Event>>,
    judge: Option<Judge<A>>,
}

/// Tells the outcome of a decision by the state after it and its events.
pub(crate) type Judge<A> = Box<dyn Fn(&A, &[<A as Aggregate>::Event]) -> String + Send + Sync>;

/// The events of a part's last decision, and its outcome where there is a judge.
pub(crate) struct Decided<E>(Arc<Mutex<(Vec<E>, Option<String>)>>);

impl<E> Decided<E> {
    pub(crate) fn take(&self) -> Vec<E> {
        std::mem::take(&mut self.lock().0)
    }

    pub(crate) fn outcome(&self) -> String {
        self.lock().1.take().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, (Vec<E>, Option<String>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part's decision, before it is committed.
pub(crate) struct Decision {
    pub(super) change: Change,
    /// Becomes the answer of the command's record.
    pub(super) outcome: Option<String>,
    /// The state may be behind another process.
    pub(super) cached: bool,
    pub(super) idle: bool,
}

/// One aggregate's share of a command; made with [`on`].
#[async_trait]
pub(crate) trait CommandPart: Send + Sync {
    /// Tells the aggregate's type and each command's name.
    fn names(&self, tell: &mut dyn FnMut(&'static str, &'static str));
    /// Is it a user's own stream, which has that user's id?
    fn is_of_user(&self, id: &str) -> bool;
    /// The index of the stream's lock, below `turns`.
    fn turn(&self, turns: usize) -> usize;
    /// Decides on the state in memory; on the log's, if the state must be `fresh`.
    async fn decide(
        &self,
        store: &AggregateStore,
        metadata: &str,
        fresh: bool,
    ) -> Result<Decision, PartError>;
}

/// Why a part could not be decided.
pub(crate) enum PartError {
    /// The rules forbid it; the state may be behind another process if `cached`.
    Refused {
        refusal: Refusal,
        cached: bool,
    },
    Store(StoreError),
}

/// Commands to the aggregate `id`, decided in order.
pub(crate) fn on<A>(id: impl Into<String>, commands: Vec<A::Command>) -> Box<dyn CommandPart>
where
    A: EventSourced<Services = ()>,
    A::Command: Clone + Send + Sync,
    A::Error: Send,
    Refusal: From<A::Error>,
{
    Box::new(Part::<A> {
        id: id.into(),
        commands,
        decided: None,
        judge: None,
    })
}

/// The same, with a handle to what it decides. The outcome that a `judge` tells becomes the answer of the command's record.
pub(crate) fn returning_events<A>(
    id: impl Into<String>,
    commands: Vec<A::Command>,
    judge: Option<Judge<A>>,
) -> (Box<dyn CommandPart>, Decided<A::Event>)
where
    A: EventSourced<Services = ()>,
    A::Command: Clone + Send + Sync,
    A::Error: Send,
    Refusal: From<A::Error>,
{
    let decided = Arc::default();
    let part = Box::new(Part::<A> {
        id: id.into(),
        commands,
        decided: Some(Decided(Arc::clone(&decided))),
        judge,
    });
    (part, Decided(decided))
}

#[async_trait]
impl<A> CommandPart for Part<A>
where
    A: EventSourced<Services = ()>,
    A::Command: Clone + Send + Sync,
    A::Error: Send,
    Refusal: From<A::Error>,
{
    fn names(&self, tell: &mut dyn FnMut(&'static str, &'static str)) {
        for command in &self.commands {
            tell(A::TYPE, command.name());
        }
    }

    fn is_of_user(&self, id: &str) -> bool {
        A::TYPE != ScrapeJob::TYPE && self.id == id
    }

    fn turn(&self, turns: usize) -> usize {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        usize::try_from(hasher.hash_one((A::TYPE, &self.id)) % turns as u64).unwrap_or(0)
    }

    async fn decide(
        &self,
        store: &AggregateStore,
        metadata: &str,
        fresh: bool,
    ) -> Result<Decision, PartError> {
        let loaded = if fresh {
            store.refresh::<A>(&self.id).await
        } else {
            store.load::<A>(&self.id).await
        };
        let mut loaded = loaded.map_err(PartError::Store)?;
        let cached = loaded.is_cached();
        let sink = EventSink::default();
        for command in &self.commands {
            loaded
                .aggregate_mut()
                .handle(command.clone(), &(), &sink)
                .await
                .map_err(|error| PartError::Refused {
                    refusal: error.into(),
                    cached,
                })?;
        }
        let events = sink.collect().await;
        let judge = self.judge.as_ref();
        let outcome = judge.map(|judge| judge(loaded.aggregate(), &events));
        if let Some(decided) = &self.decided {
            *decided.lock() = (events.clone(), outcome.clone());
        }
        Ok(Decision {
            outcome,
            cached,
            idle: events.is_empty(),
            change: store.change(loaded, &events, metadata),
        })
    }
}
