//! Our `cqrs_es::EventStore`: loads an aggregate from the cache, or from its snapshot and the tail of its stream;
//! commits through the process's appender.
//!
//! A cached aggregate may be behind what another process has appended. The append verifies the sequence, so nothing
//! wrong is ever stored; a caller that refuses or does nothing because of a cached state must look again with a fresh
//! one ([`Loaded::is_cached`], [`AggregateStore::forget`]).
//!
//! What was read in an earlier era of the log does not count.
//!
//! The streams of sealed aggregates are chained here ([`crate::seals`]): the seal of the last event comes
//! with the state, from memory or from that event itself.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

use cqrs_es::{AggregateContext, AggregateError, EventEnvelope, EventStore};
use domain::codec::{EventSourced, StoredEvent};

use crate::error::StoreError;
use crate::leases::Lease;
use crate::log::{
    AppendError, Appended, Appender, CommandRecord, Commit, EventLog, HeadChange, NewEvent,
    StreamAppend, StreamId,
};
use crate::seals::{EventText, Seal, SealKey, attach};
use crate::snapshots::{Snapshot, Snapshots, is_due};
use crate::weighted_cache::WeightedCache;

/// Default memory for aggregates, in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;

/// Loads and commits aggregates.
#[derive(Clone)]
pub struct AggregateStore {
    log: EventLog,
    appender: Appender,
    snapshots: Snapshots,
    seal_key: SealKey,
    cache: Arc<WeightedCache<StreamId, Cached>>,
}

#[derive(Clone)]
struct Cached {
    /// Of the log, in which it was read.
    era: u64,
    sequence: u64,
    last_seal: Seal,
    state: Arc<dyn Any + Send + Sync>,
    bytes: usize,
}

impl Cached {
    fn new<A: EventSourced>(era: u64, sequence: u64, last_seal: Seal, state: Arc<A>) -> Self {
        let bytes = size_of::<A>() + state.heap_bytes();
        Self {
            era,
            sequence,
            last_seal,
            state,
            bytes,
        }
    }
}

/// An aggregate as of a sequence.
#[derive(Debug)]
pub struct Loaded<A> {
    aggregate: A,
    stream: StreamId,
    /// Of the log, in which it was read.
    era: u64,
    sequence: u64,
    /// Of event `sequence`, if the aggregate is sealed.
    last_seal: Seal,
    cached: bool,
}

impl<A> Loaded<A> {
    /// The state.
    pub const fn aggregate(&self) -> &A {
        &self.aggregate
    }

    /// The state, for decisions.
    pub const fn aggregate_mut(&mut self) -> &mut A {
        &mut self.aggregate
    }

    /// Does it come from memory, so that another process may have appended since?
    pub const fn is_cached(&self) -> bool {
        self.cached
    }

    /// The sequence of its last event; 0 if there is none.
    pub const fn sequence(&self) -> u64 {
        self.sequence
    }
}

impl<A: EventSourced> AggregateContext<A> for Loaded<A> {
    fn aggregate(&mut self) -> &mut A {
        &mut self.aggregate
    }
}

/// New events of one aggregate, ready to be committed alone or with others.
pub struct Change {
    append: StreamAppend,
    next: Cached,
    snapshot: Option<Snapshot>,
}

impl Change {
    fn is_empty(&self) -> bool {
        self.append.events.is_empty()
    }
}

impl AggregateStore {
    /// Over a log and its appender.
    pub fn new(log: EventLog, appender: Appender, snapshots: Snapshots, seal_key: SealKey) -> Self {
        Self {
            log,
            appender,
            snapshots,
            seal_key,
            cache: Arc::new(WeightedCache::new(MEMORY)),
        }
    }

