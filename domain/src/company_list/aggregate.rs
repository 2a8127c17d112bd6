//! Decides and applies. Companies beyond the plan's limit are skipped; only paid commands are refused.

use std::collections::BTreeMap;

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;

use super::commands::{Candidate, CompanyListCommand, Row};
use super::company::Standing;
use super::error::CompanyListRefusal;
use super::events::{
    CompanyChanged, CompanyErased, CompanyListEvent, CompanyMet, CompanyRefreshed, CompanyRemoved,
    CompanyRestored, CompanySaved, CompanyTagged, PersonalDataErased,
};
use super::state::CompanyList;
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::CompanyId;
use crate::personal::{Mark, Noted};

/// The maximum number of tags of a company.
pub const MOST_TAGS: usize = 20;
/// Erased companies that are named in one commit, so that others append in between.
pub const NAMED_AT_ONCE: usize = 1_000;

impl CompanyList {
    /// The company of a row: the one with the first known identity, in the row's order.
    pub fn company(&self, row: &Row) -> Option<CompanyId> {
        let mut marks = row.sure.iter().chain(&row.sought);
        marks.find_map(|mark| self.met(mark))
    }

    /// Whether the company is saved.
    pub fn is_saved(&self, company: CompanyId) -> bool {
        self.standing(company) == Some(Standing::Saved)
    }

    /// Whether the company was saved and then removed.
    pub fn is_removed(&self, company: CompanyId) -> bool {
        self.standing(company) == Some(Standing::Removed)
    }

    /// Marks of the company's tags.
    pub fn tags(&self, company: CompanyId) -> Vec<Mark> {
        self.state(company).tags
    }

    /// The mark of a saved company's refreshed facts; none if it has those that it was saved with.
    pub fn refreshed(&self, company: CompanyId) -> Option<Mark> {
        self.state(company).known
    }

    /// The mark of how a company's listing differs from what was saved, as it was noted last.
    pub fn noted_change(&self, company: CompanyId) -> Option<Mark> {
        self.state(company).changed
    }

    pub(super) fn decide(
        &self,
        command: CompanyListCommand,
    ) -> Result<Vec<CompanyListEvent>, CompanyListRefusal> {
        Ok(match command {
            CompanyListCommand::Meet {
                row,
                company,
                erasures,
            } => {
                let (met, event) = self.meet(row);
                if erasures != self.erasures() || met != company {
                    return Err(CompanyListRefusal::Overtaken);
                }
                event.into_iter().collect()
            }
            CompanyListCommand::Save {
                candidates,
                max_saves,
                erasures,
            } => {
                self.is_erased_as_often(erasures)?;
                self.save(candidates, max_saves as usize)
            }
            CompanyListCommand::Remove(companies) => {
                let saved = companies.into_iter().filter(|one| self.is_saved(*one));
                saved
                    .map(|company| CompanyRemoved { company }.into())
                    .collect()
            }
            CompanyListCommand::Restore {
                companies,
                max_saves,
            } => {
                let room = (max_saves as usize).saturating_sub(self.saved());
                let removed = companies.into_iter().filter(|one| self.is_removed(*one));
                removed
                    .take(room)
                    .map(|company| CompanyRestored { company }.into())
                    .collect()
            }
            CompanyListCommand::Tag {
                companies,
                add,
                remove,
            } => {
                let tagged = companies
                    .into_iter()
                    .filter_map(|company| self.tag(company, &add, &remove));
                tagged.map(Into::into).collect()
            }
            CompanyListCommand::Refresh(known) => {
                let is_new = |(company, business): (&CompanyId, &Noted)| {
                    self.is_saved(*company)
                        && self.state(*company).known.as_ref() != Some(&business.mark)
                };
                if !known.iter().all(is_new) {
                    return Err(CompanyListRefusal::KnownAlready);
                }
                let known = known.into_iter();
                known
                    .map(|(company, business)| CompanyRefreshed { company, business }.into())
                    .collect()
            }
            CompanyListCommand::NoteChanges { changes, erasures } => {
                self.is_erased_as_often(erasures)?;
                self.note_changes(changes)
            }
            CompanyListCommand::Erase { had_key } => self.erase(had_key),
            CompanyListCommand::EraseNext => self.erase_next(),
        })
    }

    /// What a command encrypted can still be opened.
    const fn is_erased_as_often(&self, erasures: u64) -> Result<(), CompanyListRefusal> {
        if erasures == self.erasures() {
            Ok(())
        } else {
            Err(CompanyListRefusal::Overtaken)
        }
    }

