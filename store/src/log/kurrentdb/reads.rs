//! Reading, page by page. What lies on the server beside this log's streams is filtered out there.

use kurrentdb::{
    Error, Position, ReadAllOptions, ReadStream, ReadStreamOptions, ResolvedEvent, StreamPosition,
    SubscriptionFilter,
};

use super::connection::{Connection, Failed, deleted};
use super::names::recorded;
use crate::error::StoreError;
use crate::log::cursor::Cursor;
use crate::log::recorded::RecordedEvent;

/// Most events in one answer.
const PAGE: usize = 2_000;

/// Everything that an answer holds.
pub(super) async fn whole(mut answer: ReadStream) -> Result<Vec<kurrentdb::RecordedEvent>, Error> {
    let mut events = Vec::new();
    loop {
        match answer.next().await {
            Ok(Some(event)) => events.extend(own(event)),
            Ok(None) => return Ok(events),
            Err(error) => {
                if matches!(error, Error::ResourceNotFound) {
                    // An answer that is not heard to its end is broken off, and a server closes a connection on which
                    // too many are.
                    let _end = answer.next().await;
                }
                return Err(error);
            }
        }
    }
}

/// Not what a link leads to.
fn own(event: ResolvedEvent) -> Option<kurrentdb::RecordedEvent> {
    event.link.or(event.event)
}

impl Connection {
    /// One page of a stream; nothing where there is no such stream. The client tells of a missing stream with an error
    /// at the first event only.
    pub(super) async fn page_of(
        &self,
        stream: &str,
        options: &ReadStreamOptions,
    ) -> Result<Option<Vec<kurrentdb::RecordedEvent>>, StoreError> {
        let read = self
            .call(|client| async move { whole(client.read_stream(stream, options).await?).await });
        match read.await {
            Ok(events) => Ok(Some(events)),
            Err(Failed::Told(Error::ResourceNotFound)) => Ok(None),
            Err(failed) => Err(self.error(failed, Some(stream))),
        }
    }

    async fn page_of_all(
        &self,
        options: &ReadAllOptions,
    ) -> Result<Vec<kurrentdb::RecordedEvent>, StoreError> {
        let ours = SubscriptionFilter::on_stream_name().add_prefix(&self.address.prefix);
        let options = &options.clone().filter(ours).requires_leader(true);
        let read = self.call(|client| async move { whole(client.read_all(options).await?).await });
        read.await.map_err(|failed| self.error(failed, None))
    }

    fn recorded(
        &self,
        events: &[kurrentdb::RecordedEvent],
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let events = events.iter();
        events
            .filter_map(|event| recorded(&self.address.prefix, event).transpose())
            .collect()
    }

    /// Up to `limit` events after `cursor`, in order. Fewer than `limit` means: that was all.
    pub(super) async fn all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let mut found: Vec<RecordedEvent> = Vec::new();
        let mut at = cursor;
        while found.len() < limit {
            // The event at the cursor comes along.
            let asked = (limit - found.len()).saturating_add(1).min(PAGE);
            let from = match at {
                Cursor::START => StreamPosition::Start,
                at => StreamPosition::Position(Position {
                    commit: at.order(),
                    prepare: at.order(),
                }),
            };
            let options = ReadAllOptions::default().position(from).max_count(asked);
            let page = self.page_of_all(&options).await?;
            let events = self.recorded(&page)?.into_iter();
            let room = limit - found.len();
            found.extend(events.filter(|event| event.cursor > at).take(room));
            at = found.last().map_or(at, |event| event.cursor);
            if page.len() < asked {
                break;
            }
        }
        Ok(found)
    }

    /// The last `limit` events, in order.
    pub(super) async fn last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        let options = ReadAllOptions::default()
            .position(StreamPosition::End)
            .max_count(limit);
        let page = self.page_of_all(&options).await?;
        let mut events = self.recorded(&page)?;
        events.reverse();
        Ok(events)
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
                .max_count(asked)
                .requires_leader(true);
            let Some(page) = self.page_of(stream, &options).await? else {
                break;
            };
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
            .max_count(limit)
            .requires_leader(true);
        let page = self.page_of(stream, &options).await?.unwrap_or_default();
        let mut events = self.recorded(&page)?;
        events.reverse();
        Ok(events)
    }
}
