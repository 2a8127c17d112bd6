//! A user's list in memory.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::ids::CompanyId;

use super::bits::{Bits, Slot};
use super::changes::{Change, Changes, Seen};
use super::company::{ListedCompany, SharedTexts, StoredCompany};
use super::facets::{Facets, ValueCount};
use super::filter::is_due;
use super::query::{ListQuery, Page};
use super::search::{Deadline, Sought, TooLong};
use super::sort::{Key, Keys};
use super::stale_facts::{SharedVintages, VintagesId};
use super::words::Words;

/// The result of a query.
#[derive(Debug, Clone)]
pub struct Found {
    /// The companies of the page, sorted.
    pub companies: Vec<Listed>,
    /// On all pages.
    pub total: usize,
    /// All that the user has saved.
    pub saved: usize,
    /// Of those, how many have a follow-up up to the query's day.
    pub due: usize,
    /// Of those, how many have stale facts.
    pub stale: usize,
    /// The values of those, if the query asked for them.
    pub facets: Option<Facets>,
}

/// A company found by a query.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The company.
    pub company: Arc<ListedCompany>,
    /// Whether its facts are of another period than the installed tables.
    pub stale: bool,
    /// Whether it has facts.
    pub enriched: bool,
    /// Whether it has its tags and what was written about it.
    pub(super) is_complete: bool,
}

/// What a query finds in the texts that a light list does not have.
#[derive(Debug, Default)]
pub(super) struct InTexts {
    /// For each word of the search, or for its signs, who has it there.
    pub(super) words: Vec<Bits>,
    /// Who has one of the query's tags.
    pub(super) tagged: Bits,
    /// The tags with their numbers, if the query asks for facets.
    pub(super) tags: Vec<ValueCount>,
}

#[derive(Debug, Default)]
pub(super) struct UserList {
    /// How far it has followed which version of the view.
    seen: Seen,
    /// Without what the user has written: tags, notes and the like.
    light: bool,
    entries: Vec<Option<Entry>>,
    slots: HashMap<CompanyId, Slot>,
    free: Vec<Slot>,
    words: Words,
    texts: SharedTexts,
    vintages: SharedVintages,
    /// Of the companies.
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    company: Arc<ListedCompany>,
    vintages: Option<VintagesId>,
    /// The sort key of the name: making it takes longer than sorting.
    name: Key,
}

/// What an entry takes besides its company: itself, its slot, and the text of its key.
const ENTRY: usize = size_of::<Option<Entry>>() + size_of::<(CompanyId, Slot)>() + 16;

impl Entry {
    fn bytes(&self) -> usize {
        self.company.bytes() + ENTRY + self.company.summary.name.len()
    }
}

impl UserList {
    pub(super) const fn seen(&self) -> Seen {
        self.seen
    }

    pub(super) const fn is_light(&self) -> bool {
        self.light
    }

    /// Saved companies.
    fn len(&self) -> usize {
        self.slots.len()
    }

    /// All companies, in no order.
    pub(super) fn companies(&self) -> impl Iterator<Item = &Arc<ListedCompany>> {
        self.entries.iter().flatten().map(|entry| &entry.company)
    }

