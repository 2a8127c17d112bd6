//! Appending what is noted. Every step may be repeated, by several processes at once: an event's id and the expected
//! revision make the server store it once.

use futures::{FutureExt, StreamExt, TryStreamExt};
use kurrentdb::{AppendToStreamOptions, Error, ReadStreamOptions, StreamPosition, StreamState};

use super::connection::{Connection, Failed};
use super::journal::{Note, NotedStream};
use super::names::{Outgoing, cursor, stamp};
use super::reads::Found;
use crate::error::StoreError;
use crate::fail_points::dies_at;
use crate::log::cursor::Cursor;

/// Streams that are read or appended to concurrently.
const AT_ONCE: usize = 32;
/// Maximum bytes of a call: by default the server takes 1 MiB.
const CALL_BYTES: usize = 512 * 1024;
/// Maximum events of a call: fewer than the server takes.
const CALL_EVENTS: usize = 2_000;

/// The state of a stream, compared with what is noted for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// As it was at the decision.
    Ready,
    /// Some events of the note, or all, are there.
    Begun,
    /// It has other events.
    Stale,
    /// It was deleted or truncated.
    Gone,
}

/// Why an append has stopped.
pub(super) enum Stopped {
    /// Another program writes to this stream.
    Moved(String),
    Failed(StoreError),
}

impl From<StoreError> for Stopped {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl Connection {
    /// The state of each stream of a note, in its order.
    pub(super) async fn standings(&self, note: &Note) -> Result<Vec<Standing>, StoreError> {
        let mut standings = Vec::with_capacity(note.streams.len());
        for stream in &note.streams {
            standings.push(self.standing(stream).boxed());
        }
        futures::stream::iter(standings)
            .buffered(AT_ONCE)
            .try_collect()
            .await
    }

    async fn standing(&self, stream: &NotedStream) -> Result<Standing, StoreError> {
        // The event before, and the first of ours or of another process that was first.
        let (from, count) = match stream.expected.checked_sub(1) {
            Some(before) => (before, 2),
            None => (0, 1),
        };
        let options = ReadStreamOptions::default()
            .position(StreamPosition::Position(from))
            .max_count(count);
        let page = match self.page_of(&stream.name, &options).await? {
            Found::Events(page) => page,
            Found::Nothing if stream.expected == 0 && stream.continues.is_none() => {
                return Ok(Standing::Ready);
            }
            Found::Nothing => return Ok(Standing::Stale),
            Found::Gone => return Ok(Standing::Gone),
        };
        let before = match page.first() {
            None => return Ok(Standing::Stale),
            Some(first) if first.revision != from => return Ok(Standing::Gone),
            Some(first) => first,
        };
        let next = page.iter().find(|event| event.revision == stream.expected);
        Ok(match (next, stream.events.first()) {
            // As long as expected, of another history.
            (None, _) if stream.continues.is_some() && stamp(before) != stream.continues => {
                Standing::Stale
            }
            (None, _) => Standing::Ready,
            (Some(next), Some(ours)) if ours.is(next) => Standing::Begun,
            (Some(_), _) => Standing::Stale,
        })
    }

    /// Appends all of a note, streams that follow others of their commit after those; returns the cursor of the last
    /// event.
    pub(super) async fn append(&self, note: &Note) -> Result<Cursor, Stopped> {
        let mut end = Cursor::START;
        for follows in [false, true] {
            let mut appends = Vec::new();
            for stream in &note.streams {
                if stream.follows == follows && !stream.events.is_empty() {
                    appends.push(self.append_stream(stream, note.noted_at).boxed());
                }
            }
            // Each is awaited to its end, whatever happens to the others: nothing is in flight when this returns.
            let ends: Vec<Result<Cursor, Stopped>> = futures::stream::iter(appends)
                .buffer_unordered(AT_ONCE)
                .collect()
                .await;
            for stream_end in ends {
                end = end.max(stream_end?);
            }
            if !follows {
                dies_at("kurrentdb.between");
            }
        }
        Ok(end)
    }

    pub(super) async fn append_stream(
        &self,
        stream: &NotedStream,
        recorded_at: i64,
    ) -> Result<Cursor, Stopped> {
        let mut rest = stream.events.as_slice();
        let mut expected = stream.expected;
        let mut end = Cursor::START;
        while !rest.is_empty() {
            let mut bytes = 0;
            let fits = rest.iter().take(CALL_EVENTS).take_while(|event| {
                bytes += event.size();
                bytes <= CALL_BYTES
            });
            // An event that is larger on its own goes alone.
            let (call, later) = rest.split_at(fits.count().max(1));
            let events = call.iter().map(|event| event.data(recorded_at));
            let events = events.collect::<Result<Vec<_>, _>>()?;
            let state = match expected.checked_sub(1) {
                Some(revision) => StreamState::StreamRevision(revision),
                None => StreamState::NoStream,
            };
            let options = AppendToStreamOptions::default()
                .stream_state(state)
                .requires_leader(true)
                .deadline(self.address.deadline);
            let (options, events) = (&options, &events);
            let name = stream.name.as_str();
            let appended = self.call(|client| async move {
                client.append_to_stream(name, options, events.clone()).await
            });
            let appended = appended
                .await
                .map_err(|failed| self.stopped(failed, stream, call))?;
            expected += call.len() as u64;
            rest = later;
            end = match appended.position.commit {
                // The server does not always report the position of events that were already there.
                0 | u64::MAX => cursor(&self.event_at(name, expected - 1).await?)?,
                commit => Cursor::from_position(commit.cast_signed()),
            };
        }
        Ok(end)
    }

    fn stopped(&self, failed: Failed, stream: &NotedStream, call: &[Outgoing]) -> Stopped {
        if matches!(failed, Failed::Told(Error::WrongExpectedVersion { .. })) {
            return Stopped::Moved(stream.name.clone());
        }
        if failed.too_large() {
            let bytes: usize = call.iter().map(Outgoing::size).sum();
            return Stopped::Failed(StoreError::Configuration(format!(
                "KurrentDB at {} does not take about {bytes} bytes for {} at once: raise its MaxAppendSize to 1 MiB or \
                 more, and its MaxAppendEventSize where it has one",
                self.address.shown, stream.name
            )));
        }
        Stopped::Failed(self.error(failed, Some(&stream.name)))
    }
}
