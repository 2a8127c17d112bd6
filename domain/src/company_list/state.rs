//! The state of a list: what it was at the last packing, and what happened since.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync};
use serde::{Deserialize, Serialize};

use super::company::{Company, Standing, number};
use super::packed::Packed;
use crate::ids::CompanyId;
use crate::personal::Mark;

/// The state needed for decisions. Copying it copies nothing of the list, however long that is: each command does.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct CompanyList {
    packed: Arc<Packed>,
    /// Identities since the packing.
    met: RedBlackTreeMapSync<Mark, CompanyId>,
    /// The companies that changed since, as they are now.
    changed: RedBlackTreeMapSync<CompanyId, Company>,
    /// The number of marks in `changed`.
    marks: usize,
    saved: usize,
    /// What the last packing had to leave beside.
    left: usize,
    /// How often everything was erased, each time with the key.
    erasures: u64,
    /// The forgotten companies that views have not been told of.
    unnamed: RedBlackTreeSetSync<CompanyId>,
}

/// A state as snapshots have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Stored {
    packed: String,
    met: BTreeMap<Mark, CompanyId>,
    changed: BTreeMap<CompanyId, Company>,
    erasures: u64,
    unnamed: BTreeSet<CompanyId>,
}

/// The state is packed when it has grown by this much since the last time,
const LEAST: usize = 4_096;
/// and by this part of itself, so that packing costs each entry the same however long the list is.
const PART: usize = 8;

impl CompanyList {
    /// The company of an identity.
    pub(super) fn met(&self, mark: &Mark) -> Option<CompanyId> {
        let since = self.met.get(mark).copied();
        since.or_else(|| self.packed.met(mark))
    }

    pub(super) fn standing(&self, company: CompanyId) -> Option<Standing> {
        let since = self.changed.get(&company).map(|company| company.standing);
        since.or_else(|| self.packed.standing(company))
    }

    pub(super) fn state(&self, company: CompanyId) -> Company {
        let since = self.changed.get(&company).cloned();
        let company = since.or_else(|| self.packed.company(company));
        company.unwrap_or_default()
    }

    /// The number of saved companies.
    pub const fn saved(&self) -> usize {
        self.saved
    }

    /// How often everything was erased.
    pub const fn erasures(&self) -> u64 {
        self.erasures
    }

    /// The forgotten companies that views have not been told of.
    pub(super) fn unnamed(&self) -> impl Iterator<Item = CompanyId> {
        self.unnamed.iter().copied()
    }

    /// Views have been told that the company is forgotten.
    pub(super) fn name(&mut self, company: CompanyId) {
        self.unnamed.remove_mut(&company);
    }

    /// Everything is erased; views are still to be told of each company.
    pub(super) fn forget(&mut self) {
        let mut unnamed = self.unnamed.clone();
        for company in self.all() {
            unnamed.insert_mut(company);
        }
        *self = Self {
            erasures: self.erasures + 1,
            unnamed,
            ..Self::default()
        };
    }

    /// All that have an id.
    pub(super) fn all(&self) -> BTreeSet<CompanyId> {
        let since = self.met.values().chain(self.changed.keys());
        since.copied().chain(self.packed.companies()).collect()
    }

    pub(super) fn add_mark(&mut self, mark: Mark, company: CompanyId) {
        self.met.insert_mut(mark, company);
        self.pack_if_grown();
    }

    pub(super) fn change(&mut self, id: CompanyId, change: impl FnOnce(&mut Company)) {
        let mut company = self.state(id);
        let before = self.changed.get(&id).map_or(0, Company::marks);
        let was_saved = company.standing == Standing::Saved;
        change(&mut company);
        let is_saved = company.standing == Standing::Saved;
        self.saved = self.saved + usize::from(is_saved) - usize::from(was_saved);
        self.marks = self.marks + company.marks() - before;
        self.changed.insert_mut(id, company);
        self.pack_if_grown();
    }

    fn pack_if_grown(&mut self) {
        let grown = self.met.size() + self.changed.size() - self.left;
        if grown > LEAST.max(self.packed.len() / PART) {
            self.pack();
        }
    }

    fn pack(&mut self) {
        let mut met = BTreeMap::new();
        let mut odd = RedBlackTreeMapSync::default();
        for (mark, company) in &self.met {
            match number(mark) {
                Some(number) => drop(met.insert(number, *company)),
                None => odd.insert_mut(mark.clone(), *company),
            }
        }
        let (fit, unfit): (Vec<_>, Vec<_>) =
            (self.changed.iter()).partition(|(_, company)| company.is_packable());
        let changed = fit.into_iter().map(|(id, company)| (*id, company.clone()));
        self.packed = Arc::new(self.packed.with(&met, &changed.collect()));
        self.met = odd;
        self.changed = (unfit.into_iter())
            .map(|(id, company)| (*id, company.clone()))
            .collect();
        self.marks = self.changed.values().map(Company::marks).sum();
        self.left = self.met.size() + self.changed.size();
    }

    /// About the bytes of everything. Called for each command, so it must not iterate over the companies.
    pub(super) fn bytes(&self) -> usize {
        let mark = self.met.keys().next().map_or(0, |mark| mark.as_str().len());
        let nodes = self.met.size() + self.changed.size() + self.unnamed.size();
        self.packed.bytes() + nodes * NODE + (self.met.size() + self.marks) * mark
    }
}

/// The memory of a map entry: the node, its counters, key and value.
const NODE: usize = 112;

impl From<CompanyList> for Stored {
    fn from(mut list: CompanyList) -> Self {
        list.pack();
        Self {
            packed: list.packed.encode(),
            met: (list.met.iter())
                .map(|(mark, id)| (mark.clone(), *id))
                .collect(),
            changed: (list.changed.iter())
                .map(|(id, company)| (*id, company.clone()))
                .collect(),
            erasures: list.erasures,
            unnamed: list.unnamed.iter().copied().collect(),
        }
    }
}

/// The text is no packed list.
#[derive(Debug, thiserror::Error)]
#[error("a packed list of companies is damaged")]
pub(super) struct Damaged;

impl TryFrom<Stored> for CompanyList {
    type Error = Damaged;

    fn try_from(stored: Stored) -> Result<Self, Damaged> {
        let packed = Packed::decode(&stored.packed).ok_or(Damaged)?;
        let mut list = Self {
            saved: packed.saved(),
            packed: Arc::new(packed),
            met: stored.met.into_iter().collect(),
            erasures: stored.erasures,
            unnamed: stored.unnamed.into_iter().collect(),
            ..Self::default()
        };
        for (id, company) in stored.changed {
            list.change(id, |now| *now = company);
        }
        list.left = list.met.size() + list.changed.size();
        Ok(list)
    }
}

/// Equal whatever is packed of them.
impl PartialEq for CompanyList {
    fn eq(&self, other: &Self) -> bool {
        Stored::from(self.clone()) == Stored::from(other.clone())
    }
}

impl Eq for CompanyList {}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CompanyList {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CompanyList".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Stored::json_schema(generator)
    }
}
