//! What the double has stored.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

/// The server's own limit.
const LARGEST: usize = 1024 * 1024;
/// Positions are places in a file: they rise by more than one.
const STRIDE: u64 = 100;

/// What befalls the appends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It goes as it should.
    None,
    /// The answer comes that late; the events are stored at once.
    Late(Duration),
    /// The events are stored, and the connection breaks before the answer.
    AnswerLost,
    /// The connection breaks before anything is stored.
    Lost,
    /// The node is no leader any more: the other one is.
    LeaderChanges,
    /// The events are stored; then the node is no leader any more, and says so.
    StoredByFormerLeader,
    /// The events are stored that late, also if nobody waits for the answer any more.
    StoredLate(Duration),
}

/// How often it was asked for what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calls {
    /// Appends that arrived.
    pub appends: u64,
    /// Of these: how many something befell.
    pub failed: u64,
    /// Reads of streams and of all.
    pub reads: u64,
    /// Events of all that were looked at for readers.
    pub looked_at: u64,
}

#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) id: uuid::Uuid,
    pub(super) stream: String,
    pub(super) revision: u64,
    pub(super) position: u64,
    pub(super) metadata: HashMap<String, String>,
    pub(super) custom_metadata: Vec<u8>,
    pub(super) data: Vec<u8>,
}

/// What is to be appended.
#[derive(Debug, Clone)]
pub(super) struct Proposed {
    pub(super) id: uuid::Uuid,
    pub(super) metadata: HashMap<String, String>,
    pub(super) custom_metadata: Vec<u8>,
    pub(super) data: Vec<u8>,
}

/// How a stream is expected to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Revision(u64),
    NoStream,
    Any,
    Exists,
}

#[derive(Debug)]
pub(super) enum Appended {
    /// The last event's revision and position.
    At(u64, u64),
    /// The stream stands there.
    Wrong(Option<u64>),
    Deleted,
    TooLarge,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) nodes: Vec<SocketAddr>,
    pub(super) leader: usize,
    all: Vec<Stored>,
    /// The places in `all` of each stream's events.
    streams: HashMap<String, Vec<usize>>,
    truncated: HashMap<String, u64>,
    pub(super) tombstones: HashSet<String>,
    pub(super) faults: VecDeque<Fault>,
    /// The same for the appends to a stream.
    pub(super) faults_of: HashMap<String, VecDeque<Fault>>,
    /// How long it takes to find the next event of all.
    pub(super) finds_after: Duration,
    pub(super) broken_reads: VecDeque<usize>,
    pub(super) user: Option<String>,
    pub(super) largest: usize,
    pub(super) silent: bool,
    pub(super) calls: Calls,
}

impl State {
    pub(super) fn new(nodes: Vec<SocketAddr>) -> Self {
        let mut state = Self {
            nodes,
            leader: 0,
            all: Vec::new(),
            streams: HashMap::new(),
            truncated: HashMap::new(),
            tombstones: HashSet::new(),
            faults: VecDeque::new(),
            faults_of: HashMap::new(),
            finds_after: Duration::ZERO,
            broken_reads: VecDeque::new(),
            user: None,
            largest: LARGEST,
            silent: false,
            calls: Calls::default(),
        };
        // The server keeps its own events in the same order of all.
        state.write_foreign("$settings");
        state
    }

    /// What befalls an append to the stream.
    pub(super) fn fault(&mut self, stream: &str) -> Option<Fault> {
        let own = self.faults_of.get_mut(stream).and_then(VecDeque::pop_front);
        let fault = own.or_else(|| self.faults.pop_front());
        let befell = fault.is_some_and(|fault| fault != Fault::None);
        self.calls.failed += u64::from(befell);
        fault
    }

    /// Another node leads.
    pub(super) fn change_leader(&mut self) {
        self.leader = (self.leader + 1) % self.nodes.len();
    }

