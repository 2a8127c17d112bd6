//! Reading a stream, page by page. (The order of all: `reads_of_all`.)

use kurrentdb::{
    Error, ReadAllOptions, ReadStream, ReadStreamOptions, ResolvedEvent, StreamPosition,
};

use super::connection::{Connection, Failed, deleted};
use super::names::recorded;
use crate::error::StoreError;
use crate::log::recorded::RecordedEvent;

/// Maximum events per answer.
pub(super) const PAGE: usize = 2_000;

/// A page of a stream.
pub(super) enum Found {
    Events(Vec<kurrentdb::RecordedEvent>),
    /// There never was such a stream.
    Nothing,
    Gone,
}

impl Found {
    /// The events; none of a stream that never was.
    fn of(self, stream: &str) -> Result<Vec<kurrentdb::RecordedEvent>, StoreError> {
        match self {
            Self::Events(events) => Ok(events),
            Self::Nothing => Ok(Vec::new()),
            Self::Gone => Err(deleted(stream)),
        }
    }
}

/// The next message of an answer.
pub(super) async fn next(answer: &mut ReadStream) -> Result<Option<ResolvedEvent>, Error> {
    let next = answer.next().await;
    if matches!(next, Err(Error::ResourceNotFound)) {
        // An answer that is not read to its end is broken off, and a server closes a connection with too many of
        // those.
        let _end = answer.next().await;
    }
    next
}

/// All events of an answer.
async fn whole(mut answer: ReadStream) -> Result<Vec<kurrentdb::RecordedEvent>, Error> {
    let mut events = Vec::new();
    while let Some(event) = next(&mut answer).await? {
        events.extend(own(event));
    }
    Ok(events)
}

/// Not the target of a link.
pub(super) fn own(event: ResolvedEvent) -> Option<kurrentdb::RecordedEvent> {
    event.link.or(event.event)
}

impl Connection {
    /// One page of a stream. For a missing stream the client returns an error at the first event only.
    pub(super) async fn page_of(
        &self,
        stream: &str,
        options: &ReadStreamOptions,
    ) -> Result<Found, StoreError> {
        match self.ask_for_page(stream, options).await {
            Ok(events) => Ok(Found::Events(events)),
            Err(Failed::Told(Error::ResourceDeleted)) => Ok(Found::Gone),
            Err(Failed::Told(Error::ResourceNotFound)) => self.missing(stream).await,
            Err(failed) => Err(self.error(failed, Some(stream))),
        }
    }

    async fn ask_for_page(
        &self,
        stream: &str,
        options: &ReadStreamOptions,
    ) -> Result<Vec<kurrentdb::RecordedEvent>, Failed> {
        let options = &options.clone().requires_leader(true);
        self.call(|client| async move { whole(client.read_stream(stream, options).await?).await })
            .await
    }

    /// A deleted stream looks like one that never was, except for the metadata that the server keeps of it.
    async fn missing(&self, stream: &str) -> Result<Found, StoreError> {
        let metadata = format!("$${stream}");
        let options = ReadStreamOptions::default()
            .position(StreamPosition::End)
            .max_count(1);
        let page = match self.ask_for_page(&metadata, &options).await {
            Err(Failed::Told(Error::ResourceNotFound)) => Vec::new(),
            page => page.map_err(|failed| self.error(failed, Some(stream)))?,
        };
        let kept = page
            .first()
            .and_then(|event| event.as_json::<serde_json::Value>().ok());
        Ok(match kept {
            Some(kept) if kept.get("$tb").is_some() => Found::Gone,
            _ => Found::Nothing,
        })
    }

    pub(super) fn recorded(
        &self,
        events: &[kurrentdb::RecordedEvent],
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let events = events.iter();
        events
            .map(|event| recorded(&self.address.prefix, event))
            .collect()
    }

    /// Up to `limit` events of a stream after sequence `after`, in order.
    pub(super) async fn stream_after(
        &self,
        stream: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let mut found: Vec<RecordedEvent> = Vec::new();
        while found.len() < limit {
            let asked = (limit - found.len()).min(PAGE);
            // Sequences count from 1, the server's revisions from 0.
            let next = after + found.len() as u64;
            let options = ReadStreamOptions::default()
                .position(StreamPosition::Position(next))
                .max_count(asked);
            let page = self.page_of(stream, &options).await?.of(stream)?;
            if page.first().is_some_and(|event| event.revision != next) {
                return Err(deleted(stream));
            }
            found.extend(self.recorded(&page)?);
            if page.len() < asked {
                break;
            }
        }
        Ok(found)
    }

    /// The last `limit` events of a stream, in order.
    pub(super) async fn last_of_stream(
        &self,
        stream: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let options = ReadStreamOptions::default()
            .position(StreamPosition::End)
            .max_count(limit);
        let page = self.page_of(stream, &options).await?.of(stream)?;
        let mut events = self.recorded(&page)?;
        events.reverse();
        Ok(events)
    }

    /// A stream's event with that revision.
    pub(super) async fn event_at(
        &self,
        stream: &str,
        revision: u64,
    ) -> Result<kurrentdb::RecordedEvent, StoreError> {
        let options = ReadStreamOptions::default()
            .position(StreamPosition::Position(revision))
            .max_count(1);
        let page = self.page_of(stream, &options).await?.of(stream)?;
        let event = page.into_iter().next();
        event
            .filter(|event| event.revision == revision)
            .ok_or_else(|| deleted(stream))
    }

    /// Does the server answer, and may this user read?
    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        let options = &ReadAllOptions::default()
            .position(StreamPosition::End)
            .max_count(1)
            .requires_leader(true);
        let read = self.call(|client| async move { whole(client.read_all(options).await?).await });
        read.await
            .map(drop)
            .map_err(|failed| self.error(failed, None))
    }
}
