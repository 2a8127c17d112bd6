//! Which companies have stale facts: a table is installed that describes other periods. Facts of tables that are not
//! installed any more are the newest there are.

use std::collections::BTreeMap;

/// The periods that a company's facts describe, by table.
pub(super) type Vintages = BTreeMap<String, String>;

/// The vintages of a list's companies, which many of them share.
#[derive(Debug, Default)]
pub(super) struct SharedVintages(Vec<Vintages>);

/// A company's vintages among those of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VintagesId(u32);

/// Which of a list's vintages are stale.
#[derive(Debug)]
pub(super) struct Staleness(Vec<bool>);

impl SharedVintages {
    pub(super) fn share(&mut self, vintages: Vintages) -> VintagesId {
        let there = self.0.iter().position(|there| *there == vintages);
        let place = there.unwrap_or_else(|| {
            self.0.push(vintages);
            self.0.len() - 1
        });
        VintagesId(u32::try_from(place).unwrap_or(u32::MAX))
    }

    /// Beside the periods that each of the `installed` tables describes.
    pub(super) fn staleness(&self, installed: &BTreeMap<String, Vec<String>>) -> Staleness {
        let is_stale = |vintages: &Vintages| {
            vintages.iter().any(|(table, vintage)| {
                let periods = installed.get(table);
                periods.is_some_and(|periods| !periods.contains(vintage))
            })
        };
        Staleness(self.0.iter().map(is_stale).collect())
    }
}

impl Staleness {
    /// False for a company without facts.
    pub(super) fn of(&self, vintages: Option<VintagesId>) -> bool {
        vintages.is_some_and(|VintagesId(place)| self.0[place as usize])
    }
}
