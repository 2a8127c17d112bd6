//! Appending what is noted. Every step may be done twice, by several processes at once: an event's id and the expected
//! revision make the server store it once.

use futures::{FutureExt, StreamExt, TryStreamExt};
use kurrentdb::{AppendToStreamOptions, Error, ReadStreamOptions, StreamPosition, StreamState};

use super::connection::{Connection, Failed, deleted};
use super::journal::{Note, NotedStream};
use super::reads::whole;
use crate::error::StoreError;
use crate::fail_points::dies_at;
use crate::log::cursor::Cursor;

/// Streams that are read or appended to at the same time.
const AT_ONCE: usize = 32;
/// A call carries no more than that: the server takes 1 MiB unless it is told otherwise.
const CALL_BYTES: usize = 512 * 1024;
/// Fewer events than the server takes in one call.
const CALL_EVENTS: usize = 2_000;

/// How a stream stands to what is noted of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// As it was when it was decided.
    Ready,
    /// Something of the note, or all, is there.
    Begun,
    /// It has moved on.
    Stale,
}

/// Why appending has stopped.
pub(super) enum Stopped {
    /// A stream is not what it was: somebody else writes to it, or everything was done by another process.
    Moved,
    /// An event is larger than the server takes.
    TooLarge(StoreError),
    /// Something else.
    Failed(StoreError),
}

impl From<StoreError> for Stopped {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl Connection {
    /// How every stream of a note stands, in its order.
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
        // The event before, and the first of ours or of whoever was first.
        let (from, count) = match stream.expected.checked_sub(1) {
            Some(before) => (before, 2),
            None => (0, 1),
        };
        let options = ReadStreamOptions::default()
            .position(StreamPosition::Position(from))
            .max_count(count)
            .requires_leader(true);
        let Some(page) = self.page_of(&stream.name, &options).await? else {
            self.refuse_deleted(&stream.name).await?;
            return Ok(if stream.expected == 0 {
                Standing::Ready
            } else {
                Standing::Stale
            });
        };
        match page.first() {
            None => return Ok(Standing::Stale),
            Some(first) if first.revision != from => return Err(deleted(&stream.name)),
            Some(_) => {}
        }
        let next = page.iter().find(|event| event.revision == stream.expected);
        Ok(match (next, stream.events.first()) {
            (None, _) => Standing::Ready,
            (Some(next), Some(ours)) if ours.is(next) => Standing::Begun,
            (Some(_), _) => Standing::Stale,
        })
    }

    /// A stream that was deleted looks like one that never was, but for the metadata that the server keeps of it.
    async fn refuse_deleted(&self, stream: &str) -> Result<(), StoreError> {
        let metadata = format!("$${stream}");
        let options = ReadStreamOptions::default()
            .position(StreamPosition::End)
            .max_count(1)
            .requires_leader(true);
        let page = self.page_of(&metadata, &options).await?.unwrap_or_default();
        let kept = page
            .first()
            .and_then(|event| event.as_json::<serde_json::Value>().ok());
        match kept {
            Some(kept) if kept.get("$tb").is_some() => Err(deleted(stream)),
            _ => Ok(()),
        }
    }

    /// Appends all of a note, streams that follow others of their commit after them; answers where the last event lies.
    pub(super) async fn append(&self, note: &Note) -> Result<Cursor, Stopped> {
        let mut end = Cursor::START;
        for follows in [false, true] {
            let mut appends = Vec::new();
            for stream in &note.streams {
                if stream.follows == follows && !stream.events.is_empty() {
                    appends.push(self.append_stream(stream, note.noted_at).boxed());
                }
            }
            let ends: Vec<Cursor> = futures::stream::iter(appends)
                .buffer_unordered(AT_ONCE)
                .try_collect()
                .await?;
            end = ends.into_iter().fold(end, Cursor::max);
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
            // One that is larger by itself goes alone: the server judges.
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
                // The server does not always tell where something lies that was there already.
                0 | u64::MAX => self.place_of(name, expected - 1).await?,
                commit => Cursor::at(commit),
            };
        }
        Ok(end)
    }

    fn stopped(
        &self,
        failed: Failed,
        stream: &NotedStream,
        call: &[super::names::Outgoing],
    ) -> Stopped {
        if matches!(failed, Failed::Told(Error::WrongExpectedVersion { .. })) {
            return Stopped::Moved;
        }
        if failed.too_large() {
            let bytes = call
                .iter()
                .map(super::names::Outgoing::size)
                .max()
                .unwrap_or(0);
            return Stopped::TooLarge(StoreError::Configuration(format!(
                "an event of about {bytes} bytes for {} is larger than KurrentDB at {} takes: raise its \
                 MaxAppendSize",
                stream.name, self.address.shown
            )));
        }
        Stopped::Failed(self.error(failed, Some(&stream.name)))
    }

    async fn place_of(&self, stream: &str, revision: u64) -> Result<Cursor, StoreError> {
        let options = ReadStreamOptions::default()
            .position(StreamPosition::Position(revision))
            .max_count(1)
            .requires_leader(true);
        let page = self.page_of(stream, &options).await?.unwrap_or_default();
        let event = page.first().filter(|event| event.revision == revision);
        event
            .map(|event| Cursor::at(event.position.commit))
            .ok_or_else(|| deleted(stream))
    }

    /// Does the server answer, and may this user read?
    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        let options = &kurrentdb::ReadAllOptions::default()
            .position(StreamPosition::End)
            .max_count(1)
            .requires_leader(true);
        let read = self.call(|client| async move { whole(client.read_all(options).await?).await });
        read.await
            .map(drop)
            .map_err(|failed| self.error(failed, None))
    }
}
