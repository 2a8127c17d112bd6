//! Monitors' events → one row per monitor.

use std::borrow::Cow;

use domain::monitor::{MonitorCreated, MonitorEvent, RunEnded, RunOutcome};
use domain::registry::AggregateType;
use store::subscriptions::ProjectError;

use super::row::MonitorRow;
use crate::event::Event;
use crate::fold::Fold;
use crate::monitor_runs::run_id;

pub(crate) struct MonitorsView;

impl Fold for MonitorsView {
    const CONCERNS: &'static [&'static str] = &[AggregateType::Monitor.name()];
    type Row = MonitorRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(Cow::Borrowed(&event.aggregate_id)))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        let told = event.monitor()?;
        if let MonitorEvent::MonitorCreated(created) = told {
            *row = Some(MonitorRow {
                monitor_id: event.aggregate_id.clone(),
                user_id: created.user.to_string(),
                created_at: event.at()?,
                created: text(created),
                deleted: false,
                paused: None,
                running: None,
                spent: 0,
                month: None,
                known: 0,
                pending: 0,
                last_run: None,
            });
            return Ok(());
        }
        let row = row
            .as_mut()
            .ok_or_else(|| ProjectError::at(event, "the monitor was never created"))?;
        row.take(told)
            .map_err(|error| ProjectError::at(event, error))
    }
}

fn text(created: &MonitorCreated) -> String {
    serde_json::to_string(created).expect("texts, numbers and times: always JSON")
}

impl MonitorRow {
    fn take(&mut self, told: &MonitorEvent) -> Result<(), serde_json::Error> {
        match told {
            MonitorEvent::MonitorCreated(_) => {}
            MonitorEvent::MonitorChanged(changed) => {
                let mut created: MonitorCreated = serde_json::from_str(&self.created)?;
                created.terms.clone_from(&changed.terms);
                self.created = text(&created);
            }
            MonitorEvent::MonitorPaused(paused) => self.paused = Some(paused.by),
            MonitorEvent::MonitorResumed(_) => self.paused = None,
            MonitorEvent::RunStarted(run) => self.running = Some(run.session),
            MonitorEvent::RunSkipped(skipped) => {
                self.last_run = Some(run_id(&self.monitor_id, skipped.slot));
            }
            MonitorEvent::RunEnded(ended) => self.end(ended),
            MonitorEvent::MonitorDeleted(_) => self.deleted = true,
        }
        Ok(())
    }

    fn end(&mut self, ended: &RunEnded) {
        self.running = None;
        self.month = Some(ended.month);
        self.spent = ended.spent;
        self.last_run = Some(run_id(&self.monitor_id, ended.slot));
        if ended.outcome == RunOutcome::Completed {
            let found = ended.unchanged.saturating_add(ended.new);
            self.known = found.saturating_add(ended.changed);
            self.pending = ended.pending;
        }
    }
}
