//! A user's list in memory.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::changes::{Change, Changes, Seen};
use super::company::ListedCompany;
use super::facets::Facets;
use super::filter::is_due;
use super::query::{ListQuery, Page};
use super::sort::{Key, SortKey};
use super::words::{Slot, Words};

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
}

/// The periods that a company's facts describe, by table.
type Vintages = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub(super) struct UserList {
    /// How far it has followed which version of the view.
    seen: Seen,
    entries: Vec<Option<Entry>>,
    slots: HashMap<String, Slot>,
    free: Vec<Slot>,
    words: Words,
    /// Shared by many companies.
    vintages: Vec<Vintages>,
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    company: Arc<ListedCompany>,
    vintages: Option<usize>,
    /// The sort keys of text columns.
    keys: [Key; 4],
}

/// The columns whose sort keys are cached, since computing them takes longer than sorting.
const KEPT: [SortKey; 4] = [
    SortKey::CompanyName,
    SortKey::City,
    SortKey::State,
    SortKey::MainCategory,
];

impl UserList {
    pub(super) const fn seen(&self) -> Seen {
        self.seen
    }

    /// Saved companies.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// All companies, in no order.
    pub(super) fn companies(&self) -> impl Iterator<Item = &Arc<ListedCompany>> {
        self.entries.iter().flatten().map(|entry| &entry.company)
    }

    /// Its approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.words.bytes()
    }

    /// Applies changes of the view.
    pub(super) fn take(&mut self, changes: Changes) {
        // Another request may have applied them meanwhile.
        let taken = changes.seen.version == self.seen.version && self.seen.changed > 0;
        if taken && changes.seen.changed <= self.seen.changed {
            return;
        }
        if changes.whole {
            *self = Self::default();
        }
        for change in changes.changes {
            match change {
                Change::Gone(company_id) => self.remove(&company_id),
                Change::Saved(company) => self.insert(*company),
            }
        }
        self.seen = changes.seen;
    }

    fn remove(&mut self, company_id: &str) {
        let Some(slot) = self.slots.remove(company_id) else {
            return;
        };
        if let Some(entry) = self.entries[slot as usize].take() {
            self.bytes -= entry.company.bytes();
            for text in entry.company.searched() {
                self.words.remove(slot, text);
            }
        }
        self.free.push(slot);
    }

    fn insert(&mut self, mut company: ListedCompany) {
        self.remove(&company.company_id);
        let vintages = company.summary.vintages.take();
        let entry = Entry {
            vintages: vintages.map(|vintages| self.shared(vintages)),
            keys: KEPT.map(|key| key.of(&company)),
            company: Arc::new(company),
        };
        let slot = self.free.pop().unwrap_or_else(|| {
            self.entries.push(None);
            Slot::try_from(self.entries.len() - 1).unwrap_or(Slot::MAX)
        });
        for text in entry.company.searched() {
            self.words.insert(slot, text);
        }
        self.bytes += entry.company.bytes();
        self.slots.insert(entry.company.company_id.clone(), slot);
        self.entries[slot as usize] = Some(entry);
    }

    fn shared(&mut self, vintages: Vintages) -> usize {
        let there = self.vintages.iter().position(|there| *there == vintages);
        there.unwrap_or_else(|| {
            self.vintages.push(vintages);
            self.vintages.len() - 1
        })
    }

    pub(super) fn find(&self, query: &ListQuery) -> Found {
        let is_stale = |vintages: &Vintages| {
            let mut tables = vintages.iter();
            tables.any(|(table, vintage)| {
                let installed = query.vintages.get(table);
                installed.is_some_and(|installed| !installed.contains(vintage))
            })
        };
        let of_vintages: Vec<bool> = self.vintages.iter().map(is_stale).collect();
        let stale = |entry: &Entry| entry.vintages.is_some_and(|place| of_vintages[place]);
        let all = || self.entries.iter().flatten();
        let mut matching: Vec<&Entry> = match self.words.find(&query.search) {
            // A search of only punctuation has no words and is matched literally.
            None => {
                let signs = query.search.trim();
                let has =
                    |entry: &&Entry| entry.company.searched().any(|text| text.contains(signs));
                all()
                    .filter(|entry| signs.is_empty() || has(entry))
                    .collect()
            }
            Some(slots) => slots
                .into_iter()
                .filter_map(|slot| self.entries[slot as usize].as_ref())
                .collect(),
        };
        matching.retain(|entry| query.filters.pass(&entry.company, stale(entry)));
        let total = matching.len();
        let day = query.today;
        let due = |entry: &&Entry| day.is_some_and(|day| is_due(&entry.company, day));
        Found {
            companies: sorted(&matching, query)
                .into_iter()
                .map(|entry| Listed {
                    company: Arc::clone(&entry.company),
                    stale: stale(entry),
                    enriched: entry.vintages.is_some(),
                })
                .collect(),
            total,
            saved: self.len(),
            due: all().filter(due).count(),
            stale: all().filter(|entry| stale(entry)).count(),
            facets: query
                .facets
                .then(|| Facets::of(all().map(|entry| entry.company.as_ref()))),
        }
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
    let kept = KEPT.iter().position(|key| *key == query.sort.key);
    let made: Vec<Key> = match kept {
        Some(_) => Vec::new(),
        None => {
            let each = entries.iter();
            each.map(|entry| query.sort.key.of(&entry.company))
                .collect()
        }
    };
    let key = |place: usize| match kept {
        Some(kept) => &entries[place].keys[kept],
        None => &made[place],
    };
    let compare = |one: &usize, other: &usize| {
        let by_key = key(*one).compare(key(*other));
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
