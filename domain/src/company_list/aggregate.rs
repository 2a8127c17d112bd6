//! Decides and applies; nothing is refused: what has no room is left out.

use std::convert::Infallible;

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync};
use serde::{Deserialize, Serialize};

use super::commands::{Candidate, CompanyListCommand, Row};
use super::events::{CompanyListEvent, CompanyMet, CompanySaved};
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::CompanyId;
use crate::personal::Mark;

/// The state that deciding needs. Shared with the state before, since it is copied for each command and may be
/// large.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyList {
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<Mark, CompanyId>")
    )]
    met: RedBlackTreeMapSync<Mark, CompanyId>,
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeSet<CompanyId>")
    )]
    saved: RedBlackTreeSetSync<CompanyId>,
}

impl CompanyList {
    /// The company that a row is; the one with the first identity that is known, in the row's own order.
    pub fn company(&self, row: &Row) -> Option<CompanyId> {
        let mut marks = row.sure.iter().chain(&row.sought);
        marks.find_map(|mark| self.met.get(mark)).copied()
    }

    /// Is the company saved?
    pub fn is_saved(&self, company: CompanyId) -> bool {
        self.saved.contains(&company)
    }

    /// How many companies are saved.
    pub fn saved(&self) -> usize {
        self.saved.size()
    }

    fn decide(&self, command: CompanyListCommand) -> Vec<CompanyListEvent> {
        match command {
            CompanyListCommand::Meet(row) => self.meet(row).1.into_iter().collect(),
            CompanyListCommand::Save {
                candidates,
                max_saves,
            } => self.save(candidates, max_saves as usize),
        }
    }

    /// Rows of one command may be the same company, so each is decided after the one before.
    fn save(&self, candidates: Vec<Candidate>, max_saves: usize) -> Vec<CompanyListEvent> {
        let mut list = self.clone();
        let mut events = Vec::new();
        for candidate in candidates {
            let (company, met) = list.meet(candidate.row);
            let is_saved = list.is_saved(company);
            if !is_saved && list.saved() >= max_saves {
                continue;
            }
            let saved: Option<CompanyListEvent> = (!is_saved).then(|| {
                CompanySaved {
                    company,
                    session: candidate.session,
                    row_idx: candidate.row_idx,
                    business: candidate.business,
                }
                .into()
            });
            for event in met.into_iter().chain(saved) {
                list.apply(event.clone());
                events.push(event);
            }
        }
        events
    }

    /// The row's company, and what is new about it.
    fn meet(&self, row: Row) -> (CompanyId, Option<CompanyListEvent>) {
        let known = self.company(&row);
        let company = known.unwrap_or(row.new_id);
        // A mark that leads to another company stays there.
        let marks = row.sure.into_iter().chain(row.kept);
        let marks: Vec<Mark> = marks.filter(|mark| !self.met.contains_key(mark)).collect();
        let is_new = known.is_none() || !marks.is_empty();
        let met = is_new.then(|| CompanyMet { company, marks }.into());
        (company, met)
    }
}

impl Aggregate for CompanyList {
    const TYPE: &'static str = CompanyListEvent::AGGREGATE;
    type Command = CompanyListCommand;
    type Event = CompanyListEvent;
    type Error = Infallible;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        for event in self.decide(command) {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        match event {
            CompanyListEvent::CompanyMet(met) => {
                for mark in met.marks {
                    self.met.insert_mut(mark, met.company);
                }
            }
            CompanyListEvent::CompanySaved(saved) => self.saved.insert_mut(saved.company),
        }
    }
}

impl EventSourced for CompanyList {
    const SHAPE: &'static str = "1";
}