    /// With this many bytes of memory for aggregates.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.cache = Arc::new(WeightedCache::new(bytes));
        self
    }

    /// About how many bytes the cached aggregates take.
    pub fn memory(&self) -> u64 {
        self.cache.weight()
    }

    /// The log underneath.
    pub const fn log(&self) -> &EventLog {
        &self.log
    }

    /// The aggregate as it is; the default if its stream is empty.
    pub async fn load<A: EventSourced>(&self, id: &str) -> Result<Loaded<A>, StoreError> {
        let stream = stream_id::<A>(id)?;
        self.log.settle_doubts().await?;
        let era = self.log.era();
        if let Some(hit) = self.cache.get(&stream)
            && hit.era == era
            && let Some(aggregate) = hit.state.downcast_ref::<A>()
        {
            return Ok(Loaded {
                aggregate: aggregate.clone(),
                stream,
                era,
                sequence: hit.sequence,
                last_seal: hit.last_seal,
                cached: true,
            });
        }
        let loaded: Loaded<A> = self.replay(stream, era).await?;
        if loaded.sequence > 0 {
            let state = Arc::new(loaded.aggregate.clone());
            let cached = Cached::new(era, loaded.sequence, loaded.last_seal, state);
            self.keep(loaded.stream.clone(), cached);
        }
        Ok(loaded)
    }

    /// The aggregate with everything in the log, including other processes' events.
    pub async fn refresh<A: EventSourced>(&self, id: &str) -> Result<Loaded<A>, StoreError> {
        let mut loaded = self.load::<A>(id).await?;
        if loaded.cached {
            let before = loaded.sequence;
            self.apply_tail(&mut loaded).await?;
            loaded.cached = false;
            if loaded.sequence > before {
                self.forget::<A>(id);
            }
        }
        Ok(loaded)
    }

    async fn replay<A: EventSourced>(
        &self,
        stream: StreamId,
        era: u64,
    ) -> Result<Loaded<A>, StoreError> {
        let snapshot = self.snapshots.load::<A>(&stream).await?;
        let (aggregate, sequence) = snapshot.unwrap_or_default();
        let mut loaded = Loaded {
            aggregate,
            stream,
            era,
            sequence,
            last_seal: Seal::START,
            cached: false,
        };
        self.apply_tail(&mut loaded).await?;
        Ok(loaded)
    }

    async fn apply_tail<A: EventSourced>(&self, loaded: &mut Loaded<A>) -> Result<(), StoreError> {
        // The last event of the state is read again for its seal if that is unknown.
        let unsealed = A::SEALED && loaded.last_seal == Seal::START;
        let after = loaded.sequence.saturating_sub(u64::from(unsealed));
        let stream = &loaded.stream;
        let tail = self
            .log
            .read_stream::<A>(&stream.aggregate_id, after)
            .await?;
        for event in tail {
            if A::SEALED {
                let seal = event.metadata.get("seal").and_then(|seal| seal.as_str());
                // A removed seal is found by the auditor's check, not by stopping the user.
                loaded.last_seal = seal.and_then(|seal| seal.parse().ok()).unwrap_or_default();
            }
            if event.sequence as u64 <= loaded.sequence {
                continue;
            }
            if event.sequence as u64 != loaded.sequence + 1 {
                return Err(StoreError::Damaged(format!(
                    "{} {}: event {} follows event {}",
                    stream.aggregate_type, stream.aggregate_id, event.sequence, loaded.sequence
                )));
            }
            let payload = event.payload.to_string();
            let decoded = A::Event::decode(&event.event_type, &event.event_version, &payload)
                .map_err(|error| StoreError::Damaged(error.to_string()))?;
            loaded.aggregate.apply(decoded);
            loaded.sequence += 1;
        }
        Ok(())
    }

    /// Takes the decided events of `loaded`, whose state already has them applied.
    pub fn change<A: EventSourced>(
        &self,
        loaded: Loaded<A>,
        events: &[A::Event],
        metadata: &str,
    ) -> Change {
        let sequence = loaded.sequence + events.len() as u64;
        let mut last_seal = loaded.last_seal;
        let mut seal = |sequence: u64, mut event: NewEvent| {
            let text = EventText {
                event_type: event.event_type,
                event_version: event.event_version,
                payload: &event.payload,
                metadata: &event.metadata,
            };
            let id = &loaded.stream.aggregate_id;
            last_seal = self.seal_key.event(last_seal, A::TYPE, id, sequence, &text);
            event.metadata = attach(&event.metadata, last_seal);
            event
        };
        let events: Vec<_> = (loaded.sequence + 1..)
            .zip(events)
            .map(|(sequence, event)| {
                let event = NewEvent {
                    event_type: event.name(),
                    event_version: event.version(),
                    payload: event.encode(),
                    metadata: metadata.to_owned(),
                };
                if A::SEALED {
                    seal(sequence, event)
                } else {
                    event
                }
            })
            .collect();
        let head = (A::SEALED && !events.is_empty()).then(|| {
            let id = &loaded.stream.aggregate_id;
            let at = |sequence, seal| self.seal_key.head(A::TYPE, id, sequence, seal);
            HeadChange {
                before: (loaded.sequence > 0).then(|| at(loaded.sequence, loaded.last_seal)),
                after: at(sequence, last_seal),
            }
        });
        let state = Arc::new(loaded.aggregate);
        let next = Cached::new(loaded.era, sequence, last_seal, Arc::clone(&state));
        let snapshot = is_due(next.bytes, loaded.sequence, sequence)
            .then(|| Snapshot::of(state, loaded.stream.clone(), sequence));
        Change {
            append: StreamAppend {
                stream: loaded.stream,
                expected: loaded.sequence,
                events,
                head,
            },
            next,
            snapshot,
        }
    }

    fn keep(&self, stream: StreamId, cached: Cached) {
        let bytes = cached.bytes + stream.aggregate_id.len();
        self.cache.insert(stream, cached, bytes);
    }

    /// Drops an aggregate from memory, so that the next load reads the log.
    pub fn forget<A: EventSourced>(&self, id: &str) {
        if let Ok(stream) = stream_id::<A>(id) {
            self.cache.remove(&stream);
        }
    }

    /// Commits the changes together, with the command that made them if it is repeatable, and only while `guard` is
    /// held, if there is one.
    ///
    /// After a conflict the streams involved are read from the log again.
    pub async fn commit_changes(
        &self,
        changes: Vec<Change>,
        command: Option<CommandRecord>,
        guard: Option<Lease>,
    ) -> Result<Appended, AppendError> {
        let era = self.log.era();
        if changes.iter().any(|change| change.next.era != era) {
            return Err(AppendError::Conflict);
        }
        let mut appends = Vec::with_capacity(changes.len());
        let mut after = Vec::with_capacity(changes.len());
        // A part without events has its stream's sequence verified with the others'.
        let idle = changes.iter().all(Change::is_empty);
        for change in changes.into_iter().filter(|_| !idle) {
            after.push((change.append.stream.clone(), change.next, change.snapshot));
            appends.push(change.append);
        }
        let answer = self
            .appender
            .append(Commit {
                appends,
                command,
                guard,
            })
            .await;
        let stored = matches!(answer, Ok(Appended::Stored { .. }));
        for (stream, next, snapshot) in after {
            if !stored {
                self.cache.remove(&stream);
                continue;
            }
            self.keep(stream, next);
            if let Some(snapshot) = snapshot {
                self.snapshots.save_later(snapshot);
            }
        }
        answer
    }
}

