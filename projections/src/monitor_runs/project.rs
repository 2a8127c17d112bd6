//! Monitors' events → one row per slot or pause.

use std::borrow::Cow;

use domain::monitor::{MonitorEvent, PausedBy, RunEnded};
use domain::registry::AggregateType;
use jiff::Timestamp;
use store::subscriptions::ProjectError;

use super::row::MonitorRunRow;
use crate::event::Event;
use crate::fold::{Fold, own_entry};

/// Shares of the budget that users are told of, in percent.
const TOLD: [u32; 2] = [100, 80];

pub(crate) struct MonitorRunsView;

/// The key of a slot.
pub(crate) fn run_id(monitor: &str, slot: Timestamp) -> String {
    format!("{monitor}@{}", slot.as_microsecond())
}

impl Fold for MonitorRunsView {
    const CONCERNS: &'static [&'static str] = &[AggregateType::Monitor.name()];
    type Row = MonitorRunRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        let of_slot = |slot| Some(Cow::Owned(run_id(&event.aggregate_id, slot)));
        Ok(match event.monitor()? {
            MonitorEvent::RunStarted(run) => of_slot(run.slot),
            MonitorEvent::RunSkipped(skipped) => of_slot(skipped.slot),
            MonitorEvent::RunEnded(ended) => of_slot(ended.slot),
            MonitorEvent::MonitorPaused(_) => Some(own_entry(event)),
            MonitorEvent::MonitorCreated(_)
            | MonitorEvent::MonitorChanged(_)
            | MonitorEvent::MonitorResumed(_)
            | MonitorEvent::MonitorDeleted(_) => None,
        })
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        let (told, at) = (event.monitor()?, event.at()?);
        let of_slot = |slot| MonitorRunRow::new(&event.aggregate_id, slot, at);
        match told {
            MonitorEvent::RunStarted(run) => {
                let begun = MonitorRunRow {
                    session: Some(run.session),
                    by_hand: run.by_hand,
                    first: run.first,
                    ..of_slot(run.slot)
                };
                *row = Some(begun);
            }
            MonitorEvent::RunSkipped(skipped) => {
                let entry = MonitorRunRow {
                    skipped: Some(skipped.reason),
                    slots: skipped.slots,
                    ..of_slot(skipped.slot)
                };
                *row = Some(entry);
            }
            MonitorEvent::MonitorPaused(paused) => {
                let is_news = paused.by != PausedBy::User;
                let entry = MonitorRunRow {
                    run_id: own_entry(event).into_owned(),
                    paused: Some(paused.by),
                    notice_at: is_news.then_some(at),
                    ..of_slot(at)
                };
                *row = Some(entry);
            }
            MonitorEvent::RunEnded(ended) => row
                .as_mut()
                .ok_or_else(|| ProjectError::at(event, "the run never began"))?
                .end(ended, at),
            MonitorEvent::MonitorCreated(_)
            | MonitorEvent::MonitorChanged(_)
            | MonitorEvent::MonitorResumed(_)
            | MonitorEvent::MonitorDeleted(_) => {}
        }
        Ok(())
    }
}

impl MonitorRunRow {
    fn new(monitor: &str, slot: Timestamp, at: Timestamp) -> Self {
        Self {
            run_id: run_id(monitor, slot),
            monitor_id: monitor.to_owned(),
            slot,
            at,
            session: None,
            by_hand: false,
            first: None,
            outcome: None,
            skipped: None,
            paused: None,
            slots: 1,
            added: 0,
            changed: 0,
            gone: 0,
            unchanged: 0,
            paid: 0,
            pending: 0,
            left_out: 0,
            by_publisher: None,
            month: None,
            spent: 0,
            budget: 0,
            reason: None,
            ended_at: None,
            notice_at: None,
            budget_reached: None,
        }
    }

    fn end(&mut self, ended: &RunEnded, at: Timestamp) {
        self.outcome = Some(ended.outcome);
        self.added = ended.new;
        self.changed = ended.changed;
        self.gone = ended.gone;
        self.unchanged = ended.unchanged;
        self.paid = ended.paid;
        self.pending = ended.pending;
        self.left_out = ended.left_out;
        let by_publisher = serde_json::to_string(&ended.by_publisher);
        self.by_publisher = by_publisher.ok().filter(|_| !ended.by_publisher.is_empty());
        self.month = Some(ended.month);
        self.spent = ended.spent;
        self.budget = ended.budget;
        self.reason.clone_from(&ended.reason);
        self.ended_at = Some(at);
        self.budget_reached = budget_reached(ended);
        let has_news = ended.new > 0 || ended.changed > 0 || ended.gone > 0;
        self.notice_at = (has_news || self.budget_reached.is_some()).then_some(at);
    }
}

/// The share of the budget that a run has reached.
fn budget_reached(ended: &RunEnded) -> Option<u32> {
    let before = ended.spent.saturating_sub(ended.paid);
    let reaches = |spent: u32, share: u32| {
        u64::from(spent) * 100 >= u64::from(ended.budget) * u64::from(share)
    };
    TOLD.into_iter()
        .find(|&share| reaches(ended.spent, share))
        .filter(|&share| !reaches(before, share))
}
