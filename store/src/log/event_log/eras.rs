//! The eras of a log in this process: one ends when the log has lost events that this process knew.

use tokio::sync::watch;

use super::{Backend, EventLog, Known, LEDGER, LOG};
use crate::db::Doubts;
use crate::error::StoreError;
use crate::log::continuity::LastEvent;
use crate::log::cursor::Cursor;

/// Reported until this process has read from the log what it remembered otherwise.
const LOST: &str = "the log lost events that this server had read (a restore, or a failover to a standby without them); \
                    everything is being read again, and the lost events are gone";

impl EventLog {
    /// Changes whenever the log turns out to have lost events that this process knew.
    pub fn era(&self) -> u64 {
        self.continuity.era()
    }

    /// The era, and each further one.
    pub fn eras(&self) -> watch::Receiver<u64> {
        self.continuity.eras()
    }

    /// Reasons to doubt that the log is the one that this process knew.
    pub(crate) fn doubts(&self) -> &Doubts {
        self.continuity.doubts()
    }

    /// Was there one since the last look?
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.continuity.is_in_doubt()
    }

    /// Looks at the log if there was. Until then, what this process remembers does not count.
    pub(crate) async fn settle_doubts(&self) -> Result<(), StoreError> {
        if self.is_in_doubt() {
            // One at a time.
            let mut known = self.looking.lock().await;
            if self.is_in_doubt() {
                self.look(&mut known).await?;
            }
        }
        Ok(())
    }

    /// The last event that this process knows.
    #[cfg(feature = "testing")]
    pub(crate) fn last_known(&self) -> Cursor {
        let last = self.continuity.last();
        last.map_or(Cursor::START, |last| last.cursor)
    }

    /// Looks up the last event that this process knows. If the log does not hold it, a new era begins.
    pub async fn verify(&self) -> Result<(), StoreError> {
        self.look(&mut *self.looking.lock().await).await
    }

    async fn look(&self, known: &mut Known) -> Result<(), StoreError> {
        let doubts = self.doubts().count();
        if let Some(last) = self.continuity.last() {
            let (of, id) = (&last.aggregate_type, &last.aggregate_id);
            let there = self.read_recorded(of, id, last.sequence - 1, 1).await?;
            let is_lost = !there.iter().any(|event| last.is(event));
            self.compare(&last, is_lost, known).await?;
        } else if let Backend::Remote(log) = &self.backend {
            known.put_backs = Some(log.put_backs().await?);
        }
        // While in doubt none was followed.
        let last = self.read_last(1).await?;
        self.continuity.settle(doubts);
        self.continuity.read(&last);
        Ok(())
    }

    /// Begins an era if the log has lost the event, or another process has found that it lost others.
    async fn compare(
        &self,
        last: &LastEvent,
        is_lost: bool,
        known: &mut Known,
    ) -> Result<(), StoreError> {
        let mut begins = is_lost;
        let mut timeline = None;
        match &self.backend {
            Backend::Remote(log) if is_lost => {
                let seals = self.seals.as_ref().ok_or_else(|| {
                    StoreError::Configuration(
                        "the log has lost events, and is read without the key of its seals"
                            .to_owned(),
                    )
                })?;
                let now = log.forget_lost(last, known.put_backs, seals).await?;
                begins = known.put_backs.replace(now) != Some(now);
            }
            Backend::Remote(log) => {
                let now = log.put_backs().await?;
                begins = known
                    .put_backs
                    .replace(now)
                    .is_some_and(|before| before != now);
            }
            Backend::Postgres(log) if is_lost => timeline = log.timeline().await,
            Backend::Postgres(_) | Backend::Sqlite(_) => {}
        }
        if begins {
            self.begin_era(last, self.head().await?, timeline);
        }
        Ok(())
    }

    fn begin_era(&self, lost: &LastEvent, head: Cursor, timeline: Option<String>) {
        if !self.continuity.begin_era(lost) {
            return;
        }
        if matches!(self.backend, Backend::Remote(_)) {
            // What an append found may have been the head of lost events.
            self.problems.clear(LEDGER);
        }
        let LastEvent {
            cursor,
            aggregate_type,
            aggregate_id,
            sequence,
            ..
        } = lost;
        tracing::error!(
            %cursor, aggregate_type, aggregate_id, sequence, %head, timeline,
            "the log has lost this event, or others near it: it was restored, or a standby took over that did not \
             have them; everything is read from the log again"
        );
        let timeline = timeline.map(|now| format!("; PostgreSQL's timeline is {now} now"));
        self.problems
            .report(LOG, format!("{LOST}{}", timeline.unwrap_or_default()));
        self.wake.send_replace(Cursor::START);
    }
}