fn stream_id<A: EventSourced>(id: &str) -> Result<StreamId, StoreError> {
    if id.is_empty() || id.contains('\0') {
        return Err(StoreError::Damaged(
            "an aggregate's id is empty or holds NUL".to_owned(),
        ));
    }
    Ok(StreamId {
        aggregate_type: A::TYPE,
        aggregate_id: id.to_owned(),
    })
}

fn aggregate_error<E: std::error::Error>(error: StoreError) -> AggregateError<E> {
    match error {
        StoreError::Damaged(_) => AggregateError::DeserializationError(Box::new(error)),
        other => AggregateError::DatabaseConnectionError(Box::new(other)),
    }
}

impl<A: EventSourced> EventStore<A> for AggregateStore {
    type AC = Loaded<A>;

    async fn load_events(
        &self,
        aggregate_id: &str,
    ) -> Result<Vec<EventEnvelope<A>>, AggregateError<A::Error>> {
        let events = self
            .log
            .read_stream::<A>(aggregate_id, 0)
            .await
            .map_err(aggregate_error)?;
        events
            .into_iter()
            .map(|event| {
                let payload = event.payload.to_string();
                let payload =
                    A::Event::decode(&event.event_type, &event.event_version, &payload)
                        .map_err(|error| AggregateError::DeserializationError(Box::new(error)))?;
                let metadata = serde_json::from_value(event.metadata)
                    .map_err(|error| AggregateError::DeserializationError(Box::new(error)))?;
                Ok(EventEnvelope {
                    aggregate_id: event.aggregate_id,
                    sequence: event.sequence,
                    payload,
                    metadata,
                })
            })
            .collect()
    }

    async fn load_aggregate(
        &self,
        aggregate_id: &str,
    ) -> Result<Loaded<A>, AggregateError<A::Error>> {
        self.load(aggregate_id).await.map_err(aggregate_error)
    }

    async fn commit(
        &self,
        events: Vec<A::Event>,
        context: Loaded<A>,
        metadata: HashMap<String, String>,
    ) -> Result<Vec<EventEnvelope<A>>, AggregateError<A::Error>> {
        let json = serde_json::to_string(&metadata)
            .map_err(|error| AggregateError::UnexpectedError(Box::new(error)))?;
        let first = context.sequence + 1;
        let aggregate_id = context.stream.aggregate_id.clone();
        let change = self.change(context, &events, &json);
        match self.commit_changes(vec![change], None, None).await {
            Ok(_) => Ok((first..)
                .zip(events)
                .map(|(sequence, payload)| EventEnvelope {
                    aggregate_id: aggregate_id.clone(),
                    sequence: usize::try_from(sequence).unwrap_or(usize::MAX),
                    payload,
                    metadata: metadata.clone(),
                })
                .collect()),
            Err(AppendError::Conflict | AppendError::Overtaken) => {
                Err(AggregateError::AggregateConflict)
            }
            Err(AppendError::Store(error)) => {
                Err(AggregateError::DatabaseConnectionError(Box::new(error)))
            }
        }
    }
}
