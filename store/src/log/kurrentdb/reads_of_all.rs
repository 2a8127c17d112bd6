//! Reading the order of all. It is read as it is, in bounded steps, and other programs' events are skipped here: the
//! server would search for this log's events until it has found as many as requested, however long that takes.

use std::time::Instant;

use kurrentdb::{Position, ReadAllOptions, StreamPosition};

use super::connection::{Barren, Connection};
use super::names::{cursor, is_own};
use super::reads::{PAGE, next, own};
use crate::error::StoreError;
use crate::log::cursor::Cursor;
use crate::log::recorded::RecordedEvent;

/// A step without results is followed by one that is this many times as long.
const LONGER: usize = 8;

/// A step.
struct Page {
    /// This log's events of it.
    events: Vec<kurrentdb::RecordedEvent>,
    /// The positions of the first and the last event that was read, whosever they are.
    heard: Option<(Position, Position)>,
    end: bool,
}

impl Connection {
    async fn page_of_all(&self, options: ReadAllOptions, asked: usize) -> Result<Page, StoreError> {
        let options = &options.max_count(asked).requires_leader(true);
        let read = self.call(|client| async move {
            let since = Instant::now();
            let mut answer = client.read_all(options).await?;
            let mut heard = 0;
            let mut page = Page {
                events: Vec::new(),
                heard: None,
                end: false,
            };
            while let Some(event) = next(&mut answer).await? {
                heard += 1;
                if let Some(event) = own(event) {
                    let first = page.heard.map_or(event.position, |(first, _)| first);
                    page.heard = Some((first, event.position));
                    if is_own(&self.address.prefix, &event) {
                        page.events.push(event);
                    }
                }
                // However slow the server is, every step makes progress: the first event may be known already.
                if heard > 1 && since.elapsed() > self.address.deadline / 2 {
                    return Ok(page);
                }
            }
            page.end = heard < asked;
            Ok(page)
        });
        read.await.map_err(|failed| self.error(failed, None))
    }

    fn barren(&self) -> Option<Barren> {
        *self.barren.lock().unwrap_or_else(|held| held.into_inner())
    }

    /// Remembers the furthest stretch: that is where followers of the log wait.
    fn remember(&self, after: Cursor, until: Position) {
        let mut known = self.barren.lock().unwrap_or_else(|held| held.into_inner());
        if known.is_none_or(|known| known.until.commit < until.commit) {
            *known = Some(Barren { after, until });
        }
    }

    /// Up to `limit` events after `cursor`, in order. Fewer than `limit` means that there are no more.
    pub(super) async fn all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let mut found: Vec<RecordedEvent> = Vec::new();
        if cursor == Cursor::BEYOND {
            return Ok(found);
        }
        let mut last = cursor;
        let mut at = self.place_after(cursor);
        let mut asked = 0;
        while found.len() < limit {
            // The event at the cursor itself is included.
            asked = (limit - found.len() + 1).max(asked).min(PAGE + 1);
            let from = at.map_or(StreamPosition::Start, StreamPosition::Position);
            let options = ReadAllOptions::default().position(from);
            let page = self.page_of_all(options, asked).await?;
            let before = found.len();
            for event in self.recorded(&page.events)? {
                if event.cursor > last {
                    last = event.cursor;
                    found.push(event);
                }
            }
            asked = if found.len() == before {
                asked * LONGER
            } else {
                0
            };
            if let Some((_, reached)) = page.heard {
                self.remember(last, reached);
                at = Some(reached);
            }
            if page.end {
                break;
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    fn place_after(&self, cursor: Cursor) -> Option<Position> {
        let place = cursor.order();
        let beyond = |barren: &Barren| barren.after <= cursor && place < barren.until.commit;
        match self.barren().filter(beyond) {
            Some(barren) => Some(barren.until),
            None if cursor == Cursor::START => None,
            None => Some(Position {
                commit: place,
                prepare: place,
            }),
        }
    }

    /// The last `limit` events, in order.
    pub(super) async fn last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        let mut found = Vec::new();
        let mut from = StreamPosition::End;
        let mut asked = 0;
        while found.len() < limit {
            asked = (limit - found.len()).max(asked).min(PAGE);
            let page = self.page_before(from, asked).await?;
            asked *= LONGER;
            for event in self.recorded(&page.events)? {
                // If the event at the position came again, it would not count twice.
                if found
                    .last()
                    .is_none_or(|last: &RecordedEvent| event.cursor < last.cursor)
                {
                    found.push(event);
                }
            }
            match page.heard {
                Some((_, reached)) if !page.end => from = StreamPosition::Position(reached),
                _ => break,
            }
        }
        found.truncate(limit);
        found.reverse();
        Ok(found)
    }

    /// The cursor of the last event.
    pub(super) async fn head(&self) -> Result<Cursor, StoreError> {
        let known = self.barren();
        let mut newest = None;
        let mut from = StreamPosition::End;
        let mut asked = 1;
        loop {
            let page = self.page_before(from, asked).await?;
            asked = (asked * LONGER).min(PAGE);
            let Some((first, reached)) = page.heard else {
                return Ok(Cursor::START);
            };
            let newest = *newest.get_or_insert(first);
            let last = match (page.events.first(), known) {
                (Some(event), _) => cursor(event)?,
                (None, Some(known)) if reached.commit <= known.until.commit => known.after,
                (None, _) if page.end => Cursor::START,
                (None, _) => {
                    from = StreamPosition::Position(reached);
                    continue;
                }
            };
            self.remember(last, newest);
            return Ok(last);
        }
    }

    async fn page_before(
        &self,
        from: StreamPosition<Position>,
        asked: usize,
    ) -> Result<Page, StoreError> {
        let options = ReadAllOptions::default().position(from).backwards();
        self.page_of_all(options, asked).await
    }
}
