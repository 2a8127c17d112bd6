//! The queue, and the task that empties it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::entry::{AuditEvent, AuditKind};
use super::minutes::Minutes;
use super::table::AuditEntries;
use crate::db::now_micros;
use crate::error::StoreError;
use crate::problems::Problems;

/// Events that wait for the writer.
const QUEUE: usize = 4_096;
/// How often rows are written.
const PACE: Duration = Duration::from_secs(1);
/// The longest a write may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The audit log's name among the problems of a process.
pub const AUDIT_LOG: &str = "audit log";

/// Records events. Cheap to clone.
#[derive(Debug, Clone)]
pub struct AuditLog {
    queue: mpsc::Sender<(AuditEvent, i64)>,
    lost: Arc<AtomicU64>,
}

/// Stores what was recorded.
pub struct AuditWriter {
    queue: mpsc::Receiver<(AuditEvent, i64)>,
    lost: Arc<AtomicU64>,
    minutes: Minutes,
    entries: AuditEntries,
    problems: Problems,
}

impl AuditLog {
    /// With the writer that must run for anything to be stored.
    pub fn new(entries: AuditEntries, problems: Problems) -> (Self, AuditWriter) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let lost = Arc::<AtomicU64>::default();
        let writer = AuditWriter {
            queue: receiver,
            lost: Arc::clone(&lost),
            minutes: Minutes::default(),
            entries,
            problems,
        };
        let queue = sender;
        (Self { queue, lost }, writer)
    }

    /// Records an event, without waiting.
    pub fn record(&self, event: AuditEvent) {
        if self.queue.try_send((event, now_micros())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl AuditWriter {
    /// Stores events until `stop` is cancelled, and then those recorded before.
    pub async fn run(&mut self, stop: &CancellationToken) {
        let mut pace = tokio::time::interval(PACE);
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => {}
                Some((event, at)) = self.queue.recv() => self.minutes.take(event, at, 1),
                _ = pace.tick() => self.write().await,
            }
        }
        while let Ok((event, at)) = self.queue.try_recv() {
            self.minutes.take(event, at, 1);
        }
        self.write().await;
    }

    async fn write(&mut self) {
        let now = now_micros();
        let lost = self.lost.swap(0, Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(
                lost,
                "the audit log is incomplete: too much happened at once"
            );
            self.minutes.take(lost_entries(), now, lost);
        }
        self.minutes.complete(now);
        let rows = self.minutes.unwritten();
        if rows.is_empty() {
            return;
        }
        let written = tokio::time::timeout(PATIENCE, self.entries.put(&rows)).await;
        let silent = |_| Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
        match written.unwrap_or_else(silent) {
            Ok(()) => {
                self.minutes.written();
                self.problems.clear(AUDIT_LOG);
            }
            Err(error) => {
                tracing::warn!(%error, "the audit log could not be written; trying again");
                self.problems.report(AUDIT_LOG, error.to_string());
                let given_up = self.minutes.not_written();
                self.lost.fetch_add(given_up, Ordering::Relaxed);
            }
        }
    }
}

fn lost_entries() -> AuditEvent {
    AuditEvent {
        kind: AuditKind::Lost,
        outcome: "not_recorded".into(),
        user: String::new(),
        client: String::new(),
        request_id: String::new(),
    }
}
