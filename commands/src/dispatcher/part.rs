//! One aggregate's share of a command.

use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use cqrs_es::event_sink::EventSink;
use domain::codec::EventSourced;
use store::StoreError;
use store::aggregates::{AggregateStore, Change};

use crate::error::Refusal;

/// Commands for one aggregate, decided one after the other.
struct Part<A: EventSourced> {
    id: String,
    commands: Vec<A::Command>,
    decided: Option<Decided<A::Event>>,
}

/// The events of a part's last decision.
pub(crate) struct Decided<E>(Arc<Mutex<Vec<E>>>);

impl<E> Decided<E> {
    pub(crate) fn take(&self) -> Vec<E> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<E>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which events of its stream a decision recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The sequence of the event before them.
    pub(crate) after: u64,
    pub(crate) count: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.after, self.count)
    }
}

impl Place {
    /// `None` if the text is not a place.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (after, count) = text.split_once('+')?;
        Some(Self {
            after: after.parse().ok()?,
            count: count.parse().ok()?,
        })
    }
}

/// A part's decision, before it is committed.
pub(crate) struct Decision {
    pub(super) place: Place,
    pub(super) change: Change,
    /// The state may be behind another process.
    pub(super) cached: bool,
    pub(super) idle: bool,
}

/// One aggregate's share of a command; made with [`on`].
#[async_trait]
pub(crate) trait CommandPart: Send + Sync {
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
    })
}

/// The same, with a handle to the events that it decides.
pub(crate) fn returning_events<A>(
    id: impl Into<String>,
    commands: Vec<A::Command>,
) -> (Box<dyn CommandPart>, Decided<A::Event>)
where
    A: EventSourced<Services = ()>,
    A::Command: Clone + Send + Sync,
    A::Error: Send,
    Refusal: From<A::Error>,
{
    let events = Arc::default();
    let part = Box::new(Part::<A> {
        id: id.into(),
        commands,
        decided: Some(Decided(Arc::clone(&events))),
    });
    (part, Decided(events))
}

#[async_trait]
impl<A> CommandPart for Part<A>
where
    A: EventSourced<Services = ()>,
    A::Command: Clone + Send + Sync,
    A::Error: Send,
    Refusal: From<A::Error>,
{
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
        if let Some(decided) = &self.decided {
            decided.lock().clone_from(&events);
        }
        let place = Place {
            after: loaded.sequence(),
            count: events.len(),
        };
        Ok(Decision {
            place,
            cached,
            idle: events.is_empty(),
            change: store.change(loaded, &events, metadata),
        })
    }
}
