//! Decides and applies. `decide` may refuse; `apply` never fails.

use std::collections::BTreeMap;
use std::sync::Arc;

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::commands::{MonitorCommand, RunTotals, TermsChange};
use super::error::{MOST_BUDGET, MonitorRefusal};
use super::events::{
    MonitorChanged, MonitorCreated, MonitorDeleted, MonitorEvent, MonitorPaused, MonitorResumed,
    PausedBy, RunEnded, RunOutcome, RunSkipped, RunStarted, Terms,
};
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::{SessionKey, UserId};
use crate::scrape_job::{First, Search};

/// After so many failures in a row a monitor is paused.
const MOST_FAILURES: u32 = 10;
/// Months whose spending is kept: a clock that was ahead and is set back spends no budget twice.
const MONTHS: usize = 13;

/// The state needed for decisions, and by whoever starts runs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Monitor {
    /// With its present terms.
    created: Option<Arc<MonitorCreated>>,
    deleted: bool,
    paused: Option<PausedBy>,
    running: Option<RunStarted>,
    /// Whether its first slot was looked at.
    begun: bool,
    /// Slots after this one count.
    after: Timestamp,
    /// Credits spent, by months.
    spent: BTreeMap<Date, u32>,
    /// Runs that failed since the last one that did not.
    failures: u32,
    /// Whether the first run is done: from then on something is known.
    knows: bool,
}

impl Monitor {
    /// What it was created with, and its present terms; `None` if there is none, or none any more.
    pub fn created(&self) -> Option<&MonitorCreated> {
        self.created.as_deref().filter(|_| !self.deleted)
    }

    /// The owner of a monitor that is not deleted.
    pub fn owner(&self) -> Option<&UserId> {
        self.created().map(|created| &created.user)
    }

    /// Whose it is, or was before it was deleted.
    pub fn user(&self) -> Option<&UserId> {
        self.created.as_deref().map(|created| &created.user)
    }

    /// Whether it is deleted and its last run has ended.
    pub fn is_over(&self) -> bool {
        self.deleted && self.running.is_none()
    }

    /// Its search.
    pub fn search(&self) -> Option<&Search> {
        self.created().map(|created| &created.search)
    }

    /// Its present terms.
    pub fn terms(&self) -> Option<&Terms> {
        self.created().map(|created| &created.terms)
    }

    /// Why it does not run, if it is paused.
    pub const fn paused(&self) -> Option<PausedBy> {
        self.paused
    }

    /// The session of the run under way.
    pub fn running(&self) -> Option<SessionKey> {
        self.running.as_ref().map(|run| run.session)
    }

    /// What the next run does if it is the first one.
    pub fn first(&self) -> Option<First> {
        self.created()
            .filter(|_| !self.knows)
            .map(|created| created.first)
    }

    /// The slot that is due next, the first one at once; `None` while it is paused. A clock that was ahead of `now` when
    /// the last slot was looked at is as if it had not been.
    pub fn due(&self, now: Timestamp) -> Option<Timestamp> {
        match self.begun {
            true => self.slot_after(self.after.min(now)),
            false => self
                .created()
                .filter(|_| self.paused.is_none())
                .map(|created| created.from),
        }
    }

    /// Whether a slot was looked at. Of one that a clock ahead of `now` may have looked at, only its job tells.
    pub fn has_looked_at(&self, slot: Timestamp, now: Timestamp) -> bool {
        self.begun && slot <= self.after && self.after <= now
    }

    /// The next slot after a moment; `None` while it is paused.
    pub fn slot_after(&self, moment: Timestamp) -> Option<Timestamp> {
        let terms = self.terms().filter(|_| self.paused.is_none())?;
        terms.schedule.next(moment)
    }

    /// Credits spent in the month of a moment.
    pub fn spent(&self, at: Timestamp) -> u32 {
        let month = self.terms().map(|terms| terms.schedule.month_of(at));
        let spent = month.and_then(|month| self.spent.get(&month));
        spent.copied().unwrap_or_default()
    }

    /// What is left of the budget in the month of a moment.
    pub fn budget_left(&self, at: Timestamp) -> u32 {
        let budget = self.terms().map_or(0, |terms| terms.budget);
        budget.saturating_sub(self.spent(at))
    }

    fn decide(&self, command: MonitorCommand) -> Result<Vec<MonitorEvent>, MonitorRefusal> {
        if let MonitorCommand::Create(created) = command {
            return self.create(*created);
        }
        if let MonitorCommand::EndRun {
            session,
            outcome,
            counts,
            reason,
        } = command
        {
            return Ok(self.end_run(session, outcome, &counts, reason));
        }
        if self.created().is_none() {
            // Whoever deletes it again finds it deleted.
            let is_again = self.deleted && matches!(command, MonitorCommand::Delete);
            return is_again.then(Vec::new).ok_or(MonitorRefusal::Unknown);
        }
        let event = match command {
            MonitorCommand::Create(_) | MonitorCommand::EndRun { .. } => None,
            MonitorCommand::Change { change, now } => self.change(*change, now)?,
            MonitorCommand::Pause(by) => {
                let pause = || MonitorPaused { by }.into();
                self.paused.is_none().then(pause)
            }
            MonitorCommand::Resume { now } => {
                let resume = |_| MonitorResumed { from: now }.into();
                self.paused.map(resume)
            }
            MonitorCommand::StartRun {
                slot,
                session,
                by_hand,
            } => {
                self.may_run()?;
                let run = RunStarted {
                    slot,
                    session,
                    by_hand,
                    first: self.first(),
                };
                Some(run.into())
            }
            MonitorCommand::SkipRun {
                slot,
                reason,
                slots,
                now,
            } => {
                let skipped = RunSkipped {
                    slot,
                    reason,
                    slots,
                };
                (!self.has_looked_at(slot, now)).then(|| skipped.into())
            }
            MonitorCommand::Delete => Some(MonitorDeleted {}.into()),
        };
        Ok(event.into_iter().collect())
    }