    pub(super) fn append(
        &mut self,
        stream: &str,
        expected: Expected,
        events: Vec<Proposed>,
    ) -> Appended {
        if self.tombstones.contains(stream) {
            return Appended::Deleted;
        }
        let size = |event: &Proposed| event.data.len() + event.custom_metadata.len();
        if events.iter().map(size).sum::<usize>() > self.largest {
            return Appended::TooLarge;
        }
        let count = self.streams.get(stream).map_or(0, Vec::len) as u64;
        let last = count.checked_sub(1);
        let next = match expected {
            Expected::Revision(revision) => revision + 1,
            Expected::NoStream => 0,
            Expected::Any | Expected::Exists => count,
        };
        let gone = self.truncated.get(stream) == Some(&count);
        if next != count && !(expected == Expected::NoStream && gone) {
            return match self.repeated(stream, next, &events) {
                Some((revision, position)) => Appended::At(revision, position),
                None => Appended::Wrong(last),
            };
        }
        let mut end = (count, 0);
        for (revision, event) in (count..).zip(events) {
            end = (revision, self.push(stream, revision, event));
        }
        Appended::At(end.0, end.1)
    }

    /// Where they end, if these events are there already.
    fn repeated(&self, stream: &str, next: u64, events: &[Proposed]) -> Option<(u64, u64)> {
        let places = self.streams.get(stream)?;
        let from = usize::try_from(next).ok()?;
        let there = places.get(from..from + events.len())?;
        let same = there
            .iter()
            .zip(events)
            .all(|(place, event)| self.all[*place].id == event.id);
        let last = &self.all[*there.last()?];
        same.then_some((last.revision, last.position))
    }

    fn push(&mut self, stream: &str, revision: u64, event: Proposed) -> u64 {
        let position = (self.all.len() as u64 + 1) * STRIDE;
        self.streams
            .entry(stream.to_owned())
            .or_default()
            .push(self.all.len());
        self.all.push(Stored {
            id: event.id,
            stream: stream.to_owned(),
            revision,
            position,
            metadata: event.metadata,
            custom_metadata: event.custom_metadata,
            data: event.data,
        });
        position
    }

    fn write(&mut self, stream: &str, data: &str) {
        let metadata = [
            ("type", "$other"),
            ("content-type", "application/json"),
            ("created", "0"),
        ];
        let metadata = metadata.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let event = Proposed {
            id: uuid::Uuid::new_v4(),
            metadata: HashMap::from(metadata),
            custom_metadata: b"{}".to_vec(),
            data: data.as_bytes().to_vec(),
        };
        self.append(stream, Expected::Any, vec![event]);
    }

    pub(super) fn write_foreign(&mut self, stream: &str) {
        self.write(stream, "{}");
    }

    /// Everything as it was that many events ago.
    pub(super) fn go_back(&mut self, events: usize) {
        let left = self.all.len().saturating_sub(events);
        self.all.truncate(left);
        for places in self.streams.values_mut() {
            places.retain(|place| *place < left);
        }
        self.streams.retain(|_, places| !places.is_empty());
    }

    pub(super) fn delete(&mut self, stream: &str) {
        let count = self.streams.get(stream).map_or(0, Vec::len) as u64;
        self.truncate(stream, count);
    }

    pub(super) fn truncate(&mut self, stream: &str, before: u64) {
        self.truncated.insert(stream.to_owned(), before);
        self.write(&format!("$${stream}"), &format!("{{\"$tb\":{before}}}"));
    }

    /// The stream's events as they can be read; nothing where there is no stream.
    pub(super) fn stream(&self, stream: &str) -> Option<Vec<&Stored>> {
        let before = self.truncated.get(stream).copied().unwrap_or(0);
        let places = self.streams.get(stream)?;
        let events = places.iter().map(|place| &self.all[*place]);
        let events: Vec<_> = events.filter(|event| event.revision >= before).collect();
        (!events.is_empty()).then_some(events)
    }

    /// All events as they can be read, in their order.
    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = &Stored> {
        self.all.iter().filter(|event| {
            let before = self.truncated.get(&event.stream).copied().unwrap_or(0);
            event.revision >= before
        })
    }

    pub(super) fn names(&self) -> Vec<String> {
        let own = self.all.iter().filter(|event| event.revision == 0);
        own.map(|event| event.stream.clone())
            .filter(|name| !name.starts_with('$'))
            .collect()
    }
}