    /// Its approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.words.bytes() + self.texts.bytes()
    }

    /// Applies the next changes of the view. A list that outgrows `share` becomes light.
    pub(super) fn take(&mut self, changes: Changes, share: usize) {
        for change in changes.changes {
            match change {
                Change::Gone(company) => self.remove(company),
                Change::Saved(company) => self.insert(*company),
            }
        }
        self.seen = changes.seen;
        if self.bytes() > share && !self.light {
            self.lighten();
        }
    }

    /// Drops what the user has written. What is left is bounded, as users choose nothing of it.
    fn lighten(&mut self) {
        let before = std::mem::take(&mut self.entries);
        (self.light, self.bytes, self.words) = (true, 0, Words::default());
        self.slots.clear();
        self.free.clear();
        for entry in before.into_iter().flatten() {
            let mut company = Arc::unwrap_or_clone(entry.company);
            company.crm.clear();
            company.tags = Vec::new();
            self.place(company, entry.vintages);
        }
    }

    fn remove(&mut self, company: CompanyId) {
        let Some(slot) = self.slots.remove(&company) else {
            return;
        };
        if let Some(entry) = self.entries[slot as usize].take() {
            self.bytes -= entry.bytes();
            self.words
                .change(slot, &entry.company.words(), &BTreeSet::new());
        }
        self.free.push(slot);
    }

    fn insert(&mut self, mut company: StoredCompany) {
        let vintages = company.summary.vintages.take();
        let vintages = vintages.map(|vintages| self.vintages.share(vintages));
        let company = self.texts.company(company);
        self.place(company, vintages);
    }

    fn place(&mut self, company: ListedCompany, vintages: Option<VintagesId>) {
        let slot = self.slots.get(&company.company_id).copied();
        let slot = slot.or_else(|| self.free.pop()).unwrap_or_else(|| {
            self.entries.push(None);
            Slot::try_from(self.entries.len() - 1).unwrap_or(Slot::MAX)
        });
        self.slots.insert(company.company_id, slot);
        let entry = Entry {
            vintages,
            name: Key::of_text(Some(&company.summary.name)),
            company: Arc::new(company),
        };
        self.bytes += entry.bytes();
        let now = entry.company.words();
        let before = self.entries[slot as usize].replace(entry);
        let before = before.map_or_else(BTreeSet::new, |before| {
            self.bytes -= before.bytes();
            before.company.words()
        });
        self.words.change(slot, &before, &now);
    }

    /// The companies whose texts can matter to a query: those that pass its other filters.
    pub(super) fn candidates(&self, query: &ListQuery) -> Vec<(CompanyId, Slot)> {
        let staleness = self.vintages.staleness(&query.vintages);
        let each = (0..).zip(&self.entries);
        let passing = each.filter_map(|(slot, entry)| {
            let entry = entry.as_ref()?;
            let is_stale = staleness.of(entry.vintages);
            let passes = query.filters.pass(&entry.company, is_stale);
            passes.then_some((entry.company.company_id, slot))
        });
        passing.collect()
    }

    /// What a query finds; `elsewhere` it was looked for in the texts that a light list does not have.
    pub(super) fn find(
        &self,
        query: &ListQuery,
        sought: &Sought,
        elsewhere: Option<&InTexts>,
        deadline: Deadline,
    ) -> Result<Found, TooLong> {
        let staleness = self.vintages.staleness(&query.vintages);
        let stale = |entry: &Entry| staleness.of(entry.vintages);
        let all = || self.entries.iter().flatten();
        let matching = self.matching(sought, elsewhere, deadline)?;
        let tags = &query.filters.tags;
        let is_tagged = |slot: Slot, entry: &Entry| match elsewhere {
            _ if tags.is_empty() => true,
            Some(texts) => texts.tagged.contains(slot),
            None => entry.company.tags.iter().any(|tag| tags.contains(tag)),
        };
        let each = (0..).zip(&self.entries);
        let each = each.filter(|(slot, _)| matching.as_ref().is_none_or(|all| all.contains(*slot)));
        let passing = each.filter_map(|(slot, entry)| {
            let entry = entry.as_ref()?;
            let passes = query.filters.pass(&entry.company, stale(entry)) && is_tagged(slot, entry);
            passes.then_some(entry)
        });
        let passing: Vec<&Entry> = passing.collect();
        let day = query.today;
        let due = |entry: &&Entry| day.is_some_and(|day| is_due(&entry.company, day));
        let facets = || {
            let mut facets = Facets::of(all().map(|entry| entry.company.as_ref()));
            if let Some(texts) = elsewhere {
                facets.tags.clone_from(&texts.tags);
            }
            facets
        };
        Ok(Found {
            companies: sorted(&passing, query)
                .into_iter()
                .map(|entry| Listed {
                    company: Arc::clone(&entry.company),
                    stale: stale(entry),
                    enriched: entry.vintages.is_some(),
                    is_complete: !self.light,
                })
                .collect(),
            total: passing.len(),
            saved: self.len(),
            due: all().filter(due).count(),
            stale: all().filter(|entry| stale(entry)).count(),
            facets: query.facets.then(facets),
        })
    }

    /// The slots that match a search; `None` if all do.
    fn matching(
        &self,
        sought: &Sought,
        elsewhere: Option<&InTexts>,
        deadline: Deadline,
    ) -> Result<Option<Bits>, TooLong> {
        let elsewhere = elsewhere.map_or(&[][..], |texts| &texts.words);
        Ok(match sought {
            Sought::Everything => None,
            Sought::Words(words) => Some(self.words.find(words, elsewhere, deadline)?),
            Sought::Signs(signs) => {
                let mut having = elsewhere.first().cloned().unwrap_or_default();
                for (slot, entry) in (0_u32..).zip(&self.entries) {
                    if slot.is_multiple_of(1_024) {
                        deadline.check()?;
                    }
                    let mut texts = entry.iter().flat_map(|entry| entry.company.searched());
                    if texts.any(|text| text.contains(signs)) {
                        having.insert(slot);
                    }
                }
                Some(having)
            }
        })
    }
}

/// The order of companies that compare equal: latest save first, then as in the results.
fn as_saved(one: &ListedCompany, other: &ListedCompany) -> Ordering {
    let by_save = other.saved_at.cmp(&one.saved_at);
    by_save
        .then_with(|| one.row_idx.cmp(&other.row_idx))
        .then_with(|| one.company_id.cmp(&other.company_id))
}

/// The page, sorted. Nothing after its end is sorted.
fn sorted<'e>(entries: &[&'e Entry], query: &ListQuery) -> Vec<&'e Entry> {
    let companies = entries.iter().map(|entry| (&*entry.company, &entry.name));
    let keys = Keys::new(query.sort.key, companies);
    let compare = |one: &usize, other: &usize| {
        let by_key = keys.compare(*one, *other);
        let by_key = if query.sort.descending {
            by_key.reverse()
        } else {
            by_key
        };
        let company = |place: usize| entries[place].company.as_ref();
        by_key.then_with(|| as_saved(company(*one), company(*other)))
    };
    let mut places: Vec<usize> = (0..entries.len()).collect();
    let Page { skip, take } = query.page.unwrap_or(Page {
        skip: 0,
        take: usize::MAX,
    });
    let end = skip.saturating_add(take);
    if end < places.len() {
        places.select_nth_unstable_by(end, compare);
        places.truncate(end);
    }
    places.sort_unstable_by(compare);
    let page = places.into_iter().skip(skip);
    page.map(|place| entries[place]).collect()
}
