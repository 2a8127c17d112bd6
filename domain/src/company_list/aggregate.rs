//! Decides and applies. Companies beyond the plan's limit are skipped; only paid commands are refused.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync};
use serde::{Deserialize, Serialize};

use super::commands::{Candidate, CompanyListCommand, Row};
use super::error::CompanyListRefusal;
use super::events::{
    CompanyErased, CompanyListEvent, CompanyMet, CompanyRefreshed, CompanyRemoved, CompanyRestored,
    CompanySaved, CompanyTagged, PersonalDataErased,
};
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::CompanyId;
use crate::personal::{Mark, Noted};

/// The state needed for decisions. Its maps are persistent: it is copied for each command and may be large.
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
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeSet<CompanyId>")
    )]
    removed: RedBlackTreeSetSync<CompanyId>,
    /// The marks of tags, for companies that have any.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<CompanyId, Vec<Mark>>")
    )]
    tags: RedBlackTreeMapSync<CompanyId, Vec<Mark>>,
    /// The number of marks in `tags`.
    tag_marks: usize,
    /// The marks of refreshed facts, for companies that have any.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<CompanyId, Mark>")
    )]
    known: RedBlackTreeMapSync<CompanyId, Mark>,
    /// How often everything was erased, each time with the key.
    erasures: u64,
    /// The forgotten companies that views have not been told of.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeSet<CompanyId>")
    )]
    unnamed: RedBlackTreeSetSync<CompanyId>,
}

/// The maximum number of tags of a company.
pub const MOST_TAGS: usize = 20;
/// Erased companies that are named in one commit, so that others append in between.
pub const NAMED_AT_ONCE: usize = 1_000;

impl CompanyList {
    /// The company of a row: the one with the first known identity, in the row's order.
    pub fn company(&self, row: &Row) -> Option<CompanyId> {
        let mut marks = row.sure.iter().chain(&row.sought);
        marks.find_map(|mark| self.met.get(mark)).copied()
    }

    /// Whether the company is saved.
    pub fn is_saved(&self, company: CompanyId) -> bool {
        self.saved.contains(&company)
    }

    /// Whether the company was saved and then removed.
    pub fn is_removed(&self, company: CompanyId) -> bool {
        self.removed.contains(&company)
    }

    /// Marks of the company's tags.
    pub fn tags(&self, company: CompanyId) -> &[Mark] {
        self.tags.get(&company).map_or(&[], Vec::as_slice)
    }

    /// The number of saved companies.
    pub fn saved(&self) -> usize {
        self.saved.size()
    }

    /// How often everything was erased.
    pub const fn erasures(&self) -> u64 {
        self.erasures
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
                if erasures != self.erasures || met != company {
                    return Err(CompanyListRefusal::Overtaken);
                }
                event.into_iter().collect()
            }
            CompanyListCommand::Save {
                candidates,
                max_saves,
                erasures,
            } => {
                if erasures != self.erasures {
                    return Err(CompanyListRefusal::Overtaken);
                }
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
                    self.is_saved(*company) && self.known.get(company) != Some(&business.mark)
                };
                if !known.iter().all(is_new) {
                    return Err(CompanyListRefusal::KnownAlready);
                }
                let known = known.into_iter();
                known
                    .map(|(company, business)| CompanyRefreshed { company, business }.into())
                    .collect()
            }
            CompanyListCommand::Erase { had_key } => self.erase(had_key),
            CompanyListCommand::EraseNext => self.erase_next(),
        })
    }

    fn erase(&self, had_key: bool) -> Vec<CompanyListEvent> {
        let knows_any = self.met.size() + self.saved.size() + self.removed.size() > 0;
        if !knows_any && !had_key {
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
        let next = self.unnamed.iter().take(NAMED_AT_ONCE);
        next.map(|company| CompanyErased { company: *company }.into())
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
                    self.met.insert_mut(mark, met.company);
                }
            }
            CompanyListEvent::CompanySaved(CompanySaved { company, .. }) => {
                self.saved.insert_mut(company);
                self.removed.remove_mut(&company);
                // It has the facts of its search again, not the refreshed ones.
                self.known.remove_mut(&company);
            }
            CompanyListEvent::CompanyRestored(CompanyRestored { company }) => {
                self.saved.insert_mut(company);
                self.removed.remove_mut(&company);
            }
            CompanyListEvent::CompanyRemoved(CompanyRemoved { company }) => {
                self.saved.remove_mut(&company);
                self.removed.insert_mut(company);
            }
            CompanyListEvent::CompanyTagged(tagged) => {
                let mut tags = self.tags(tagged.company).to_vec();
                tags.retain(|mark| !tagged.removed.contains(mark));
                tags.extend(tagged.added.into_iter().map(|tag| tag.mark));
                self.tag_marks -= self.tags(tagged.company).len();
                self.tag_marks += tags.len();
                self.tags.insert_mut(tagged.company, tags);
            }
            CompanyListEvent::CompanyRefreshed(refreshed) => {
                let mark = refreshed.business.mark;
                self.known.insert_mut(refreshed.company, mark);
            }
            CompanyListEvent::CompanyErased(CompanyErased { company }) => {
                self.unnamed.remove_mut(&company);
            }
            CompanyListEvent::PersonalDataErased(_) => {
                let mut unnamed = self.unnamed.clone();
                for company in self.met.values().chain(&self.saved).chain(&self.removed) {
                    unnamed.insert_mut(*company);
                }
                *self = Self {
                    erasures: self.erasures + 1,
                    unnamed,
                    ..Self::default()
                };
            }
        }
    }
}

/// The memory of a map entry: the node, its counters, key and value.
const NODE: usize = 96;

impl EventSourced for CompanyList {
    const SHAPE: &'static str = "2";

    /// Called for each command, so it must not iterate over the companies.
    fn heap_bytes(&self) -> usize {
        let mark = self.met.keys().next().map_or(0, |mark| mark.as_str().len());
        let nodes = self.met.size() + self.saved.size() + self.removed.size();
        let nodes = nodes + self.tags.size() + self.known.size() + self.unnamed.size();
        nodes * NODE + (self.met.size() + self.known.size() + self.tag_marks) * mark
    }
}