    fn note_changes(&self, changes: BTreeMap<CompanyId, Noted>) -> Vec<CompanyListEvent> {
        let is_new = |(company, change): &(CompanyId, Noted)| {
            self.is_saved(*company) && self.noted_change(*company).as_ref() != Some(&change.mark)
        };
        let changes = changes.into_iter().filter(is_new);
        changes
            .map(|(company, change)| CompanyChanged { company, change }.into())
            .collect()
    }

    fn erase(&self, had_key: bool) -> Vec<CompanyListEvent> {
        if self.all().is_empty() && !had_key {
            return self.erase_next();
        }
        let erased: CompanyListEvent = PersonalDataErased {}.into();
        let mut list = self.clone();
        list.apply(erased.clone());
        let named = list.erase_next();
        std::iter::once(erased).chain(named).collect()
    }

    /// One event per company, so that a view with one row per company need not search for them.
    fn erase_next(&self) -> Vec<CompanyListEvent> {
        let next = self.unnamed().take(NAMED_AT_ONCE);
        next.map(|company| CompanyErased { company }.into())
            .collect()
    }

    fn tag(&self, company: CompanyId, add: &[Noted], remove: &[Mark]) -> Option<CompanyTagged> {
        if !self.is_saved(company) {
            return None;
        }
        let stand = self.tags(company);
        let removed = remove.iter().filter(|mark| stand.contains(mark));
        let removed: Vec<Mark> = removed.cloned().collect();
        let added = add.iter().filter(|tag| !stand.contains(&tag.mark));
        let added: Vec<Noted> = added.cloned().collect();
        let changes = !added.is_empty() || !removed.is_empty();
        let fits = stand.len() - removed.len() + added.len() <= MOST_TAGS;
        (changes && fits).then_some(CompanyTagged {
            company,
            added,
            removed,
        })
    }

    /// Rows of one command may be the same company, so they are decided one after the other.
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

    /// The row's company, with an event if its identities are new.
    fn meet(&self, row: Row) -> (CompanyId, Option<CompanyListEvent>) {
        let known = self.company(&row);
        let company = known.unwrap_or(row.new_id);
        // A mark of another company stays with that company.
        let marks = row.sure.into_iter().chain(row.kept);
        let marks: Vec<Mark> = marks.filter(|mark| self.met(mark).is_none()).collect();
        let is_new = known.is_none() || !marks.is_empty();
        let met = is_new.then(|| CompanyMet { company, marks }.into());
        (company, met)
    }
}

impl Aggregate for CompanyList {
    const TYPE: &'static str = CompanyListEvent::AGGREGATE;
    type Command = CompanyListCommand;
    type Event = CompanyListEvent;
    type Error = CompanyListRefusal;
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
            CompanyListEvent::CompanyMet(met) => {
                for mark in met.marks {
                    self.add_mark(mark, met.company);
                }
            }
            CompanyListEvent::CompanySaved(CompanySaved { company, .. }) => {
                self.change(company, |state| {
                    state.standing = Standing::Saved;
                    // It has the facts of its search again, not the refreshed ones.
                    state.known = None;
                    state.changed = None;
                });
            }
            CompanyListEvent::CompanyRestored(CompanyRestored { company }) => {
                self.change(company, |state| state.standing = Standing::Saved);
            }
            CompanyListEvent::CompanyRemoved(CompanyRemoved { company }) => {
                self.change(company, |state| state.standing = Standing::Removed);
            }
            CompanyListEvent::CompanyTagged(tagged) => {
                self.change(tagged.company, |state| {
                    state.tags.retain(|mark| !tagged.removed.contains(mark));
                    let added = tagged.added.into_iter();
                    state.tags.extend(added.map(|tag| tag.mark));
                });
            }
            CompanyListEvent::CompanyRefreshed(refreshed) => {
                let mark = refreshed.business.mark;
                self.change(refreshed.company, |state| {
                    state.known = Some(mark);
                    state.changed = None;
                });
            }
            CompanyListEvent::CompanyChanged(changed) => {
                let mark = changed.change.mark;
                self.change(changed.company, |state| state.changed = Some(mark));
            }
            CompanyListEvent::CompanyErased(CompanyErased { company }) => {
                self.name(company);
            }
            CompanyListEvent::PersonalDataErased(_) => {
                self.forget();
            }
        }
    }
}

impl EventSourced for CompanyList {
    const SHAPE: &'static str = "3";

    fn heap_bytes(&self) -> usize {
        self.bytes()
    }
}