    fn create(&self, created: MonitorCreated) -> Result<Vec<MonitorEvent>, MonitorRefusal> {
        if self.created.is_some() {
            return Err(MonitorRefusal::AlreadyCreated);
        }
        check(&created.terms)?;
        Ok(vec![created.into()])
    }

    fn change(
        &self,
        change: TermsChange,
        now: Timestamp,
    ) -> Result<Option<MonitorEvent>, MonitorRefusal> {
        let Some(present) = self.terms() else {
            return Ok(None);
        };
        let terms = change.apply(present);
        check(&terms)?;
        let is_same_time = present.schedule == terms.schedule;
        let from = if is_same_time { self.after } else { now };
        Ok(Some(MonitorChanged { terms, from }.into()))
    }

    const fn may_run(&self) -> Result<(), MonitorRefusal> {
        if self.running.is_some() {
            return Err(MonitorRefusal::Running);
        }
        if self.paused.is_some() {
            return Err(MonitorRefusal::Paused);
        }
        Ok(())
    }

    /// A run ends even if its monitor was deleted meanwhile.
    fn end_run(
        &self,
        session: SessionKey,
        outcome: RunOutcome,
        totals: &RunTotals,
        reason: Option<String>,
    ) -> Vec<MonitorEvent> {
        let run = self.running.as_ref().filter(|run| run.session == session);
        let Some((run, created)) = run.zip(self.created.as_deref()) else {
            return Vec::new();
        };
        let RunTotals { delivered, counts } = totals;
        let found = counts.found.clone().unwrap_or_default();
        let month = created.terms.schedule.month_of(run.slot);
        let spent = self.spent.get(&month).copied().unwrap_or_default();
        let ended = RunEnded {
            slot: run.slot,
            session,
            outcome,
            new: counts.new,
            changed: delivered.saturating_sub(counts.new),
            gone: found.gone,
            unchanged: found.unchanged,
            paid: counts.credits(),
            pending: found.pending,
            left_out: found.left_out,
            by_publisher: found.by_publisher,
            month,
            spent: spent.saturating_add(counts.credits()),
            budget: created.terms.budget,
            reason,
        };
        let is_too_much = outcome == RunOutcome::Failed && self.failures + 1 >= MOST_FAILURES;
        let pause = MonitorPaused {
            by: PausedBy::Failures,
        };
        let pauses = is_too_much && self.paused.is_none() && !self.deleted;
        std::iter::once(ended.into())
            .chain(pauses.then(|| pause.into()))
            .collect()
    }
}

const fn check(terms: &Terms) -> Result<(), MonitorRefusal> {
    match terms.budget {
        1..=MOST_BUDGET => Ok(()),
        _ => Err(MonitorRefusal::Budget),
    }
}

impl Aggregate for Monitor {
    const TYPE: &'static str = MonitorEvent::AGGREGATE;
    type Command = MonitorCommand;
    type Event = MonitorEvent;
    type Error = MonitorRefusal;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        for event in self.decide(command)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        match event {
            MonitorEvent::MonitorCreated(created) => {
                self.after = created.from;
                self.created = Some(Arc::new(created));
            }
            MonitorEvent::MonitorChanged(changed) => {
                self.after = changed.from;
                if let Some(created) = &mut self.created {
                    Arc::make_mut(created).terms = changed.terms;
                }
            }
            MonitorEvent::MonitorPaused(paused) => self.paused = Some(paused.by),
            MonitorEvent::MonitorResumed(resumed) => {
                self.paused = None;
                self.failures = 0;
                self.after = resumed.from;
            }
            MonitorEvent::RunStarted(run) => {
                self.begun = true;
                if !run.by_hand {
                    self.after = run.slot;
                }
                self.running = Some(run);
            }
            MonitorEvent::RunSkipped(skipped) => {
                self.begun = true;
                self.after = skipped.slot;
            }
            MonitorEvent::RunEnded(ended) => {
                self.running = None;
                self.spent.insert(ended.month, ended.spent);
                while self.spent.len() > MONTHS {
                    self.spent.pop_first();
                }
                match ended.outcome {
                    RunOutcome::Completed => {
                        self.failures = 0;
                        self.knows = true;
                    }
                    RunOutcome::Failed => self.failures += 1,
                    RunOutcome::Cancelled => {}
                }
            }
            MonitorEvent::MonitorDeleted(_) => self.deleted = true,
        }
    }
}

impl EventSourced for Monitor {
    const SHAPE: &'static str = "1";

    fn heap_bytes(&self) -> usize {
        const MONTH: usize = 64;
        let cities = self.search().map_or(&[][..], |search| &search.cities);
        let cities: usize = cities
            .iter()
            .map(|city| city.len() + size_of::<String>())
            .sum();
        size_of::<MonitorCreated>() + cities + self.spent.len() * MONTH
    }
}
