//! Our `cqrs_es::EventStore`: loads an aggregate from the cache, or from its snapshot and the tail of its stream;
//! commits through the process's appender.
//!
//! A cached aggregate may be behind what another process has appended, or ahead of a log that has gone back. The append
//! verifies the last event's sequence and stamp, so nothing wrong is ever stored; a caller that refuses or does nothing
//! because of a cached state must look again with a fresh one ([`Loaded::is_cached`], [`AggregateStore::refresh`]). A
//! snapshot counts only where the log holds its last event.
//!
//! What was read in an earlier era of the log does not count.
//!
//! The streams of sealed aggregates are chained here ([`crate::seals`]): the seal of the last event is its stamp.

mod framework;

use std::any::Any;
use std::sync::Arc;

use cqrs_es::AggregateContext;
use cqrs_es::persist::SerializedEvent;
use domain::codec::{EventSourced, StoredEvent};

use crate::error::StoreError;
use crate::leases::Lease;
use crate::log::{
    AppendError, Appended, Appender, CommandRecord, Commit, EventLog, HeadChange, NewEvent,
    StreamAppend, StreamId, stamp, stamp_of,
};
use crate::seals::{EventText, Seal, SealKey, attach};
use crate::snapshots::{Snapshot, Snapshots, is_due};
use crate::weighted_cache::WeightedCache;

/// Default memory for aggregates, in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;
/// The cache's name in metrics.
const CACHE: &str = "aggregates";

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
    stamp: Option<String>,
    state: Arc<dyn Any + Send + Sync>,
    bytes: usize,
}

impl Cached {
    fn new<A: EventSourced>(era: u64, sequence: u64, stamp: Option<String>, state: Arc<A>) -> Self {
        let bytes = size_of::<A>() + state.heap_bytes() + stamp.as_ref().map_or(0, String::len);
        Self {
            era,
            sequence,
            stamp,
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
    sequence: u64,
    /// Of event `sequence`, if it has one.
    stamp: Option<String>,
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
            cache: Arc::new(WeightedCache::new(CACHE, MEMORY)),
        }
    }

    /// With this many bytes of memory for aggregates.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.cache = Arc::new(WeightedCache::new(CACHE, bytes));
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
        if let Some(hit) = self.cache.get_if(&stream, |cached| cached.era == era)
            && let Some(aggregate) = hit.state.downcast_ref::<A>()
        {
            return Ok(Loaded {
                aggregate: aggregate.clone(),
                stream,
                sequence: hit.sequence,
                stamp: hit.stamp,
                cached: true,
            });
        }
        let loaded: Loaded<A> = self.replay(stream).await?;
        self.remember(era, &loaded);
        Ok(loaded)
    }

    /// The aggregate as the log holds it, including other processes' events. What is in memory is only completed.
    pub async fn refresh<A: EventSourced>(&self, id: &str) -> Result<Loaded<A>, StoreError> {
        let era = self.log.era();
        let mut loaded = self.load::<A>(id).await?;
        if !loaded.cached {
            return Ok(loaded);
        }
        let before = loaded.sequence;
        let goes_on = self.read_on(&mut loaded).await?;
        if !goes_on {
            loaded = self.replay(loaded.stream).await?;
        }
        if !goes_on || loaded.sequence > before {
            self.remember(era, &loaded);
        }
        loaded.cached = false;
        Ok(loaded)
    }

    async fn replay<A: EventSourced>(&self, stream: StreamId) -> Result<Loaded<A>, StoreError> {
        let snapshot = self.snapshots.load::<A>(&stream).await?;
        let (aggregate, sequence, stamp) = snapshot.unwrap_or_default();
        let mut loaded = Loaded {
            aggregate,
            stream,
            sequence,
            stamp,
            cached: false,
        };
        if !self.read_on(&mut loaded).await? {
            let of = loaded.stream.aggregate_type;
            tracing::warn!(
                aggregate_type = of,
                sequence,
                "a snapshot is not of this log"
            );
            (loaded.aggregate, loaded.sequence, loaded.stamp) = Default::default();
            self.read_on(&mut loaded).await?;
            self.snapshots.save_later(Snapshot::of(
                Arc::new(loaded.aggregate.clone()),
                loaded.stream.clone(),
                loaded.sequence,
                loaded.stamp.clone(),
            ));
        }
        Ok(loaded)
    }

    /// Applies what follows in the log. Returns false, and does nothing, where the log does not hold the state's last
    /// event: it has gone back since, or is another one.
    async fn read_on<A: EventSourced>(&self, loaded: &mut Loaded<A>) -> Result<bool, StoreError> {
        let stream = &loaded.stream;
        // From the state's last event, in the same read.
        let from = loaded.sequence.saturating_sub(1);
        let events = self
            .log
            .read_stream::<A>(&stream.aggregate_id, from)
            .await?;
        let mut tail = events.into_iter();
        if loaded.sequence > 0 {
            let is_last = |event: &SerializedEvent| {
                event.sequence as u64 == loaded.sequence
                    && stamp_of(&event.metadata) == loaded.stamp
            };
            if !tail.next().as_ref().is_some_and(is_last) {
                return Ok(false);
            }
        }
        for event in tail {
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
            loaded.stamp = stamp_of(&event.metadata);
        }
        Ok(true)
    }

    /// Takes the decided events of `loaded`, whose state already has them applied.
    pub fn change<A: EventSourced>(
        &self,
        loaded: Loaded<A>,
        events: &[A::Event],
        metadata: &str,
    ) -> Change {
        let sequence = loaded.sequence + events.len() as u64;
        // A removed seal is found by the auditor's check, not by stopping the user.
        let seal = loaded.stamp.as_ref().filter(|_| A::SEALED);
        let before = seal.and_then(|seal| seal.parse().ok());
        let before: Seal = before.unwrap_or_default();
        let mut last_seal = before;
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
                before: (loaded.sequence > 0).then(|| at(loaded.sequence, before)),
                after: at(sequence, last_seal),
            }
        });
        let state = Arc::new(loaded.aggregate);
        let last = if events.is_empty() {
            loaded.stamp.clone()
        } else if A::SEALED {
            Some(last_seal.to_string())
        } else {
            stamp(metadata)
        };
        let next = Cached::new(self.log.era(), sequence, last.clone(), Arc::clone(&state));
        let snapshot = is_due(next.bytes, loaded.sequence, sequence)
            .then(|| Snapshot::of(state, loaded.stream.clone(), sequence, last));
        Change {
            append: StreamAppend {
                stream: loaded.stream,
                expected: loaded.sequence,
                continues: loaded.stamp,
                events,
                head,
            },
            next,
            snapshot,
        }
    }

    /// Keeps what was read in that era. What a command has just left may be newer: the next one finds out.
    fn remember<A: EventSourced>(&self, era: u64, loaded: &Loaded<A>) {
        if loaded.sequence == 0 {
            self.cache.remove(&loaded.stream);
            return;
        }
        let state = Arc::new(loaded.aggregate.clone());
        let cached = Cached::new(era, loaded.sequence, loaded.stamp.clone(), state);
        self.keep(loaded.stream.clone(), cached);
    }

    fn keep(&self, stream: StreamId, cached: Cached) {
        let bytes = cached.bytes + stream.aggregate_id.len();
        self.cache.insert(stream, cached, bytes);
    }

    /// Waits until all snapshots are saved that are due: the next start reads them instead of what led to them.
    pub async fn settled(&self) {
        self.snapshots.settled().await;
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
