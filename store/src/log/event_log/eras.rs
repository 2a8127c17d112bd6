//! The eras of a log in this process: one ends when the log has lost events that this process knew.

use std::sync::atomic::Ordering;

use tokio::sync::watch;

use super::{Backend, EventLog, LOG};
use crate::error::StoreError;
use crate::log::continuity::LastEvent;
use crate::log::cursor::Cursor;

/// Reported until this process has read from the log what it remembered otherwise.
const LOST: &str = "it has lost events that this server knew (a restore, or a failover to a standby that did not have \
                    them); everything is read from it again, and what was lost is gone";

impl EventLog {
    /// Changes whenever the log turns out to have lost events that this process knew.
    pub fn era(&self) -> u64 {
        self.continuity.era()
    }

    /// The era, and each further one.
    pub fn eras(&self) -> watch::Receiver<u64> {
        self.continuity.eras()
    }

    /// Was there a reason to doubt that since the last look?
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.continuity.is_in_doubt()
    }

    /// Looks at the log if there was. Until then, what this process remembers does not count.
    pub(crate) async fn settle_doubts(&self) -> Result<(), StoreError> {
        if self.is_in_doubt() {
            self.verify().await?;
        }
        Ok(())
    }

    /// Looks up the last event that this process knows. If the log does not hold it, a new era begins.
    pub async fn verify(&self) -> Result<(), StoreError> {
        let doubts = self.continuity.doubts();
        if let Some(last) = self.continuity.last() {
            let (of, id) = (&last.aggregate_type, &last.aggregate_id);
            let there = self.read_recorded(of, id, last.sequence - 1, 1).await?;
            if !there.iter().any(|event| last.is(event)) {
                if let Backend::Remote(log) = &self.backend {
                    log.forget_lost().await?;
                }
                self.begin_era(&last, self.head().await?);
            }
        }
        self.continuity.settle(doubts);
        // While in doubt none was followed.
        self.continuity.read(&self.read_last(1).await?);
        Ok(())
    }

    fn begin_era(&self, lost: &LastEvent, head: Cursor) {
        if !self.continuity.begin_era(lost) {
            return;
        }
        let LastEvent {
            cursor,
            aggregate_type,
            aggregate_id,
            sequence,
            ..
        } = lost;
        tracing::error!(
            %cursor, aggregate_type, aggregate_id, sequence, %head,
            "the log has lost this event, and perhaps others: it was restored, or a standby took over that did not \
             have them; everything is read from the log again"
        );
        self.problems.report(LOG, LOST);
        if let Some(owned) = &self.owner {
            owned.verified.store(false, Ordering::Relaxed);
        }
        self.wake.send_replace(Cursor::START);
    }
}
