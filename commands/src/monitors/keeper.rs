//! The keeper: looks at monitors that are due, and starts their runs.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::ids::MonitorId;
use domain::monitor::{Monitor, SkipReason};
use futures::StreamExt;
use jiff::{SignedDuration, Timestamp};
use store::StoreError;
use store::monitors::MonitorDue;
use tokio_util::sync::CancellationToken;

use super::start::{Monitors, Started};
use crate::error::CommandError;

/// How often the agenda is looked at.
const POLL: Duration = Duration::from_secs(1);
/// Monitors taken from the agenda at a time.
const PORTION: u32 = 500;
/// Users whose monitors are looked at at once: their commits share a group.
const AT_ONCE: usize = 32;
/// A run is made up for at most this long after its slot.
const MADE_UP_FOR: SignedDuration = SignedDuration::from_hours(24);
/// Slots that are counted at once; the next look counts on.
const MOST_SLOTS: u32 = 1_000;
/// A note from so far ahead was made by a clock that was set back since.
const SET_BACK: SignedDuration = SignedDuration::from_mins(5);

/// Looks at monitors when they are due. Several may run at once.
#[derive(Clone)]
pub struct MonitorKeeper {
    monitors: Monitors,
}

impl MonitorKeeper {
    /// Of those monitors.
    pub const fn new(monitors: Monitors) -> Self {
        Self { monitors }
    }

    /// Works until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let begun = self.look_at_due().await.unwrap_or_else(|error| {
                tracing::warn!(%error, "due schedules could not be looked at");
                0
            });
            // Where no place was free, a look at once finds none either.
            if begun == 0 {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(POLL) => {}
                }
            }
        }
    }

    /// Looks at one portion of the monitors that are due. Returns for how many of them something was done.
    pub async fn look_at_due(&self) -> Result<usize, StoreError> {
        let now = self.monitors.ports.clock.now();
        let doubtful = now.saturating_add(SET_BACK).unwrap_or(now);
        let agenda = &self.monitors.ports.agenda;
        let due = agenda.due(now, doubtful, PORTION).await?;
        let mut by_user: BTreeMap<String, Vec<MonitorDue>> = BTreeMap::new();
        for due in due {
            by_user.entry(due.user.clone()).or_default().push(due);
        }
        // A user's one after the other: so many may run at once.
        let looks = futures::stream::iter(by_user.into_values()).map(|all| async move {
            let mut done = 0;
            for MonitorDue { monitor, slot, .. } in all {
                match self.monitors.look_at(monitor, slot).await {
                    Ok(Started::Later) => break,
                    Ok(_) => done += 1,
                    Err(error) => {
                        tracing::warn!(%monitor, %error, "a schedule could not be looked at");
                    }
                }
            }
            done
        });
        let done = looks.buffer_unordered(AT_ONCE);
        Ok(done.fold(0, async |all, one| all + one).await)
    }
}

/// Slots up to now.
struct Slots {
    /// How many came before the last.
    earlier: u32,
    /// The last one before that.
    before: Option<Timestamp>,
    last: Timestamp,
}

impl Slots {
    /// Those from a slot on; `None` if it is not due, or was looked at.
    fn from(monitor: &Monitor, slot: Timestamp, now: Timestamp) -> Option<Self> {
        let may_run = monitor.owner().is_some() && monitor.paused().is_none();
        if slot > now || !may_run || monitor.has_looked_at(slot, now) {
            return None;
        }
        let mut slots = Self {
            earlier: 0,
            before: None,
            last: slot,
        };
        while slots.earlier < MOST_SLOTS
            && let Some(next) = monitor.slot_after(slots.last).filter(|slot| *slot <= now)
        {
            slots.earlier += 1;
            slots.before = Some(slots.last);
            slots.last = next;
        }
        Some(slots)
    }
}

impl Monitors {
    /// Looks at one monitor that may be due since a slot, as the agenda has it.
    pub(super) async fn look_at(
        &self,
        id: MonitorId,
        slot: Timestamp,
    ) -> Result<Started, CommandError> {
        let monitor = self.monitor(id).await?;
        let now = self.ports.clock.now();
        let Some(slots) = Slots::from(&monitor, slot, now) else {
            self.note(id).await?;
            return Ok(Started::Before);
        };
        let last = slots.last;
        if now.duration_since(last) > MADE_UP_FOR {
            self.skip(id, last, SkipReason::Missed, slots.earlier + 1)
                .await?;
            return Ok(Started::Skipped);
        }
        if let Some(before) = slots.before {
            self.skip(id, before, SkipReason::Missed, slots.earlier)
                .await?;
        }
        if monitor.running().is_some() {
            self.skip(id, last, SkipReason::Overlap, 1).await?;
            return Ok(Started::Skipped);
        }
        let started = self.start(id, &monitor, last, None).await?;
        if started == Started::Before {
            // Looked at by a clock that was ahead: what comes next is after it.
            self.note_after(id, last).await?;
        }
        Ok(started)
    }
}
