//! Reads the log in portions, the next one while the last is being worked on.

use store::StoreError;
use store::log::{Cursor, EventLog, RecordedEvent};
use tokio::task::JoinHandle;

/// Events read at a time.
pub(super) const PORTION: usize = 10_000;

type Portion = Result<Vec<RecordedEvent>, StoreError>;

pub(super) struct Ahead {
    log: EventLog,
    at: Cursor,
    next: Option<JoinHandle<Portion>>,
}

impl Ahead {
    /// From the log's start.
    pub(super) const fn new(log: EventLog) -> Self {
        Self {
            log,
            at: Cursor::START,
            next: None,
        }
    }

    /// The next events; the last ones are fewer than [`PORTION`]. What is read after those is read when it is asked for.
    pub(super) async fn next(&mut self) -> Portion {
        let events = match self.next.take() {
            Some(reading) => reading
                .await
                .map_err(|error| StoreError::Damaged(error.to_string()))??,
            None => self.log.read_many_after(self.at, PORTION).await?,
        };
        if let Some(last) = events.last() {
            self.at = last.cursor;
        }
        if events.len() == PORTION {
            let (log, at) = (self.log.clone(), self.at);
            self.next = Some(tokio::spawn(async move {
                log.read_many_after(at, PORTION).await
            }));
        }
        Ok(events)
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        if let Some(next) = &self.next {
            next.abort();
        }
    }
}
